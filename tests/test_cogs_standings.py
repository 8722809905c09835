"""What !standings answers: the own place, a short list in a channel, the whole one in private."""

from __future__ import annotations

from cogs.speech import Urgency
from rules import entries as e
from rules.entries import Departure, Entry, HowMatch, Outcome
from tests.fake_office import Room, after, begun, opened, pid


def won(table: int, first: str, second: str, wins2: int = 0) -> Entry:
    """The table's first player has won."""
    return e.MatchFinished(
        at=after(600),
        round=1,
        table=table,
        player1=pid(first),
        player2=pid(second),
        wins1=2,
        wins2=wins2,
        draws=0,
        outcome=Outcome.PLAYER1,
        how=HowMatch.GAMES,
    )


def played() -> list[Entry]:
    """Round 1 is played: alice and carol have won."""
    return [*begun(), won(1, "alice", "bob"), won(2, "carol", "dave", 1)]


def crowd(size: int) -> list[Entry]:
    """A round with so many players more, all tables open."""
    names = [f"player{number:03}" for number in range(size)]
    entered = [e.PlayerRegistered(at=after(-300), player=pid(who), name=who) for who in names]
    pairs = tuple((pid(a), pid(b)) for a, b in zip(names[::2], names[1::2], strict=True))
    return [*opened(), *entered, e.RoundPaired(at=after(-60), round=1, by=pid("birch"), pairs=pairs)]


async def test_the_own_place_comes_first_and_the_list_after_it() -> None:
    room = Room(*played())
    await room.say("bob", "!standings")
    assert room.office.texts == [
        "bob, you are at place 4 of 4: 0 points; OMW 1.0000, GW 0.3300, OGW 1.0000.",
        "Standings of Autumn 12, after round 1, points (OMW GW OGW): 1 alice 3 (0.3300 1.0000 0.3300) · "
        "2 carol 3 (0.3300 0.6667 0.3333) · 3 dave 0 (1.0000 0.3333 0.6667) · 4 bob 0 (1.0000 0.3300 1.0000).",
    ]


async def test_the_list_is_the_same_for_everybody_and_waits_for_what_is_urgent() -> None:
    room = Room(*played())
    for name in ("alice", "zed"):
        await room.say(name, "!standings")
    own, for_alice, for_zed = room.office.said
    assert for_alice == for_zed
    assert own.urgency is for_zed.urgency is Urgency.LIST


async def test_a_channel_sees_eight_places_in_one_line_and_private_sees_all() -> None:
    room = Room(*crowd(60))
    await room.say("zed", "!standings")
    await room.tell("zed", "standings")
    short, whole = room.office.texts
    assert short.count(" · ") == 7
    assert short.endswith(" 56 more: say standings to me in private.")
    assert "round 1 with 30 tables open" in short
    assert len(short.encode()) < 480
    assert whole.count(" · ") == 63


async def test_players_who_are_equal_share_a_place() -> None:
    room = Room(*begun())
    await room.say("alice", "!standings")
    assert room.office.texts[0].startswith("alice, you share place 1 of 4: 0 points;")


async def test_who_left_is_marked_and_who_was_disqualified_is_not_there() -> None:
    gone = e.PlayerDropped(at=after(700), player=pid("bob"), how=Departure.OWN_WISH)
    out = e.PlayerDropped(at=after(700), player=pid("alice"), how=Departure.DISQUALIFIED)
    room = Room(*played(), gone, out)
    await room.say("alice", "!standings")
    own, standings = room.office.texts
    assert own == "alice, you were disqualified and are not in the standings. !penalties shows why."
    assert "3 bob out 0 (" in standings
    assert "alice" not in standings


async def test_before_the_first_round_there_are_none() -> None:
    room = Room(*opened())
    await room.say("alice", "!standings")
    assert room.office.texts == ["Autumn 12: no round is paired yet. !status"]


async def test_standings_that_are_not_public_are_for_the_officials_and_everybody_s_own_place() -> None:
    """0.7: `publish=penalties` leaves the results out."""
    private = e.SettingsChanged(at=after(-200), by=pid("birch"), keys={"publish": "penalties"})
    opening, *rest = played()
    room = Room(opening, private, *rest)
    await room.say("bob", "!standings")
    await room.say("zed", "!standings")
    assert [text.partition(":")[0] for text in room.office.texts] == [
        "bob, you are at place 4 of 4",
        "The standings of Autumn 12 are not public (0.7).",
    ]
    await room.say("birch", "!standings")
    assert room.office.texts[-1].startswith("Standings of Autumn 12, after round 1")
