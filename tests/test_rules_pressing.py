"""A button belongs to a moment: pressed in it, it does what its word does; pressed later, nothing (S014-S021)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import acts as a
from rules import entries as e
from rules import pressing
from rules import refusals as r
from rules.decide import decide
from rules.entries import PersonId
from rules.pressing import Matter
from rules.tournament import Tournament
from tests.playing import ANN, BOB, COORDINATOR, CYD, HEAD_JUDGE, Event, FixedDice
from tests.test_rules_properties import Moves, any_moves

DICE = FixedDice()


def press(event: Event, act: a.Act, word: str, player: PersonId | None = None) -> a.Act:
    """The act, said by a button that is shown at this moment to its player."""
    return replace(act, pressed=pressing.pressed(event.match(), word, player or act.by))


@pytest.fixture
def event() -> Event:
    event = Event((ANN, BOB, CYD))
    event.begin((ANN, BOB))
    event.game_runs()
    return event.at("12:10:00")


def test_a_button_does_what_its_word_does(event: Event) -> None:
    event.do(a.ReportMatch(by=ANN, mine=2, theirs=1))
    event.do(press(event, a.Confirm(by=BOB, dice=DICE), "confirm"))
    result = event.match().result
    assert result is not None
    assert result.wins == (2, 1)


def test_two_presses_in_one_second_are_one_act(event: Event) -> None:
    event.do(a.ReportGame(by=ANN, won=True))
    confirming = press(event, a.Confirm(by=BOB, dice=DICE), "confirm")
    event.do(confirming)
    with pytest.raises(r.PressedLate):
        event.do(confirming)
    assert event.match().wins == (1, 0)


def test_losing_pressed_twice_loses_one_game(event: Event) -> None:
    losing = press(event, a.ReportGame(by=ANN, won=False), "lost")
    event.do(losing)
    event.wait(300)
    with pytest.raises(r.PressedLate):
        event.do(losing)
    assert event.match().wins == (0, 1)


def test_nobody_else_presses_a_button(event: Event) -> None:
    event.do(a.ReportMatch(by=ANN, mine=2, theirs=1))
    for stranger in (CYD, HEAD_JUDGE, ANN):
        with pytest.raises(r.NotForYou) as refused:
            event.do(press(event, a.Confirm(by=stranger, dice=DICE), "confirm", BOB))
        assert refused.value.is_private
    assert not event.match().is_over
    event.do(press(event, a.Confirm(by=BOB, dice=DICE), "confirm"))
    assert event.match().is_over


def test_accepting_a_draw_never_concedes(event: Event) -> None:
    event.do(a.OfferDraw(by=ANN))
    event.do(a.Concede(by=BOB, match=True))  # asked later, so a typed yes would concede
    event.do(press(event, a.AcceptDraw(by=BOB), "accept"))
    result = event.match().result
    assert result is not None
    assert result.outcome is e.Outcome.DRAW


def test_nobody_accepts_the_own_offer(event: Event) -> None:
    event.do(a.OfferDraw(by=ANN))
    with pytest.raises(r.NotForYou):
        event.do(press(event, a.AcceptDraw(by=ANN), "accept", BOB))
    event.do(press(event, a.AcceptDraw(by=BOB), "accept"))
    assert event.match().is_over


def test_an_offer_that_was_taken_back_is_not_accepted(event: Event) -> None:
    event.do(a.OfferDraw(by=ANN))
    accepting = press(event, a.AcceptDraw(by=BOB), "accept")
    event.do(a.TakeBack(by=ANN))
    with pytest.raises(r.PressedLate):
        event.do(accepting)
    event.do(a.OfferDraw(by=ANN))
    with pytest.raises(r.PressedLate):
        event.do(accepting)  # of another offer
    assert not event.match().is_over


def test_an_offer_pressed_again_after_a_decline_is_noted_and_a_fair_one_stands(event: Event) -> None:
    event.do(press(event, a.OfferDraw(by=ANN), "draw"))
    event.do(press(event, a.DeclineDraw(by=BOB), "decline"))
    with pytest.raises(r.AlreadyDeclined) as refused:
        event.do(press(event, a.OfferDraw(by=ANN), "draw"))
    assert refused.value.keep
    event.do(press(event, a.OfferDraw(by=BOB), "draw"))
    event.do(press(event, a.DeclineDraw(by=ANN), "decline"))
    for player in (ANN, BOB):
        with pytest.raises(r.Refusal):
            event.do(press(event, a.OfferDraw(by=player), "draw"))


def test_yes_answers_the_question_that_it_stands_under(event: Event) -> None:
    event.do(a.Concede(by=BOB, match=True))
    yes = press(event, a.AnswerYes(by=BOB, dice=DICE), "yes")
    event.do(a.OfferDraw(by=ANN))  # a typed yes would accept it now
    event.do(yes)
    result = event.match().result
    assert result is not None
    assert result.how is e.HowMatch.CONCESSION


def test_a_match_is_conceded_only_by_a_second_press(event: Event) -> None:
    conceding = press(event, a.Concede(by=ANN, match=True), "concede")
    event.do(conceding)
    assert not event.match().is_over
    with pytest.raises(r.PressedLate):
        event.do(conceding)
    event.wait(3)
    event.do(press(event, a.AnswerYes(by=ANN, dice=DICE), "yes"))
    assert event.match().is_over


def test_a_conceded_match_is_conceded_once(event: Event) -> None:
    event.do(a.Concede(by=ANN, match=True))
    yes = press(event, a.AnswerYes(by=ANN, dice=DICE), "yes")
    event.do(yes)
    before = event.state
    event.wait(10)
    with pytest.raises(r.PressedLate):
        event.do(yes)
    assert event.state.matches == before.matches


def test_a_claim_that_is_taken_back_after_a_dispute_needs_no_judge(event: Event) -> None:
    event.do(a.ReportGame(by=ANN, won=True))
    taking_back = press(event, a.TakeBack(by=ANN), "cancel")
    event.do(press(event, a.Dispute(by=BOB), "dispute"))
    event.do(taking_back)
    assert event.match().claim is None
    assert not event.state.open_calls
    assert event.match().wins == (0, 0)


def test_one_ready_never_does_two_things() -> None:
    event = Event()
    event.begin()
    arriving = {player: press(event, a.PressReady(by=player, dice=DICE), "ready") for player in (ANN, BOB)}
    for act in arriving.values():
        event.do(act)
    for act in arriving.values():
        with pytest.raises(r.PressedLate):
            event.do(act)
    assert not any(side.loaded for side in event.match().sides)
    loading = press(event, a.PressReady(by=ANN, dice=DICE), "ready")
    event.do(loading)
    event.do(a.SeeLeaving(by=ANN, how=e.Leaving.QUIT))
    event.do(a.SeePerson(by=ANN))
    with pytest.raises(r.PressedLate):
        event.do(loading)


def test_an_earlier_round_is_not_touched(event: Event) -> None:
    event.do(a.ReportMatch(by=ANN, mine=2, theirs=1))
    confirming = press(event, a.Confirm(by=BOB, dice=DICE), "confirm")
    event.do(confirming)
    event.do(a.CloseRound(by=COORDINATOR))
    with pytest.raises(r.PressedLate):
        event.do(confirming)
    event.pair((BOB, CYD))
    event.do(a.BeginRound(by=COORDINATOR, dice=DICE))
    for player in (ANN, BOB):
        with pytest.raises(r.PressedLate):
            event.do(replace(confirming, by=player))
    with pytest.raises(r.NotForYou):
        event.do(replace(confirming, by=CYD))


@pytest.mark.parametrize("word", pressing.WORDS)
def test_each_word_of_a_button_has_an_act(event: Event, word: str) -> None:
    assert pressing.WORDS[word] in pressing.ACTS.values()
    assert pressing.turn_of(event.match(), word, ANN) >= 0


# --- whatever happens -----------------------------------------------------------------------------

WORD_OF: dict[type[a.Act], str] = {
    a.Confirm: "confirm",
    a.Dispute: "dispute",
    a.AcceptDraw: "accept",
    a.DeclineDraw: "decline",
    a.AnswerYes: "yes",
    a.AnswerNo: "no",
    a.PressReady: "ready",
    a.ReportGame: "won",
    a.ReportMatch: "report",
    a.Concede: "concede",
    a.OfferDraw: "draw",
    a.EndTurn: "endturn",
    a.SayGameGoesOn: "playing",
    a.TakeBack: "cancel",
    a.ReportRelay: "relay",
    a.GiveConsent: "consent",
}


def tried(state: Tournament | None, act: a.Act, event: Event) -> object:
    """What comes of an act: its entries, or the class of its refusal."""
    try:
        return decide(state, act, event.now)
    except r.Refusal as refusal:
        return type(refusal)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_moves(), st.data())
def test_a_press_is_the_word_in_its_moment_and_nothing_after_it(played: Moves, data: st.DataObject) -> None:
    event = Event()
    event.begin()
    shown: list[a.Act] = []
    for seconds, move in played:
        event.wait(seconds)
        assert isinstance(move, a.Act)
        word = WORD_OF.get(type(move))
        if word is not None and move.by in event.match().players:
            now = press(event, move, word)
            shown.append(now)
            _is_the_word(event, move, now)
        if shown:
            _changes_nothing_when_late(event, data.draw(st.sampled_from(shown)))
        try:
            event.do(move)
        except r.Refusal as refusal:
            event.entries.extend(refusal.keep)


def _is_the_word(event: Event, typed: a.Act, now: a.Act) -> None:
    said, did = tried(event.state, typed, event), tried(event.state, now, event)
    if isinstance(typed, a.AnswerYes | a.AnswerNo):
        return  # a typed one answers what was asked last, a button what it stands under
    if isinstance(typed, a.Concede) and did is r.PressedLate:
        assert event.match().side_of(typed.by).asked is not None
        return
    if did is r.PressedLate:
        assert event.match().is_over or said is did
        return
    assert said == did


def _changes_nothing_when_late(event: Event, shown: a.Act) -> None:
    assert shown.pressed is not None
    present = pressing.turn_of(event.match(), WORD_OF[type(shown)], shown.by)
    if present != shown.pressed.turn:
        with pytest.raises((r.PressedLate, r.NotForYou)) as refused:
            decide(event.state, shown, event.now)
        assert refused.value.keep == ()


def test_matters_of_one_player_are_matters() -> None:
    assert set(Matter) > pressing.PERSONAL
