"""D1: how soon a slash command is acknowledged and answered, by the service as it is run, beside the smallest bot.

The smallest bot's acknowledgement is its answer. The official's answer may come behind its acknowledgement, so both
are timed: from the moment when somebody has sent the command until Discord has the one, and the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from tests.bench import guild
from tests.bench.evening import Evening, keep
from tests.bench.figures import Comparison, Figure, Measures, percentile
from tests.bench.size import Size
from tests.discordlab import DiscordLab

ASKER, CHANNEL = "alice", "tournament"
LOOKS_UP, ROLLS = "time", "roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """How long the acknowledgement and the answer took, in milliseconds, command by command."""

    acknowledged_ms: list[float]
    answered_ms: list[float]

    def measures(self, name: str) -> Measures:
        """Medians and 99th percentiles, by name."""
        kinds = ("acknowledged", self.acknowledged_ms), ("answered", self.answered_ms)
        return {
            f"{name}_{kind}_p{percent}_ms": percentile(values, percent)
            for kind, values in kinds
            for percent in (50, 99)
        }


def commands(size: Size, folder: Path) -> list[Figure]:
    """D1: a look-up, and a roll that is stored before it is answered."""
    both = asyncio.run(_compared(size, folder / "d1"))
    return [
        both.figure(
            "time_acknowledged_p50_ms", "/time acknowledged, p50, by smallest bot", "ms", at_most=1.5
        ),
        both.figure("time_acknowledged_p99_ms", "/time acknowledged, p99, by smallest bot", "ms"),
        both.figure("time_answered_p50_ms", "/time answered, p50, by smallest bot", "ms", at_most=1.5),
        both.figure("time_answered_p99_ms", "/time answered, p99, by smallest bot", "ms"),
        both.figure("roll_acknowledged_p99_ms", "/roll acknowledged, p99, by one that stores", "ms"),
        both.figure("roll_answered_p50_ms", "/roll stored and answered, p50, by one that stores", "ms"),
        both.figure("roll_answered_p99_ms", "/roll stored and answered, p99, by one that stores", "ms"),
    ]


async def _compared(size: Size, folder: Path) -> Comparison:
    ours_in, floor_in = folder / "ours", folder / "floor"
    ours_in.mkdir(parents=True)
    await keep(ours_in / "floorjudge.db", Evening(0).entries)
    ours: list[Measures] = []
    floor: list[Measures] = []
    async with (
        _guild() as our_lab,
        _guild() as floor_lab,
        guild.running(guild.service(ours_in, our_lab)),
        guild.running(guild.smallest(floor_in, floor_lab)),
    ):
        for lab in (our_lab, floor_lab):
            await guild.has_come(lab, LOOKS_UP)
        for number in range(size.rounds_of_words + 1):
            measures = await _measures(our_lab, size), await _measures(floor_lab, size)
            if number:  # the first round warms up
                ours.append(measures[0])
                floor.append(measures[1])
    return Comparison(part="D1", ours=ours, floor=floor)


@asynccontextmanager
async def _guild() -> AsyncIterator[DiscordLab]:
    async with DiscordLab() as lab:
        await lab.join(ASKER, *guild.OFFICIALS)
        yield lab


async def _measures(lab: DiscordLab, size: Size) -> Measures:
    looks_up = await _asked(lab, LOOKS_UP, size.commands)
    rolls = await _asked(lab, ROLLS, size.commands // 2)
    return {**looks_up.measures("time"), **rolls.measures("roll")}


async def _asked(lab: DiscordLab, command: str, times: int) -> Took:
    """Use this command so often, one after the other."""
    took = Took(acknowledged_ms=[], answered_ms=[])
    for _ in range(times):
        interaction = await lab.slash(ASKER, command, CHANNEL)
        await lab.finished(interaction)
        answered_s = monotonic() - interaction.asked_at
        if interaction.took is None:
            raise RuntimeError(f"/{command} was not acknowledged")
        took.acknowledged_ms.append(interaction.took.total_seconds() * 1000)
        took.answered_ms.append(answered_s * 1000)
    return took
