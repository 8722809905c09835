"""Two events at a time in one channel: every word finds its one event or asks, and neither touches the other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.command import Declared
from cogs.everything import every_command
from cogs.speech import Where
from tests.service import EVERYBODY, Service, running

PEOPLE = (*EVERYBODY, "carol", "dave", "zed")
BEFORE = (
    '0 tc: !open "Autumn 12" kind=challenge starts=now authorization=A-77',
    "1 alice: !register@autumn-12 ABC",
    "2 bob: !register@autumn-12 DEF",
    '3 tc: !open "Cube 3" kind=challenge starts=now authorization=A-78',
    "4 carol: !register@cube-3 ABC",
    "5 dave: !register@cube-3 DEF",
    "10 tc: !pair@autumn-12 alice bob",
    "11 tc: !pair@cube-3 carol dave",
    "60 tc: !begin@autumn-12",
    "61 tc: !begin@cube-3",
)
WITHOUT_EVENT = {
    "help",
    "flip",
    "roll",
    "verify",
    "link",
    "unlink",
    "open",
    "standing",
    "setstanding",
    "rule",
    "history",
}
"""Words about no event, or about whichever there is."""
LAST = ("end", "cancelevent")


def everything() -> list[Declared]:
    """Every word that there is, those that end an event last."""
    return sorted(every_command(), key=lambda declared: declared.name in LAST)


def with_event(example: str, event: str) -> str:
    """`!pair alice bob` as `!pair@cube-3 alice bob`."""
    word, _, rest = example.partition(" ")
    return f"{word}@{event} {rest}".rstrip()


async def lengths(service: Service) -> dict[str, int]:
    """How long the scorebook of each event is."""
    return {event: len(await service.parts.store.load(event)) for event in ("autumn-12", "cube-3")}


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with running(Service(tmp_path, people=PEOPLE)) as found:
        await found.play(*BEFORE)
        yield found


@pytest.mark.parametrize("nick", ["hj", "judge", "tc", "zed"])
async def test_a_word_of_an_official_of_both_or_of_a_stranger_asks_which_event(
    service: Service, nick: str
) -> None:
    silent = set()
    for declared in everything():
        before = await lengths(service)
        answers = await service.say(nick, declared.example)
        if declared.name == "open":
            continue
        assert await lengths(service) == before, declared.name
        asks = any("Which event?" in answer for answer in answers)
        if not asks:
            silent.add(declared.name)
        else:
            assert any("autumn-12, cube-3" in answer for answer in answers)
    assert silent <= WITHOUT_EVENT


@pytest.mark.parametrize("where", [Where.CHANNEL, Where.PRIVATE])
@pytest.mark.parametrize("nick", ["hj", "judge", "tc", "carol", "alice", "zed"])
async def test_a_word_that_names_its_event_is_about_no_other(
    service: Service, nick: str, where: Where
) -> None:
    for declared in everything():
        before = (await lengths(service))["autumn-12"]
        answers = await service.say(nick, with_event(declared.example, "cube-3"), where)
        assert not any("Which event?" in answer for answer in answers), declared.name
        if declared.name != "open":
            assert (await lengths(service))["autumn-12"] == before, declared.name


async def test_a_player_of_one_need_not_name_it(service: Service) -> None:
    for declared in everything():
        before = (await lengths(service))["cube-3"]
        answers = await service.say("alice", declared.example)
        assert not any("Which event?" in answer for answer in answers), declared.name
        assert (await lengths(service))["cube-3"] == before, declared.name


async def test_who_has_left_one_event_and_plays_in_the_other_is_meant_there(tmp_path: Path) -> None:
    async with running(Service(tmp_path, people=PEOPLE)) as service:
        await service.play(*BEFORE[:6])
        await service.say("alice", "!drop@autumn-12")
        await service.say("alice", "!register@cube-3 GHI")
        answers = await service.say("alice", "!drop")
        assert answers == ["[cube-3] alice has left the event."]


async def test_clocks_lists_and_penalties_of_one_are_not_those_of_the_other(service: Service) -> None:
    await service.play("70 alice: !ready", "71 bob: !ready")
    await service.until(665)
    late = service.heard("Game Loss")
    assert [line for line in late if "[autumn-12]" in line] == []
    assert any("[cube-3]" in line and "carol" in line for line in late)
    states = service.parts.events.states()
    assert all(p.infraction != "tardiness.over_10_min" for p in states["autumn-12"].penalties.values())
    pairings = await service.say("alice", "!pairings")
    assert "alice" in pairings[0]
    assert "carol" not in " ".join(pairings)


async def test_lines_name_their_event_only_while_two_go_on(tmp_path: Path) -> None:
    async with running(Service(tmp_path, people=PEOPLE)) as service:
        await service.play(*BEFORE[:3])
        assert not service.heard("[autumn-12]")
        await service.play(*BEFORE[3:])
        assert service.heard("[cube-3] Round 1")
        await service.play("70 tc: !cancelevent@cube-3 no power")
        before = len(service.heard("[autumn-12]"))
        await service.play("80 alice: !ready")
        assert len(service.heard("[autumn-12]")) == before


async def test_a_judge_of_both_looks_back_without_naming_one(service: Service) -> None:
    (answer,) = await service.say("judge", "!history bob")
    assert answer.startswith("bob")
    (answer,) = await service.say("zed", "!history bob")
    assert "!judge" in answer
