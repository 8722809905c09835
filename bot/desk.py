"""A desk: decides one after the other what is brought to one scorebook, and has it stored.

How it works. Acts wait in a queue. The desk takes all that wait, decides each on a provisional state, and
hands the entries, with the lines that tell of them, to the store as one page; while a page is written it
works on the next. Answers follow the commit. If a page fails, nothing of it and of what came after it has
happened, and everybody is told `NotRecorded`.

Before an act the desk works off what fell due before the second in which the act was received. What falls due
in one second is decided in slices of a few tables, so that ten thousand deadlines do not stop the loop.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Generic, TypeVar

from bot.agenda import Agenda
from bot.draft import Speak, settle
from bot.scribe import Pages, Scribe, ThrownAway, not_recorded
from bot.tidings import Tidings
from cogs.office import NotRecorded
from rules.acts import Act, FlipCoin, LoseSight, RollDice, Tick
from rules.deadlines import EVENT
from rules.entries import Entry, PersonId
from rules.refusals import Refusal

log = logging.getLogger(__name__)

S = TypeVar("S")

BOT = PersonId("bot")
"""By whom the acts of the clock and of the network are."""

SECOND = timedelta(seconds=1)
TURN_S = 0.015  # so long a desk may keep the loop before others have a turn
SLICE_S = 0.005  # so long one slice of tables should take
FULL_PAGE = 250  # entries; larger ones are hardly cheaper by the entry, and a roll waits longer for its page
TELL_S = 0.01  # so long it should take to word what is worded together
TOLD_AT_LEAST = 20  # entries of one second are worded together, so that they share lines
SAME_SECOND_AT_MOST = 8  # how often one second may bring up something new: a loss, its match, its round


class Restarting(NotRecorded):
    """The bot is about to stop and takes nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice(Generic[S]):
    """How a kind of scorebook is officiated: the rules, the words, what falls due."""

    decide: Callable[[S | None, Act, datetime], tuple[Sequence[Entry], S]]
    apply: Callable[[S | None, Entry], S]
    speak: Speak[S]
    agenda: Callable[[], Agenda[S]]
    is_blind: Callable[[S], bool]  # the rules know that the bot does not see, and hold the clocks


@dataclass(frozen=True, slots=True)
class Wanted:
    """An act, and the second in which it was received."""

    act: Act
    at: datetime
    answer: asyncio.Future[tuple[Entry, ...]]

    @property
    def is_free(self) -> bool:
        """Nothing that falls due can change it: a flip or roll need not wait for ten thousand deadlines."""
        return isinstance(self.act, FlipCoin | RollDice)

    @property
    def after(self) -> datetime:
        """The last second whose deadlines come before it. What the bot could not see is not judged."""
        seen = min(self.act.since, self.at) if isinstance(self.act, LoseSight) else self.at
        return seen.replace(microsecond=0) - SECOND


@dataclass(frozen=True, slots=True)
class Look:
    """Work off what is due by the end of the second `through`."""

    through: datetime
    answer: asyncio.Future[None]


class Desk(Generic[S]):
    """One scorebook's queue and the only one who writes in it. `state` is what is stored."""

    def __init__(
        self, scorebook: str, practice: Practice[S], pages: Pages, now: Callable[[], datetime]
    ) -> None:
        """`now` gives the present second of rule time."""
        self.scorebook = scorebook
        self.sighted_until: Callable[[], datetime] = lambda: datetime.max.replace(tzinfo=UTC)
        self.on_change: Callable[[], None] = lambda: None
        self.on_fault: Callable[[int, str], None] = lambda table, reference: None
        self._practice = practice
        self._now = now
        self._agenda = practice.agenda()
        self._scribe: Scribe[S] = Scribe(scorebook, pages)
        self._scribe.on_settled = self._page_settled
        self._scribe.on_thrown_away = lambda: self._agenda.rebuild(self.state)
        self._draft = self._scribe.new_draft()
        self._queue: deque[Wanted | Look] = deque()
        self._waited_for = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._works = False
        self._worker: asyncio.Task[None] | None = None
        self._closing = False
        self._last_at = datetime.min.replace(tzinfo=UTC)
        self._turn_began = 0.0
        self._slice = 4
        self._told_at_once = 100

    # --- what others ask of it ---

    @property
    def state(self) -> S | None:
        """What is stored."""
        return self._scribe.state

    def hear_stored(self, listener: Callable[[Sequence[Tidings]], None]) -> None:
        """Tell this listener the tidings of every page, once it is stored."""
        self._scribe.on_stored = listener

    def restore(self, entries: Sequence[Entry]) -> None:
        """Take up a scorebook where it stands."""
        state: S | None = None
        for entry in entries:
            state = self._practice.apply(state, entry)
        self._scribe.restore(state, len(entries))
        self._agenda.rebuild(state)

    def start(self) -> None:
        """Begin to work."""
        self._worker = asyncio.get_running_loop().create_task(self._work(), name=f"desk of {self.scorebook}")

    async def enter(self, act: Act, at: datetime) -> tuple[Entry, ...]:
        """Have an act decided that was received at `at`; returns its entries once they are stored.

        Raises a `Refusal`; `NotRecorded` when the store failed, `Restarting` when the bot is about to stop;
        or the fault that the rules have. In each case nothing happened, but for the refusal's own `keep`.
        """
        if self._closing:
            raise Restarting(
                "I am being restarted, and that was not recorded. Please say it again in a minute."
            )
        answer: asyncio.Future[tuple[Entry, ...]] = asyncio.get_running_loop().create_future()
        self._put(Wanted(act, at.replace(microsecond=0), answer))
        return await answer

    async def look(self, through: datetime) -> None:
        """Work off what is due by the end of this second; returns once it is stored. Raises NotRecorded."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Look(through, answer))
        await answer

    def earliest(self) -> datetime | None:
        """When the next thing falls due here."""
        return self._agenda.earliest()

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits here."""
        return self._idle.is_set()

    async def idle(self) -> None:
        """Wait until everything that was brought is decided and stored, or not."""
        await self._idle.wait()

    async def close(self) -> None:
        """Take nothing more, finish what waits, and end."""
        self._closing = True
        if self._worker is None:
            return
        await self.idle()
        self._worker.cancel()
        await asyncio.gather(self._worker, return_exceptions=True)

    # --- the queue ---

    def _put(self, item: Wanted | Look) -> None:
        self._queue.append(item)
        self._idle.clear()
        self._waited_for.set()

    async def _work(self) -> None:
        while True:
            await self._waited_for.wait()
            self._waited_for.clear()
            self._works = True
            while self._queue:
                try:
                    await self._fill_page()
                except Exception:  # whatever it is, the next act shall find a desk
                    log.exception("the desk of %s stumbled", self.scorebook)
                await asyncio.sleep(0)
            self._works = False
            self._page_settled()

    def _page_settled(self) -> None:
        self.on_change()
        if not self._queue and not self._works and self._scribe.is_done:
            self._idle.set()

    async def _fill_page(self) -> None:
        """Decide what waits until nobody waits, the page is full or the turn is over; then hand it over."""
        await self._scribe.room()
        self._draft = self._scribe.new_draft()
        self._turn_began = perf_counter()
        while self._queue and len(self._draft.entries) < FULL_PAGE and not self._turn_is_over():
            item = self._queue.popleft()
            try:
                await self._take(item)
            except ThrownAway:
                settle(item.answer, not_recorded())
                return
            except Exception as fault:  # it fails alone
                settle(item.answer, fault)
        try:
            self._scribe.hand_over(self._draft)
        except ThrownAway:
            log.info("%s: a page was thrown away before it was handed over", self.scorebook)

    def _turn_is_over(self) -> bool:
        return perf_counter() - self._turn_began > TURN_S

    # --- deciding ---

    async def _take(self, item: Wanted | Look) -> None:
        if isinstance(item, Look):
            await self._work_off(item.through)
            self._draft.answers.append((item.answer, None))
            return
        if not item.is_free:
            await self._work_off(item.after)
        self._decide(item)

    def _decide(self, item: Wanted) -> None:
        now = self._last_at = max(item.at, self._last_at)
        try:
            entries, after = self._practice.decide(self._draft.state, item.act, now)
        except Refusal as refusal:
            self._refuse(item, refusal)
            return
        self._write(entries, after)
        self._draft.tell(self._practice.speak)
        self._draft.answers.append((item.answer, tuple(entries)))

    def _refuse(self, item: Wanted, refusal: Refusal) -> None:
        """At once, unless it rests on something that is still to be stored."""
        if refusal.keep:
            after = self._draft.state
            for entry in refusal.keep:
                after = self._practice.apply(after, entry)
            if after is not None:
                self._write(refusal.keep, after)
            self._draft.tell(self._practice.speak)
        if self._scribe.rests_on_stored(self._draft):
            settle(item.answer, refusal)
        else:
            self._draft.answers.append((item.answer, refusal))

    def _write(self, entries: Sequence[Entry], after: S) -> None:
        self._draft.write(entries, after)
        self._agenda.follow(entries, after)

    # --- what falls due ---

    async def _work_off(self, through: datetime) -> None:
        """Decide what is due by the end of this second, one second after the other."""
        sighted = through
        if self._draft.state is not None and not self._practice.is_blind(self._draft.state):
            sighted = min(through, self.sighted_until())
        last_due_at, again = None, 0
        while (due_at := self._agenda.earliest()) is not None and due_at <= sighted:
            again = again + 1 if due_at == last_due_at else 0
            tables = self._agenda.due(due_at)
            if again < SAME_SECOND_AT_MOST:
                await self._work_off_second(due_at, tables)
            else:
                self._set_aside(tables, RuntimeError(f"{due_at} does not pass"))
            last_due_at = due_at
        if sighted < through:
            await self._work_off_event(through)

    async def _work_off_event(self, through: datetime) -> None:
        """The round's own clock goes on, whatever the bot sees."""
        for _ in range(SAME_SECOND_AT_MOST):
            due_at = None if self._draft.state is None else self._agenda.event_due(self._draft.state)
            if due_at is None or due_at > through:
                break
            await self._work_off_second(due_at, [EVENT])

    async def _work_off_second(self, due_at: datetime, tables: Sequence[int]) -> None:
        done = 0
        while done < len(tables):
            some = tables[done : done + self._slice]
            began = perf_counter()
            self._tick(due_at, some)
            took_s = max(perf_counter() - began, 1e-6)
            done += len(some)
            self._slice = max(1, min(256, int(len(some) * SLICE_S / took_s)))
            if self._draft.untold >= self._told_at_once:
                self._tell_many()
            if len(self._draft.entries) >= FULL_PAGE:
                await self._turn_page()
            if self._turn_is_over():
                await self._give_way()
        self._draft.tell(self._practice.speak)

    def _tell_many(self) -> None:
        """Word what waits, and see how many entries can be worded at once without keeping the loop for long."""
        entries, began = self._draft.untold, perf_counter()
        self._draft.tell(self._practice.speak)
        took_s = max(perf_counter() - began, 1e-6)
        self._told_at_once = max(TOLD_AT_LEAST, min(FULL_PAGE, int(entries * TELL_S / took_s)))

    def _tick(self, due_at: datetime, tables: Sequence[int]) -> None:
        """Work off these tables; where the rules fail, one by one, and set aside the one at which they do."""
        state = self._draft.state
        if state is None:
            return
        tick = Tick(by=BOT, through=due_at, tables=frozenset(tables))
        try:
            entries, after = self._practice.decide(state, tick, max(self._now(), due_at))
        except Exception as fault:
            if len(tables) == 1:
                self._set_aside(tables, fault)
                return
            for table in tables:
                self._tick(due_at, [table])
            return
        self._write(entries, after)
        if not entries:
            self._explain(due_at, tables, after)

    def _explain(self, due_at: datetime, tables: Sequence[int], state: S) -> None:
        """Nothing came of it: either it was reckoned wrongly, or it will never come to anything."""
        for table in tables:
            again = self._agenda.look_again(table, state)
            if again is not None and again <= due_at:
                self._set_aside([table], RuntimeError(f"nothing comes of what is due at {due_at}"))

    def _set_aside(self, tables: Sequence[int], fault: Exception) -> None:
        """What the rules cannot do is for the judges; everything else goes on."""
        for table in tables:
            reference = secrets.token_hex(3)
            log.error(
                "%s: table %d is set aside, reference %s", self.scorebook, table, reference, exc_info=fault
            )
            if self._draft.state is not None:
                self._agenda.set_aside(table, self._draft.state)
            self.on_fault(table, reference)

    async def _turn_page(self) -> None:
        """Hand a full page over, and begin the next one as soon as the store has room."""
        full = self._draft
        full.tell(self._practice.speak)
        self._scribe.hand_over(full)
        await self._scribe.room()
        self._draft = self._scribe.new_draft()
        if self._draft.epoch != full.epoch:
            raise ThrownAway

    async def _give_way(self) -> None:
        """Let others have the loop; then take what came meanwhile and need not wait for the deadlines."""
        await asyncio.sleep(0)
        self._turn_began = perf_counter()
        self._scribe.check_stands(self._draft)
        free = [item for item in self._queue if isinstance(item, Wanted) and item.is_free]
        if not free:
            return
        self._draft.tell(self._practice.speak)
        for item in free:
            self._queue.remove(item)
            try:
                self._decide(item)
            except Exception as fault:  # it fails alone
                settle(item.answer, fault)
        await self._turn_page()
