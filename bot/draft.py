"""A draft: the page that a desk is about to have stored, and the state as it will stand then.

A desk decides on the draft's state. If the page cannot be stored, the draft is thrown away and nothing has
happened; what was asked meanwhile is answered by what becomes of it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from bot import attachment
from bot.tidings import Tidings
from bot.wording.scene import Spoken
from rules.entries import Entry
from storage.store import OutboxLine, Page, Unsaid

log = logging.getLogger(__name__)

S = TypeVar("S")

Speak = Callable[[Sequence[Entry], S | None, S], Sequence[Spoken]]
"""Words the entries of one act, or of one second, given the state before and after them."""


class Draft(Generic[S]):
    """Entries, their lines and the answers that wait for them, in the making.

    `epoch` counts how often provisional states were thrown away: a draft of an earlier one stands on nothing.
    """

    def __init__(self, scorebook: str, state: S | None, first_seq: int, epoch: int) -> None:
        self.scorebook = scorebook
        self.state = state
        self.first_seq = first_seq
        self.epoch = epoch
        self.entries: list[Entry] = []
        self.lines: list[tuple[int, OutboxLine]] = []
        self.answers: list[tuple[asyncio.Future[Any], object]] = []
        self._told = 0
        self._told_state = state

    def write(self, entries: Sequence[Entry], after: S) -> None:
        """Take over what was decided."""
        self.entries.extend(entries)
        self.state = after

    @property
    def untold(self) -> int:
        """How many entries are not worded yet."""
        return len(self.entries) - self._told

    def tell(self, speak: Speak[S]) -> None:
        """Word what was written since the last time. A fault of the wording costs words, never entries."""
        entries = self.entries[self._told :]
        if not entries or self.state is None:
            return
        try:
            self._take(speak(entries, self._told_state, self.state))
        except Exception:
            kinds = ", ".join(sorted({entry.kind for entry in entries}))
            log.exception("%s: no words for %s, reference %s", self.scorebook, kinds, secrets.token_hex(3))
        self._told, self._told_state = len(self.entries), self.state

    def _take(self, spoken: Sequence[Spoken]) -> None:
        parts: dict[int, int] = {}
        for line in spoken:
            seq = self.first_seq + self._told + line.index
            part = parts[seq] = parts.get(seq, 0) + 1
            row = OutboxLine(
                part=part,
                place=line.place,
                text=line.text,
                urgency=int(line.urgency),
                extra=attachment.written(line),
            )
            self.lines.append((seq, row))

    @property
    def next_seq(self) -> int:
        """The number of the entry after its last."""
        return self.first_seq + len(self.entries)

    def page(self) -> Page:
        """What is to be stored."""
        return Page(
            tournament=self.scorebook,
            first_seq=self.first_seq,
            entries=tuple(self.entries),
            lines=tuple(self.lines),
        )

    def tidings(self) -> list[Tidings]:
        """What is to be said once it is stored."""
        return [self._tidings(seq, line) for seq, line in self.lines]

    def _tidings(self, seq: int, line: OutboxLine) -> Tidings:
        entry = self.entries[seq - self.first_seq]
        return Tidings(Unsaid(tournament=self.scorebook, seq=seq, at=entry.at, kind=entry.kind, line=line))

    def succeed(self) -> None:
        """It is stored: everybody gets the answer that waited."""
        for waiting, told in self.answers:
            settle(waiting, told)

    def fail(self, why: Exception) -> None:
        """It is not stored, and nothing happened: everybody is told so."""
        for waiting, _ in self.answers:
            settle(waiting, why)


def settle(waiting: asyncio.Future[Any], told: object) -> None:
    """Give an answer (a result, or an exception to raise) to somebody who may have gone away meanwhile."""
    if waiting.done():
        return
    if isinstance(told, Exception):
        waiting.set_exception(told)
    else:
        waiting.set_result(told)
