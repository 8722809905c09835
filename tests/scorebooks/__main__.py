"""Freeze one more scorebook: `python -m tests.scorebooks TRANSCRIPT NAME`. What stands already is left alone."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from bot.rehearsal.player import Rehearsal
from bot.rehearsal.transcript import load
from rules.fold import fold
from storage.tables import LEAGUE
from tests.scorebooks import FOLDER, digest, entries


def freeze(transcript: Path, name: str) -> None:
    """Rehearse it and keep what the store holds then. Raises FileExistsError for a name that is taken."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(Rehearsal(load(transcript), Path(folder)).play(str(transcript)))
        if outcome.failures:
            raise SystemExit("\n".join(outcome.failures))
        lines = _stored(Path(folder) / "rehearsal.db")
    with (FOLDER / f"{name}.jsonl").open("x") as book:
        book.writelines(f"{line}\n" for line in lines)
    with (FOLDER / f"{name}.json").open("x") as found:
        found.write(f"{json.dumps(digest(fold(entries(name))), indent=1)}\n")


def _stored(store: Path) -> list[str]:
    with closing(sqlite3.connect(store)) as file:
        query = "SELECT kind, at, body FROM scorebook WHERE tournament != ? ORDER BY tournament, seq"
        found = file.execute(query, (LEAGUE,)).fetchall()
    return [json.dumps({"kind": kind, "at": at, "body": json.loads(body)}) for kind, at, body in found]


if __name__ == "__main__":
    freeze(Path(sys.argv[1]), sys.argv[2])
