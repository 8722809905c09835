"""Calls for a judge through the whole service: raced for, in quick succession, and of somebody who has gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.speech import Where
from rules import entries as e
from tests.service import EVERYBODY, OPENING, Service, running

PLAY = (
    OPENING,
    "0 tc: !staff judge tarn",
    "1 alice: !register ABC",
    "1 bob: !register ABC",
    "2 carol: !register DEF",
    "2 dave: !register DEF",
    "10 tc: !pair alice bob, carol dave",
    "60 tc: !begin",
    *(f"{second} {nick}: !ready" for second in (70, 80) for nick in ("alice", "bob", "carol", "dave")),
)
"""Two tables in their first games; judge and tarn are the judges, hj is the head judge."""


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Service]:
    async with running(Service(tmp_path, people=(*EVERYBODY, "tarn", "carol", "dave"))) as service:
        await service.play(*PLAY)
        yield service


async def at_once(service: Service, *lines: tuple[str, str, Where]) -> None:
    """Several people say something before anybody has an answer."""
    await asyncio.gather(*(service.console.speak(nick, where, words) for nick, words, where in lines))
    await service.app.settle()


def in_judges_channel(service: Service, since: int = 0) -> list[str]:
    return [text for _, place, text in service.said[since:] if place == Where.JUDGES.value]


async def test_of_two_judges_who_take_a_call_at_once_one_has_it_and_the_other_knows_the_next(
    evening: Service,
) -> None:
    """S101."""
    await evening.play("100 alice: !judge rules question", "100 carol: !judge another")
    heard = len(evening.said)
    await at_once(evening, ("judge", "!take 1", Where.JUDGES), ("tarn", "!take 1", Where.JUDGES))
    told = in_judges_channel(evening, heard)
    assert told[0].startswith("judge has call 1, ")
    assert told[1] == "tarn, judge has call 1. Next is call 2: !claim 2"
    claims = [entry for entry in await evening.stored() if isinstance(entry, e.CallClaimed)]
    assert [(claim.number, claim.by) for claim in claims] == [(1, evening.state.calls[1].claimed_by)]


async def test_handing_a_call_over_is_an_act_of_its_own(evening: Service) -> None:
    """S101: only who has the call gives it back, and then another can take it."""
    await evening.play("100 alice: !judge rules question", "101 judge: !take 1")
    await evening.say("tarn", "!release 1", Where.JUDGES)
    assert evening.state.name_of(evening.state.calls[1].claimed_by) == "judge"
    await evening.say("judge", "!release 1", Where.JUDGES)
    await evening.say("tarn", "!take 1", Where.JUDGES)
    assert evening.state.name_of(evening.state.calls[1].claimed_by) == "tarn"


async def test_of_two_calls_in_quick_succession_neither_covers_the_other(evening: Service) -> None:
    """S102: both are numbered, announced, listed until closed, and repeated while nobody has them."""
    await evening.until(100)
    heard = len(evening.said)
    await at_once(
        evening,
        ("alice", "!judge rules question", Where.CHANNEL),
        ("dave", "!judge opponent shuffling over a minute", Where.CHANNEL),
    )
    first, second = in_judges_channel(evening, heard)
    assert first.startswith("Call 1, table 1 (alice-bob")
    assert second.startswith("Call 2, table 2 (carol-dave")
    await evening.play("110 judge: !claim 2")
    listed = (await evening.say("judge", "!calls", Where.JUDGES))[0]
    assert "Call 1, table 1" in listed
    assert "Call 2, table 2" in listed
    await evening.until(225)
    assert len(evening.heard("call 1 has waited 2:00")) == 1
    assert evening.heard("call 2 has waited") == []
    await evening.say("judge", "!ruling 2 shuffle on", Where.JUDGES)
    assert "Call 2" not in (await evening.say("judge", "!calls", Where.JUDGES))[0]
    await evening.until(405)
    assert len(evening.heard("hj: call 1 has waited 5:00")) == 1


async def test_the_call_of_somebody_who_has_gone_is_taken_and_ruled_all_the_same(evening: Service) -> None:
    """Nobody can be told, and that stops nothing."""
    await evening.play("100 alice: !judge rules question")
    await evening.console.quit(["alice"], "Connection reset by peer")
    await evening.say("judge", "!claim 1", Where.JUDGES)
    await evening.say("judge", "!ruling 1 it tramples", Where.JUDGES)
    assert evening.state.open_calls == ()
    assert len(evening.heard("ruling 1, table 1")) == 1


async def test_a_call_is_repeated_once_however_often_the_service_is_killed(
    evening: Service, tmp_path: Path
) -> None:
    await evening.play("100 alice: !judge rules question")
    await evening.play("230 judge: hello")
    after = evening.killed(tmp_path / "after")
    async with running(after):
        await after.until(500)
        kept = [entry for entry in await after.stored() if isinstance(entry, e.CallRepeated)]
        assert [entry.head_judge for entry in kept] == [False, True]
        assert len(after.heard("hj: call 1 has waited 5:00")) == 1
