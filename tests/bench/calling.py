"""O3: a whole round told in a guild, both players of each table called, and a player who asks meanwhile.

The lab's limits are on: five messages in a channel in five seconds. The floor is arithmetic: as few messages as hold
all the calls, and five at once in every five seconds. A table that is not told whole, a player who is not called just
once, or one request that Discord refuses for coming too soon ends the bench.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from time import monotonic

from rules.entries import Entry, PersonId, PlayerRegistered, Role, StaffNamed
from tests.bench import guild
from tests.bench.announcing import tables_of
from tests.bench.evening import BEGUN_AT, Evening, keep
from tests.bench.figures import Figure, percentile
from tests.bench.size import Size
from tests.discordlab import DiscordLab, Message

CHANNEL = "tournament"
ASKER = "asker"
_CONTENT, _CALL = 2000, len("<@1234567890123456789> ")
"""Characters of a message, and of one call in it."""
_AT_ONCE, _EVERY_S = 5, 5.0
"""So many messages a channel takes, in so many seconds."""
_ASK_EVERY_S = 0.05
_PATIENCE_S = 90.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The messages, the seconds from the coordinator's word to the last, and how long each question waited."""

    messages: Sequence[Message]
    took_s: float
    acknowledged_ms: Sequence[float]


def pairings(size: Size, folder: Path) -> list[Figure]:
    """O3: so many tables in a channel, and how soon a slash command is acknowledged meanwhile."""
    tables = tables_of(size.matches)
    told = asyncio.run(_told(tables, folder / "o3"))
    fewest = -(-2 * len(tables) // (_CONTENT // _CALL))
    floor_s = (fewest - 1) // _AT_ONCE * _EVERY_S
    what = f"{len(tables)} tables, players called"
    return [
        Figure(part="O3", what=f"{what}, messages", unit="", ours=len(told.messages), floor=fewest, cap=14),
        Figure(
            part="O3",
            what=f"{what}, by the arithmetic",
            unit="s",
            ours=told.took_s,
            floor=floor_s,
            ratio=told.took_s / floor_s if floor_s else None,
            at_most=1.15 if floor_s else None,
        ),
        Figure(
            part="O3",
            what="/time acknowledged meanwhile, p99",
            unit="ms",
            ours=percentile(told.acknowledged_ms, 99),
            cap=100,
        ),
    ]


async def _told(tables: Sequence[tuple[str, str]], folder: Path) -> Told:
    (folder / "pairings").mkdir(parents=True)
    sheet = ["table,player1,player2", *(f"{n},{a},{b}" for n, (a, b) in enumerate(tables, 1))]
    (folder / "pairings" / "round1.csv").write_text("\n".join(sheet), encoding="utf-8")
    players = [name for pair in tables for name in pair]
    async with DiscordLab() as lab:
        await lab.join(*guild.OFFICIALS, ASKER, *players)
        await keep(folder / "floorjudge.db", [*Evening(0).entries, *_known(lab, players)])
        lab.limits.on = True
        async with guild.running(guild.service(folder, lab)):
            await guild.has_come(lab, "pair")
            told = await _listen(lab)
    _check(lab, told, tables)
    return told


def _known(lab: DiscordLab, players: Sequence[str]) -> list[Entry]:
    """The coordinator and the players of the event, by their accounts."""
    at = BEGUN_AT - timedelta(minutes=20)
    return [
        StaffNamed(at=at, role=Role.COORDINATOR, person=_person(lab, "tc"), name="tc"),
        *(PlayerRegistered(at=at, player=_person(lab, name), name=name) for name in players),
    ]


def _person(lab: DiscordLab, name: str) -> PersonId:
    return PersonId(f"account:{lab.user(name).id}@discord")


async def _listen(lab: DiscordLab) -> Told:
    told = asyncio.Event()
    began_s = monotonic()
    await lab.say("tc", "!pair round1.csv", CHANNEL)
    asking = asyncio.create_task(_ask(lab, told))
    await lab.until(lambda: _ends(lab, _calls(lab)), _PATIENCE_S, "the whole list")
    took_s = monotonic() - began_s
    told.set()
    return Told(messages=_calls(lab), took_s=took_s, acknowledged_ms=await asking)


def _calls(lab: DiscordLab) -> list[Message]:
    """All messages in the channel that call somebody."""
    return [message for message in lab.guild.channel(CHANNEL).messages.values() if message.notified]


def _ends(lab: DiscordLab, messages: Sequence[Message]) -> bool:
    return bool(messages) and "starts with /begin" in lab.shown(messages[-1])


async def _ask(lab: DiscordLab, told: asyncio.Event) -> list[float]:
    """Ask until all is told; how long each question waited for its acknowledgement, in milliseconds."""
    waited: list[float] = []
    while not told.is_set():
        interaction = await lab.slash(ASKER, "time", CHANNEL)
        if interaction.took is None:
            raise RuntimeError("/time was not acknowledged within three seconds")
        waited.append(interaction.took.total_seconds() * 1000)
        await asyncio.sleep(_ASK_EVERY_S)
    return waited


def _check(lab: DiscordLab, told: Told, tables: Sequence[tuple[str, str]]) -> None:
    lines = [line for message in told.messages for line in lab.shown(message).splitlines()]
    for number, pair in enumerate(tables, 1):
        if not any(f"{number} {'-'.join(pair)}" in line for line in lines):
            raise RuntimeError(f"table {number} was not told whole")
    called = Counter(name for message in told.messages for name in message.notified)
    players = Counter(name for pair in tables for name in pair)
    if called != players:
        raise RuntimeError(f"called not just once: {(called - players) + (players - called)}")
    if lab.limits.answered_429:
        raise RuntimeError(f"{lab.limits.answered_429} requests came too soon")
