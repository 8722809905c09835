"""Two who are there and cannot link (2.3, OG-R07, OG-R21): relay, consents, flip or draw."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import HowMatch, Stage
from tests.playing import ANN, BOB, JUDGE, FixedDice
from tests.refereeing import Table, begun, playing


def no_link(**kwargs: object) -> Table:
    """Both arrived at 12:01:00, and no link at 12:04:00."""
    table = begun(**kwargs)
    table.at("12:01:00").ready(ANN, BOB)
    table.at("12:04:00").do(a.SayCannotConnect(by=ANN))
    return table


def relay(table: Table, player: e.PersonId, *, works: bool) -> None:
    table.do(a.ReportRelay(by=player, works=works, dice=table.dice))


def consent(table: Table, player: e.PersonId, *, yes: bool) -> None:
    table.do(a.GiveConsent(by=player, yes=yes, dice=table.dice))


def relay_failed(**kwargs: object) -> Table:
    """And at 12:10:00 both say that the relay host did not help."""
    table = no_link(**kwargs)
    relay(table.at("12:10:00"), ANN, works=False)
    table.confirms(BOB)
    return table


def test_both_have_to_be_there() -> None:
    table = begun()
    table.ready(ANN)
    table.refuses(a.SayCannotConnect(by=ANN), r.NotThereYet)


def test_the_relay_comes_before_the_flip() -> None:
    table = no_link(stage=Stage.PLAYOFF)
    table.refuses(a.FlipCoin(by=ANN, by_name="ann", words="", dice=table.dice), r.RelayNotTried)
    table.refuses(a.GiveConsent(by=ANN, yes=True, dice=table.dice), r.RelayNotTried)


def test_a_relay_that_works_lets_the_match_go_on() -> None:
    table = no_link()
    relay(table, BOB, works=True)
    table.game_of()
    assert table.match().runs


def test_a_failed_relay_needs_the_word_of_both() -> None:
    table = no_link()
    relay(table, ANN, works=False)
    assert table.match().claim is not None
    assert table.kept(e.RelayFailed) == []
    table.refuses(a.Confirm(by=ANN, dice=table.dice), r.OwnClaim)


def test_the_same_word_from_the_other_confirms_it() -> None:
    table = no_link(stage=Stage.PLAYOFF)
    relay(table, ANN, works=False)
    relay(table, BOB, works=False)
    assert table.how() is HowMatch.COIN_FLIP


def test_a_judge_alone_may_say_that_the_relay_failed() -> None:
    table = no_link(stage=Stage.PLAYOFF)
    table.do(a.ReportRelay(by=JUDGE, works=False, dice=table.dice, table=1))
    assert table.how() is HowMatch.COIN_FLIP


def test_a_disputed_relay_that_works_after_all_ends_the_dispute() -> None:
    table = no_link()
    relay(table, ANN, works=False)
    table.disputes(BOB)
    relay(table, BOB, works=True)
    table.game_of()
    assert table.match().runs
    assert table.calls == []


@pytest.mark.parametrize(("face", "score"), [(1, "2-0 player1"), (2, "0-2 player2")])
def test_in_single_elimination_the_bot_flips_without_consent(face: int, score: str) -> None:
    table = no_link(stage=Stage.PLAYOFF)
    table.dice = FixedDice([face])
    relay(table, ANN, works=False)
    table.confirms(BOB)
    assert table.score() == score


def test_a_flip_gives_the_games_needed() -> None:
    table = relay_failed(stage=Stage.PLAYOFF, best_of=5)
    assert table.score() == "3-0 player1"


def test_in_swiss_both_consent_and_the_bot_flips() -> None:
    table = relay_failed()
    table.dice = FixedDice([2])
    consent(table, ANN, yes=True)
    assert table.score() == "0-0 open"
    consent(table, BOB, yes=True)
    assert table.score() == "0-2 player2"


def test_a_no_draws_the_match() -> None:
    table = relay_failed()
    consent(table, ANN, yes=True)
    consent(table, BOB, yes=False)
    assert table.score() == "0-0 draw"
    assert table.how() is HowMatch.NO_CONNECTION


def test_three_minutes_of_silence_draw_it() -> None:
    table = relay_failed()
    consent(table, ANN, yes=True)
    table.at("12:13:00")
    assert table.score() == "0-0 open"
    table.at("12:13:01")
    assert table.score() == "0-0 draw"


def test_a_judge_closes_the_matter_with_a_draw() -> None:
    table = relay_failed()
    table.do(a.GiveConsent(by=JUDGE, yes=False, dice=table.dice, table=1))
    assert table.score() == "0-0 draw"


def test_nobody_consents_for_the_other_by_consenting_twice() -> None:
    table = relay_failed()
    consent(table, ANN, yes=True)
    table.refuses(a.GiveConsent(by=ANN, yes=True, dice=table.dice), r.ConsentNotNeeded)


def test_players_do_not_flip_by_themselves() -> None:
    table = relay_failed()
    table.refuses(a.FlipCoin(by=ANN, by_name="ann", words="", dice=table.dice), r.FlipForbidden)


def test_after_a_game_it_is_for_the_head_judge() -> None:
    table = playing()
    table.loses(BOB)
    table.refuses(a.SayCannotConnect(by=ANN), r.GamePlayed)


def test_a_game_lost_for_lateness_was_not_played() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("12:11:00").ready(BOB)
    table.do(a.SayCannotConnect(by=ANN))
    assert table.match().connecting is not None


def test_nor_was_one_that_both_lost_for_lateness() -> None:
    table = begun()
    table.at("12:11:00").ready(ANN, BOB)
    table.do(a.SayCannotConnect(by=ANN))
    assert table.match().connecting is not None


def test_saying_it_twice_changes_nothing() -> None:
    table = no_link()
    table.refuses(a.SayCannotConnect(by=BOB), r.NothingToDo)


def test_without_the_procedure_there_is_no_relay_to_report() -> None:
    table = begun()
    table.ready(ANN, BOB)
    table.refuses(a.ReportRelay(by=ANN, works=False, dice=table.dice), r.NoConnectionProcedure)


def test_time_to_consent_stands_still_while_the_bot_cannot_hear() -> None:
    table = relay_failed()
    table.at("12:11:00").goes_blind()
    table.at("12:16:00").sees(ANN, BOB)
    table.at("12:18:00")
    assert table.score() == "0-0 open"
    table.at("12:18:01")
    assert table.score() == "0-0 draw"


def test_an_unconfirmed_relay_report_calls_a_judge() -> None:
    table = no_link()
    relay(table.at("12:10:00"), ANN, works=False)
    table.at("12:15:01")
    assert table.calls == ["a report is not answered by bob"]


@pytest.mark.parametrize("words", ["for game 3", "who wins the match", "winner", "the result of table 1"])
def test_a_flip_that_would_decide_a_match_is_refused_and_kept(words: str) -> None:
    """3.6, 3.9."""
    table = playing()
    refusal = table.refuses(a.FlipCoin(by=ANN, by_name="ann", words=words, dice=table.dice), r.FlipForbidden)
    assert [type(entry) for entry in refusal.keep] == [e.FlipRefused]


def test_the_flip_is_numbered_with_all_others() -> None:
    table = no_link(stage=Stage.PLAYOFF)
    relay(table, ANN, works=False)
    table.confirms(BOB)
    rolled, flipped = table.kept(e.FirstPlayerRolled)[0], table.kept(e.CoinFlipped)[0]
    assert (rolled.number, flipped.number, flipped.decides) == (1, 2, 1)
