"""The store, as the rest of the bot sees it: append pages, load scorebooks, keep the outbox.

    store = await Store.open("sqlite+aiosqlite:///floorjudge.db")
    await store.append(Page(tournament="7", first_seq=12, entries=entries, lines=lines))
    await store.close()

`append` returns when the page is on the disk. While one transaction is being written, all pages that come in
meanwhile wait together and go into the next one. Reading goes beside the writer and never waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from rules.entries import Entry
from storage.outbox import LineKey, Marks, Unsaid, first_marks, unsaid_lines
from storage.reading import Reading
from storage.schema import bring_up_to_date
from storage.scorebook import NotStored, OutboxLine, Page, StaleScorebook, StoreError
from storage.sqlite import Hold, file_of, reader_engine
from storage.tables import PROCESS
from storage.talk import KEPT_FOR, LONGEST_WORDS, WAITING_AT_MOST, SaidLine
from storage.writer import Batch, Outcome, Writer

__all__ = ["NotStored", "OutboxLine", "Page", "StaleScorebook", "Store", "StoreError", "Unsaid"]

log = logging.getLogger(__name__)

MARKS_WAIT_S = 0.2
"""How long marks gather before they ride along; so much may be said twice after a crash."""

MARKS_RETRY_S = 5.0
"""How long marks wait after they could not be written."""


class Store:
    """One open store. Made by `Store.open`; belongs to one event loop, and no other process may have it."""

    def __init__(self, path: Path, hold: Hold) -> None:
        self._hold = hold
        self._loop = asyncio.get_running_loop()
        self._engine = reader_engine(path)
        self._writer = Writer(path, lambda outcome: self._from_thread(outcome))
        self._waiting: list[tuple[Page, asyncio.Future[None]]] = []
        self._in_hand: list[asyncio.Future[None]] = []
        self._marks = Marks()
        self._marks_in_hand = Marks()
        self._marks_due = False
        self._marks_timer: asyncio.TimerHandle | None = None
        self._busy = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._failing = ""
        self._closing = False
        self.reading = Reading(self._engine)

    @classmethod
    async def open(cls, url: str, *, create: bool = True) -> Store:
        """Open the store at this URL, and bring an older one up to date.

        Raises StoreError, in one clear sentence, when it is in use by another process, was written by a newer
        version, is no store at all, or is missing and `create` is false.
        """
        path = file_of(url)
        if not create and not path.exists():
            raise StoreError(f"there is no store at {path}")
        hold = Hold(path)
        try:
            await asyncio.to_thread(bring_up_to_date, path)
            return cls(path, hold)
        except BaseException:
            hold.release()
            raise

    # --- writing ---

    async def append(self, page: Page) -> None:
        """Store the page; it is on the disk when this returns.

        Raises StaleScorebook when the page does not continue its scorebook, and NotStored when it cannot be
        written; then nothing of it is. A page whose waiter is cancelled may be written all the same.
        """
        if self._failing:
            raise NotStored(self._failing)
        if self._closing:
            raise NotStored("the store is closing")
        stored: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((page, stored))
        self._start()
        await stored

    async def mark_said(self, keys: Iterable[LineKey], at: datetime) -> None:
        """These lines were said. Written a moment later, along with something else."""
        first_marks(keys, at, self._marks.said)
        self._arm_marks(MARKS_WAIT_S)

    async def mark_overtaken(self, keys: Iterable[LineKey], at: datetime) -> None:
        """These lines are no longer worth saying. Written a moment later, along with something else."""
        first_marks(keys, at, self._marks.overtaken)
        self._arm_marks(MARKS_WAIT_S)

    async def beat(self, at: datetime, place: str = "bot") -> None:
        """Until then everything was seen. Written a moment later, along with something else."""
        self._marks.beats[place] = at
        self._arm_marks(MARKS_WAIT_S)

    async def note_alive(self, at: datetime) -> None:
        """The process runs at this moment of the wall clock, whatever it sees. Written a moment later."""
        await self.beat(at, PROCESS)

    def keep_talk(self, place: str, at: datetime, nick: str, person: str, words: str) -> None:
        """Somebody said this in the channel. Takes no time: it is written with the next marks or beat."""
        talk = self._marks.talk
        talk.append(SaidLine(place=place, at=at, nick=nick, person=person, words=words[:LONGEST_WORDS]))
        if len(talk) > WAITING_AT_MOST:  # nothing can be written just now
            del talk[0]

    def forget_talk(self, now: datetime) -> None:
        """Delete what was said longer ago than talk is kept. Written a moment later, along with something else."""
        self._marks.forget_before = now - KEPT_FOR
        self._arm_marks(MARKS_WAIT_S)

    async def flush(self) -> None:
        """Wait until all that was given so far is written, marks too, or could not be."""
        self._marks_due = bool(self._marks) and not self._failing
        if self._marks_due:
            self._start()
        await self._idle.wait()

    async def close(self) -> None:
        """Write what waits, then close. A second call does nothing."""
        if self._closing:
            return
        self._closing = True
        await self.flush()
        if self._marks_timer is not None:
            self._marks_timer.cancel()
        await asyncio.to_thread(self._writer.close)
        await self._engine.dispose()
        self._hold.release()

    # --- reading ---

    async def load(self, tournament: str) -> list[Entry]:
        """The scorebook of this tournament, first entry first; empty when there is none."""
        return (await self.reading.entries([tournament])).get(tournament, [])

    async def open_events(self) -> list[str]:
        """The ids of all tournaments that are not over, oldest first; the league's last, when it has a book."""
        return await self.reading.open_events()

    async def to_be_confirmed(self, opened_since: datetime) -> list[str]:
        """As `Reading.to_be_confirmed`."""
        return await self.reading.to_be_confirmed(opened_since)

    async def load_all_open(self) -> dict[str, list[Entry]]:
        """The scorebooks of all tournaments that are not over, and of the league when it has one."""
        return await self.reading.open_scorebooks()

    async def unsaid(self) -> list[Unsaid]:
        """The stored lines that were neither said nor overtaken, in the order of their entries."""
        await self.flush()
        return await unsaid_lines(self._engine)

    async def around(
        self, tournament: str, since: datetime, until: datetime
    ) -> tuple[list[Entry], list[SaidLine]]:
        """As `Reading.around`, with what still waits to be written."""
        await self.flush()
        return await self.reading.around(tournament, since, until)

    async def last_seen(self) -> datetime | None:
        """The last moment at which the bot saw anything: its last beat or its last entry. None: never."""
        await self.flush()
        return await self.reading.last_seen()

    # --- rehearsals ---

    def fail(self, reason: str = "not stored: the store fails") -> None:
        """Refuse every append from now on, as a full disk would: `* the store fails` in a transcript."""
        self._failing = reason
        self._marks_due = False

    def recover(self) -> None:
        """Take appends again: `* the store recovers` in a transcript."""
        self._failing = ""
        if self._marks:
            self._arm_marks(MARKS_WAIT_S)

    # --- between the loop and the writer ---

    def _start(self) -> None:
        if not self._busy:
            self._busy = True
            self._idle.clear()
            self._loop.call_soon(self._hand_over)  # soon: what comes in this turn of the loop goes along

    def _hand_over(self) -> None:
        pages = [page for page, _ in self._waiting]
        self._in_hand = [stored for _, stored in self._waiting]
        self._waiting = []
        if self._marks_due and not self._failing:
            self._marks_in_hand, self._marks = self._marks, Marks()
            self._marks_due = False
            self._disarm_marks()
        self._writer.submit(Batch(pages=pages, marks=self._marks_in_hand))

    def _from_thread(self, outcome: Outcome) -> None:
        self._loop.call_soon_threadsafe(self._came_back, outcome)

    def _came_back(self, outcome: Outcome) -> None:
        for stored, fault in zip(self._in_hand, outcome.pages, strict=True):
            if stored.done():  # its waiter was cancelled
                continue
            if fault is None:
                stored.set_result(None)
            else:
                stored.set_exception(fault)
        self._in_hand = []
        self._settle_marks(written=outcome.marks_written)
        self._busy = False
        if self._waiting or self._marks_due:
            self._start()
        else:
            self._idle.set()

    def _settle_marks(self, *, written: bool) -> None:
        marks, self._marks_in_hand = self._marks_in_hand, Marks()
        if marks and not written:
            log.warning("the marks of %d lines wait: they could not be written", len(marks.said))
            marks.return_to(self._marks)
            self._marks_due = False
            self._disarm_marks()
            self._arm_marks(MARKS_RETRY_S)

    def _arm_marks(self, wait_s: float) -> None:
        if self._marks_timer is None and not self._closing:
            self._marks_timer = self._loop.call_later(wait_s, self._marks_fall_due)

    def _disarm_marks(self) -> None:
        if self._marks_timer is not None:
            self._marks_timer.cancel()
            self._marks_timer = None

    def _marks_fall_due(self) -> None:
        self._marks_timer = None
        self._marks_due = bool(self._marks) and not self._failing
        if self._marks_due:
            self._start()
