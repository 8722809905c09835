"""Packing: a long answer in as few lines as hold it, no item cut."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.speech import DOT

ROOM = 360
"""Characters of one line of a list."""


def pack(items: Iterable[str]) -> list[list[str]]:
    """As many items as fit into each line, the last lines filled as the first ones are."""
    packed: list[list[str]] = [[]]
    length = 0
    for words in items:
        if packed[-1] and length + len(words) > ROOM:
            packed.append([])
            length = 0
        packed[-1].append(words)
        length += len(words) + len(DOT)
    return packed
