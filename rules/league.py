"""The league's own scorebook: what belongs to no event. So far: flips and rolls outside events.

The same two functions as for a tournament: `league_apply` folds, `league_decide` decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rules import entries as e
from rules import refusals as r
from rules.acts import Act, FlipCoin, RollDice
from rules.drawing import decides_a_match, flipped, rolled
from rules.facts import replace
from rules.frozenmap import FrozenMap


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """What is true of the league outside its events."""

    draws: FrozenMap[int, e.CoinFlipped | e.DiceRolled] = field(default_factory=FrozenMap)
    last_draw: int = 0


def league_apply(state: League, entry: e.Entry) -> League:
    """The league after one more entry. Raises TypeError for an entry that belongs to an event."""
    if not isinstance(entry, e.CoinFlipped | e.DiceRolled):
        raise TypeError(f"{entry.kind} does not belong to the league")
    return replace(state, draws=state.draws.put(entry.number, entry), last_draw=entry.number)


def league_decide(state: League, act: Act, now: datetime) -> tuple[tuple[e.Entry, ...], League]:
    """The entries of a flip or roll outside any event, and the league after them."""
    entry: e.CoinFlipped | e.DiceRolled
    number = state.last_draw + 1
    match act:
        case FlipCoin():
            if decides_a_match(act.words):
                raise r.FlipForbidden
            entry = flipped(act, number=number, at=now)
        case RollDice():
            entry = rolled(act, number=number, at=now)
        case _:
            raise TypeError(f"{type(act).__name__} is no act of the league")
    return (entry,), league_apply(state, entry)
