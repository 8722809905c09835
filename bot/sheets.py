"""Sheets: files that a league puts into a folder of this machine, for people to name in chat."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cogs.office import Unclear

LARGEST = 1_000_000
"""Bytes of the longest file that is read; 2048 tables take a tenth of it."""


async def read_sheet(folder: Path | None, name: str) -> str:
    """The text of a file in that folder. Raises Unclear with one sentence when it cannot be had."""
    if folder is None:
        raise Unclear("This service takes no files: store.pairings names no folder.")
    return await asyncio.to_thread(_read, folder / name, name)


def _read(path: Path, name: str) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Unclear(f"There is no {name} in the folder of pairings (store.pairings).") from None
    except OSError as error:
        raise Unclear(f"{name} cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise Unclear(f"{name} is too long: more than {LARGEST} bytes.")
    try:
        return data.decode("utf-8-sig")  # spreadsheets begin their files with a mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Unclear(f"{name}, line {line}: this is not UTF-8.") from None
