"""The card of a table: what goes on, every clock that runs there, and nothing to press once it is over."""

from __future__ import annotations

from bot.wording.cards import card_of
from cogs.speech import Card
from rules import acts as a
from rules.deadlines import Due, of_match
from tests.wording_play import Play, begun, playing, who

ALICE, BOB = who("alice"), who("bob")

REMINDERS = {Due.LATENESS_REMINDER, Due.PREGAME_REMINDER, Due.ABSENCE_WARNING, Due.SHUFFLE_REMINDER}
"""They only speak of a clock that is shown; and what lapses is its owner's own (`Due.QUESTION`)."""


def card(play: Play) -> Card:
    return card_of("autumn-12", play.now, play.now.matches[1])


def texts(play: Play) -> dict[str, str]:
    return {row.label: row.text for row in card(play).rows}


def clocks_agree(play: Play) -> bool:
    """Whether the card shows just the clocks that the rules hold."""
    held = [
        one.at for one in of_match(play.now.matches[1], play.now) if one.due not in {*REMINDERS, Due.QUESTION}
    ]
    return sorted(row.due_at for row in card(play).rows if row.due_at is not None) == sorted(held)


def test_its_clocks_are_those_of_the_rules_in_every_phase() -> None:
    play = begun(("alice", "bob"), ready=False)
    assert clocks_agree(play)
    for clock in ("20:01:00", "20:02:00"):
        for player in (ALICE, BOB):
            play.do(clock, a.PressReady(by=player, dice=play.dice))
            assert clocks_agree(play)
    for clock, act in (
        ("20:10:00", a.OfferDraw(by=ALICE)),
        ("20:11:00", a.DeclineDraw(by=BOB)),
        ("20:12:00", a.ReportLinkLost(by=BOB)),
        ("20:13:00", a.PlaceHold(by=who("wren"), table=1)),
        ("20:14:00", a.LiftHold(by=who("wren"), table=1)),
        ("20:15:00", a.Concede(by=BOB, match=True)),
    ):
        play.do(clock, act)
        assert clocks_agree(play), act


def test_on_hold_nothing_counts_down_and_what_is_left_is_said() -> None:
    play = playing(("alice", "bob"))
    play.do("20:13:00", a.PlaceHold(by=who("wren"), table=1))
    assert all(row.due_at is None for row in card(play).rows)
    assert "On hold: all clocks stand still. 37:00 of the match are left." in texts(play)["Now"]


def test_what_is_claimed_offered_and_called_stands_there() -> None:
    play = playing(("alice", "bob"))
    play.do("20:10:00", a.OfferDraw(by=ALICE))
    assert "alice offers a draw; bob answers." in texts(play)["Now"]
    play.do("20:11:00", a.ReportMatch(by=ALICE, mine=2, theirs=1, draws=0))
    assert "alice says: alice beats bob 2-1. bob: confirm or dispute." in texts(play)["Now"]
    play.do("20:12:00", a.Dispute(by=BOB))
    assert "A judge decides call 1." in texts(play)["Now"]
    assert texts(play)["Calls"] == "Nobody has call 1."


def test_what_is_over_has_its_result_and_nothing_to_press() -> None:
    play = playing(("alice", "bob"))
    play.do("20:15:00", a.SetResult(by=who("hawk"), table=1, first=0, second=2, draws=0, why="seen"))
    assert texts(play)["Result"] == "bob wins."
    assert card(play).is_over
    assert card(play).presses == ()


def test_a_penalty_of_this_match_stands_there_while_it_stands() -> None:
    play = playing(("alice", "bob"))
    play.do("20:30:00", a.Penalise(by=who("wren"), player=BOB, infraction="slow_play", why="he waits"))
    assert texts(play)["Penalties"] == "bob: Caution (A.II.6), penalty 1"
    play.do("20:31:00", a.Overturn(by=who("hawk"), number=1, why="no"))
    assert "Penalties" not in texts(play)
