"""The final that is not played (3.6, OG-R30): both agree, one drops and is second."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import HowMatch, Outcome, PersonId, Stage
from tests.playing import ANN, BOB, CYD
from tests.refereeing import Table, begun, playing


def final() -> Table:
    """Both finalists are there; no game runs."""
    table = begun(stage=Stage.FINAL)
    table.ready(ANN, BOB)
    return table


def skips(table: Table, player: PersonId) -> None:
    table.do(a.SkipFinal(by=player))


def test_the_one_who_drops_is_second_and_nothing_is_rated() -> None:
    table = final()
    skips(table, ANN)
    skips(table, BOB)
    table.drops(BOB)
    result = table.match().result
    assert result is not None
    assert (result.outcome, result.how, result.wins) == (Outcome.UNPLAYED, HowMatch.DROP, (0, 0))
    assert table.state.players[BOB].dropping
    assert not table.state.players[ANN].dropping


def test_with_one_who_agrees_a_drop_concedes_as_ever() -> None:
    table = final()
    skips(table, ANN)
    table.drops(BOB)
    assert table.score() == "2-0 player1"


def test_no_clock_measures_those_who_have_agreed() -> None:
    table = final()
    skips(table, ANN)
    skips(table, BOB)
    table.leaves(BOB)
    table.wait(30 * 60)
    assert not table.state.penalties


def test_the_clocks_run_again_when_one_takes_it_back() -> None:
    table = final()
    skips(table, ANN)
    skips(table, BOB)
    table.do(a.TakeBack(by=ANN))
    table.wait(4 * 60)
    assert {p.clause for p in table.state.penalties.values()} == {"A.II.7"}


def test_a_game_begun_all_the_same_undoes_it() -> None:
    table = final()
    skips(table, ANN)
    skips(table, BOB)
    table.ready(ANN, BOB)
    assert table.match().runs
    table.drops(BOB)
    assert table.score() == "2-0 player1"


def test_twice_says_who_is_waited_for() -> None:
    table = final()
    skips(table, ANN)
    refusal = table.refuses(a.SkipFinal(by=ANN), r.SkippedAlready)
    assert (refusal.opponent, refusal.agreed) == (BOB, False)


def test_a_final_that_is_played_is_played_out() -> None:
    table = playing(stage=Stage.FINAL)
    table.refuses(a.SkipFinal(by=ANN), r.FinalBegun)
    table.loses(BOB)
    table.refuses(a.SkipFinal(by=ANN), r.FinalBegun)


@pytest.mark.parametrize("stage", [Stage.SWISS, Stage.PLAYOFF])
def test_nothing_but_a_final(stage: Stage) -> None:
    table = begun(stage=stage)
    table.refuses(a.SkipFinal(by=ANN), r.FinalOnly)


def test_nobody_but_a_finalist() -> None:
    final().refuses(a.SkipFinal(by=CYD), r.NotRegistered)


def test_the_agreements_are_in_the_scorebook() -> None:
    table = final()
    entries = table.do(a.SkipFinal(by=ANN))
    assert [type(entry) for entry in entries] == [e.FinalSkipAgreed]
