"""R1, R2 and R3: how soon a word is answered, on a real IRC server, by the service as it is run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.asker import Answered, Asker
from tests.bench.figures import Comparison, Figure, Measures, alone, percentile
from tests.bench.proc import processor_s
from tests.bench.server import any_server, program
from tests.bench.size import Size
from tests.irclab.processes import ServerProcess

AT_ONCE = 64
"""How many words are in flight in R3."""

CONFIG = """
[store]
url = "sqlite+aiosqlite:///{store}"
[irc]
embedded = false
port = {port}
nick = "{nick}"
channel = "{channel}"
judges = "#judges"
[board]
enabled = false
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talker:
    """A bot in a channel of its own, a command that it knows, and how its answer is recognised."""

    nick: str
    channel: str
    command: str
    answer: str


Ask = Callable[[Asker, Talker, int, Size], Coroutine[Any, Any, Measures]]
"""Asks a talker, whose process has this id."""

LOOKS_UP = Talker(nick="official", channel="#official", command="!help concede", answer="!concede")
ROLLS = Talker(nick="official", channel="#official", command="!roll 1d20", answer="1d20 is")
ECHO = Talker(nick="echo", channel="#echo", command="!roll 1d20", answer="1d20 is")
DURABLE = Talker(nick="durable", channel="#durable", command="!roll 1d20", answer="1d20 is")


def stateless(size: Size, folder: Path) -> list[Figure]:
    """R1: a look-up of which nothing is stored, beside the echo bot."""
    ours, echo = _taken_in_turn(size, folder / "r1", (LOOKS_UP, ECHO), _ask)
    both = Comparison(part="R1", ours=ours, floor=echo)
    return [
        both.figure("p50_ms", "a look-up, 1 in flight, p50, by echo", "ms", at_most=1.3),
        both.figure("p99_ms", "a look-up, 1 in flight, p99, by echo", "ms", at_most=1.5),
        both.figure("processor_us", "a look-up, processor time, by echo", "us"),
    ]


def durable(size: Size, folder: Path) -> list[Figure]:
    """R2: a roll that is stored before it is answered, beside a bot that does only that; R3: many at once."""
    ours, floor, echo = _taken_in_turn(size, folder / "r2", (ROLLS, DURABLE, ECHO), _ask_many)
    both, bare = (Comparison(part="R2", ours=ours, floor=other) for other in (floor, echo))
    many = Comparison(part="R3", ours=ours, floor=floor)
    return [
        both.figure("p50_ms", "a roll, 1 in flight, p50, by durable bot", "ms", at_most=1.3),
        both.figure("p99_ms", "a roll, 1 in flight, p99, by durable bot", "ms", at_most=1.5),
        bare.figure("p50_ms", "a roll, 1 in flight, p50, by echo (stretch)", "ms", at_most=4),
        bare.figure("p99_ms", "a roll, 1 in flight, p99, by echo (stretch)", "ms", at_most=4),
        both.figure("processor_us", "a roll, processor time, by durable bot", "us"),
        many.figure("per_s", f"rolls, {AT_ONCE} in flight, answers a second", "/s"),
        alone("R3", ours, "many_p99_ms", f"rolls, {AT_ONCE} in flight, p99", "ms", cap=40),
    ]


def _taken_in_turn(size: Size, folder: Path, talkers: Sequence[Talker], ask: Ask) -> list[list[Measures]]:
    """For each of these its rounds; in each round every one of them is asked."""
    with _all_started(folder, talkers) as (port, pids):
        return asyncio.run(_ask_all(size, port, talkers, pids, ask))


@contextmanager
def _all_started(folder: Path, talkers: Sequence[Talker]) -> Iterator[tuple[int, list[int]]]:
    """A server and these bots, each in its channel; the server's port, and the bots' process ids."""
    server, port = any_server(folder / "server")
    with ExitStack() as running:
        running.enter_context(server)
        bots = [_bot(folder / talker.nick, port, talker.nick, talker.channel) for talker in talkers]
        for bot in bots:
            running.enter_context(bot)
        yield port, [bot.pid for bot in bots]


def _bot(folder: Path, port: int, nick: str, channel: str) -> ServerProcess:
    if nick == LOOKS_UP.nick:
        return service(folder, port, nick, channel)
    file = folder / "rows.db"
    return program(folder, lambda printed: True, "tests.bench.floors.bots", nick, port, nick, channel, file)


def service(folder: Path, port: int, nick: str, channel: str) -> ServerProcess:
    """`floorjudge run`, with a configuration that brings it there. Its store is `floorjudge.db` in that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "floorjudge.toml"
    store = folder / "floorjudge.db"
    config.write_text(CONFIG.format(store=store, port=port, nick=nick, channel=channel), encoding="utf-8")
    return program(folder, lambda printed: "officiating" in printed, "bot", "run", "--config", config)


async def _ask_all(
    size: Size, port: int, talkers: Sequence[Talker], pids: Sequence[int], ask: Ask
) -> list[list[Measures]]:
    asker = await Asker.come(port)
    for talker in talkers:
        await asker.enter(talker.channel, talker.nick)
    rounds: list[list[Measures]] = [[] for _ in talkers]
    for number in range(size.rounds_of_words + 1):
        for talker, pid, taken in zip(talkers, pids, rounds, strict=True):
            measures = await ask(asker, talker, pid, size)
            if number:  # the first round warms up
                taken.append(measures)
    asker.leave()
    return rounds


async def _ask(asker: Asker, talker: Talker, pid: int, size: Size) -> Measures:
    used_s = processor_s(pid)
    one = await _answered(asker, talker, size.commands, at_once=1)
    used_s = processor_s(pid) - used_s
    return {
        "processor_us": max(used_s, 0.01) / size.commands * 1e6,
        "p50_ms": percentile(one.each_s, 50) * 1000,
        "p99_ms": percentile(one.each_s, 99) * 1000,
    }


async def _ask_many(asker: Asker, talker: Talker, pid: int, size: Size) -> Measures:
    """Not for look-ups: the same answer is not said twice while it waits."""
    one = await _ask(asker, talker, pid, size)
    many = await _answered(asker, talker, size.burst, at_once=AT_ONCE)
    return {
        **one,
        "per_s": size.burst / many.all_s,
        "many_p99_ms": percentile(many.each_s, 99) * 1000,
    }


async def _answered(asker: Asker, talker: Talker, times: int, *, at_once: int) -> Answered:
    return await asker.ask(
        talker.channel, talker.command, talker.nick, talker.answer, times=times, at_once=at_once
    )
