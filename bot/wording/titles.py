"""Titles of penalties: what the rulebook calls them."""

from __future__ import annotations

from rules.infractions import Level
from rules.rulebook import Rulebook

_LEVELS = frozenset(Level)


def title(book: Rulebook, level: str) -> str:
    """A penalty as the rulebook calls it: `Game Loss`."""
    rung = book.rung(Level(level)) if level in _LEVELS else None
    return rung.title if rung else level.replace("_", " ").title()
