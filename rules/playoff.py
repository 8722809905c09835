"""The playoff: the cut to the best, and the rounds of their bracket (2.1, 2.2, 3.6, OG-R18).

`!cut` takes the first of the standings as seeds; an event of single elimination draws its seeds by lot at the first
`!pair`. From then on every round follows from the bracket: who has won meets who has won beside them, and whoever is
out leaves an empty slot. What has begun stays as it was paired, even if a result before it is corrected later.
"""

from __future__ import annotations

from rules import bracket as brackets
from rules import entries as e
from rules import refusals as r
from rules.acts import CutToPlayoff, PairBracket
from rules.authority import require_organiser
from rules.pairing import by_lot
from rules.programme import announced_cut, is_single_elimination, rounds_left
from rules.recorder import Recorder
from rules.rows import coming_row, who_left
from rules.seats import between_rounds, next_round
from rules.standings import of_event
from rules.starting import check_pairing
from rules.tournament import Tournament

FEWEST = 2
"""A playoff of fewer is none."""


def cut(rec: Recorder, act: CutToPlayoff) -> None:
    """The Swiss rounds are over; the best play on in a bracket, the first of the standings as first seed."""
    require_organiser(rec, act)
    state = between_rounds(rec)
    if state.round is None:
        raise r.NoRound
    if not state.round.is_closed:
        raise r.RoundNotBegun
    if state.bracket is not None or state.stage is not e.Stage.SWISS:
        raise r.CutAlready(seeds=len(state.bracket.seeds) if state.bracket is not None else 0)
    left = rounds_left(state)
    if left:
        raise r.RoundsLeft(played=state.round.number, left=left)
    size = _size_of_cut(state, act.size)
    there = [p.player for p in of_event(state) if state.players[p.player].plays]
    if not FEWEST <= size <= len(there):
        raise r.BadCut(size=size, players=len(there))
    rec.enter(e.PlayoffCut(at=rec.now, by=act.by, seeds=tuple(there[:size])))


def _size_of_cut(state: Tournament, named: int | None) -> int:
    """As announced, where it was; nobody may change it after the start (1.3)."""
    announced = announced_cut(state)
    if state.keys.get("stages") == "swiss":
        raise r.NoPlayoff
    if announced and named not in (None, announced):
        raise r.CutAnnounced(announced=announced)
    size = announced or named
    if size is None:
        raise r.CutWithoutSize
    plays = sum(player.plays for player in state.players.values())
    return (
        min(size, plays) if announced else size
    )  # some of those announced may have left: the best have no match


def pair_bracket(rec: Recorder, act: PairBracket) -> None:
    """Pair the next round of the bracket; in an event of single elimination draw its seeds first."""
    require_organiser(rec, act)
    state = between_rounds(rec)
    if state.bracket is None:
        if not is_single_elimination(state):
            raise r.NoSwissRounds
        seeds = by_lot([player.id for player in state.players.values() if player.plays], act.seed)
        if len(seeds) < FEWEST:
            raise r.TooFewToPair(there=len(seeds))
        check_pairing(rec, seeds, by_hand=False)
        rec.enter(e.PlayoffCut(at=rec.now, by=act.by, seeds=seeds, drawn=True))
    upcoming = coming_row(rec.state)
    if upcoming is None or len(upcoming.slots) < FEWEST:
        raise r.PlayoffOver(winner=upcoming.slots[0] if upcoming is not None else None)
    met = brackets.meetings(upcoming, who_left(state))
    rec.enter(
        e.RoundPaired(
            at=rec.now,
            round=next_round(state),
            by=act.by,
            pairs=met.pairs,
            stage=upcoming.stage,
            best_of=state.playoff_best_of,
            limit=None if upcoming.is_final else state.playoff_limit,
            slots=tuple(slot or e.NOBODY for slot in upcoming.slots),
            walkovers=met.walkovers,
        )
    )


def is_decided(state: Tournament) -> bool:
    """Whether nobody is left to be paired: there is no bracket, or it has its winner."""
    row = coming_row(state)
    return row is None or len(row.slots) < FEWEST
