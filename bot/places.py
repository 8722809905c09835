"""Places on the wire: what `bot.pairing` asks and `bot.matching` answers, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rules.swiss import Drawing, Place


def write_places(places: Iterable[Place]) -> bytes:
    """The places of one round."""
    return json.dumps([[one.points, one.met, one.byes, one.lot] for one in places]).encode()


def read_places(written: bytes) -> list[Place]:
    """The places that were written."""
    return [
        Place(points=points, met=tuple(met), byes=byes, lot=lot)
        for points, met, byes, lot in json.loads(written)
    ]


def write_drawing(drawing: Drawing) -> bytes:
    """Who plays whom, by place."""
    return json.dumps([drawing.pairs, drawing.bye]).encode()


def read_drawing(written: bytes) -> Drawing:
    """The drawing that was written. Raises ValueError or TypeError for anything else."""
    pairs, bye = json.loads(written)
    return Drawing(
        pairs=tuple((int(one), int(other)) for one, other in pairs), bye=None if bye is None else int(bye)
    )
