"""O1 and O2: a whole round told in a channel of a server with its own flood limits, and a judge who asks meanwhile.

The floor is arithmetic: all tables packed into lines of 400 bytes, so many of them at once and the others at the rate
that the server takes as it is shipped. A table that is not told whole, or an official that was thrown out, ends the
bench.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from rules.entries import PersonId, PlayerRegistered
from tests.bench.evening import BEGUN_AT, Evening, keep
from tests.bench.figures import Figure
from tests.bench.server import any_server, program
from tests.bench.size import Size
from tests.conftest import SERVER_PATH
from tests.irclab.inspircd import InspIRCd, Site
from tests.irclab.ngircd import Ngircd
from tests.irclab.processes import ServerProcess
from tests.irclab.visitor import Visitor

CONFIG = """
[store]
url = "sqlite+aiosqlite:///floorjudge.db"
[irc]
embedded = false
port = {port}
nick = "official"
channel = "#official"
identity = "nick"
[board]
enabled = false
"""
_LINE = 400
_BETWEEN = 2
"""Bytes of a line, and between two tables, in the floor."""
_ASKED_AFTER_S = (2.0, 5.0)
"""When the judge asks, in seconds after the first line of the list and after the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a server takes as it is shipped: so many lines at once, then so many a second.

    `start` makes it, to be started, and says its port.
    """

    name: str
    burst: int
    per_s: float
    start: Callable[[Path], tuple[ServerProcess, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The lines of the list, the seconds from the coordinator's word to the last, and how long each answer took."""

    lines: Sequence[str]
    took_s: float
    answers_s: Sequence[float]


def pairings(size: Size, folder: Path) -> list[Figure]:
    """O1 and O2 on every server that is installed, else on the embedded one, which limits nobody."""
    figures = []
    for limits in _servers():
        tables = tables_of(size.matches)
        told = _told(limits, tables, folder / f"o1-{limits.name}", settle=size.settle)
        figures += _figures(limits, tables, told)
    return figures


def _servers() -> list[Limits]:
    known = (
        Limits(name="ngircd", burst=3, per_s=3, start=_ngircd),
        Limits(name="inspircd", burst=10, per_s=1, start=_inspircd),
    )
    found = [limits for limits in known if shutil.which(limits.name, path=SERVER_PATH)]
    return found or [Limits(name="embedded", burst=1000, per_s=1000, start=any_server)]


def _ngircd(folder: Path) -> tuple[ServerProcess, int]:
    server = Ngircd(folder, is_shipped=True)
    return server, server.port


def _inspircd(folder: Path) -> tuple[ServerProcess, int]:
    site = Site(number=1)
    return InspIRCd(folder, site=site, is_shipped=True), site.port


def tables_of(count: int) -> list[tuple[str, str]]:
    """Who plays whom; names of 3 to 17 letters."""
    letters = random.Random(1)
    names = [f"{number:x}".rjust(letters.randint(3, 17), "p") for number in range(2 * count)]
    return list(zip(names[::2], names[1::2], strict=True))


def _told(limits: Limits, tables: Sequence[tuple[str, str]], folder: Path, *, settle: timedelta) -> Told:
    (folder / "pairings").mkdir(parents=True)
    sheet = ["table,player1,player2", *(f"{n},{a},{b}" for n, (a, b) in enumerate(tables, 1))]
    (folder / "pairings" / "round1.csv").write_text("\n".join(sheet), encoding="utf-8")
    asyncio.run(_keep_registered(folder / "floorjudge.db", [name for pair in tables for name in pair]))
    server, port = limits.start(folder / "server")
    config = folder / "floorjudge.toml"
    config.write_text(CONFIG.format(port=port), encoding="utf-8")
    official = program(folder, lambda printed: "!link " in printed, "bot", "run", "--config", config)
    with server, official:
        code = re.findall(r"!link (\S+)", (folder / "printed.txt").read_text(encoding="utf-8"))[-1]
        return asyncio.run(_listen(port, code, settle.total_seconds()))


async def _keep_registered(file: Path, names: Sequence[str]) -> None:
    evening = Evening(0)
    at = BEGUN_AT - timedelta(minutes=20)
    registered = [PlayerRegistered(at=at, player=PersonId(f"nick:{name}"), name=name) for name in names]
    await keep(file, [*evening.entries, *registered])


async def _listen(port: int, code: str, settle_s: float) -> Told:
    coordinator = await Visitor.come(port, "tc", "#official")
    judge = await Visitor.come(port, "hj")
    coordinator.say(f"PRIVMSG official :link {code}")
    await coordinator.sees("I know you")
    await asyncio.sleep(settle_s)  # what the official has said by now shall not count
    began = perf_counter()
    coordinator.say("PRIVMSG #official :!pair round1.csv")
    first = await coordinator.sees("PRIVMSG #official :Round 1 is paired")
    asking = asyncio.create_task(_ask(judge))
    lines = [first]
    while "starts with !begin" not in lines[-1]:
        lines.append(await coordinator.sees(r"^:official!\S+ (PRIVMSG #official |QUIT)"))
        if " QUIT " in lines[-1]:
            raise RuntimeError(f"the official was thrown out: {lines[-1]}")
    took_s = perf_counter() - began
    answers_s = await asking
    for visitor in (coordinator, judge):
        visitor.close()
    return Told(lines=[line.partition(" :")[2] for line in lines], took_s=took_s, answers_s=answers_s)


async def _ask(judge: Visitor) -> list[float]:
    took = []
    for after_s in _ASKED_AFTER_S:
        await asyncio.sleep(after_s)
        asked = perf_counter()
        judge.say("PRIVMSG official :calls")
        await judge.sees("No open calls")
        took.append(perf_counter() - asked)
    return took


def _figures(limits: Limits, tables: Sequence[tuple[str, str]], told: Told) -> list[Figure]:
    items = [f"{number} {'-'.join(pair)}" for number, pair in enumerate(tables, 1)]
    listed = [line for line in told.lines if line.startswith(("Round 1 is paired", "… "))]
    heard = [item for line in listed for item in _items(line)]
    if heard != items:
        raise RuntimeError(f"{limits.name}: {len(set(items) - set(heard))} tables were not told whole")
    floor_s = max(0.0, (_lines_of(items) - limits.burst) / limits.per_s)
    tokens = max(told.answers_s) * limits.per_s
    count = f"{len(tables)} tables on {limits.name}"
    return [
        Figure(
            part="O1",
            what=f"{count}, by the arithmetic",
            unit="s",
            ours=told.took_s,
            floor=floor_s,
            ratio=told.took_s / floor_s if floor_s else None,
            at_most=1.15,
        ),
        Figure(part="O1", what=f"{count}, lines", unit="", ours=len(listed), floor=_lines_of(items)),
        Figure(
            part="O2",
            what=f"a judge's answer meanwhile, {limits.name}, in lines",
            unit="",
            ours=tokens,
            cap=2,
        ),
    ]


def _items(line: str) -> list[str]:
    """The tables in a line of the list, without what stands before and behind them."""
    text = re.sub(r"^(Round 1 is paired: |… )", "", line)
    return re.sub(r"\. !ready counts .*$", "", text).split(" · ")


def _lines_of(items: Sequence[str]) -> int:
    lines, used = 0, _LINE
    for item in items:
        more = len(item.encode()) + _BETWEEN
        if used + more > _LINE:
            lines, used = lines + 1, len(item.encode())
        else:
            used += more
    return lines
