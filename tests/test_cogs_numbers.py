"""Examples of wrong usage name a number that stands for something, where one is known."""

from __future__ import annotations

import pytest

from cogs.speech import Place, Where
from rules import entries as e
from tests.fake_office import CHANNEL, NETWORK, Room, after, pid, playing

JUDGES = Place(network=NETWORK, where=Where.JUDGES)


def given(number: int, by: str, *, pending: bool = False) -> e.PenaltyIssued:
    """A penalty of alice's for slow play."""
    return e.PenaltyIssued(
        at=after(60),
        number=number,
        player=pid("alice"),
        infraction="slow_play",
        clause="A.II.6",
        penalty="caution",
        base="caution",
        round=1,
        table=1,
        game=1,
        automatic=False,
        by=pid(by),
        due_at=None,
        issued_at=after(60),
        reason="",
        evidence="",
        reportable=False,
        applies_to="",
        cause=f"judge.{number}",
        pending=pending,
    )


EVENT: list[e.Entry] = [
    *playing(),
    e.CallOpened(at=after(61), number=21, round=1, table=1, by=pid("alice"), why=""),
    e.CallOpened(at=after(61), number=22, round=1, table=1, by=pid("alice"), why=""),
    e.CallClaimed(at=after(62), number=22, by=pid("wren"), waited=after(62) - after(61)),
    given(23, "wren"),
    given(24, "wren", pending=True),
    e.AppealMade(at=after(90), number=25, of=23, by=pid("alice"), why=""),
]


@pytest.mark.parametrize(
    ("name", "line", "example"),
    [
        ("wren", "!claim x", "!claim 21"),
        ("wren", "!ruling", "!ruling 22 one card back at random"),
        ("alice", "!appeal", "!appeal 23 my deck was loaded in time"),
        ("alice", "!ack", "!ack 23"),
        ("hawk", "!uphold", "!uphold 25"),
        ("hawk", "!overturn", "!overturn 25 the deck was loaded"),
        ("hawk", "!approve", "!approve 24"),
        ("hawk", "!dismiss", "!dismiss 24 no advantage"),
        ("bob", "!appeal", "!appeal 14 my deck was loaded in time"),
        ("wren", "!approve", "!approve 15"),
        ("alice", "!dismiss", "!dismiss 15 no advantage"),
    ],
)
async def test_an_example_names_what_waits_for_who_asks(name: str, line: str, example: str) -> None:
    room = Room(*EVENT)
    await room.say(name, line, JUDGES)
    assert room.office.texts[0].endswith(f"Example: {example}")


async def test_in_the_channel_no_example_gives_a_proposal_away() -> None:
    room = Room(*EVENT)
    await room.say("hawk", "!approve", CHANNEL)
    assert room.office.texts[0].endswith("Example: !approve 15")
