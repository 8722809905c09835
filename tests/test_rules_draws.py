"""Intentional draws (3.8, OG-R20): offered, answered, and never pressed."""

from __future__ import annotations

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import HowMatch, PersonId
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, playing, single_elimination


def offers(table: Table, player: PersonId, words: str = "") -> None:
    table.do(a.OfferDraw(by=player, words=words))


def declines(table: Table, player: PersonId) -> None:
    table.do(a.DeclineDraw(by=player))


def test_an_offer_and_an_answer_make_a_draw() -> None:
    table = playing()
    offers(table, ANN)
    table.do(a.AcceptDraw(by=BOB))
    assert table.score() == "0-0-3 draw"
    assert table.how() is HowMatch.AGREED_DRAW


def test_a_draw_may_be_offered_before_anybody_has_arrived() -> None:
    table = begun()
    offers(table, ANN)
    table.do(a.AcceptDraw(by=BOB))
    assert table.score() == "0-0-3 draw"


def test_the_games_played_stay_in_the_history() -> None:
    table = playing()
    table.loses(BOB)
    offers(table, ANN)
    table.do(a.AcceptDraw(by=BOB))
    assert table.score() == "0-0-3 draw"
    assert [game.winner for game in table.match().games] == [ANN]


def test_a_declined_offer_lets_the_match_go_on() -> None:
    table = playing()
    offers(table, ANN)
    declines(table, BOB)
    assert table.score() == "0-0 open"


def test_a_declined_offer_may_not_be_repeated_and_the_attempt_is_kept_for_the_judge() -> None:
    table = playing()
    offers(table, ANN)
    declines(table, BOB)
    refusal = table.refuses(a.OfferDraw(by=ANN, words="come on"), r.AlreadyDeclined)
    assert [type(entry) for entry in refusal.keep] == [e.DrawPressed]


def test_not_even_in_the_next_game() -> None:
    table = playing()
    offers(table, ANN)
    declines(table, BOB)
    table.loses(BOB)
    table.refuses(a.OfferDraw(by=ANN), r.AlreadyDeclined)


def test_who_declined_may_make_an_offer() -> None:
    """S017."""
    table = playing()
    offers(table, ANN)
    declines(table, BOB)
    offers(table, BOB)
    table.do(a.AcceptDraw(by=ANN))
    assert table.score() == "0-0-3 draw"


def test_when_both_have_declined_no_further_offer_is_taken() -> None:
    table = playing()
    offers(table, ANN)
    declines(table, BOB)
    offers(table, BOB)
    declines(table, ANN)
    table.refuses(a.OfferDraw(by=ANN), r.AlreadyDeclined)
    table.refuses(a.OfferDraw(by=BOB), r.AlreadyDeclined)


def test_nobody_accepts_an_own_offer() -> None:
    """S014."""
    table = playing()
    offers(table, ANN)
    table.refuses(a.OfferDraw(by=ANN), r.OfferOpen)
    table.refuses(a.AcceptDraw(by=ANN), r.OwnOffer)
    assert table.score() == "0-0 open"


def test_an_offer_across_an_offer_is_answered_first() -> None:
    table = playing()
    offers(table, ANN)
    table.refuses(a.OfferDraw(by=BOB), r.OpponentOffers)


def test_nothing_is_accepted_without_an_offer() -> None:
    table = playing()
    table.refuses(a.AcceptDraw(by=BOB), r.NoOffer)


def test_an_offer_taken_back_cannot_be_accepted() -> None:
    """S015: the order of arrival decides."""
    table = playing()
    offers(table, ANN)
    table.do(a.TakeBack(by=ANN))
    table.refuses(a.AcceptDraw(by=BOB), r.NoOffer)


def test_an_offer_taken_back_may_be_made_again_once_in_the_game() -> None:
    table = playing()
    for _ in range(2):
        offers(table, ANN)
        table.do(a.TakeBack(by=ANN))
    table.refuses(a.OfferDraw(by=ANN), r.OncePerGame)


def test_an_offer_lapses_with_the_game_and_lapsed_is_not_declined() -> None:
    table = playing()
    offers(table, ANN)
    table.loses(BOB)
    table.refuses(a.AcceptDraw(by=BOB), r.NoOffer)
    offers(table, ANN)
    table.do(a.AcceptDraw(by=BOB))
    assert table.score() == "0-0-3 draw"


def test_an_offer_lapses_with_a_game_lost_to_a_penalty() -> None:
    table = playing()
    offers(table, ANN)
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.refuses(a.AcceptDraw(by=BOB), r.NoOffer)


def test_an_offer_dies_with_the_result() -> None:
    table = playing()
    offers(table, ANN)
    table.concedes_match(ANN)
    table.refuses(a.AcceptDraw(by=BOB), r.AlreadyOver)


def test_single_elimination_knows_no_agreed_draw() -> None:
    table = single_elimination()
    table.refuses(a.OfferDraw(by=ANN), r.SwissOnly)


def test_an_offer_before_the_begin_is_too_early() -> None:
    table = Table()
    table.pair()
    table.refuses(a.OfferDraw(by=ANN), r.RoundNotBegun)


def test_yes_and_no_answer_an_offer() -> None:
    accepted, declined = playing(), playing()
    for table in (accepted, declined):
        offers(table, ANN)
    accepted.says_yes(BOB)
    declined.do(a.AnswerNo(by=BOB))
    assert accepted.score() == "0-0-3 draw"
    assert declined.match().declined


def test_the_words_of_an_offer_are_kept() -> None:
    table = playing()
    offers(table, ANN, "half the prize")
    assert table.kept(e.DrawOffered)[0].words == "half the prize"


def test_a_finding_of_bribery_voids_the_offer() -> None:
    table = playing()
    offers(table, ANN, "half the prize")
    table.penalises(JUDGE, ANN, "bribery_or_prize_split")
    assert table.kept(e.DrawWithdrawn)[-1].voided_by == JUDGE
    table.refuses(a.AcceptDraw(by=BOB), r.NoOffer)


# --- a draw that a judge records (OG-R20) -----------------------------------------------------------


def both_declined() -> Table:
    table = playing()
    offers(table, ANN)
    declines(table, BOB)
    offers(table, BOB)
    declines(table, ANN)
    return table


def test_a_judge_may_record_a_draw_that_both_confirm() -> None:
    table = both_declined()
    table.sets(JUDGE, 0, 0, 3)
    table.confirms(ANN)
    assert table.score() == "0-0 open"
    table.confirms(BOB)
    assert table.score() == "0-0-3 draw"
    assert table.how() is HowMatch.AGREED_DRAW


def test_one_no_is_enough_against_it() -> None:
    table = both_declined()
    table.sets(JUDGE, 0, 0, 3)
    table.confirms(ANN)
    table.do(a.AnswerNo(by=BOB))
    assert table.match().claim is None
    assert table.score() == "0-0 open"
    assert table.calls == []


def test_nobody_confirms_for_both() -> None:
    table = both_declined()
    table.sets(JUDGE, 0, 0, 3)
    table.confirms(ANN)
    table.refuses(a.Confirm(by=ANN, dice=table.dice), r.OwnClaim)


def test_a_result_from_play_takes_its_place() -> None:
    table = both_declined()
    table.sets(JUDGE, 0, 0, 3)
    table.wins(ANN)
    table.confirms(BOB)
    assert table.score() == "1-0 open"


def test_a_final_result_is_corrected_to_a_draw_by_the_judge_alone() -> None:
    table = both_declined()
    table.concedes_match(BOB)
    table.wait(60)
    table.sets(HEAD_JUDGE, 0, 0, 3)
    assert table.score() == "0-0-3 draw"
