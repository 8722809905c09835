"""C1: how soon the official has joined on IRC, beside an interpreter that imports what is configured.

With Discord configured too it is one that takes every connection and never says a word: whoever waited for it would
never be seen on IRC. Both sides start as an installed program does, from bytecode that an earlier start has left.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter

from tests.bench.children import ROOT
from tests.bench.figures import Comparison, Figure, Measures
from tests.bench.memory import PACKAGES
from tests.bench.server import any_server, program
from tests.bench.size import Size
from tests.bench.words import CONFIG
from tests.irclab.visitor import Visitor

NICK, CHANNEL = "official", "#official"
WITH_DISCORD = """
[discord]
enabled = true
token_file = "token.txt"
api_base = "http://127.0.0.1:{port}/api/v10"
gateway = "ws://127.0.0.1:{port}/"
"""


def joined(size: Size, folder: Path) -> list[Figure]:
    """C1: with IRC alone, and with a silent Discord besides; a first start of each, which fills caches, is left out."""
    server, port = any_server(folder / "server")
    with server:
        alone, both = asyncio.run(_starts(size, folder, port))
    return [
        alone.figure("joined_s", "start until joined on IRC, by the imports", "s", at_most=1.5, cap=1.2),
        both.figure("joined_s", "the same beside a silent Discord, by the imports", "s", at_most=1.5),
    ]


async def _starts(size: Size, folder: Path, port: int) -> list[Comparison]:
    watcher = await Visitor.come(port, "watcher", CHANNEL)
    async with silent_server() as silent:
        found = [
            await _compared(size, watcher, _configured(folder / "irc", port), PACKAGES),
            await _compared(
                size, watcher, _configured(folder / "both", port, silent), (*PACKAGES, "discord")
            ),
        ]
    watcher.close()
    return found


async def _compared(size: Size, watcher: Visitor, config: Path, packages: Sequence[str]) -> Comparison:
    ours, floor = [], []
    variables = _cached(config.parent / "bytecode")
    _imported([*packages, "bot.service"], variables)  # compiles everything, which may take long
    for number in range(size.starts + 1):
        measures = await _joined(watcher, config, variables), _imported(packages, variables)
        if number:
            ours.append(measures[0])
            floor.append(measures[1])
    return Comparison(part="C1", ours=ours, floor=floor)


def _configured(folder: Path, port: int, silent: int | None = None) -> Path:
    folder.mkdir(parents=True)
    text = CONFIG.format(store=folder / "floorjudge.db", port=port, nick=NICK, channel=CHANNEL)
    (folder / "token.txt").write_text("token", encoding="utf-8")
    config = folder / "floorjudge.toml"
    config.write_text(text if silent is None else text + WITH_DISCORD.format(port=silent), encoding="utf-8")
    return config


def _cached(folder: Path) -> Sequence[str]:
    """Arguments of `env` that have bytecode kept there, whatever this process was told."""
    return "-u", "PYTHONDONTWRITEBYTECODE", f"PYTHONPYCACHEPREFIX={folder}"


async def _joined(watcher: Visitor, config: Path, variables: Sequence[str]) -> Measures:
    """Start, until somebody in the channel sees it come; then end."""
    words = "run", "--config", config
    official = program(config.parent, lambda printed: True, "bot", *words, variables=variables)
    began = perf_counter()
    official.start()
    try:
        await watcher.sees(rf"^:{NICK}!\S+ JOIN ")
        took_s = perf_counter() - began
    except AssertionError:
        printed = (config.parent / "printed.txt").read_text(encoding="utf-8")
        raise RuntimeError(f"the official did not join: {printed[-2000:]}") from None
    finally:
        official.stop()
    await watcher.sees(rf"^:{NICK}!\S+ QUIT")
    return {"joined_s": took_s}


def _imported(packages: Sequence[str], variables: Sequence[str]) -> Measures:
    command = ["env", *variables, sys.executable, "-m", "tests.bench.floors.imports", *packages]
    began = perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as importing:
        if importing.stdout is None or not importing.stdout.readline():
            raise RuntimeError(f"{packages} cannot be imported")
        took_s = perf_counter() - began
    return {"joined_s": took_s}


@asynccontextmanager
async def silent_server() -> AsyncIterator[int]:
    """A server that takes every connection and never answers; its port."""

    async def keep(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(keep, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
