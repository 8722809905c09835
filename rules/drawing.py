"""Flips and rolls: numbered, kept, drawn without bias, and never to decide a game or match (3.6, 3.9).

The one flip that may decide a match is the bot's own, under 2.3; see `rules.connecting`.
"""

from __future__ import annotations

import re
from datetime import datetime

from rules import entries as e
from rules import refusals as r
from rules.acts import FlipCoin, RollDice
from rules.chance import HEADS, MOST_DICE, MOST_SIDES
from rules.recorder import Recorder

MOST_MODIFIER = 1_000_000

_DECIDES = re.compile(r"\b(game|match|round|winner|win|wins|result|table)\b", re.IGNORECASE)
"""Words by which somebody says that a flip is to decide something; who begins is another matter (2.4)."""
_BEGINS = re.compile(r"\b(first|begins?|starts?|play|draw)\b", re.IGNORECASE)


def decides_a_match(words: str) -> bool:
    """Whether the words ask for a flip that decides a game or match."""
    return bool(_DECIDES.search(words)) and not _BEGINS.search(words)


def check_dice(count: int, sides: int, modifier: int) -> None:
    """Refuse dice outside the bounds, before anything is drawn."""
    if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES and abs(modifier) <= MOST_MODIFIER):
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
    rec.enter(flipped(act, number=rec.next_draw(), at=rec.now))


def flipped(act: FlipCoin, *, number: int, at: datetime) -> e.CoinFlipped:
    """The coin that was asked for, drawn now."""
    drawn = act.dice.coin(number=number, word=act.words)
    return e.CoinFlipped(
        at=at,
        number=number,
        by=act.by,
        by_name=act.by_name,
        heads=drawn.faces[0] == HEADS,
        word=act.words,
        entropy=drawn.entropy,
        asked_in=act.asked_in,
    )


def roll_dice(rec: Recorder, act: RollDice) -> None:
    """Dice for anything but a game or match."""
    rec.enter(rolled(act, number=rec.next_draw(), at=rec.now))


def rolled(act: RollDice, *, number: int, at: datetime) -> e.DiceRolled:
    """The dice that were asked for, drawn now. Refused outside the bounds, and for what dice may not decide."""
    check_dice(act.count, act.sides, act.modifier)
    if decides_a_match(act.word):
        raise r.FlipForbidden
    drawn = act.dice.roll(number=number, word=act.word, count=act.count, sides=act.sides)
    return e.DiceRolled(
        at=at,
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
