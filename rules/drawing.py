"""Flips and rolls: numbered, kept, drawn without bias, and never to decide a game or match (3.6, 3.9).

The one flip that may decide a match is the bot's own, under 2.3; see `rules.connecting`.
"""

from __future__ import annotations

import re

from rules import entries as e
from rules import refusals as r
from rules.acts import FlipCoin, RollDice
from rules.recorder import Recorder

MOST_DICE = 100
MOST_FACES = 1000
MOST_MODIFIER = 1_000_000

_DECIDES = re.compile(r"\b(game|match|round|winner|win|wins|result|table)\b", re.IGNORECASE)
"""Words by which somebody says that a flip is to decide something; who begins is another matter (2.4)."""
_BEGINS = re.compile(r"\b(first|begins?|starts?|play|draw)\b", re.IGNORECASE)


def decides_a_match(words: str) -> bool:
    """Whether the words ask for a flip that decides a game or match."""
    return bool(_DECIDES.search(words)) and not _BEGINS.search(words)


def check_dice(count: int, sides: int, modifier: int) -> None:
    """Refuse dice outside the bounds, before anything is drawn."""
    if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_FACES and abs(modifier) <= MOST_MODIFIER):
        raise r.BadDice


def flip_coin(rec: Recorder, act: FlipCoin) -> None:
    """A coin for anything but a game or match."""
    match = rec.state.match_of(act.by)
    where = (match.round, match.table) if match is not None else (0, 0)
    if decides_a_match(act.words):
        kept = e.FlipRefused(at=rec.now, by=act.by, words=act.words, round=where[0], table=where[1])
        raise r.FlipForbidden(keep=(kept,))
    if match is not None and match.is_open and match.connecting is not None:
        if match.connecting.failed_at is None:
            raise r.RelayNotTried
        raise r.FlipForbidden
    number = rec.next_draw()
    drawn = act.dice.coin(number=number, word=act.words)
    rec.enter(
        e.CoinFlipped(
            at=rec.now,
            number=number,
            by=act.by,
            by_name=act.by_name,
            heads=drawn.faces[0] == 1,
            word=act.words,
            entropy=drawn.entropy,
            asked_in=act.asked_in,
        )
    )


def roll_dice(rec: Recorder, act: RollDice) -> None:
    """Dice for anything but a game or match."""
    check_dice(act.count, act.sides, act.modifier)
    if decides_a_match(act.word):
        raise r.FlipForbidden
    number = rec.next_draw()
    drawn = act.dice.roll(number=number, word=act.word, count=act.count, sides=act.sides)
    rec.enter(
        e.DiceRolled(
            at=rec.now,
            number=number,
            by=act.by,
            by_name=act.by_name,
            count=act.count,
            sides=act.sides,
            modifier=act.modifier,
            faces=drawn.faces,
            word=act.word,
            entropy=drawn.entropy,
            asked_in=act.asked_in,
        )
    )
