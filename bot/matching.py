"""Matching: the one place where the graph library is met. As a program it draws one pairing, for `bot.pairing`.

`python -m bot.matching` reads the places of one round on standard input and writes the drawing on standard output. It
is a process of its own because the library keeps the interpreter's lock for as long as it searches, and that would
stop every clock. It lives for one pairing: nothing has to be ended with the service, nothing can have died unnoticed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import rustworkx

from bot.places import read_places, write_drawing
from rules.swiss import Drawing, Edge, Place, draw


def heaviest(nodes: int, edges: Sequence[Edge]) -> Iterable[tuple[int, int]]:
    """The largest matching of this graph, and among those the heaviest; always the same for the same graph."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False, node_count_hint=nodes)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def best(places: Sequence[Place]) -> Drawing:
    """The best pairing of these places. Keeps whoever calls for as long as it takes."""
    return draw(places, heaviest)


def main() -> None:
    """Draw what is asked for."""
    drawing = best(read_places(sys.stdin.buffer.read()))
    sys.stdout.buffer.write(write_drawing(drawing))


if __name__ == "__main__":
    main()
