"""Swiss rounds by the rules: who is paired, what may stand, byes, the number of rounds; and whole events (OG-R36)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import acts as a
from rules import refusals as r
from rules.entries import ByeGiven, PlayerDropped, RoundPaired
from rules.fold import fold
from rules.pairing import Contender, Proposal, can_avoid_rematches, contenders, fault_in, ranked
from rules.programme import recommended_rounds
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, START
from tests.swissplay import Swiss, person, swiss_proposal

EVE = person(4)


def seated(paired: RoundPaired) -> list[str]:
    return sorted([*(player for pair in paired.pairs for player in pair), *paired.byes])


def points_of(event: Swiss) -> dict[str, int]:
    return {contender.player: contender.points for contender in contenders(event.state)}


# --- who is paired --------------------------------------------------------------------------------


def test_a_win_counts_three_a_draw_one_a_bye_as_a_win() -> None:
    event = Swiss(5)
    paired = event.round([(2, 0, 0), (2, 0, 0)])
    event.set_result(2, (1, 1, 1))
    points = points_of(event)
    (first, second), (third, fourth) = paired.pairs
    assert [points[player] for player in (first, second, third, fourth, *paired.byes)] == [3, 0, 1, 1, 3]


def test_who_has_left_is_not_paired_and_stays_an_opponent() -> None:
    event = Swiss(4)
    paired = event.round()
    gone, other = paired.pairs[0]
    event.do(a.Drop(by=gone))
    assert {one.player for one in contenders(event.state)} == {person(n) for n in range(4)} - {gone}
    assert next(one for one in contenders(event.state) if one.player == other).met == (gone,)


def test_a_corrected_result_counts_as_corrected() -> None:
    event = Swiss(4)
    paired = event.round([(2, 0, 0), (2, 0, 0)])
    event.set_result(1, (0, 2, 0))
    assert points_of(event)[paired.pairs[0][0]] == 0
    assert points_of(event)[paired.pairs[0][1]] == 3


def test_a_round_that_is_paired_and_not_begun_counts_for_nothing() -> None:
    event = Swiss(5)
    before = contenders(event.state)
    event.pair_swiss()
    assert contenders(event.state) == before


def test_within_equal_points_the_lot_decides_and_not_the_name() -> None:
    everybody = contenders(Swiss(12).state)
    assert ranked(everybody, "one") == ranked(everybody[::-1], "one")
    assert ranked(everybody, "one") != ranked(everybody, "two")
    assert [one.player for one in ranked(everybody, "one")] != sorted(one.player for one in everybody)


def test_table_one_is_that_of_the_leaders() -> None:
    event = Swiss(8, keys={"rounds": "4"})
    for _ in range(3):
        event.round([(2, 0, 0)] * 4)
        points = points_of(event)
        tables = [max(points[player] for player in pair) for pair in event.pair_swiss().pairs]
        assert tables == sorted(tables, reverse=True)


# --- what may stand -------------------------------------------------------------------------------


def four(*, met: bool = False) -> tuple[Contender, ...]:
    """Ann to Dan; with `met` ann has played bob, and cyd dan."""
    opponents = {ANN: (BOB,), BOB: (ANN,), CYD: (DAN,), DAN: (CYD,)} if met else {}
    return tuple(
        Contender(player=player, points=0, met=opponents.get(player, ())) for player in (ANN, BOB, CYD, DAN)
    )


@pytest.mark.parametrize(
    "wrong",
    [
        Proposal(contenders=four(), seed="", pairs=((ANN, BOB),)),
        Proposal(contenders=four(), seed="", pairs=((ANN, BOB), (CYD, CYD))),
        Proposal(contenders=four(), seed="", pairs=((ANN, BOB), (ANN, CYD))),
        Proposal(contenders=four(), seed="", pairs=((ANN, BOB), (CYD, EVE))),
        Proposal(contenders=four(), seed="", pairs=((ANN, BOB), (CYD, DAN)), bye=EVE),
        Proposal(contenders=four()[:3], seed="", pairs=((ANN, BOB),)),
        Proposal(contenders=four(met=True), seed="", pairs=((ANN, BOB), (CYD, DAN))),
    ],
    ids=["left out", "with oneself", "twice", "a stranger", "a needless bye", "no bye", "a rematch"],
)
def test_such_pairs_may_not_stand(wrong: Proposal) -> None:
    assert fault_in(wrong)


def test_the_bye_is_for_the_lowest_without_one() -> None:
    ann, bob, cyd, _ = four()
    standing = (replace(ann, points=6), replace(bob, points=3), replace(cyd, byes=1))
    assert fault_in(Proposal(contenders=standing, seed="", pairs=((ANN, BOB),), bye=CYD))
    assert fault_in(Proposal(contenders=standing, seed="", pairs=((BOB, CYD),), bye=ANN))
    assert not fault_in(Proposal(contenders=standing, seed="", pairs=((ANN, CYD),), bye=BOB))


def test_the_bye_moves_up_rather_than_that_somebody_meets_an_opponent_again() -> None:
    ann, bob, cyd, _ = four()
    standing = (
        replace(ann, points=6, met=(BOB,)),
        replace(bob, points=3, met=(ANN,)),
        cyd,
    )
    assert fault_in(Proposal(contenders=standing, seed="", pairs=((ANN, BOB),), bye=CYD))
    assert not fault_in(Proposal(contenders=standing, seed="", pairs=((ANN, CYD),), bye=BOB))


def test_a_rematch_that_nothing_can_avoid_may_stand() -> None:
    everybody = tuple(
        replace(one, met=tuple(other.player for other in four() if other != one)) for one in four()
    )
    assert not fault_in(Proposal(contenders=everybody, seed="", pairs=((ANN, BOB), (CYD, DAN))))
    assert not can_avoid_rematches(everybody)


def test_a_proposal_for_an_event_that_has_moved_is_refused() -> None:
    event = Swiss(6)
    event.round()
    stale = swiss_proposal(event.state)
    event.do(a.Drop(by=person(3)))
    with pytest.raises(r.PairingOvertaken):
        event.do(a.PairSwiss(by=COORDINATOR, proposal=stale))
    event.do(a.PairSwiss(by=COORDINATOR, proposal=swiss_proposal(event.state)))


def test_a_result_corrected_meanwhile_makes_a_proposal_stale() -> None:
    event = Swiss(4)
    event.round([(2, 0, 0), (2, 0, 0)])
    stale = swiss_proposal(event.state)
    event.set_result(2, (0, 2, 0))
    with pytest.raises(r.PairingOvertaken):
        event.do(a.PairSwiss(by=COORDINATOR, proposal=stale))


# --- when a round can be paired -------------------------------------------------------------------


def refused(event: Swiss) -> r.Refusal:
    """Why the next round cannot be paired."""
    with pytest.raises(r.Refusal) as refusal:
        event.do(a.PairSwiss(by=COORDINATOR, proposal=swiss_proposal(event.state)))
    return refusal.value


def test_no_round_is_paired_while_one_runs() -> None:
    event = Swiss(4)
    event.pair_swiss()
    event.begin_round()
    assert refused(event) == r.RoundRuns(round=1)


def test_until_the_begin_another_pairing_takes_its_place() -> None:
    event = Swiss(5)
    event.pair_swiss("one")
    again = event.pair_swiss("two")
    assert again.round == 1
    event.begin_round()
    assert [bye.player for bye in event.state.byes] == list(again.byes)


def test_a_pairing_by_hand_replaces_it_and_has_no_bye() -> None:
    event = Swiss(5)
    event.pair_swiss()
    event.pair((person(0), person(1)), (person(2), person(3)))
    event.begin_round()
    assert event.state.byes == ()
    assert event.state.round is not None
    assert event.state.round.sitting_out == (person(4),)


@pytest.mark.parametrize("left", [0, 1])
def test_with_nobody_left_to_play_no_round_is_paired(left: int) -> None:
    event = Swiss(4)
    event.round()
    for number in range(4 - left):
        event.do(a.Drop(by=person(number)))
    assert contenders(event.state) == tuple(one for one in contenders(event.state) if one.player == person(3))
    everybody = contenders(event.state)
    none = Proposal(contenders=everybody, seed="", pairs=())
    with pytest.raises(r.TooFewToPair) as refusal:
        event.do(a.PairSwiss(by=COORDINATOR, proposal=none))
    assert refusal.value.there == left


def test_after_the_last_round_the_playoff_or_the_end_follows() -> None:
    event = Swiss(4, keys={"rounds": "1", "stages": "swiss+top2"})
    assert event.round().rounds == 1
    assert refused(event) == r.AllRoundsPlayed(rounds=1, cut=2)


def test_without_an_announced_number_it_is_that_for_the_players_of_the_first_round() -> None:
    event = Swiss(9)
    assert event.round().rounds == 5
    event.do(a.Drop(by=person(0)))
    event.do(a.Drop(by=person(1)))
    assert event.round().rounds == 5


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (4, 3),
        (8, 3),
        (9, 5),
        (32, 5),
        (33, 6),
        (64, 6),
        (65, 7),
        (128, 7),
        (129, 8),
        (226, 8),
        (227, 9),
        (410, 10),
    ],
)
def test_the_recommended_number_of_rounds_is_that_of_the_table(players: int, rounds: int) -> None:
    """B7: MTR App. E."""
    assert recommended_rounds(players) == rounds


def test_a_bracket_is_not_paired_by_itself() -> None:
    assert refused(Swiss(4, keys={"stages": "single_elimination"})) == r.NoSwissRounds()


# --- byes -----------------------------------------------------------------------------------------


def test_a_bye_is_given_when_the_round_begins_and_holds_up_nothing() -> None:
    event = Swiss(3)
    paired = event.pair_swiss()
    assert event.state.byes == ()
    event.begin_round()
    (given_bye,) = [entry for entry in event.entries if isinstance(entry, ByeGiven)]
    assert (given_bye.player, given_bye.table, given_bye.wins) == (paired.byes[0], 2, 2)
    event.play_round()
    assert event.state.round is not None
    assert event.state.round.is_closed


def test_who_leaves_before_the_begin_gets_no_bye() -> None:
    event = Swiss(3)
    paired = event.pair_swiss()
    event.do(a.Drop(by=paired.byes[0]))
    assert isinstance(event.entries[-1], PlayerDropped)
    event.begin_round()
    assert event.state.byes == ()


def test_no_result_can_be_set_for_a_bye() -> None:
    event = Swiss(3)
    event.pair_swiss()
    event.begin_round()
    with pytest.raises(r.ResultOfBye):
        event.set_result(2, (2, 0, 0))


def test_who_has_the_bye_has_no_match_to_report() -> None:
    event = Swiss(3)
    paired = event.pair_swiss()
    event.begin_round()
    with pytest.raises(r.NoMatch):
        event.do(a.ReportMatch(by=paired.byes[0], mine=2, theirs=0))


def test_a_loss_that_is_owed_waits_past_the_bye() -> None:
    event = Swiss(3)
    owing = event.round([(2, 0, 0)]).pairs[0][1]  # the lowest without a bye
    event.do(
        a.Penalise(
            by=HEAD_JUDGE, player=owing, infraction="tardiness.over_10_min", level="game_loss", why="late"
        )
    )
    assert event.pair_swiss().byes == (owing,)
    event.begin_round()
    assert [owed.player for owed in event.state.owed] == [owing]


def test_a_round_begun_early_with_a_bye_shortens_nobodys_time() -> None:
    """2.2, OG-R06: lateness counts from the scheduled end of the round before, moved by a hold of all tables."""
    event = Swiss(5)
    event.pair_swiss()
    event.now = START
    event.do(a.BeginRound(by=COORDINATOR, dice=event.dice))
    event.now += timedelta(minutes=1)
    event.do(a.PlaceHold(by=HEAD_JUDGE, table=0, why="storm"))
    event.now += timedelta(minutes=5)
    event.do(a.LiftHold(by=HEAD_JUDGE, table=0))
    event.play_round()
    event.pair_swiss()
    event.begin_round()
    assert event.state.round is not None
    assert event.state.round.late_from == START + timedelta(minutes=55)
    assert len(event.state.byes) == 2


# --- whole events ---------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(players=st.integers(4, 40), seed=st.integers(0, 2**32), leaving=st.integers(0, 2))
def test_a_whole_event(players: int, seed: int, leaving: int) -> None:
    event = Swiss(players, seed=seed)
    rounds = recommended_rounds(players)
    for number in range(1, rounds + 1):
        everybody = contenders(event.state)
        paired = event.round()
        _check(event, everybody, paired)
        assert (paired.round, paired.rounds) == (number, rounds)
        if len(everybody) > 4:
            for _ in range(event.chance.randint(0, leaving)):
                event.do(a.Drop(by=event.chance.choice(contenders(event.state)).player))
    assert isinstance(refused(event), r.AllRoundsPlayed | r.TooFewToPair)
    assert fold(event.entries) == event.state


def _check(event: Swiss, everybody: tuple[Contender, ...], paired: RoundPaired) -> None:
    """Everybody once; no needless rematch; the bye to the lowest without; three points or two for every pair."""
    assert seated(paired) == sorted(one.player for one in everybody)
    assert len(paired.byes) == len(everybody) % 2
    assert not (
        paired.rematches and can_avoid_rematches([one for one in everybody if one.player not in paired.byes])
    )
    before = {one.player: one for one in everybody}
    for player in paired.byes:
        fewest = min(one.byes for one in everybody)
        entitled = [one for one in everybody if one.byes == fewest]
        assert before[player] in entitled
        lower = [one for one in entitled if one.points < before[player].points]
        assert not any(can_avoid_rematches([one for one in everybody if one != rival]) for rival in lower)
    won = Counter(points_of(event))
    won.subtract({one.player: one.points for one in everybody})
    assert won.total() == 3 * (len(paired.pairs) + len(paired.byes))


def test_five_players_meet_everybody_and_each_has_one_bye() -> None:
    """Rounds after that cannot but bring rematches, and second byes; everybody plays on."""
    event = Swiss(5, keys={"rounds": "8"})
    first = [event.round() for _ in range(5)]
    assert sum(paired.rematches for paired in first) == 0
    assert sorted(player for paired in first for player in paired.byes) == [person(n) for n in range(5)]
    later = [event.round() for _ in range(3)]
    assert all(paired.rematches == 2 for paired in later)
    assert len({player for paired in later for player in paired.byes}) == 3


def test_four_players_meet_again_in_the_fourth_round() -> None:
    event = Swiss(4, keys={"rounds": "4"})
    assert [event.round().rematches for _ in range(4)] == [0, 0, 0, 2]


def test_the_same_event_and_the_same_seed_give_the_same_pairing() -> None:
    one, other = Swiss(17, seed=5), Swiss(17, seed=5)
    for _ in range(4):
        assert one.round().pairs == other.round().pairs
