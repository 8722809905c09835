"""Swiss events for tests: whole ones, decided by the real rules and played by chance from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

from bot.matching import best
from rules import acts as a
from rules.entries import PersonId, RoundPaired
from rules.pairing import Proposal, contenders, places, proposal, ranked
from rules.tournament import Tournament
from tests.playing import COORDINATOR, HEAD_JUDGE, Event


def swiss_proposal(state: Tournament, seed: str = "lot") -> Proposal:
    """The pairing that the service would propose, found in this process."""
    everybody = contenders(state)
    return proposal(everybody, seed, best(places(ranked(everybody, seed), seed)), state)


def person(number: int) -> PersonId:
    """The player of this number."""
    return PersonId(f"nick:p{number:02}")


class Swiss(Event):
    """An event of so many players. `chance` decides its matches."""

    def __init__(self, players: int, *, seed: int = 0, keys: dict[str, str] | None = None) -> None:
        super().__init__([person(number) for number in range(players)], keys=keys, formalities_met=True)
        self.chance = random.Random(seed)

    def pair_swiss(self, seed: str | None = None) -> RoundPaired:
        """Pair the next round; returns how."""
        lot = str(self.chance.random()) if seed is None else seed
        (paired,) = self.do(a.PairSwiss(by=COORDINATOR, proposal=swiss_proposal(self.state, lot)))
        assert isinstance(paired, RoundPaired)
        return paired

    def begin_round(self) -> None:
        """A minute later the clock runs."""
        self.now += timedelta(minutes=1)
        self.do(a.BeginRound(by=COORDINATOR, dice=self.dice))

    def play_round(self, scores: Sequence[tuple[int, int, int]] = ()) -> None:
        """Every table gets a result, by these scores and then by chance; the round is closed."""
        given = list(scores)
        for table in sorted(self.state.matches):
            if not self.state.matches[table].is_over:
                score = given.pop(0) if given else self.chance.choice(_SCORES)
                self.set_result(table, score)
        self.do(a.CloseRound(by=COORDINATOR))

    def set_result(self, table: int, score: tuple[int, int, int], round_number: int | None = None) -> None:
        first, second, draws = score
        self.do(
            a.SetResult(
                by=HEAD_JUDGE,
                table=table,
                first=first,
                second=second,
                draws=draws,
                why="told",
                round=round_number,
            )
        )

    def round(self, scores: Sequence[tuple[int, int, int]] = ()) -> RoundPaired:
        """A whole round; returns how it was paired."""
        paired = self.pair_swiss()
        self.begin_round()
        self.play_round(scores)
        return paired


_SCORES = ((2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0))
