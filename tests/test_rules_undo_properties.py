"""Whatever is paired, begun, closed, cut, dropped, entered late and taken back, in whatever order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import acts as a
from rules import entries as e
from rules.codec import decode, encode
from rules.deadlines import DueIndex, touched
from rules.entries import PersonId, Role
from rules.facts import replace
from rules.fold import fold
from rules.frozenmap import FrozenMap
from rules.pairing import Proposal, contenders
from rules.refusals import Refusal
from rules.standings import MatchResult, of_event, swiss_results
from rules.tournament import Tournament
from tests.playing import COORDINATOR, HEAD_JUDGE
from tests.swissplay import Swiss, person, swiss_proposal

ORGANISERS = st.sampled_from([COORDINATOR, COORDINATOR, HEAD_JUDGE])
SOMEBODY = st.integers(0, 8).map(person)
SECONDS = st.sampled_from([0, 1, 30, 300, 3600])

Move = tuple[int, Callable[[Swiss], a.Act]]


def _pair(by: PersonId) -> Callable[[Swiss], a.Act]:
    nobody = Proposal(contenders=(), seed="", pairs=())
    return lambda event: a.PairSwiss(
        by=by, proposal=swiss_proposal(event.state) if contenders(event.state) else nobody
    )


def _close(by: PersonId) -> Callable[[Swiss], a.Act]:
    def make(event: Swiss) -> a.Act:
        if event.state.round is not None and event.state.round.runs:
            for match in event.state.open_tables:
                event.set_result(match.table, (2, 0, 0))
        return a.CloseRound(by=by)

    return make


def _register(by: PersonId, player: PersonId) -> Callable[[Swiss], a.Act]:
    return lambda event: a.Register(by=by, player=player, name=player.removeprefix("nick:"))


def _correct(table: int, first: int) -> Callable[[Swiss], a.Act]:
    return lambda event: a.SetResult(
        by=HEAD_JUDGE, round=1, table=table, first=first, second=2 - first, draws=0, why="told"
    )


ACTS: st.SearchStrategy[Callable[[Swiss], a.Act]] = st.one_of(
    st.builds(_pair, ORGANISERS),
    st.builds(_pair, ORGANISERS),
    st.builds(lambda by: lambda event: a.BeginRound(by=by, dice=event.dice), ORGANISERS),
    st.builds(_close, ORGANISERS),
    st.builds(lambda by: lambda event: a.CutToPlayoff(by=by), ORGANISERS),
    st.builds(lambda by: lambda event: a.PairBracket(by=by, seed="x"), ORGANISERS),
    st.builds(lambda who: lambda event: a.Drop(by=who), SOMEBODY),
    st.builds(lambda who: lambda event: a.AnswerYes(by=who, dice=event.dice), SOMEBODY),
    st.builds(lambda by, who: lambda event: a.DropPlayer(by=by, player=who), ORGANISERS, SOMEBODY),
    st.builds(_register, ORGANISERS, SOMEBODY),
    st.builds(_correct, st.integers(1, 4), st.sampled_from([0, 2])),
    st.builds(lambda who: lambda event: a.PressReady(by=who, dice=event.dice), SOMEBODY),
    st.builds(
        lambda by, who: lambda event: a.NameStaff(by=by, role=Role.JUDGE, person=who, name="x"),
        ORGANISERS,
        st.just(PersonId("nick:eve")),
    ),
    st.builds(lambda by: lambda event: a.ChangeSettings(by=by, keys={"round": "60m"}), ORGANISERS),
    st.builds(lambda by: lambda event: a.Undo(by=by), ORGANISERS),
    st.builds(lambda by: lambda event: a.Undo(by=by), ORGANISERS),
    st.builds(lambda by: lambda event: a.Undo(by=by), ORGANISERS),
)
MOVES = st.lists(st.tuples(SECONDS, ACTS), max_size=40)


def played(moves: list[Move]) -> Swiss:
    """The event after these; what is refused changes nothing."""
    event = Swiss(7, keys={"rounds": "3", "stages": "swiss+top4"})
    index = DueIndex()
    index.rebuild(event.state)
    for seconds, make in moves:
        before = len(event.entries)
        if seconds:
            event.wait_until(event.now + timedelta(seconds=seconds))
        with suppress(Refusal):
            event.do(make(event))
        index.update(event.state, touched(event.entries[before:], event.state))
        fresh = DueIndex()
        fresh.rebuild(event.state)
        assert index.earliest() == fresh.earliest()
        check_round(event)
    return event


def check_round(event: Swiss) -> None:
    """Nobody sits at two tables, nobody who had left was paired, and points come from results alone."""
    state = event.state
    current = state.round
    seated = Counter(player for match in state.matches.values() for player in match.players)
    seated.update(current.byes if current is not None else ())
    assert set(seated.values()) <= {1}
    assert dict(state.seats.items()) == {
        player: table for table, match in state.matches.items() for player in match.players
    }
    results = list(swiss_results(state))
    worth = state.book.points
    given_out = sum(_points(result, worth.win, worth.draw) for result in results)
    assert sum(placing.points for placing in of_event(state)) == given_out
    met = Counter((result.round, player) for result in results for player in (result.player1, result.player2))
    assert all(times == 1 for (_, player), times in met.items() if player is not None)
    assert state.playing == sum(player.plays for player in state.players.values())


def _points(result: MatchResult, win: int, draw: int) -> int:
    match result.ended:
        case e.Outcome.DRAW:
            return 2 * draw
        case e.Outcome.DOUBLE_LOSS | e.Outcome.UNPLAYED:
            return 0
        case _:
            return win


@settings(max_examples=150, deadline=None)
@given(moves=MOVES)
def test_everybody_is_paired_once_and_a_replay_gives_the_same(moves: list[Move]) -> None:
    event = played(moves)
    written = [(type(entry).kind, entry.at, json.loads(json.dumps(encode(entry)))) for entry in event.entries]
    again = fold(decode(kind, at, body) for kind, at, body in written)
    assert again == event.state
    assert of_event(again) == of_event(event.state)


@settings(max_examples=100, deadline=None)
@given(moves=MOVES, act=ACTS, by=ORGANISERS)
def test_what_is_taken_back_at_once_leaves_everything_as_it_was(
    moves: list[Move], act: Callable[[Swiss], a.Act], by: PersonId
) -> None:
    event = played(moves)
    made = act(event)
    before = event.state
    with suppress(Refusal):
        event.do(made)
        if isinstance(made, a.Undo) or event.state.changes == before.changes or _is_anew(before, made):
            return
        event.do(a.Undo(by=made.by))
        if isinstance(made, a.DropPlayer | a.CloseRound):
            assert _people(event.state) == _people(before)  # a match that goes on has its time given back
        else:
            assert _without_memory(event.state) == _without_memory(before)


def _is_anew(before: Tournament, made: a.Act) -> bool:
    """A pairing that replaces another one, which goes back to the round before."""
    paired = before.round is not None and before.round.begun_at is None
    return paired and isinstance(made, a.PairSwiss | a.PairBracket)


def _people(state: Tournament) -> object:
    """Who plays, where, and whether with a result."""
    over = {table: match.is_over for table, match in state.matches.items()}
    return dict(state.players.items()), dict(state.seats.items()), over, state.playing


def _without_memory(state: Tournament) -> Tournament:
    """All but what can be taken back, and who is known by which name."""
    return replace(state, changes=(), undone=FrozenMap(), names=FrozenMap(), present=FrozenMap(), no_shows=())


@settings(max_examples=60, deadline=None)
@given(moves=MOVES)
def test_a_pairing_takes_in_everybody_who_plays(moves: list[Move]) -> None:
    event = played(moves)
    with suppress(Refusal):
        event.do(_pair(COORDINATOR)(event))
        current = event.state.round
        assert current is not None
        there = {player.id for player in event.state.players.values() if player.plays and not player.dropping}
        assert {*event.state.seats, *current.byes} == there
