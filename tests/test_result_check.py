"""Results that cannot be (`result-check`): one reckoning of what can be, on every road by which a score comes in."""

from __future__ import annotations

from itertools import product

import pytest

from rules import acts as a
from rules import refusals as r
from rules.entries import Outcome, PersonId, Stage
from rules.match import Match
from rules.refusals import Refusal
from tests.playing import ANN, BOB, CYD, JUDGE
from tests.refereeing import Table, begun, playing
from tests.test_cogs_match import GAME, OPENING, Evening

GAMES = range(-1, 5)
DRAWS = (-1, 0, 1, 2, 9, 10, 10**9)


def can_be(match: Match, first: int, second: int, draws: int) -> bool:
    """Whether a match can have ended so: counted here anew, by what the rulebook says of matches."""
    needed = {1: 1, 3: 2, 5: 3}[match.best_of]
    won = [sum(game.winner == player for game in match.games) for player in match.players]
    drawn = sum(game.winner is None for game in match.games)
    if min(first, second, draws) < 0 or first < won[0] or second < won[1] or draws < drawn:
        return False
    if draws > 9 or max(first, second) > needed or (first, second) == (needed, needed):
        return False
    if needed in (first, second):
        return True
    return match.time_called_at is not None and (match.stage is Stage.SWISS or first != second)


def fresh(stage: Stage, best_of: int) -> Table:
    return playing(stage=stage, best_of=best_of)


def one_won_one_drawn(stage: Stage, best_of: int) -> Table:
    table = playing(stage=stage, best_of=best_of)
    table.at("12:10:00").loses(BOB)
    table.at("12:12:00").game_of()
    table.at("12:15:00").draws(ANN)
    table.confirms(BOB)
    return table


def after_time(stage: Stage, best_of: int) -> Table:
    table = playing(stage=stage, best_of=best_of)
    table.at("12:51:00")
    return table


@pytest.mark.parametrize("scene", [fresh, one_won_one_drawn, after_time])
@pytest.mark.parametrize(("stage", "best_of"), [(Stage.SWISS, 3), (Stage.PLAYOFF, 3), (Stage.PLAYOFF, 5)])
def test_a_report_is_taken_if_it_can_be_and_refused_if_not(scene: object, stage: Stage, best_of: int) -> None:
    """S007: from the winner with the loser's word, from the loser alone, and from the judge's hand."""
    assert callable(scene)
    start: Table = scene(stage, best_of)
    for first, second, draws in product(GAMES, GAMES, DRAWS):
        score = (first, second, draws)
        for by in (ANN, BOB):
            table = start.twin()
            mine, theirs = (first, second) if by == ANN else (second, first)
            act = a.ReportMatch(by=by, mine=mine, theirs=theirs, draws=draws)
            if not can_be(start.match(), *score):
                assert table.refuses(act, r.ImpossibleScore).allowed, score
                continue
            table.do(act)
            if not table.match().is_over:
                table.confirms(BOB if by == ANN else ANN)
            result = table.match().result
            assert result is not None, score
            assert (*result.wins, result.draws) == score
            assert result.outcome is outcome_of(first, second), score


def outcome_of(first: int, second: int) -> Outcome:
    if first == second:
        return Outcome.DRAW
    return Outcome.PLAYER1 if first > second else Outcome.PLAYER2


@pytest.mark.parametrize(("stage", "best_of"), [(Stage.SWISS, 3), (Stage.PLAYOFF, 3), (Stage.PLAYOFF, 5)])
@pytest.mark.parametrize("scene", [fresh, after_time])
def test_a_judge_sets_no_score_that_cannot_be(scene: object, stage: Stage, best_of: int) -> None:
    """An unfinished one lets the match go on while its time runs."""
    assert callable(scene)
    start: Table = scene(stage, best_of)
    needed = best_of // 2 + 1
    for first, second, draws in product(GAMES, GAMES, (-1, 0, 1, 9, 10, 10**9)):
        table = start.twin()
        act = a.SetResult(by=JUDGE, table=1, first=first, second=second, draws=draws, why="seen")
        never = (
            min(first, second, draws) < 0
            or draws > 9
            or max(first, second) > needed
            or first == second == needed
        )
        nobody_wins = scene is after_time and stage is not Stage.SWISS and first == second
        if never or nobody_wins:
            table.refuses(act, r.ImpossibleScore)
            continue
        table.do(act)
        match = table.match()
        assert (match.wins, match.draws) == ((first, second), draws)
        if needed in (first, second) or scene is after_time:
            assert match.result is not None
            assert match.result.outcome is outcome_of(first, second)
        else:
            assert match.result is None


@pytest.mark.parametrize("by", [ANN, BOB])
def test_where_nobody_has_reported_nothing_is_confirmed(by: PersonId) -> None:
    """S005: no 0-0 comes into being, whatever is open besides."""
    for table in (begun(), playing()):
        for act in (a.Confirm(by=by, dice=table.dice), a.AnswerYes(by=by, dice=table.dice)):
            with pytest.raises(Refusal):
                table.do(act)
        assert table.score() == "0-0 open"


@pytest.mark.parametrize("by", [ANN, BOB])
@pytest.mark.parametrize("against", [ANN, BOB, CYD])
def test_nobody_beats_anybody_but_the_opponent(by: PersonId, against: PersonId) -> None:
    """S006: not oneself, and nobody of another table."""
    table = playing(players=(ANN, BOB, CYD))
    act = a.ReportMatch(by=by, mine=0, theirs=2, against=against)
    if against in (by, CYD):
        table.refuses(act, r.WrongOpponent)
        assert table.score() == "0-0 open"
    else:
        table.do(act)
        assert table.match().is_over


# --- as it is typed ---------------------------------------------------------------------------------

NO_SCORES = (
    *(
        "",
        "2",
        "2-",
        "-2",
        "2--1",
        "-1-2",
        "+2-0",
        "2-0-",
        "2-0-0-0",
        "2:0",
        "2 0",
        "2.0-0",
        "0x2-0",
        "1e0-0",
    ),
    *(
        "²-¹",
        "２-０",
        "٢-٠",
        "two-nil",
        "99999999999999999999-0",
        "2-99999999999999999999",
        "2-0-99999999999999999999",
    ),
    *("3-0", "2-2", "0-0", "1-0", "0-1", "2-0-10", "1-1-1"),
)


@pytest.fixture
async def evening() -> Evening:
    """alice and bob are in their first game."""
    room = Evening()
    await room.play(OPENING + GAME)
    return room


@pytest.mark.parametrize("score", NO_SCORES)
async def test_no_score_is_no_result_however_it_is_typed(evening: Evening, score: str) -> None:
    """Answered in one line; nothing is stored."""
    before = evening.state
    for name, words in (("alice", f"!report {score}"), ("bob", f"!score {score}")):
        assert "\n" not in await evening.answer(name, words)
    assert evening.state is before


@pytest.mark.parametrize(
    "score", [score for score in NO_SCORES if score not in ("0-0", "1-0", "0-1", "1-1-1")]
)
async def test_no_score_is_set_by_a_judge_however_it_is_typed(evening: Evening, score: str) -> None:
    """A judge may set what the match goes on with, and nothing else that is no score."""
    before = evening.state
    await evening.answer("wren", f"!setresult 1 {score} seen")
    assert evening.state is before


@pytest.mark.parametrize(
    "words", ["!report 2-0 alice", "!report 2-0 carol", "!report 2-0 nobody", "!report 0-2 dave"]
)
async def test_a_result_names_the_two_who_are_paired(evening: Evening, words: str) -> None:
    """S006."""
    before = evening.state
    assert await evening.answer("alice", words)
    assert evening.state is before
