"""Pairing a Swiss round: who is to be paired, what a proposal is, and whether it may stand (OG-R36).

How it works. `contenders` reads from the event who plays on, with what points and after which opponents. They are
`ranked` by points, and within equal points by lot: the seed comes with the act, so that neither a name nor the order of
registration decides. Somebody else finds the pairing (see `rules.swiss`) and hands it in as a `Proposal`, together with
the contenders it was made for. `fault_in` says why a proposal may not stand.

Why so. To find the best pairing takes long, to check one takes little: so the search is done elsewhere, and the rules
trust nobody. If the event has moved meanwhile its contenders are others than those of the proposal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from rules.entries import PersonId
from rules.standings import records, rest_on_the_same, swiss_results
from rules.swiss import Drawing, Place, next_for_bye

if TYPE_CHECKING:
    from rules.tournament import Tournament

EXACT = 12
"""Up to so many players every way to pair them is tried, to see whether a rematch was needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """Somebody who is to be paired. `met` are earlier opponents in Swiss rounds, each as often as met."""

    player: PersonId
    points: int
    met: tuple[PersonId, ...] = ()
    byes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A pairing that somebody has found for these contenders, ranked with this seed. Table n is `pairs[n-1]`."""

    contenders: tuple[Contender, ...]
    seed: str
    pairs: tuple[tuple[PersonId, PersonId], ...]
    bye: PersonId | None = None
    state: Tournament | None = field(default=None, compare=False, repr=False)
    """What the contenders were read from, so that nothing is reckoned twice where nothing has moved."""

    def is_for(self, state: Tournament) -> bool:
        """Whether the contenders of this event are still those of the proposal."""
        if self.state is not None and rest_on_the_same(self.state, state):
            return True
        return contenders(state) == self.contenders

    @property
    def rematches(self) -> int:
        """How many of the pairs have met before."""
        met = {contender.player: contender.met for contender in self.contenders}
        return sum(second in met.get(first, ()) for first, second in self.pairs)


# --- who is to be paired --------------------------------------------------------------------------


def contenders(state: Tournament) -> tuple[Contender, ...]:
    """Everybody who plays on, with what is known of the Swiss rounds so far; in no order that means anything."""
    kept = records(swiss_results(state), state.book.points)
    byes = Counter(bye.player for bye in state.byes)
    return tuple(
        Contender(
            player=player.id,
            points=kept[player.id].points if player.id in kept else 0,
            met=kept[player.id].opponents if player.id in kept else (),
            byes=byes[player.id],
        )
        for player in sorted(state.players.values(), key=lambda player: player.id)
        if player.plays and not player.dropping
    )


# --- the proposal ---------------------------------------------------------------------------------


def ranked(everybody: Sequence[Contender], seed: str) -> tuple[Contender, ...]:
    """From the top: by points, and within equal points by lot."""
    return tuple(sorted(everybody, key=lambda one: (-one.points, lot(one.player, seed), one.player)))


def lot(player: PersonId, seed: str) -> int:
    """This player's number out of 2**64 in the pairing of this seed."""
    return int.from_bytes(sha256(f"{seed}:{player}".encode()).digest()[:8])


def by_lot(players: Iterable[PersonId], seed: str) -> tuple[PersonId, ...]:
    """The players in an order that only the seed decides."""
    return tuple(sorted(players, key=lambda player: (lot(player, seed), player)))


def places(standing: Sequence[Contender], seed: str) -> tuple[Place, ...]:
    """The ranked contenders in numbers. Earlier opponents who are out of the event are left away."""
    number = {contender.player: place for place, contender in enumerate(standing)}
    return tuple(
        Place(
            points=one.points,
            met=tuple(number[other] for other in one.met if other in number),
            byes=one.byes,
            lot=lot(one.player, seed),
        )
        for one in standing
    )


def proposal(
    everybody: tuple[Contender, ...], seed: str, drawing: Drawing, state: Tournament | None = None
) -> Proposal:
    """The drawing of the ranked contenders of this event, as a proposal. Table 1 has the highest place."""
    standing = ranked(everybody, seed)
    return Proposal(
        contenders=everybody,
        seed=seed,
        pairs=tuple((standing[one].player, standing[other].player) for one, other in drawing.pairs),
        bye=None if drawing.bye is None else standing[drawing.bye].player,
        state=state,
    )


# --- whether it may stand -------------------------------------------------------------------------


def fault_in(proposed: Proposal) -> str:
    """Why this pairing of its contenders may not stand, in words that follow "these pairs cannot be"; or nothing."""
    everybody = {contender.player: contender for contender in proposed.contenders}
    seats = [player for pair in proposed.pairs for player in pair]
    seats += [] if proposed.bye is None else [proposed.bye]
    if sorted(seats) != sorted(everybody):
        return "not everybody is in them once"
    if (proposed.bye is None) != (len(everybody) % 2 == 0):
        return "a bye is for an odd number of players"
    if proposed.bye is not None:
        return _fault_in_bye(proposed, everybody[proposed.bye])
    if proposed.rematches and can_avoid_rematches(proposed.contenders):
        return "a rematch can be avoided"
    return ""


def _fault_in_bye(proposed: Proposal, given: Contender) -> str:
    """The bye is for the lowest of those with the fewest, unless that would force a rematch."""
    everybody = proposed.contenders
    numbers = next_for_bye([Place(points=one.points, byes=one.byes) for one in everybody])
    entitled = [everybody[number] for number in numbers]
    if given not in entitled:
        return "the bye is for somebody who had fewer"
    rivals = entitled if proposed.rematches else [one for one in entitled if one.points < given.points]
    if any(can_avoid_rematches([one for one in everybody if one != rival]) for rival in rivals):
        return "with the bye for another there is no rematch, or it goes to a lower one"
    return ""


def can_avoid_rematches(standing: Sequence[Contender]) -> bool:
    """Whether these can certainly be paired without a rematch. Exact for few, and careful for many.

    If everybody has half of all players or more to meet, all can be paired (Dirac); with few every way is tried.
    """
    met = [set(one.met) for one in standing]
    open_to = [
        [other for other, rival in enumerate(standing) if other != one and rival.player not in met[one]]
        for one in range(len(standing))
    ]
    if all(2 * len(others) >= len(standing) for others in open_to):
        return True
    return len(standing) <= EXACT and _can_pair(frozenset(range(len(standing))), open_to)


def _can_pair(free: frozenset[int], open_to: Sequence[Sequence[int]]) -> bool:
    """Whether all who are free can be paired; begins with whoever has the fewest opponents left."""
    if not free:
        return True
    one = min(free, key=lambda player: (len(free.intersection(open_to[player])), player))
    return any(_can_pair(free - {one, other}, open_to) for other in free.intersection(open_to[one]))
