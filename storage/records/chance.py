"""Records of what was drawn: flips, rolls, and who chooses first."""

from __future__ import annotations

from rules.entries import (
    CoinFlipped,
    DiceRolled,
    FirstPlayerRolled,
)
from storage.records.changes import Change, Derives, Source, put
from storage.tables import draws

PUT_DRAW = put(draws)


def _flipped(source: Source, entry: CoinFlipped) -> list[Change]:
    return [
        source.put(
            PUT_DRAW,
            number=entry.number,
            kind="flip",
            at=entry.at,
            asked_by=entry.by,
            asked_name=entry.by_name,
            faces=[1 if entry.heads else 2],
            count=1,
            sides=2,
            modifier=0,
            chooser=None,
            word=entry.word,
            entropy=entry.entropy,
            round=entry.round,
            table=entry.decides,
        )
    ]


def _rolled(source: Source, entry: DiceRolled) -> list[Change]:
    return [
        source.put(
            PUT_DRAW,
            number=entry.number,
            kind="roll",
            at=entry.at,
            asked_by=entry.by,
            asked_name=entry.by_name,
            faces=list(entry.faces),
            count=entry.count,
            sides=entry.sides,
            modifier=entry.modifier,
            chooser=None,
            word=entry.word,
            entropy=entry.entropy,
            round=0,
            table=0,
        )
    ]


def _first_player_rolled(source: Source, entry: FirstPlayerRolled) -> list[Change]:
    return [
        source.put(
            PUT_DRAW,
            number=entry.number,
            kind="first_player",
            at=entry.at,
            asked_by=None,
            asked_name="",
            faces=[],
            count=1,
            sides=2,
            modifier=0,
            chooser=entry.chooser,
            word="",
            entropy=entry.entropy,
            round=entry.round,
            table=entry.table,
        )
    ]


DERIVES: Derives = {
    CoinFlipped: _flipped,
    DiceRolled: _rolled,
    FirstPlayerRolled: _first_player_rolled,
}
