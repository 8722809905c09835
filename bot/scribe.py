"""The scribe of a desk: has its drafts stored one after the other, and knows what stands.

`state` is what is stored. Drafts are made on the state of the last one handed over, so the desk can go on
deciding while pages are being written. When a page fails, all that was handed over after it fails too: every
provisional state is thrown away, and drafts begin again from what is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from bot.draft import Draft
from bot.tidings import Tidings
from cogs.office import NotRecorded
from storage.store import Page, StoreError

log = logging.getLogger(__name__)

S = TypeVar("S")

PAGES_AT_ONCE = 2
"""How many pages may be at the store: one that is written, and one that waits for its turn."""


class Pages(Protocol):
    """Where pages are stored."""

    async def append(self, page: Page) -> None:
        """Returns when it is stored. Raises StoreError when it cannot be; then nothing of it is."""
        ...


class ThrownAway(Exception):
    """The draft stood on a page that could not be stored."""


class Scribe(Generic[S]):
    """Hands drafts to the store in order."""

    def __init__(self, scorebook: str, pages: Pages) -> None:
        self.scorebook = scorebook
        self.state: S | None = None
        self.on_stored: Callable[[Sequence[Tidings]], None] = lambda tidings: None
        self.on_settled: Callable[[], None] = lambda: None
        self.on_thrown_away: Callable[[], None] = lambda: None
        self._pages = pages
        self._stored_seq = 0
        self._ahead: S | None = None
        self._next_seq = 1
        self._epoch = 0
        self._pending: deque[Draft[S]] = deque()
        self._room = asyncio.Event()
        self._room.set()
        self._tasks: set[asyncio.Task[None]] = set()

    def restore(self, state: S | None, seq: int) -> None:
        """Go on after entry `seq` of a scorebook that stands at this state."""
        self.state = self._ahead = state
        self._stored_seq, self._next_seq = seq, seq + 1

    @property
    def is_done(self) -> bool:
        """Whether nothing is at the store."""
        return not self._pending

    def rests_on_stored(self, draft: Draft[S]) -> bool:
        """Whether the draft's state is what is stored, so that an answer from it need not wait."""
        return draft.state is self.state

    async def room(self) -> None:
        """Wait until the store has room for a page."""
        await self._room.wait()

    def new_draft(self) -> Draft[S]:
        """A draft that goes on where the last one handed over ends."""
        return Draft(self.scorebook, self._ahead, self._next_seq, self._epoch)

    def check_stands(self, draft: Draft[S]) -> None:
        """Raise ThrownAway, and tell whoever waits, if what the draft stands on is gone."""
        if draft.epoch != self._epoch:
            draft.fail(not_recorded())
            raise ThrownAway

    def hand_over(self, draft: Draft[S]) -> None:
        """Have it stored. Raises ThrownAway as `check_stands` does."""
        self.check_stands(draft)
        if not draft.entries:
            self._answer(draft)
            return
        self._ahead, self._next_seq = draft.state, draft.next_seq
        self._pending.append(draft)
        if len(self._pending) >= PAGES_AT_ONCE:
            self._room.clear()
        task = asyncio.get_running_loop().create_task(self._store(draft), name=f"page of {self.scorebook}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _answer(self, draft: Draft[S]) -> None:
        """Nothing is to be stored; but what it rests on may still be on its way."""
        if self._pending and self._pending[-1].epoch == self._epoch:
            self._pending[-1].answers.extend(draft.answers)
        else:
            draft.succeed()

    async def _store(self, draft: Draft[S]) -> None:
        try:
            await self._pages.append(draft.page())
        except StoreError as why:
            self._throw_away(draft, why)
        except Exception as why:  # a fault of the store's is no reason to lose the desk
            log.exception("%s: entries from %d on are not stored", self.scorebook, draft.first_seq)
            self._throw_away(draft, why)
        else:
            self.state, self._stored_seq = draft.state, draft.next_seq - 1
            self._forget(draft)
            self.on_stored(draft.tidings())
            draft.succeed()
        self.on_settled()

    def _throw_away(self, draft: Draft[S], why: Exception) -> None:
        self._forget(draft)
        if draft.epoch == self._epoch:
            log.warning("%s: entries from %d on are not stored: %s", self.scorebook, draft.first_seq, why)
            self._epoch += 1
            self._ahead, self._next_seq = self.state, self._stored_seq + 1
            self.on_thrown_away()
        draft.fail(not_recorded())

    def _forget(self, draft: Draft[S]) -> None:
        self._pending.remove(draft)
        self._room.set()


def not_recorded() -> NotRecorded:
    """What is said when the store fails."""
    return NotRecorded(
        "That was not recorded and nothing happened: the store fails. Please say it again in a moment."
    )
