"""Offers nobody agreed to (offer-consent): only the other one answers, once, while it is open, and gets what it says.

A draw offered, a flip agreed to, a result reported and a concession asked about are all of this kind: each is tried
with every word of assent from everybody who has no say in it, and after everything that ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import HowMatch, PersonId
from rules.refusals import Refusal
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, FixedDice
from tests.refereeing import Table

ZED = PersonId("nick:zed")
DICE = FixedDice()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of offer: who makes it and how, who answers it and how, and what comes of that at table 1."""

    open: Callable[[], Table]
    answers: PersonId
    answer: a.Act
    comes_to: str


def evening() -> Table:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    table.at("12:01:00").ready(ANN, BOB, CYD, DAN)
    return table


def in_game_1() -> Table:
    table = evening()
    table.at("12:02:00").ready(ANN, BOB, CYD, DAN)
    return table


def draw_offered() -> Table:
    table = in_game_1()
    table.at("12:10:00").do(a.OfferDraw(by=ANN))
    return table


def flip_agreed() -> Table:
    """No link, also not through the relay host: ann agrees to the flip."""
    table = evening()
    table.at("12:02:30").do(a.SayCannotConnect(by=ANN))
    for player in (ANN, BOB):
        table.do(a.ReportRelay(by=player, works=False, dice=DICE))
    table.do(a.GiveConsent(by=ANN, yes=True, dice=DICE))
    return table


def win_reported() -> Table:
    table = in_game_1()
    table.at("12:10:00").reports(ANN, 2, 0)
    return table


def concession_asked() -> Table:
    """ann has said that she concedes, and is asked whether she means it."""
    table = in_game_1()
    table.at("12:10:00").do(a.Concede(by=ANN, match=True))
    return table


KINDS = {
    "draw": Kind(
        open=draw_offered, answers=BOB, answer=a.AcceptDraw(by=BOB), comes_to="0-0-3 draw agreed_draw"
    ),
    "flip": Kind(
        open=flip_agreed,
        answers=BOB,
        answer=a.GiveConsent(by=BOB, yes=True, dice=DICE),
        comes_to="2-0 player1 coin_flip",
    ),
    "report": Kind(
        open=win_reported, answers=BOB, answer=a.Confirm(by=BOB, dice=DICE), comes_to="2-0 player1 games"
    ),
    "concession": Kind(
        open=concession_asked,
        answers=ANN,
        answer=a.AnswerYes(by=ANN, dice=DICE),
        comes_to="0-2 player2 concession",
    ),
}
EVERY = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())


def assents(by: PersonId) -> list[a.Act]:
    """Every word by which something open can be agreed to."""
    return [
        a.AcceptDraw(by=by),
        a.AnswerYes(by=by, dice=DICE),
        a.Confirm(by=by, dice=DICE),
        a.GiveConsent(by=by, yes=True, dice=DICE),
        a.GiveConsent(by=by, yes=True, table=1, dice=DICE),
    ]


def result(table: Table) -> str:
    how = table.how()
    return f"{table.score()} {how.value}" if how else table.score()


@EVERY
def test_the_answer_brings_what_was_offered_and_nothing_else(kind: Kind) -> None:
    """S014, S016: an accepted draw has no winner, and becomes no concession."""
    table = kind.open()
    table.do(kind.answer)
    assert result(table) == kind.comes_to
    assert len(table.kept(e.MatchFinished)) == 1


@EVERY
@pytest.mark.parametrize("who", [ANN, BOB, CYD, JUDGE, HEAD_JUDGE, COORDINATOR, ZED])
def test_nobody_else_agrees_to_it_with_whatever_word(kind: Kind, who: PersonId) -> None:
    """S014: least of all whoever made it."""
    if who == kind.answers:
        return
    for act in assents(who):
        table = kind.open()
        with suppress(Refusal):
            table.do(act)
        assert table.score() == "0-0 open"
        table.do(kind.answer)
        assert result(table) == kind.comes_to


@EVERY
def test_making_it_twice_makes_one(kind: Kind) -> None:
    """S014: the second says that it is open, or is the same question once more."""
    table = kind.open()
    again = {
        "draw": a.OfferDraw(by=ANN),
        "flip": a.GiveConsent(by=ANN, yes=True, dice=DICE),
        "report": a.ReportMatch(by=ANN, mine=2, theirs=0),
        "concession": a.Concede(by=ANN, match=True),
    }
    name = next(name for name, one in KINDS.items() if one is kind)
    with suppress(Refusal):
        table.do(again[name])
    assert table.score() == "0-0 open"
    table.do(kind.answer)
    assert result(table) == kind.comes_to


def taken_back(table: Table, kind: Kind) -> None:
    table.do(a.TakeBack(by=ANN))


def said_no(table: Table, kind: Kind) -> None:
    no = a.GiveConsent(by=BOB, yes=False, dice=DICE) if kind is KINDS["flip"] else a.AnswerNo(by=kind.answers)
    table.do(no)


def ended_by_a_judge(table: Table, kind: Kind) -> None:
    table.sets(JUDGE, 1, 2)


def conceded_meanwhile(table: Table, kind: Kind) -> None:
    other = BOB if kind.answers == ANN else kind.answers
    table.do(a.Concede(by=other, match=True))
    table.says_yes(other)


def in_the_next_round(table: Table, kind: Kind) -> None:
    table.sets(JUDGE, 1, 2)
    table.sets(JUDGE, 2, 0, table=2)
    table.closes_round()
    table.begins((ANN, BOB), (CYD, DAN))


ENDINGS = [taken_back, said_no, ended_by_a_judge, conceded_meanwhile, in_the_next_round]


@EVERY
@pytest.mark.parametrize("end", ENDINGS)
def test_what_has_ended_is_not_agreed_to(kind: Kind, end: Callable[[Table, Kind], None]) -> None:
    """S015: the order of arrival decides."""
    table = kind.open()
    if end is taken_back and kind is KINDS["flip"]:
        table.refuses(
            a.TakeBack(by=ANN), r.NothingToTakeBack
        )  # an agreement to the flip is no offer to take back
        return
    end(table, kind)
    before = result(table)
    disputed = end is said_no and kind is KINDS["report"]  # who has disputed may think better of it
    for act in assents(ANN if disputed else kind.answers):
        with suppress(Refusal):
            table.do(act)
    assert result(table) == before


@pytest.mark.parametrize("by", [ANN, BOB])
def test_an_offer_of_a_draw_dies_with_the_game(by: PersonId) -> None:
    table = draw_offered()
    table.at("12:20:00").loses(by)
    table.refuses(a.AcceptDraw(by=BOB), r.NoOffer)


def test_after_a_no_the_same_side_does_not_ask_again_and_the_other_may_once() -> None:
    """S017."""
    table = draw_offered()
    table.do(a.DeclineDraw(by=BOB))
    table.at("12:15:00")
    kept = table.refuses(a.OfferDraw(by=ANN), r.AlreadyDeclined).keep
    assert [type(entry) for entry in kept] == [e.DrawPressed]
    table.at("12:22:00").do(a.OfferDraw(by=BOB))
    table.do(a.DeclineDraw(by=ANN))
    for side in (ANN, BOB):
        for later in ("12:25:00", "12:30:00"):
            table.at(max(later, f"{table.now:%H:%M:%S}"))
            table.refuses(a.OfferDraw(by=side), r.AlreadyDeclined)
    assert table.score() == "0-0 open"


def test_a_concession_always_asks_and_its_question_lapses() -> None:
    """S016: no press on anything else concedes."""
    table = concession_asked()
    table.at("12:12:01")
    table.refuses(a.AnswerYes(by=ANN, dice=DICE), r.NothingToAnswer)
    assert table.score() == "0-0 open"


def test_a_draw_accepted_while_a_concession_is_asked_about_is_a_draw() -> None:
    """S016."""
    table = draw_offered()
    table.do(a.Concede(by=BOB, match=True))
    table.do(a.AcceptDraw(by=BOB))
    assert table.how() is HowMatch.AGREED_DRAW
    with suppress(Refusal):
        table.do(a.AnswerYes(by=BOB, dice=DICE))
    assert result(table) == KINDS["draw"].comes_to
