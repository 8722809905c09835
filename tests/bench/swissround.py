"""One measurement of P1 (`ours` or `floor`, players): a process that pairs a seventh round.

Ours is what `!pair` costs between the word and the scorebook: contenders, the search in another process, the decision.
The floor is the library alone, on the same places with opponents from a window of 24, in a thread of the loop.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from time import perf_counter

import rustworkx

from bot import books
from bot.matching import best
from bot.pairing import SearchElsewhere
from rules import entries as e
from rules.acts import Act, PairSwiss
from rules.decide import decide
from rules.fold import apply, fold
from rules.pairing import Contender, contenders, places, proposal, ranked
from rules.recorder import Recorder
from rules.rounds import to_be_paired
from rules.rulebook import to_data
from rules.swiss import Place
from rules.tournament import Tournament
from tests.bench.children import tell
from tests.bench.figures import Measures
from tests.bench.stalls import Watch

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
COORDINATOR = e.PersonId("nick:tess")
PLAYED = 6
WINDOW = 24
SEED = "bench"


def after_six_rounds(players: int) -> Tournament:
    """An event of so many, with results by chance."""
    chance = random.Random(1)
    state = fold(_entered(players))
    for number in range(1, PLAYED + 1):
        everybody = contenders(state)
        drawn = proposal(everybody, SEED, best(_places(everybody)))
        state = apply(state, e.RoundPaired(at=AT, round=number, by=COORDINATOR, pairs=drawn.pairs))
        state = apply(state, e.RoundBegun(at=AT, round=number, by=COORDINATOR, late_from=AT, ends_at=None))
        for table, (first, second) in enumerate(drawn.pairs, 1):
            state = apply(state, _result(number, table, first, second, first_wins=chance.random() < 0.5))
        state = apply(state, e.RoundClosed(at=AT, round=number, by=COORDINATOR))
    return state


def _entered(players: int) -> list[e.Entry]:
    book = to_data(books.load("ogaming"))
    return [
        e.TournamentOpened(
            at=AT,
            name="Bench",
            by=COORDINATOR,
            by_name="tess",
            rulebook=book,
            tournament_kind="challenge",
            rel="1",
            round_limit=timedelta(minutes=50),
            keys={"rounds": "20"},
        ),
        e.StaffNamed(at=AT, role=e.Role.COORDINATOR, person=COORDINATOR, name="tess"),
        *(
            e.PlayerRegistered(at=AT, player=e.PersonId(f"nick:p{number}"), name=f"p{number}")
            for number in range(players)
        ),
    ]


def _result(
    number: int, table: int, first: e.PersonId, second: e.PersonId, *, first_wins: bool
) -> e.MatchFinished:
    return e.MatchFinished(
        at=AT,
        round=number,
        table=table,
        player1=first,
        player2=second,
        wins1=2 if first_wins else 0,
        wins2=0 if first_wins else 2,
        draws=0,
        outcome=e.Outcome.PLAYER1 if first_wins else e.Outcome.PLAYER2,
        how=e.HowMatch.GAMES,
    )


async def ours(state: Tournament) -> Measures:
    """As the service does it."""
    asked = Act(by=COORDINATOR)
    async with Watch() as watch:
        began = perf_counter()
        everybody = await asyncio.to_thread(to_be_paired, Recorder(state, AT), asked)
        standing = await asyncio.to_thread(_places, everybody)
        drawing = await SearchElsewhere()(standing)
        found = await asyncio.to_thread(proposal, everybody, SEED, drawing, state)
        decide(state, PairSwiss(by=COORDINATOR, proposal=found), AT)
        took_s = perf_counter() - began
    return _measures(standing, drawing.pairs, took_s, watch)


async def floor(state: Tournament) -> Measures:
    """The library, with the weights of this service and a window of its own."""
    standing = _places(contenders(state))
    async with Watch() as watch:
        began = perf_counter()
        pairs = await asyncio.to_thread(_matched, standing)
        took_s = perf_counter() - began
    return _measures(standing, pairs, took_s, watch)


def _places(everybody: Sequence[Contender]) -> tuple[Place, ...]:
    return places(ranked(everybody, SEED), SEED)


def _matched(standing: Sequence[Place]) -> list[tuple[int, int]]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(standing)))
    graph.add_edges_from(
        [
            (one, other, 10_000_000 - (standing[one].points - standing[other].points) ** 2 * 1000 - other % 7)
            for one in range(len(standing))
            for other in range(one + 1, min(len(standing), one + 1 + WINDOW))
            if other not in standing[one].met
        ]
    )
    return list(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def _measures(
    standing: Sequence[Place], pairs: Sequence[tuple[int, int]], took_s: float, watch: Watch
) -> Measures:
    return {
        "paired_s": took_s,
        "stall_ms": watch.longest_ms,
        "rematches": sum(other in standing[one].met for one, other in pairs),
        "left_over": len(standing) - 2 * len(pairs),
    }


if __name__ == "__main__":
    _, which, players = sys.argv
    tell(asyncio.run({"ours": ours, "floor": floor}[which](after_six_rounds(int(players)))))
