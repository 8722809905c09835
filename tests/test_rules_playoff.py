"""The playoff: cut by standings or drawn by lot, played along its bracket, and never promoting anybody."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId, Stage
from rules.rows import coming_row
from rules.standings import of_event
from tests.playing import COORDINATOR, HEAD_JUDGE, JUDGE
from tests.swissplay import Swiss, person

KEYS = {"rounds": "2", "stages": "swiss+top4", "playoff_best_of": "5"}


def after_swiss(players: int = 8, keys: dict[str, str] | None = None) -> Swiss:
    """All Swiss rounds are played."""
    event = Swiss(players, seed=7, keys=KEYS if keys is None else keys)
    for _ in range(2):
        event.pair_swiss()
        event.begin_round()
        event.play_round()
    return event


def cut(event: Swiss, size: int | None = None) -> tuple[PersonId, ...]:
    (entry,) = event.do(a.CutToPlayoff(by=COORDINATOR, size=size))
    assert isinstance(entry, e.PlayoffCut)
    return entry.seeds


def pairs(event: Swiss) -> e.RoundPaired:
    *_, entry = event.do(a.PairBracket(by=COORDINATOR, seed="lot"))
    assert isinstance(entry, e.RoundPaired)
    return entry


def plays(event: Swiss) -> None:
    """The first player of every table wins, and the round is closed."""
    event.begin_round()
    needed = event.state.playoff_best_of // 2 + 1
    event.play_round([(needed, 0, 0)] * len(event.state.matches))


def refused(event: Swiss, act: a.Act, kind: type[r.Refusal]) -> r.Refusal:
    with pytest.raises(kind) as caught:
        event.do(act)
    return caught.value


def test_the_best_of_the_standings_are_the_seeds() -> None:
    event = after_swiss()
    best = [placing.player for placing in of_event(event.state)][:4]
    assert cut(event) == tuple(best)
    first = pairs(event)
    assert first.pairs == ((best[0], best[3]), (best[1], best[2]))
    assert (first.round, first.stage, first.best_of) == (3, Stage.PLAYOFF, 5)
    assert first.limit == timedelta(minutes=50)


def test_winners_meet_and_the_final_is_never_timed() -> None:
    event = after_swiss()
    seeds = cut(event)
    pairs(event)
    plays(event)
    final = pairs(event)
    assert final.pairs == ((seeds[0], seeds[1]),)
    assert (final.stage, final.limit) == (Stage.FINAL, None)
    plays(event)
    over = refused(event, a.PairBracket(by=COORDINATOR, seed=""), r.PlayoffOver)
    assert isinstance(over, r.PlayoffOver)
    assert over.winner == seeds[0]
    assert [placing.player for placing in of_event(event.state)][:2] == list(seeds[:2])


def test_whoever_leaves_after_the_cut_is_replaced_by_nobody() -> None:
    event = after_swiss()
    seeds = cut(event)
    event.do(a.DropPlayer(by=COORDINATOR, player=seeds[0], why="ill"))
    first = pairs(event)
    assert first.pairs == ((seeds[1], seeds[2]),)
    assert first.walkovers == (seeds[3],)
    plays(event)
    assert pairs(event).pairs == ((seeds[1], seeds[3]),)


def test_who_wins_and_then_leaves_lets_the_next_opponent_go_on() -> None:
    event = after_swiss(8, {"rounds": "2", "stages": "swiss+top8"})
    seeds = cut(event)
    pairs(event)
    plays(event)
    event.do(a.DropPlayer(by=COORDINATOR, player=seeds[0], why="ill"))
    semi_finals = pairs(event)
    assert semi_finals.walkovers == (seeds[3],)
    assert semi_finals.pairs == ((seeds[1], seeds[2]),)


def test_both_lost_leaves_their_slot_empty() -> None:
    event = after_swiss()
    seeds = cut(event)
    pairs(event)
    event.begin_round()
    for player in (seeds[0], seeds[3]):
        event.do(a.Disqualify(by=HEAD_JUDGE, player=player, infraction="cheating", why="collusion"))
    event.set_result(2, (3, 0, 0))
    event.do(a.CloseRound(by=COORDINATOR))
    refused(event, a.PairBracket(by=COORDINATOR, seed=""), r.PlayoffOver)


def test_a_correction_before_the_next_pairing_sends_the_other_on() -> None:
    event = after_swiss()
    seeds = cut(event)
    pairs(event)
    plays(event)
    event.set_result(1, (0, 3, 0), round_number=3)
    assert pairs(event).pairs == ((seeds[1], seeds[3]),)


def test_a_correction_after_the_begin_leaves_what_is_played_alone() -> None:
    event = after_swiss()
    seeds = cut(event)
    pairs(event)
    plays(event)
    pairs(event)
    event.begin_round()
    event.set_result(1, (0, 3, 0), round_number=3)
    assert event.state.matches[1].players == seeds[:2]


def test_a_pairing_that_has_not_begun_is_made_anew_from_the_same_row() -> None:
    event = after_swiss()
    cut(event)
    first, again = pairs(event), pairs(event)
    assert (first.pairs, first.round) == (again.pairs, again.round)


def test_single_elimination_draws_its_seeds_by_lot() -> None:
    event = Swiss(6, keys={"stages": "single_elimination"})
    entries = event.do(a.PairBracket(by=COORDINATOR, seed="lot"))
    assert isinstance(entries[0], e.PlayoffCut)
    assert entries[0].drawn
    seeds = entries[0].seeds
    assert sorted(seeds) == [person(number) for number in range(6)]
    assert isinstance(entries[1], e.RoundPaired)
    assert entries[1].walkovers == seeds[:2]
    for _ in range(3):
        plays(event)
        row = coming_row(event.state)
        if row is not None and len(row.slots) > 1:
            pairs(event)
    assert next(placing.player for placing in of_event(event.state)) == seeds[0]


def test_no_cut_before_the_announced_rounds_are_played() -> None:
    event = Swiss(8, keys=KEYS)
    refused(event, a.CutToPlayoff(by=COORDINATOR), r.NoRound)
    event.pair_swiss()
    refused(event, a.CutToPlayoff(by=COORDINATOR), r.RoundNotBegun)
    event.begin_round()
    refused(event, a.CutToPlayoff(by=COORDINATOR), r.RoundRuns)
    event.play_round()
    left = refused(event, a.CutToPlayoff(by=COORDINATOR), r.RoundsLeft)
    assert isinstance(left, r.RoundsLeft)
    assert (left.played, left.left) == (1, 1)


@pytest.mark.parametrize(
    ("keys", "size", "kind"),
    [
        ({"rounds": "2", "stages": "swiss"}, 4, r.NoPlayoff),
        ({"rounds": "2", "stages": "swiss+top4"}, 8, r.CutAnnounced),
        ({"rounds": "2"}, None, r.CutWithoutSize),
        ({"rounds": "2"}, 1, r.BadCut),
        ({"rounds": "2"}, 9, r.BadCut),
    ],
)
def test_a_cut_that_cannot_be(keys: dict[str, str], size: int | None, kind: type[r.Refusal]) -> None:
    event = after_swiss(8, keys)
    before = event.state
    refused(event, a.CutToPlayoff(by=COORDINATOR, size=size), kind)
    assert event.state is before


def test_a_cut_is_made_once_and_then_nothing_is_paired_by_hand() -> None:
    event = after_swiss()
    seeds = cut(event)
    refused(event, a.CutToPlayoff(by=COORDINATOR, size=4), r.CutAlready)
    refused(event, a.PairByHand(by=COORDINATOR, pairs=((seeds[0], seeds[1]),)), r.BracketPairs)


def test_a_judge_cuts_nothing() -> None:
    refused(after_swiss(), a.CutToPlayoff(by=JUDGE), r.NotAllowed)


def test_ending_early_has_to_be_meant() -> None:
    event = Swiss(8, keys=KEYS)
    event.pair_swiss()
    event.begin_round()
    event.play_round()
    refused(event, a.EndTournament(by=COORDINATOR), r.EndsEarly)
    event.do(a.EndTournament(by=COORDINATOR, early=True))
    assert event.state.is_over


def test_an_announced_playoff_is_missed_at_the_end() -> None:
    event = after_swiss()
    missed = refused(event, a.EndTournament(by=COORDINATOR), r.EndsEarly)
    assert isinstance(missed, r.EndsEarly)
    assert (missed.left, missed.cut, missed.bracket) == (0, 4, False)
    cut(event)
    undecided = refused(event, a.EndTournament(by=COORDINATOR), r.EndsEarly)
    assert isinstance(undecided, r.EndsEarly)
    assert undecided.bracket
    pairs(event)
    plays(event)
    pairs(event)
    plays(event)
    event.do(a.EndTournament(by=COORDINATOR))
