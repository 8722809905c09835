"""Refusals as sentences: why not, and what can be done now. Nobody is scolded."""

from bot.wording.refusals import (
    absence,
    chance,
    deciding,
    drawing,
    event,
    filing,
    judging,
    pairing,
    playing,
    pressing,
    reporting,
    ties,
    undoing,
)
from bot.wording.refusals.asking import SENTENCES, refuse

__all__ = ["SENTENCES", "refuse"]

NOUNS = (
    absence,
    chance,
    deciding,
    drawing,
    event,
    filing,
    judging,
    pairing,
    playing,
    pressing,
    reporting,
    ties,
    undoing,
)
"""The files whose import registers their sentences."""
