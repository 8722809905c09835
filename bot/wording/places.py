"""The first places, for the line that ends an event; nothing where results are not public (0.7)."""

from __future__ import annotations

from bot.wording.scene import Scene
from cogs.speech import DOT
from rules.rows import coming_row
from rules.settings import publishes
from rules.standings import of_event

_SHOWN = 3
"""So many places are named after Swiss rounds; `!standings` has the rest."""

_MOST = 8
"""No more people than this, however many share a place."""

_SECOND = 2


def places(scene: Scene) -> str:
    """`ann has won, bob is second.` after a playoff, else the first of the standings; with where the others are."""
    state = scene.state
    if state.round is None or not publishes(state.keys, "results"):
        return ""
    row = coming_row(state)
    placings = of_event(state)
    winner = row.slots[0] if row is not None and len(row.slots) == 1 else None
    if winner is None:
        best = [placing for placing in placings if placing.rank <= _SHOWN][:_MOST]
        first = [f"{placing.rank} {scene.name(placing.player)}" for placing in best]
        return f"{DOT.join(first)}. !standings has every place. "
    seconds = [placing.player for placing in placings if placing.rank == _SECOND]
    second = f", {scene.name(seconds[0])} is second" if len(seconds) == 1 else ""
    return f"{scene.name(winner)} has won{second}. !standings has every place. "
