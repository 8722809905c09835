"""What the coordinator says next between two rounds: only words that work there."""

from __future__ import annotations

from rules.playoff import is_decided
from rules.programme import announced_cut, is_single_elimination, rounds_known, rounds_left
from rules.tournament import Tournament


def following(state: Tournament) -> str:
    """`!pair`, `!cut 8` or `!end`; all that fit where nobody has announced how it goes on."""
    if state.bracket is not None:
        return "!end" if is_decided(state) else "!pair"
    if is_single_elimination(state) or rounds_left(state):
        return "!pair"
    if cut := announced_cut(state):
        return f"!cut {cut}"
    if not rounds_known(state):
        return "!pair, or !end"
    return "!end" if state.keys.get("stages") == "swiss" else "!cut <players>, or !end"
