"""Garbage: how often Python looks for circles among what the bot holds.

The state of an event is hundreds of thousands of small facts that point one way; each is freed when nobody holds it.
To look through all of them for circles finds nothing and stops the loop for a fifth of a second, in the very moment
when the most is due.
"""

from __future__ import annotations

import gc

YOUNG = 10_000
"""After so many new objects those are looked through; a few milliseconds."""

_MIDDLE, _ALL = 20, 1000


def look_seldom() -> None:
    """Look no more at what is there now; at what is new, in larger portions."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, _MIDDLE, _ALL)
