"""Single elimination: seeds, who meets whom, who goes on.

A bracket is a row of slots, its length a power of two; neighbours meet, the winner takes the slot of the pair in a
row half as long. The seeds stand so that the first two can only meet in the final, the first four in the semi-finals
and so on (1 v 8, 4 v 5, 2 v 7, 3 v 6). An empty slot lets the neighbour go on without a match: where seeds are
missing, or somebody is out. Nobody is promoted into it (2.1; IPG 1.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.entries import Outcome, PersonId, Stage
from rules.match import Match

Slots = tuple[PersonId | None, ...]

PAIR = 2
"""The slots of a final."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """A playoff. `slots` is the row that meets in `round`; round 0: the first row, not paired yet.

    `before` is the row before it, from which it follows.
    """

    seeds: tuple[PersonId, ...]
    slots: Slots
    round: int = 0
    before: Bracket | None = None

    @property
    def is_final(self) -> bool:
        """The row that meets is the last one (2.2: never timed)."""
        return len(self.slots) == PAIR

    @property
    def stage(self) -> Stage:
        return Stage.FINAL if self.is_final else Stage.PLAYOFF


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """A row of the bracket as a round: who meets, the better seed first, and who goes on without a match."""

    pairs: tuple[tuple[PersonId, PersonId], ...]
    walkovers: tuple[PersonId, ...]


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds in the order of their slots, for a row of `size` (a power of two): 1, 8, 4, 5, 2, 7, 3, 6."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        both = 2 * len(order) + 1
        order = tuple(seed for better in order for seed in (better, both - better))
    return order


def first_row(seeds: Sequence[PersonId]) -> Slots:
    """The first row for these seeds, the best first. Missing seeds are empty slots, which the best ones meet."""
    size = PAIR
    while size < len(seeds):
        size *= 2
    return tuple(seeds[seed - 1] if seed <= len(seeds) else None for seed in seed_order(size))


def made(seeds: Sequence[PersonId]) -> Bracket:
    """The bracket of these seeds, nothing of it paired."""
    return Bracket(seeds=tuple(seeds), slots=first_row(seeds))


def meetings(bracket: Bracket, out: frozenset[PersonId] = frozenset()) -> Meetings:
    """The row as a round. `out` are those who have left: their slots are empty."""
    seed = {player: place for place, player in enumerate(bracket.seeds)}
    pairs, walkovers = [], []
    for both in _neighbours(bracket.slots):
        there = sorted(
            (p for p in both if p is not None and p not in out), key=lambda p: seed.get(p, len(seed))
        )
        if len(there) == PAIR:
            pairs.append((there[0], there[1]))
        else:
            walkovers += there
    return Meetings(pairs=tuple(pairs), walkovers=tuple(walkovers))


def next_row(bracket: Bracket, matches: Mapping[int, Match], out: frozenset[PersonId]) -> Slots:
    """The row after this one, from the matches of its round; empty where both have lost or are out.

    A match that was never played because one finalist dropped (3.6) sends the other on.
    """
    by_players = {frozenset(match.players): match for match in matches.values()}
    row: list[PersonId | None] = []
    for first, second in _neighbours(bracket.slots):
        match = by_players.get(frozenset(player for player in (first, second) if player is not None))
        if match is not None:
            row.append(winner_of(match, out))
        else:
            row.append(next((p for p in (first, second) if p is not None and p not in out), None))
    return tuple(row)


def winner_of(match: Match, out: frozenset[PersonId] = frozenset()) -> PersonId | None:
    """Who goes on from a match with a result; None when nobody does."""
    if match.result is None:
        return None
    match match.result.outcome:
        case Outcome.PLAYER1:
            return match.players[0]
        case Outcome.PLAYER2:
            return match.players[1]
        case Outcome.UNPLAYED:
            return next((player for player in match.players if player not in out), None)
        case _:
            return None


def _neighbours(slots: Slots) -> list[tuple[PersonId | None, PersonId | None]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def round_name(slots: int) -> str:
    """What a row is called: final, semi-finals, quarter-finals, round of 16."""
    return {PAIR: "final", 4: "semi-finals", 8: "quarter-finals"}.get(slots, f"round of {slots}")
