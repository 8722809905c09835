"""Who plays first (2.4, OG-R24): a roll for game 1, then the loser's choice."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId, Stage
from tests.playing import ANN, BOB, JUDGE, FixedDice
from tests.refereeing import Table, begun, playing, single_elimination


def test_the_roll_comes_when_both_have_arrived_and_only_once() -> None:
    table = begun()
    table.ready(ANN)
    assert table.kept(e.FirstPlayerRolled) == []
    table.ready(BOB)
    table.leaves(BOB)
    table.joins(BOB)
    table.ready(BOB)
    assert len(table.kept(e.FirstPlayerRolled)) == 1


@pytest.mark.parametrize(("face", "chooser"), [(1, ANN), (2, BOB)])
def test_the_die_names_a_place_at_the_table(face: int, chooser: PersonId) -> None:
    table = begun()
    table.dice = FixedDice([face])
    table.ready(ANN, BOB)
    assert table.match().chooser == chooser


def test_in_a_playoff_it_is_random_too() -> None:
    table = begun(stage=Stage.PLAYOFF)
    table.ready(ANN, BOB)
    assert len(table.kept(e.FirstPlayerRolled)) == 1


def test_a_book_may_let_the_higher_seed_choose_in_its_playoff() -> None:
    table = begun(stage=Stage.PLAYOFF, policies={"first_player_playoff": "higher_seed"})
    table.ready(ANN, BOB)
    assert table.kept(e.FirstPlayerRolled) == []
    assert table.match().chooser == ANN


def test_a_seeding_of_the_playoff_says_nothing_of_the_swiss_rounds() -> None:
    table = begun(policies={"first_player_playoff": "higher_seed"})
    table.ready(ANN, BOB)
    assert len(table.kept(e.FirstPlayerRolled)) == 1


def test_the_winner_of_the_roll_plays_or_draws() -> None:
    table = begun()
    table.ready(ANN, BOB)
    table.do(a.ChoosePlay(by=ANN, play=False))
    assert table.match().plays_first == BOB


def test_only_the_chooser_chooses_and_the_first_word_stands() -> None:
    table = begun()
    table.ready(ANN, BOB)
    table.refuses(a.ChoosePlay(by=BOB, play=True), r.NotTheChooser)
    table.do(a.ChoosePlay(by=ANN, play=True))
    table.refuses(a.ChoosePlay(by=ANN, play=False), r.AlreadyChosen)


def test_a_silent_chooser_plays_first() -> None:
    table = playing()
    chosen = table.kept(e.PlayChosen)[0]
    assert (chosen.plays_first, chosen.silent) == (ANN, True)


def test_nobody_chooses_in_a_game_that_runs() -> None:
    table = playing()
    table.refuses(a.ChoosePlay(by=ANN, play=True), r.GameRuns)


@pytest.mark.parametrize(("loser", "chooser"), [(ANN, ANN), (BOB, BOB)])
def test_the_loser_of_the_last_game_chooses(loser: PersonId, chooser: PersonId) -> None:
    table = playing()
    table.loses(loser)
    assert table.match().chooser == chooser


def test_after_a_drawn_game_the_same_player_chooses_again() -> None:
    table = playing()
    table.loses(BOB)
    table.game_of()
    table.draws(ANN)
    table.confirms(BOB)
    table.game_of()
    table.draws(ANN)
    table.confirms(BOB)
    assert table.match().chooser == BOB


def test_who_lost_a_game_to_a_penalty_is_its_loser() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    assert table.match().chooser == BOB


def test_who_lost_game_1_for_lateness_chooses_without_a_roll() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("12:11:00").ready(BOB)
    assert table.match().chooser == BOB
    assert table.kept(e.FirstPlayerRolled) == []


def test_in_the_sudden_death_game_the_loser_of_the_last_one_chooses() -> None:
    table = single_elimination()
    table.at("12:20:00").loses(BOB)
    table.game_of()
    table.at("12:49:00").loses(ANN)
    table.at("12:51:00")
    assert table.match().sudden_death
    assert table.match().chooser == ANN


def test_the_loser_of_a_game_that_a_judge_decides_chooses() -> None:
    """The usual end of a dispute: a judge sets the score, and 2.4 goes on from there."""
    table = playing()
    table.wins(ANN)
    table.disputes(BOB)
    table.sets(JUDGE, 1, 0)
    assert table.match().chooser == BOB


def test_a_score_set_without_a_new_loser_leaves_the_choice() -> None:
    table = playing()
    table.loses(BOB)
    table.sets(JUDGE, 0, 0)
    assert table.match().chooser == BOB


def test_a_die_for_who_begins_is_no_random_decision() -> None:
    table = Table()
    table.do(a.FlipCoin(by=ANN, by_name="ann", words="who plays first", dice=table.dice))
    assert len(table.kept(e.CoinFlipped)) == 1
