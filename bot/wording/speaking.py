"""Who words which entry, and the way through a batch.

Each kind of entry has one sayer, registered by the file of its noun, or is silent for a reason that is
written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from bot.wording.scene import Batch, Scene, Spoken
from rules.entries import Entry
from rules.tournament import Tournament

E = TypeVar("E", bound=Entry)
Sayer = Callable[[Scene, E], Iterator[Spoken]]

SAYERS: dict[type[Entry], Callable[[Scene, Any], Iterator[Spoken]]] = {}
SILENT: dict[type[Entry], str] = {}


def says(cls: type[E]) -> Callable[[Sayer[E]], Sayer[E]]:
    """Register the function that words this kind of entry."""

    def register(sayer: Sayer[E]) -> Sayer[E]:
        if cls in SAYERS:
            raise TypeError(f"two functions word {cls.__name__}")
        SAYERS[cls] = sayer
        return sayer

    return register


def silent(cls: type[Entry], why: str) -> None:
    """Say nothing of this kind of entry, for this reason."""
    SILENT[cls] = why


def speak(entries: Sequence[Entry], before: Tournament | None, after: Tournament) -> list[Spoken]:
    """What is said of one committed batch, in the order of its entries.

    `before` and `after` are the event before and after the whole batch. Pure: the same batch gives the same
    lines.
    """
    return _spoken(Batch(entries, before, after))


def speak_plainly(entries: Sequence[Entry], before: Tournament | None, after: Tournament) -> list[Spoken]:
    """The same lines where no network shows more than text: no buttons, mentions and facts go with them."""
    return _spoken(Batch(entries, before, after, is_plain=True))


def _spoken(batch: Batch) -> list[Spoken]:
    lines: list[Spoken] = []
    for index, entry in enumerate(batch.entries):
        sayer = SAYERS.get(type(entry))
        if sayer is not None:
            lines.extend(sayer(Scene(batch, index), entry))
    return lines
