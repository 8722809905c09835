"""Refusals about flips and rolls."""

from __future__ import annotations

from bot.wording.refusals.asking import Asking, answers
from rules.refusals import BadDice, FlipForbidden


@answers(FlipForbidden)
def flip_forbidden(refusal: FlipForbidden, asking: Asking) -> str:
    return "a flip or roll may not decide a game or match (3.6). If you two cannot connect: !cantconnect."


@answers(BadDice)
def bad_dice(refusal: BadDice, asking: Asking) -> str:
    return "1 to 100 dice of 1 to 1000 faces, as in: !roll 2d6+1"
