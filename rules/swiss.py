"""The weights of a Swiss pairing: what makes one better than another, and the search for the best.

How it works. Players stand in places, the first at the top; every two of them make a possible pair that costs
something, and a matching of least cost is the pairing. What costs more is never bought by what costs less: first
rematches, then the points of who gets the bye, then differences in points, squared so that one long way down is dearer
than two short ones, and last the lot. A matching is found by whoever calls: `match` comes in from outside.

Why so. With all possible pairs a large event would take minutes, and nearly all of them are useless: at first only
neighbours within a window are looked at. If they cannot all be paired without a rematch the window grows, to everybody
at last. So no rematch is made while one can be avoided, and only then are rematches allowed.

Places are numbers, so that this module needs nothing of an event and runs anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

WINDOWS = (12, 48, 192)
"""How many places below a player opponents are looked for, before everybody is."""

LOT_BITS = 8
_LOT = 1 << LOT_BITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A player as the pairing sees one. `met` are the places of earlier opponents, each as often as met.

    `lot` is this player's number out of 2**64, drawn for this pairing.
    """

    points: int
    met: tuple[int, ...] = ()
    byes: int = 0
    lot: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Who plays whom, by place, the higher place first and from the top; and whose is the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


Edge = tuple[int, int, int]
"""Two places and a weight; the place behind the last is the bye."""

Match = Callable[[int, Sequence[Edge]], Iterable[tuple[int, int]]]
"""Of so many nodes and these edges: the largest matching, and among those the heaviest."""


def draw(places: Sequence[Place], match: Match) -> Drawing:
    """Pair everybody. With an odd number one of those with the fewest byes gets the bye."""
    for window in (*(w for w in WINDOWS if w < len(places)), len(places)):
        drawing = _drawn(places, match, window, rematches=False)
        if drawing is not None and (window == len(places) or _is_bye_at_the_bottom(places, drawing)):
            return drawing
    drawing = _drawn(places, match, len(places), rematches=True)
    if drawing is None:
        raise ValueError("the matching leaves players without an opponent")
    return drawing


def next_for_bye(places: Sequence[Place]) -> list[int]:
    """The places that the bye can go to: those with the fewest."""
    fewest = min(place.byes for place in places)
    return [number for number, place in enumerate(places) if place.byes == fewest]


def _is_bye_at_the_bottom(places: Sequence[Place], drawing: Drawing) -> bool:
    if drawing.bye is None:
        return True
    lowest = min(places[number].points for number in next_for_bye(places))
    return places[drawing.bye].points == lowest


def _drawn(places: Sequence[Place], match: Match, window: int, *, rematches: bool) -> Drawing | None:
    """The best pairing with opponents from the window; None where somebody is left over."""
    nodes = len(places) + len(places) % 2
    costs = list(_costs(places, window, rematches=rematches))
    dearest = max((cost for _, _, cost in costs), default=0)
    found = match(nodes, [(one, other, dearest + 1 - cost) for one, other, cost in costs])
    pairs = sorted((min(pair), max(pair)) for pair in found)
    if 2 * len(pairs) < nodes:
        return None
    bye = next((one for one, other in pairs if other == len(places)), None)
    return Drawing(pairs=tuple(pair for pair in pairs if pair[1] < len(places)), bye=bye)


def _costs(places: Sequence[Place], window: int, *, rematches: bool) -> Iterator[Edge]:
    """The possible pairs with what they cost."""
    count = len(places)
    spread = max(place.points for place in places) - min(place.points for place in places)
    per_gap = _LOT * (count + 1)  # more than all lots together
    per_bye = per_gap * (count * spread * spread + 1)
    per_rematch = per_bye * (spread + 1) * 2
    for one, place in enumerate(places):
        times = Counter(place.met)
        for other in range(one + 1, min(count, one + 1 + window)):
            met = times[other]
            if met and not rematches:
                continue
            gap = place.points - places[other].points
            lot = (place.lot * places[other].lot >> 32) % _LOT
            yield one, other, met * per_rematch + gap * gap * per_gap + lot
    if count % 2:
        open_to = next_for_bye(places)
        lowest = min(places[number].points for number in open_to)
        for one in open_to[-window:]:
            lot = (places[one].lot >> 32) % _LOT
            yield one, count, (places[one].points - lowest) * per_bye + lot
