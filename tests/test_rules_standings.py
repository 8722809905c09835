"""Points, tie-breaks and the final order (MTR App. C, RULES B6): known answers, and what is always true of them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import acts as a
from rules import entries as e
from rules.entries import Departure, Outcome, PersonId, Stage
from rules.fold import fold
from rules.recommendation import recommended
from rules.rulebook import Points
from rules.standings import (
    FLOOR,
    MatchResult,
    Placing,
    Record,
    final_standings,
    of_event,
    records,
    swiss_results,
    swiss_standings,
)
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, JUDGE
from tests.refereeing import Table

ORACLE = Path(__file__).parent / "oracle" / "swiss_tiebreak.jsonl"
Case = dict[str, Any]

ADA, BEN = PersonId("ada"), PersonId("ben")


def cases(kind: str) -> list[Any]:
    """The cases of a kind, each by its id."""
    found = map(json.loads, ORACLE.read_text(encoding="utf-8").splitlines())
    return [pytest.param(case, id=case["id"]) for case in found if case["kind"] == kind]


def test_every_case_of_the_oracle_is_tried() -> None:
    tried = [len(cases(kind)) for kind in ("event", "metric", "rounds")]
    assert sum(tried) == len(ORACLE.read_text(encoding="utf-8").splitlines())
    assert all(tried)


# --- known answers -----------------------------------------------------------------------------------


def result(first: str, second: str | None, score: str = "2-0", *, round: int = 1, **more: Any) -> MatchResult:
    """`result(ADA, BEN, "2-1")`; a bye with nobody on the other side."""
    wins1, wins2, draws = (*map(int, score.split("-")), 0)[:3]
    return MatchResult(
        round=round,
        player1=PersonId(first),
        player2=None if second is None else PersonId(second),
        wins1=wins1,
        wins2=wins2,
        draws=draws,
        **more,
    )


def results_of(case: Case) -> list[MatchResult]:
    found = []
    for number, tables in enumerate(case["rounds"], 1):
        for table in tables:
            if "bye" in table:
                found.append(result(table["bye"], None, round=number))
            else:
                score = "-".join(map(str, table["games"]))
                found.append(result(table["p1"], table["p2"], score, round=number))
    return found


def standings(found: list[MatchResult], *without: str) -> tuple[Placing, ...]:
    """The standings of all who have a result, but for some."""
    return swiss_standings(found, {player: player for player in records(found) if player not in without})


def order(placings: tuple[Placing, ...]) -> list[str]:
    return [f"{placing.rank} {placing.player}" for placing in placings]


@pytest.mark.parametrize("case", cases("event"))
def test_an_event_stands_as_the_oracle_says(case: Case) -> None:
    found = results_of(case)
    placings = standings(found)
    assert [placing.player for placing in placings] == case["expect"]["order"]
    kept = records(found)
    told = {
        placing.player: {
            "mp": placing.points,
            "mwp": float(round(kept[placing.player].match_wins, 6)),
            "omw": float(round(placing.omw, 6)),
            "gw": float(round(placing.gw, 6)),
            "ogw": float(round(placing.ogw, 6)),
        }
        for placing in placings
    }
    assert told == case["expect"]["players"]


def matches(record: list[int], player: str = "me") -> list[MatchResult]:
    """So many matches won, lost and drawn, each against somebody else."""
    scores = ["2-0"] * record[0] + ["0-2"] * record[1] + ["1-1-1"] * record[2]
    return [
        result(player, f"{player}'s {number}", score, round=number) for number, score in enumerate(scores, 1)
    ]


def met(opponents: list[list[int] | None]) -> list[MatchResult]:
    """Somebody's matches, and the others of those opponents, who come to these records with them."""
    found = []
    for number, record in enumerate(opponents, 1):
        if record is None:
            found.append(result("me", None, round=number))
            continue
        name = f"opponent {number}"
        found.append(result("me", name, "0-2", round=number))  # one of the opponent's wins
        found += [replace(one, round=10 + one.round) for one in matches([record[0] - 1, *record[1:]], name)]
    return found


def metric(case: Case) -> dict[str, Any]:
    """What the rules make of the input of a single figure."""
    given_input, me = case["input"], PersonId("me")
    if "opponents" in given_input:
        (placing,) = swiss_standings(met(given_input["opponents"]), {me: "me"})
        return {"omw": float(round(placing.omw, 6))}
    if "record" in given_input:
        found = matches(given_input["record"])
    elif "bye" in given_input:
        found = [result("me", None)]
    else:
        scores = given_input.get("game_results") or [given_input["games"]]
        found = [result("me", f"you {n}", "-".join(map(str, score))) for n, score in enumerate(scores)]
    kept = records(found)
    other = next((kept[player].game_points for player in kept if player != me), None)
    return {
        "mp": kept[me].points,
        "mwp": float(round(kept[me].match_wins, 6)),
        "gw": float(round(kept[me].game_wins, 6)),
        "gp": [kept[me].game_points, other],
    }


@pytest.mark.parametrize("case", cases("metric"))
def test_a_figure_is_what_the_oracle_says(case: Case) -> None:
    told = metric(case)
    assert {key: told[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", cases("rounds"))
def test_the_recommended_programme_is_what_the_oracle_says(case: Case) -> None:
    asked, words = case["input"], {"one_round": 1, "two_round": 2, "three_round": 3}
    byes = {words[key]: count for key, count in asked.get("awarded_byes", {}).items()}
    programme = recommended(
        asked["players"],
        awarded_byes=byes,
        limited_draft_playoff=asked.get("limited_draft_playoff", False),
    )
    playoff = (
        f"top_{programme.cut}"
        if programme.cut
        else f"single_elimination_{programme.elimination_rounds}_rounds"
    )
    assert {"swiss_rounds": programme.swiss_rounds, "playoff": playoff} == case["expect"]


def test_no_programme_is_recommended_for_three() -> None:
    with pytest.raises(ValueError, match="fewer than 4"):
        recommended(3)


# --- single readings -----------------------------------------------------------------------------------


def test_players_equal_in_everything_share_the_rank_and_follow_by_name() -> None:
    placings = standings([result("dora", "Bert"), result("cem", "Ada")])
    assert order(placings) == ["1 cem", "1 dora", "3 Ada", "3 Bert"]


def test_a_double_loss_is_a_round_played_and_gives_nothing() -> None:
    found = [result(ADA, BEN, "0-0", outcome=Outcome.DOUBLE_LOSS)]
    assert records(found)[ADA] == Record(win=3, rounds=1, opponents=(BEN,))


def test_a_match_that_was_not_played_counts_for_nobody() -> None:
    found = [result(ADA, BEN, "0-0", outcome=Outcome.UNPLAYED)]
    assert records(found) == {}
    (ann, bob) = swiss_standings(found, {ADA: "ada", BEN: "ben"})
    assert (ann.points, ann.omw, ann.gw, ann.ogw, bob.rank) == (0, FLOOR, FLOOR, FLOOR, 1)


def test_what_was_ruled_goes_before_the_games() -> None:
    kept = records([result(ADA, BEN, "1-1", outcome=Outcome.PLAYER2)])
    assert (kept[ADA].points, kept[BEN].points) == (0, 3)
    assert kept[ADA].game_points == kept[BEN].game_points == 3


def test_a_rulebook_may_have_points_of_its_own() -> None:
    two = Points(win=2, draw=1, loss=0)
    found = [result(ADA, BEN), result("cyd", "dan", "1-1")]
    ada, cyd, *_ = swiss_standings(found, {player: player for player in records(found)}, two)
    assert (ada.points, cyd.points) == (2, 1)
    assert (ada.gw, cyd.gw, cyd.omw) == (Fraction(1), Fraction(1, 2), Fraction(1, 2))


def test_a_third_exactly_is_not_below_the_floor() -> None:
    assert Record(win=3, points=3, rounds=3).match_wins == Fraction(1, 3)
    assert Record(win=3, points=2, rounds=3).match_wins == FLOOR


def test_whoever_is_taken_out_still_feeds_the_opponents() -> None:
    found = [result(ADA, BEN), result(BEN, "cyd", round=2), result(ADA, "dan", round=2)]
    without = standings(found, BEN)
    assert order(without) == ["1 ada", "2 dan", "3 cyd"]
    of_all = {placing.player: placing for placing in standings(found)}
    for placing in without:
        assert replace(placing, rank=of_all[placing.player].rank) == of_all[placing.player]


# --- after the playoff ---------------------------------------------------------------------------------

EIGHT = [result(a, b, round=1) for a, b in ("ae", "bf", "cg", "dh")] + [
    result(a, b, round=2) for a, b in ("ab", "cd", "ef", "gh")
]
"""Eight players after two rounds; a, c lead."""


def bracket(*played: tuple[str, str, int], **outcome: Outcome) -> list[MatchResult]:
    return [result(first, second, round=number, **outcome) for first, second, number in played]


def test_the_bracket_goes_before_the_swiss_rounds() -> None:
    swiss = standings(EIGHT)
    top = [placing.player for placing in swiss[:4]]
    semis = [(top[3], top[0], 3), (top[1], top[2], 3)]
    final = (top[3], top[1], 4)
    placings = final_standings(swiss, bracket(*semis, final))
    assert [placing.player for placing in placings[:4]] == [top[3], top[1], top[0], top[2]]
    assert [placing.player for placing in placings[4:]] == [placing.player for placing in swiss[4:]]
    assert [placing.rank for placing in placings[:2]] == [1, 2]


def test_who_still_plays_is_ahead_of_who_has_lost() -> None:
    swiss = standings(EIGHT)
    top = [placing.player for placing in swiss[:4]]
    played = bracket((top[3], top[0], 3))
    running = bracket((top[1], top[2], 3), outcome=Outcome.UNPLAYED)
    placings = final_standings(swiss, [*running, *played])
    assert [placing.player for placing in placings[:4]] == [top[3], top[1], top[2], top[0]]


def test_of_a_final_that_is_not_played_the_one_who_drops_is_second() -> None:
    """3.6."""
    swiss = standings([result(ADA, BEN)])
    unplayed = bracket((ADA, BEN, 2), outcome=Outcome.UNPLAYED)
    assert order(final_standings(swiss, unplayed, {ADA})) == ["1 ben", "2 ada"]
    assert order(final_standings(swiss, unplayed, {BEN})) == ["1 ada", "2 ben"]


def test_a_bye_in_the_bracket_goes_on() -> None:
    swiss = standings([result(ADA, BEN), result("cyd", None, "2-0")])
    semis = [result(ADA, None, round=2), result(BEN, "cyd", round=2)]
    placings = final_standings(swiss, [*semis, result(BEN, ADA, round=3)])
    assert order(placings) == ["1 ben", "2 ada", "3 cyd"]


# --- of an event -----------------------------------------------------------------------------------------


def four() -> Table:
    """ann has beaten bob 2-0, cyd and dan have agreed on a draw, in round 1."""
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begins((ANN, BOB), (CYD, DAN))
    table.ready(ANN, BOB, CYD, DAN)
    sets(table, 1, 1, 2, 0)
    table.do(a.OfferDraw(by=CYD))
    table.do(a.AcceptDraw(by=DAN))
    return table


def sets(table: Table, round: int, at: int, first: int, second: int) -> None:
    table.do(
        a.SetResult(by=JUDGE, round=round, table=at, first=first, second=second, draws=0, why="as ruled")
    )


def points(table: Table) -> dict[str, int]:
    return {table.state.name_of(placing.player): placing.points for placing in of_event(table.state)}


def test_an_event_stands_by_its_final_results() -> None:
    assert points(four()) == {"ann": 3, "cyd": 1, "dan": 1, "bob": 0}
    assert of_event(four().state)[1].rank == of_event(four().state)[2].rank == 2


def test_an_open_table_counts_for_nobody() -> None:
    table = Table(players=(ANN, BOB))
    table.begins((ANN, BOB))
    assert points(table) == {"ann": 0, "bob": 0}
    assert list(swiss_results(table.state)) == []


def test_a_result_corrected_two_rounds_later_is_reckoned_anew() -> None:
    table = four()
    for round in (2, 3):
        table.closes_round()
        table.begins((ANN, CYD), (BOB, DAN)) if round == 2 else table.begins((ANN, DAN), (BOB, CYD))
        table.ready(ANN, BOB, CYD, DAN)
        sets(table, round, 1, 2, 1)
        sets(table, round, 2, 2, 0)
    before = of_event(table.state)
    assert points(table)["ann"] == 9
    sets(table, 1, 1, 0, 2)
    after = of_event(table.state)
    assert points(table)["ann"] == 6
    assert points(table)["bob"] == points_of(before, BOB) + 3
    assert {one.player: one.omw for one in after} != {one.player: one.omw for one in before}
    assert after == of_event(fold(table.entries))


def points_of(placings: tuple[Placing, ...], player: PersonId) -> int:
    return next(placing.points for placing in placings if placing.player == player)


def test_who_drops_stays_and_who_is_disqualified_does_not() -> None:
    table = four()
    before = {placing.player: placing for placing in of_event(table.state)}
    table.closes_round()
    table.do(a.DropPlayer(by=COORDINATOR, player=BOB, why="gone"))
    assert BOB in {placing.player for placing in of_event(table.state)}
    out = e.PlayerDropped(at=table.now, player=ANN, how=Departure.DISQUALIFIED)
    placings = of_event(fold([*table.entries, out]))
    assert order(placings) == [f"1 {CYD}", f"1 {DAN}", f"3 {BOB}"]
    assert placings[2].omw == before[BOB].omw


def test_the_rounds_of_a_playoff_give_no_points() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN), stage=Stage.PLAYOFF)
    table.begins((ANN, BOB), (CYD, DAN))
    table.ready(ANN, BOB, CYD, DAN)
    sets(table, 1, 1, 0, 2)
    assert set(points(table).values()) == {0}
    assert order(of_event(table.state)) == [f"1 {BOB}", f"2 {CYD}", f"2 {DAN}", f"4 {ANN}"]


# --- what is always true -----------------------------------------------------------------------------------

SCORES = ("2-0", "2-1", "1-2", "0-2", "1-1-1", "0-0-3", "1-0", "1-0-1", "0-0", "1-1")


many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def events(draw: st.DrawFn) -> list[MatchResult]:
    """Some rounds between some players, with byes, double losses and matches that were not played."""
    players = [f"p{number}" for number in range(draw(st.integers(2, 9)))]
    found = []
    for round in range(1, draw(st.integers(1, 6)) + 1):
        seats = draw(st.permutations(players))
        for first, second in zip(seats[::2], seats[1::2], strict=False):
            odd = draw(st.sampled_from([None, None, None, Outcome.DOUBLE_LOSS, Outcome.UNPLAYED]))
            score = draw(st.sampled_from(SCORES)) if odd is None else "0-0"
            found.append(result(first, second, score, round=round, outcome=odd))
        if len(seats) % 2:
            found.append(result(seats[-1], None, round=round))
    return found


@many
@given(events())
def test_points_are_conserved(found: list[MatchResult]) -> None:
    worth = {Outcome.PLAYER1: 3, Outcome.PLAYER2: 3, Outcome.BYE: 3, Outcome.DRAW: 2}
    assert sum(placing.points for placing in standings(found)) == sum(
        worth.get(one.ended, 0) for one in found
    )


@many
@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_the_results_does_not_matter(found: list[MatchResult], chance: random.Random) -> None:
    shuffled = chance.sample(found, len(found))
    turned = [_turned(one) if one.player2 is not None and chance.random() < 0.5 else one for one in shuffled]
    assert standings(turned) == standings(found)


def _turned(one: MatchResult) -> MatchResult:
    """The same match with the players the other way about."""
    assert one.player2 is not None
    return replace(one, player1=one.player2, player2=one.player1, wins1=one.wins2, wins2=one.wins1)


@many
@given(events())
def test_percentages_lie_between_the_floor_and_one(found: list[MatchResult]) -> None:
    for placing in standings(found):
        assert all(FLOOR <= each <= 1 for each in (placing.omw, placing.gw, placing.ogw))


@many
@given(events())
def test_the_standings_are_what_plain_fractions_come_to(found: list[MatchResult]) -> None:
    """Reckoned once more, slowly, by the letter of the rule."""
    kept = records(found)
    for placing in standings(found):
        own = kept[placing.player]
        opponents = [kept[opponent] for opponent in own.opponents]
        assert placing.gw == own.game_wins
        if opponents:
            assert placing.omw == sum(one.match_wins for one in opponents) / len(opponents)
            assert placing.ogw == sum(one.game_wins for one in opponents) / len(opponents)


@many
@given(events())
def test_ranks_begin_at_one_and_only_equals_share_them(found: list[MatchResult]) -> None:
    placings = standings(found)
    merits = [(one.points, one.omw, one.gw, one.ogw) for one in placings]
    assert merits == sorted(merits, reverse=True)
    assert [one.rank for one in placings] == [merits.index(merit) + 1 for merit in merits]
