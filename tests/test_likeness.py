"""Names that can be taken for each other: what looks alike, who waits for the coordinator, and the mark afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.speech import Where
from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId
from rules.likeness import skeletons
from tests.playing import ANN, BOB, COORDINATOR
from tests.refereeing import Table
from tests.service import OPENING, Service, running

CYRILLIC = "M\u0430rrowby"  # its second letter
ZED = PersonId("nick:zed")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Marrowby", CYRILLIC),
        ("marrowby", CYRILLIC.upper()),
        ("Oxbow", "\u039fxbow"),  # Greek
        ("alice", "ali\u200bce"),
        ("alice", "\uff41lice"),
        ("Ian", "lan"),
        ("player1", "playerl"),
        ("player0", "playerO"),
        ("Bernard", "Bemard"),
        ("caf\u00e9", "cafe\u0301"),
    ],
)
def test_these_can_be_taken_for_each_other(one: str, other: str) -> None:
    assert skeletons(one) & skeletons(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ian", "Lan"),
        ("player1", "player11"),
        ("player1", "player2"),
        ("alice", "alice_"),
        ("Zoe", "Zo\u00eb"),
        ("Lumen", "Lumen2"),
        ("\u0418\u0432\u0430\u043d", "\u0418\u0432\u043e\u043d"),  # two Russian names
    ],
)
def test_these_are_told_apart(one: str, other: str) -> None:
    assert not skeletons(one) & skeletons(other)


def test_a_thousand_numbered_players_are_told_apart() -> None:
    names = [f"player{number}" for number in range(1, 1025)]
    assert len(frozenset().union(*map(skeletons, names))) == 2 * len(names)


def test_a_name_like_a_players_is_held_and_the_staff_hear_of_it_once() -> None:
    table = Table([PersonId("nick:marrowby")])
    refused = table.refuses(a.Register(by=ZED, name=CYRILLIC), r.NameConfusable)
    assert refused.like == "marrowby"
    assert [type(entry) for entry in refused.keep] == [e.NameHeld]


@pytest.mark.parametrize("name", ["F1oorJudge", "FloorJudge", "H\u0435d"])
def test_a_name_like_the_bots_or_an_officials_is_held(name: str) -> None:
    table = Table()
    table.do(a.NameStaff(by=COORDINATOR, role=e.Role.JUDGE, person=PersonId("nick:hed"), name="hed"))
    table.refuses(a.Register(by=ZED, name=name, bot_names=("FloorJudge",)), r.NameConfusable)


def test_who_is_let_in_has_a_mark() -> None:
    table = Table([PersonId("nick:marrowby")])
    table.do(a.Register(by=COORDINATOR, player=ZED, name=CYRILLIC))
    assert table.state.name_of(ZED) == f"{CYRILLIC}(2)"
    third = PersonId("nick:third")
    table.do(a.Register(by=COORDINATOR, player=third, name=CYRILLIC))
    assert table.state.name_of(third) == f"{CYRILLIC}(3)"
    table.do(a.Undo(by=COORDINATOR))
    assert third not in table.state.players


def test_an_entry_taken_back_holds_nobody() -> None:
    table = Table([ANN, BOB])
    table.do(a.Register(by=COORDINATOR, player=ZED, name="marrowby"))
    table.do(a.Undo(by=COORDINATOR))
    table.do(a.Register(by=PersonId("nick:other"), name=CYRILLIC))
    assert table.state.name_of(PersonId("nick:other")) == CYRILLIC


async def test_the_coordinator_lets_somebody_in_and_lines_show_the_mark(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(OPENING, "1 alice: !register ABC")
        await service.console.join("al\u0456ce")
        await service.say("al\u0456ce", "!register DEF", Where.PRIVATE)
        (held,) = service.heard("may be confused with alice. A coordinator has been asked")
        assert [where for _, where, text in service.said if text == held] == ["al\u0456ce"]
        (told,) = service.heard("wants to play, and that name may be confused with alice")
        assert [where for _, where, text in service.said if text == told] == ["tc"]
        await service.say("al\u0456ce", "!register DEF", Where.PRIVATE)
        assert len(service.heard("wants to play")) == 1, "the staff hear of it once"
        await service.say("tc", "!late al\u0456ce")
        assert service.heard("al\u0456ce(2) is registered")
        await service.say("judge", "!warn al\u0456ce(2) unsporting_conduct shouts")
        assert [each.player for each in service.state.penalties.values()] == ["nick:al\u0456ce"]
