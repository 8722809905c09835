"""Whatever people and networks do in whatever order: what is always true of an event."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import acts as a
from rules import entries as e
from rules.codec import decode, encode
from rules.deadlines import DueIndex, touched
from rules.fold import FOLDS, fold
from rules.matchfold import FOLDS as MATCH_FOLDS
from rules.refusals import Refusal
from tests.playing import ANN, BOB, COORDINATOR, HEAD_JUDGE, JUDGE, Event

PLAYERS = st.sampled_from([ANN, BOB])
ANYBODY = st.sampled_from([ANN, BOB, JUDGE, HEAD_JUDGE, COORDINATOR])
LEAVINGS = st.sampled_from(list(e.Leaving))
NUMBERS = st.integers(min_value=1, max_value=8)

Moves = list[tuple[int, object]]


def any_moves() -> st.SearchStrategy[Moves]:
    """Acts of players, judges and the network, each some seconds after the one before."""
    from tests.playing import FixedDice

    dice = FixedDice()
    by_player: list[st.SearchStrategy[object]] = [
        st.builds(a.PressReady, by=PLAYERS, dice=st.just(dice)),
        st.builds(a.PressReady, by=PLAYERS, dice=st.just(dice)),
        st.builds(a.PressReady, by=PLAYERS, dice=st.just(dice)),
        st.builds(a.ReportGame, by=PLAYERS, won=st.sampled_from([True, False, None])),
        st.builds(
            a.ReportMatch,
            by=PLAYERS,
            mine=st.integers(0, 3),
            theirs=st.integers(0, 3),
            draws=st.integers(0, 1),
        ),
        st.builds(a.Confirm, by=PLAYERS, dice=st.just(dice)),
        st.builds(a.Dispute, by=PLAYERS),
        st.builds(a.AnswerYes, by=PLAYERS, dice=st.just(dice)),
        st.builds(a.AnswerNo, by=PLAYERS),
        st.builds(a.TakeBack, by=PLAYERS),
        st.builds(a.Concede, by=PLAYERS, match=st.booleans()),
        st.builds(a.OfferDraw, by=PLAYERS),
        st.builds(a.AcceptDraw, by=PLAYERS),
        st.builds(a.DeclineDraw, by=PLAYERS),
        st.builds(a.EndTurn, by=PLAYERS),
        st.builds(a.ReportLife, by=PLAYERS, mine=st.integers(0, 2), theirs=st.integers(0, 2)),
        st.builds(a.StartShuffle, by=PLAYERS, player=st.one_of(st.none(), PLAYERS)),
        st.builds(a.StopShuffle, by=PLAYERS),
        st.builds(a.ReportLinkLost, by=PLAYERS, player=st.one_of(st.none(), PLAYERS)),
        st.builds(a.SayGameGoesOn, by=PLAYERS),
        st.builds(a.SayCannotConnect, by=PLAYERS),
        st.builds(a.ReportRelay, by=PLAYERS, works=st.booleans(), dice=st.just(dice)),
        st.builds(a.GiveConsent, by=PLAYERS, yes=st.booleans(), dice=st.just(dice)),
        st.builds(a.Drop, by=PLAYERS),
        st.builds(a.CallJudge, by=PLAYERS, panic=st.booleans()),
    ]
    by_network: list[st.SearchStrategy[object]] = [
        st.builds(a.SeeLeaving, by=PLAYERS, how=LEAVINGS, split=st.sampled_from(["", "x y"])),
        st.builds(a.SeePerson, by=PLAYERS),
        st.builds(a.RegainSight, by=st.just(ANN), present=st.frozensets(ANYBODY)),
    ]
    by_staff: list[st.SearchStrategy[object]] = [
        st.builds(
            a.Penalise, by=ANYBODY, player=PLAYERS, infraction=st.sampled_from(["slow_play", "cheating"])
        ),
        st.builds(
            a.Penalise,
            by=ANYBODY,
            player=PLAYERS,
            infraction=st.just("drawing_extra_cards"),
            level=st.sampled_from(["game_loss", "match_loss"]),
            why=st.just("advantage"),
        ),
        st.builds(a.Approve, by=ANYBODY, number=NUMBERS),
        st.builds(a.Overturn, by=ANYBODY, number=NUMBERS, why=st.just("a mistake")),
        st.builds(a.GiveRuling, by=ANYBODY, number=NUMBERS, text=st.just("play on")),
        st.builds(a.Extend, by=ANYBODY, table=st.just(1), by_how_much=st.just(timedelta(minutes=3))),
        st.builds(a.PlaceHold, by=ANYBODY, table=st.integers(0, 1)),
        st.builds(a.LiftHold, by=ANYBODY, table=st.integers(0, 1)),
        st.builds(a.OrderReconnect, by=ANYBODY, table=st.just(1)),
        st.builds(a.Excuse, by=ANYBODY, player=PLAYERS, ends=st.booleans()),
        st.builds(a.ClaimCall, by=ANYBODY, number=st.one_of(st.none(), NUMBERS)),
        st.builds(a.ReleaseCall, by=ANYBODY, number=st.one_of(st.none(), NUMBERS)),
        st.builds(a.Extend, by=ANYBODY),
        st.builds(
            a.SetResult,
            by=ANYBODY,
            table=st.just(1),
            first=st.integers(0, 2),
            second=st.integers(0, 2),
            draws=st.integers(0, 1),
            why=st.just("seen"),
        ),
    ]
    waits = st.sampled_from([0, 1, 5, 20, 45, 60, 100, 170, 299, 300, 301, 400, 700])
    return st.lists(st.tuples(waits, st.one_of(*by_player, *by_network, *by_staff)), max_size=40)


def play(moves: Moves) -> Event:
    """Play the moves; refusals are part of the game, anything else raised is a fault."""
    event = Event()
    event.begin()
    for seconds, move in moves:
        event.wait(seconds)
        if not isinstance(move, a.Act):
            raise TypeError(move)
        try:
            event.do(move)
        except Refusal as refusal:
            event.entries.extend(refusal.keep)
    event.wait(900)
    return event


many = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@many
@given(any_moves())
def test_the_scorebook_alone_gives_the_state(moves: Moves) -> None:
    event = play(moves)
    assert fold(event.entries) == event.state


@many
@given(any_moves())
def test_entries_survive_being_written_and_read(moves: Moves) -> None:
    for entry in play(moves).entries:
        body = json.loads(json.dumps(encode(entry)))
        assert decode(entry.kind, entry.at, body) == entry


@many
@given(any_moves())
def test_one_cause_costs_each_loss_once(moves: Moves) -> None:
    event = play(moves)
    timed = [entry for entry in event.entries if isinstance(entry, e.PenaltyIssued) and entry.automatic]
    assert all(count == 1 for count in Counter((p.cause, p.penalty) for p in timed).values())
    standing = [p for p in event.state.penalties.values() if p.automatic and p.status == "standing"]
    assert all(count == 1 for count in Counter(p.cause for p in standing).values())


@many
@given(any_moves())
def test_numbers_are_given_once(moves: Moves) -> None:
    event = play(moves)
    numbered = (e.PenaltyIssued, e.CallOpened, e.AppealMade)
    numbers = [entry.number for entry in event.entries if isinstance(entry, numbered)]
    assert numbers == list(range(1, len(numbers) + 1))


@many
@given(any_moves())
def test_a_result_is_one_that_can_be(moves: Moves) -> None:
    match = play(moves).match()
    wins, needed = match.result.wins if match.result else match.wins, match.needed
    assert max(wins) <= needed
    assert min(wins) < needed
    if match.result is not None and match.result.outcome is e.Outcome.PLAYER1:
        assert wins[0] > wins[1]
    if match.result is None:
        assert max(wins) < needed


@many
@given(any_moves())
def test_nothing_is_ever_left_undone(moves: Moves) -> None:
    """After a tick nothing is due any more, and a second tick finds nothing to do."""
    event = play(moves)
    assert event.do(a.Tick(by=ANN, through=event.now - timedelta(seconds=1))) == ()


@many
@given(any_moves())
def test_the_index_of_deadlines_never_forgets(moves: Moves) -> None:
    event = Event()
    event.begin()
    index, fresh = DueIndex(), DueIndex()
    index.rebuild(event.state)
    for seconds, move in moves:
        known = len(event.entries)
        event.wait(seconds)
        try:
            event.do(move)  # type: ignore[arg-type]  # the strategies build acts
        except Refusal as refusal:
            event.entries.extend(refusal.keep)
        index.update(event.state, touched(event.entries[known:], event.state))
        fresh.rebuild(event.state)
        assert index.earliest() == fresh.earliest()


SWAP = {ANN: BOB, BOB: ANN}


@many
@given(any_moves())
def test_the_order_of_two_names_at_a_table_changes_nothing(moves: Moves) -> None:
    """What the clocks do is symmetric: seats exchanged, everything else comes out the same."""
    timed = [move for move in moves if isinstance(move[1], a.SeeLeaving | a.SeePerson | a.PressReady)]
    one, other = Event(), Event()
    one.dice.faces, other.dice.faces = [1] * 9, [2] * 9
    one.begin((ANN, BOB))
    other.begin((BOB, ANN))
    for seconds, move in timed:
        for event in (one, other):
            event.wait(seconds)
            act = a.PressReady(by=move.by, dice=event.dice) if isinstance(move, a.PressReady) else move
            with suppress(Refusal):
                event.do(act)  # type: ignore[arg-type]  # the strategies build acts
    for event in (one, other):
        event.wait(1200)
    for player in (ANN, BOB):
        mine = [(p.infraction, p.level, p.due_at) for p in one.state.penalties_of(player)]
        theirs = [(p.infraction, p.level, p.due_at) for p in other.state.penalties_of(player)]
        assert mine == theirs
        assert one.match().side_of(player).wins == other.match().side_of(player).wins
    assert (one.match().result is None) == (other.match().result is None)


def test_every_kind_of_entry_is_folded() -> None:
    unknown = [
        cls.kind
        for cls in e.KINDS.values()
        if cls not in FOLDS
        and cls not in MATCH_FOLDS
        and cls not in (e.TournamentOpened, e.StandingSet, e.AccountsTied, e.AccountsUntied)
    ]  # the first begins an event, the others belong to none
    assert unknown == []
