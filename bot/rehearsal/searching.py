"""The search for pairings in a rehearsal: in this process, where nobody waits for the clock."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matching import best
from rules.swiss import Drawing, Place


class SearchHere:
    """Searches at once, and keeps the loop for that long."""

    async def __call__(self, places: Sequence[Place]) -> Drawing:
        return best(places)

    async def close(self) -> None:
        """Nothing is ever under way."""
