"""A press that comes late or from another hand is answered with what is true now."""

from __future__ import annotations

from dataclasses import replace

from rules import acts as a
from rules import pressing
from tests.wording_play import Play, playing, who

ALICE, BOB = who("alice"), who("bob")


def press(play: Play, act: a.Act, word: str) -> a.Act:
    return replace(act, pressed=pressing.pressed(play.now.matches[1], word, act.by))


def test_who_conceded_and_presses_again_is_told_when() -> None:
    play = playing(("alice", "bob"))
    play.do("20:09:50", a.Concede(by=ALICE, match=True))
    yes = press(play, a.AnswerYes(by=ALICE, dice=play.dice), "yes")
    play.do("20:10:00", yes)
    assert play.refused("20:10:10", yes) == "alice, you conceded at 20:10:00: bob beats alice 2-0."


def test_a_confirmed_report_is_told_with_its_time() -> None:
    play = playing(("alice", "bob"))
    play.do("20:30:00", a.ReportMatch(by=ALICE, mine=2, theirs=1))
    confirming = press(play, a.Confirm(by=BOB, dice=play.dice), "confirm")
    play.do("20:31:00", confirming)
    assert play.refused("20:31:01", confirming) == "bob, table 1 is over since 20:31:00: alice beats bob 2-1."


def test_somebody_else_is_told_whose_button_it_is() -> None:
    play = playing(("alice", "bob"), ("cyd", "dan"))
    play.do("20:30:00", a.ReportMatch(by=ALICE, mine=2, theirs=1))
    confirming = press(play, a.Confirm(by=BOB, dice=play.dice), "confirm")
    told = "that button is not for you: it is for"
    assert play.refused("20:30:05", replace(confirming, by=who("cyd"))) == (
        f"cyd, {told} the players of table 1. Nothing has changed."
    )
    assert play.refused("20:30:06", replace(confirming, by=ALICE)) == (
        f"alice, {told} bob. Nothing has changed."
    )


def test_a_report_meanwhile_is_told() -> None:
    play = playing(("alice", "bob"))
    losing = press(play, a.ReportGame(by=BOB, won=False), "lost")
    play.do("20:30:00", a.ReportMatch(by=ALICE, mine=2, theirs=1))
    assert play.refused("20:30:05", losing) == (
        "bob, alice said at 20:30:00: alice beats bob 2-1. !confirm or !dispute. "
        "The button that you pressed is older, and has changed nothing."
    )


def test_the_game_that_was_recorded_is_told() -> None:
    play = playing(("alice", "bob"))
    losing = press(play, a.ReportGame(by=BOB, won=False), "lost")
    play.do("20:30:00", losing)
    assert play.refused("20:30:01", losing) == (
        "bob, game 1 was over at 20:30:00, alice won it; table 1: alice 1-0 bob, and game 2 is next. "
        "The button that you pressed is older, and has changed nothing."
    )


def test_who_is_here_already_is_told_since_when() -> None:
    play = playing(("alice", "bob"))
    play.do("20:30:00", a.ReportGame(by=BOB, won=False))
    old = a.Pressed(round=1, table=1, turn=0)
    assert play.refused("20:30:05", a.PressReady(by=BOB, dice=play.dice, pressed=old)) == (
        "bob, you are here since 20:01:00. Deck for game 2 loaded and shuffled: !ready. "
        "The button that you pressed is older, and has changed nothing."
    )


def test_an_offer_taken_back_is_told_as_how_it_stands() -> None:
    play = playing(("alice", "bob"))
    play.do("20:20:00", a.OfferDraw(by=ALICE))
    accepting = press(play, a.AcceptDraw(by=BOB), "accept")
    play.do("20:20:50", a.TakeBack(by=ALICE))
    assert play.refused("20:20:51", accepting) == (
        "bob, table 1: alice 0-0 bob, and game 1 is on since 20:02:00. "
        "The button that you pressed is older, and has changed nothing."
    )
