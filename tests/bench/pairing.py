"""P1: the round of a large event is paired, by the product's own service beside a bare library."""

from __future__ import annotations

from pathlib import Path

from tests.bench.children import measured
from tests.bench.figures import Comparison, Figure
from tests.bench.size import Size

CAPS_S = {1024: 0.5, 4096: 5.0}
"""What is aimed at for so many players, in seconds."""
STALL_MS = 50


def one_round(size: Size, folder: Path) -> list[Figure]:
    """P1: a round after six played. Raises RuntimeError when somebody is left over or meets an opponent again."""
    found: list[Figure] = []
    for players in size.paired_players:
        ours = [measured("swissround", "ours", players) for _ in range(size.rounds_of_pairings)]
        floor = [measured("swissround", "floor", players) for _ in range(size.rounds_of_pairings)]
        for each in (*ours, *floor):
            if each["rematches"] or each["left_over"]:
                raise RuntimeError(f"{players} players: {each}")
        both = Comparison(part="P1", ours=ours, floor=floor)
        what = f"{players} players after six rounds"
        cap = CAPS_S.get(players)
        found += [
            both.figure("paired_s", f"{what}: paired and decided", "s", cap=cap),
            both.figure(
                "stall_ms", f"{what}: longest stall of the loop", "ms", cap=STALL_MS if cap else None
            ),
        ]
    return found
