"""The writer: one thread that owns the one connection that writes.

Whatever waits is written in one transaction, so that sixty answers cost one wait for the disk and not
sixty. The thread is there because a driver on the event loop costs a hop for every call, and a hop costs
more than the statement: here one batch is one hop there and one back.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from sqlalchemy.exc import IntegrityError, OperationalError

from storage.outbox import Marks
from storage.scorebook import NotStored, Page, StaleScorebook, last_seqs, write
from storage.sqlite import sentence, writer_engine

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Pages for one transaction, and the marks that ride along."""

    pages: Sequence[Page]
    marks: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a batch: for each page None when it is durable, else why it was not written at all."""

    pages: Sequence[NotStored | None]
    marks_written: bool


class Writer:
    """Writes batches one after the other, and hands each outcome to `deliver` from its own thread."""

    def __init__(self, path: Path, deliver: Callable[[Outcome], None]) -> None:
        self._engine = writer_engine(path)
        self._connection = self._engine.connect()
        with self._connection.begin():
            self._last_seqs = last_seqs(self._connection)
        self._deliver = deliver
        self._batches: SimpleQueue[Batch | None] = SimpleQueue()
        # A daemon, so that a process whose loop has died ends all the same; what was answered is on the disk.
        self._thread = threading.Thread(target=self._work, name="scorebook-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> None:
        """Have the batch written soon."""
        self._batches.put(batch)

    def close(self) -> None:
        """Write what was submitted, then end the thread and close the connection. Blocks."""
        self._batches.put(None)
        self._thread.join()
        self._connection.close()
        self._engine.dispose()

    def _work(self) -> None:
        while (batch := self._batches.get()) is not None:
            outcome = self._outcome(batch)
            try:
                self._deliver(outcome)
            except RuntimeError:
                log.warning("the event loop ended before the store was closed")
                return

    def _outcome(self, batch: Batch) -> Outcome:
        try:
            return self._commit(batch)
        except Exception as fault:  # a thread that dies here would leave everybody waiting for ever
            log.exception("a batch of %d pages was not stored", len(batch.pages))
            lost = NotStored(f"not stored: {sentence(fault)}")
            return Outcome(pages=[lost] * len(batch.pages), marks_written=False)

    def _commit(self, batch: Batch) -> Outcome:
        group, refused = self._followers(batch.pages)
        fault = self._write(group, batch.marks)
        if fault is None:
            return Outcome(pages=[refused.get(page) for page in range(len(batch.pages))], marks_written=True)
        if len(batch.pages) == 1 and not batch.marks:
            return Outcome(pages=[fault], marks_written=False)
        # One page may have spoiled it for all, so each is tried alone; the marks can wait.
        return Outcome(pages=[self._write_alone(page) for page in batch.pages], marks_written=False)

    def _followers(self, pages: Sequence[Page]) -> tuple[list[Page], dict[int, NotStored]]:
        """The pages that continue their scorebooks, and those that do not, by their place in the batch."""
        group: list[Page] = []
        refused: dict[int, NotStored] = {}
        reached: dict[str, int] = {}
        for place, page in enumerate(pages):
            last = reached.get(page.tournament, self._last_seqs.get(page.tournament, 0))
            try:
                page.check_follows(last)
            except StaleScorebook as stale:
                refused[place] = stale
            else:
                group.append(page)
                reached[page.tournament] = page.last_seq
        return group, refused

    def _write_alone(self, page: Page) -> NotStored | None:
        try:
            page.check_follows(self._last_seqs.get(page.tournament, 0))
        except StaleScorebook as stale:
            return stale
        return self._write([page], Marks())

    def _write(self, pages: Sequence[Page], marks: Marks) -> NotStored | None:
        """Write all of it or nothing, and say why in the second case."""
        if not pages and not marks:
            return None
        try:
            with self._connection.begin():
                write(self._connection, pages)
                marks.write(self._connection)
        except Exception as fault:  # whatever it was, those who wait must hear that nothing was written
            return self._reason(fault, pages)
        self._last_seqs.update((page.tournament, page.last_seq) for page in pages)
        return None

    def _reason(self, fault: Exception, pages: Sequence[Page]) -> NotStored:
        # A full disk says enough in a sentence; what one page alone does wrong is for us to see.
        unforeseen = len(pages) == 1 and not isinstance(fault, OperationalError)
        log.warning("%d pages not stored: %s", len(pages), sentence(fault), exc_info=unforeseen)
        if len(pages) == 1 and isinstance(fault, IntegrityError):
            with self._connection.begin():
                last = last_seqs(self._connection).get(pages[0].tournament, 0)
            if last >= pages[0].first_seq:
                return StaleScorebook(pages[0].tournament, pages[0].first_seq, last)
        reason = NotStored(f"not stored: {sentence(fault)}")
        reason.__cause__ = fault
        return reason
