"""The weights of a Swiss pairing, held against every pairing there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.matching import best
from rules.swiss import Drawing, Place, draw, next_for_bye

EXACT = 8
"""Up to so many players every pairing is looked at."""


def every_drawing(places: Sequence[Place]) -> Iterator[Drawing]:
    """Every way to pair these, with the bye for those with the fewest."""
    everybody = frozenset(range(len(places)))
    for bye in next_for_bye(places) if len(places) % 2 else [None]:
        for pairs in _every_pairing(everybody - {bye}):
            yield Drawing(pairs=pairs, bye=bye)


def _every_pairing(free: frozenset[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not free:
        yield ()
        return
    first = min(free)
    for other in free - {first}:
        for rest in _every_pairing(free - {first, other}):
            yield ((first, other), *rest)


def worth(places: Sequence[Place], drawing: Drawing) -> tuple[int, int, int]:
    """What counts in a pairing, the weightiest first: rematches, the points of the bye, differences in points."""
    rematches = sum(places[one].met.count(other) for one, other in drawing.pairs)
    bye = 0 if drawing.bye is None else places[drawing.bye].points
    gaps = sum((places[one].points - places[other].points) ** 2 for one, other in drawing.pairs)
    return rematches, bye, gaps


@st.composite
def standings(draw_from: st.DrawFn, fewest: int, most: int) -> list[Place]:
    """Players in places, with any points, byes and earlier opponents."""
    count = draw_from(st.integers(fewest, most))
    points = sorted(draw_from(st.lists(st.integers(0, 12), min_size=count, max_size=count)), reverse=True)
    byes = draw_from(st.lists(st.integers(0, 1), min_size=count, max_size=count))
    lots = draw_from(st.lists(st.integers(0, 2**64 - 1), min_size=count, max_size=count))
    pairs = list(combinations(range(count), 2))
    have_met = draw_from(st.lists(st.sampled_from(pairs), max_size=2 * count, unique=True))
    met: list[list[int]] = [[] for _ in range(count)]
    for one, other in have_met:
        met[one].append(other)
        met[other].append(one)
    return [
        Place(points=points[number], met=tuple(met[number]), byes=byes[number], lot=lots[number])
        for number in range(count)
    ]


def everybody_once(places: Sequence[Place], drawing: Drawing) -> bool:
    seats = [place for pair in drawing.pairs for place in pair]
    return sorted([*seats, *([] if drawing.bye is None else [drawing.bye])]) == list(range(len(places)))


@given(standings(2, EXACT))
def test_no_pairing_is_better(places: list[Place]) -> None:
    drawing = best(places)
    assert everybody_once(places, drawing)
    assert worth(places, drawing) == min(worth(places, other) for other in every_drawing(places))


@settings(max_examples=40, deadline=None)
@given(standings(20, 60))
def test_a_large_field_meets_nobody_again_while_that_can_be_avoided(places: list[Place]) -> None:
    drawing = best(places)
    assert everybody_once(places, drawing)
    assert (worth(places, drawing)[0] == 0) == _can_all_meet_anew(places)


def _can_all_meet_anew(places: Sequence[Place]) -> bool:
    """By the largest matching of those who have not met: no weights, no windows."""
    count = len(places)
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count + count % 2))
    graph.add_edges_from_no_data(
        [(one, other) for one, other in combinations(range(count), 2) if other not in places[one].met]
    )
    if count % 2:
        graph.add_edges_from_no_data([(one, count) for one in next_for_bye(places)])
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == count + count % 2


@given(standings(2, 20))
def test_the_same_places_give_the_same_pairing(places: list[Place]) -> None:
    assert best(places) == best(places)


def test_beyond_the_window_an_opponent_is_found_where_there_is_none_within() -> None:
    """The first has met everybody but the last, forty places below."""
    rest = [Place(points=0, met=(0,), lot=number) for number in range(38)]
    places = [Place(points=9, met=tuple(range(1, 39))), *rest, Place(points=0)]
    drawing = best(places)
    assert (0, 39) in drawing.pairs
    assert worth(places, drawing)[0] == 0


def test_two_short_ways_down_are_better_than_a_long_one() -> None:
    places = [Place(points=points) for points in (6, 3, 3, 0)]
    assert worth(places, best(places)) == (0, 0, 18)


def test_a_matching_that_leaves_somebody_over_is_a_fault() -> None:
    with pytest.raises(ValueError, match="without an opponent"):
        draw([Place(points=0), Place(points=0)], lambda nodes, edges: [])
