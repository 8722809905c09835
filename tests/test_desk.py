"""A desk decides in order, stores before it answers, and loses nobody's act to somebody else's fault."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.chance import SeededDice
from bot.desk import Desk, Practice, Restarting
from bot.tidings import Tidings
from bot.wording.scene import Spoken
from cogs.office import NotRecorded
from cogs.speech import Urgency
from rules.acts import Act, Announce, LoseSight, RollDice, Tick
from rules.entries import AnnouncementMade, Entry, PersonId
from rules.refusals import NotNow
from storage.store import NotStored, Page

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
ALICE = PersonId("nick:alice")


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


async def turns() -> None:
    """Let everybody do what can be done without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)


@dataclass(frozen=True)
class Noted:
    """A state: what was announced, and what each table has due."""

    texts: tuple[str, ...] = ()
    due: Mapping[int, datetime] = field(default_factory=dict)
    bad: frozenset[int] = frozenset()  # tables at which the rules fail
    blind: bool = False


def apply(state: Noted | None, entry: Entry) -> Noted:
    assert isinstance(entry, AnnouncementMade)
    state = state or Noted()
    match entry.text.split():
        case ["due", table]:
            due = {other: when for other, when in state.due.items() if other != int(table)}
            return replace(state, texts=(*state.texts, entry.text), due=due)
        case ["arm", table, second]:
            return replace(state, due={**state.due, int(table): at(int(second))})
        case ["spoil", table]:
            return replace(state, bad=state.bad | {int(table)})
    return replace(state, texts=(*state.texts, entry.text))


def decide(state: Noted | None, act: Act, now: datetime) -> tuple[Sequence[Entry], Noted]:
    state = state or Noted()
    texts: list[str] = []
    match act:
        case Tick(through=through, tables=tables):
            if tables and tables & state.bad:
                raise ZeroDivisionError("a bad table")
            texts = [f"due {table}" for table in sorted(tables or ()) if state.due[table] <= through]
        case Announce(text="refuse"):
            raise NotNow(when="later")
        case Announce(text="press"):
            raise NotNow(when="later", keep=(AnnouncementMade(at=now, by=act.by, text="pressed"),))
        case Announce(text="crash"):
            raise ZeroDivisionError("a fault in the rules")
        case Announce(text=text):
            texts = [text]
        case RollDice():
            texts = ["rolled"]
        case LoseSight(since=since):
            texts = [f"blind since {since:%S}"]
    entries = [AnnouncementMade(at=now, by=act.by, text=text) for text in texts]
    for entry in entries:
        state = apply(state, entry)
    return entries, state


def speak(entries: Sequence[Entry], before: Noted | None, after: Noted) -> list[Spoken]:
    spoken = []
    for index, entry in enumerate(entries):
        assert isinstance(entry, AnnouncementMade)
        if entry.text == "unspeakable":
            raise ZeroDivisionError("a fault in the wording")
        spoken.append(Spoken(index=index, place="channel", text=entry.text, urgency=Urgency.NEWS))
    return spoken


class NotedAgenda:
    """What `due` says, without the tables set aside."""

    def __init__(self) -> None:
        self._due: dict[int, datetime] = {}
        self._aside: set[int] = set()

    def rebuild(self, state: Noted | None) -> None:
        self._due = {} if state is None else dict(state.due)

    def follow(self, entries: Sequence[Entry], state: Noted) -> None:
        self._due = {table: due for table, due in state.due.items() if table not in self._aside}

    def earliest(self) -> datetime | None:
        return min(self._due.values(), default=None)

    def due(self, through: datetime) -> list[int]:
        return sorted(table for table, due in self._due.items() if due <= through)

    def event_due(self, state: Noted) -> datetime | None:
        return self._due.get(0)

    def look_again(self, table: int, state: Noted) -> datetime | None:
        return self._due.get(table)

    def set_aside(self, table: int, state: Noted) -> None:
        self._aside.add(table)
        self._due.pop(table, None)


NOTES: Practice[Noted] = Practice(
    decide=decide, apply=apply, speak=speak, agenda=NotedAgenda, is_blind=lambda state: state.blind
)


class Shelf:
    """A store in memory that can be slow, and fail."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.last_seq = 0
        self.fails = False
        self.open = asyncio.Event()
        self.open.set()
        self.asked = 0

    async def append(self, page: Page) -> None:
        self.asked += 1
        fails = self.fails
        await self.open.wait()
        if fails:
            raise NotStored("the disk is full")
        page.check_follows(self.last_seq)
        self.last_seq = page.last_seq
        self.pages.append(page)

    def texts(self) -> list[str]:
        return [
            entry.text for page in self.pages for entry in page.entries if isinstance(entry, AnnouncementMade)
        ]


@asynccontextmanager
async def running(shelf: Shelf, book: Sequence[Entry] = ()) -> AsyncIterator[Desk[Noted]]:
    """A desk at work on a scorebook that already has these entries."""
    desk = Desk("autumn-12", NOTES, shelf, lambda: at(100))
    desk.restore(book)
    shelf.last_seq = len(book)
    desk.start()
    try:
        yield desk
    finally:
        shelf.open.set()
        await desk.close()


def armed(due: Mapping[int, int], *more: str) -> list[Entry]:
    """A scorebook after which these tables have something due at these seconds."""
    texts = [f"arm {table} {second}" for table, second in due.items()]
    return [AnnouncementMade(at=NOON, by=ALICE, text=text) for text in (*texts, *more)]


def announce(text: str) -> Announce:
    return Announce(by=ALICE, text=text)


async def entered(desk: Desk[Noted], *texts: str, second: float = 0) -> list[object]:
    """What each of these acts came to, brought in one breath."""
    acts = [desk.enter(announce(text), at(second)) for text in texts]
    return list(await asyncio.gather(*acts, return_exceptions=True))


async def test_an_act_is_stored_before_it_is_answered() -> None:
    shelf = Shelf()
    shelf.open.clear()
    async with running(shelf) as desk:
        act = asyncio.create_task(desk.enter(announce("hello"), at(0)))
        await turns()
        assert not act.done()
        assert desk.state is None
        shelf.open.set()
        entries = await act
        assert [entry.at for entry in entries] == [at(0)]
        assert shelf.texts() == ["hello"]
        assert desk.state == Noted(texts=("hello",))


async def test_all_waiting_acts_go_into_one_page_in_their_order() -> None:
    shelf = Shelf()
    async with running(shelf) as desk:
        await entered(desk, "a", "b", "c")
        await entered(desk, "d")
    assert [page.first_seq for page in shelf.pages] == [1, 4]
    assert shelf.texts() == ["a", "b", "c", "d"]


async def test_the_lines_of_a_page_are_stored_with_it_and_spoken_after_it() -> None:
    shelf = Shelf()
    heard: list[Tidings] = []
    async with running(shelf) as desk:
        desk.hear_stored(heard.extend)
        shelf.open.clear()
        acts = asyncio.create_task(entered(desk, "a", "b"))
        await turns()
        assert heard == []
        shelf.open.set()
        await acts
    assert [(each.unsaid.key, each.unsaid.line.text) for each in heard] == [
        (("autumn-12", 1, 1), "a"),
        (("autumn-12", 2, 1), "b"),
    ]
    assert [seq for seq, _ in shelf.pages[0].lines] == [1, 2]


async def test_when_the_store_fails_nothing_happened_and_everybody_is_told() -> None:
    shelf = Shelf()
    async with running(shelf) as desk:
        await entered(desk, "before")
        shelf.fails = True
        told = await entered(desk, "a", "refuse", "b")
        assert [type(answer) for answer in told] == [NotRecorded] * 3
        assert desk.state == Noted(texts=("before",))
        shelf.fails = False
        await entered(desk, "after")
    assert shelf.texts() == ["before", "after"]
    assert [page.first_seq for page in shelf.pages] == [1, 2]


async def test_what_was_decided_on_a_page_that_fails_falls_with_it() -> None:
    shelf = Shelf()
    async with running(shelf) as desk:
        shelf.fails = True
        shelf.open.clear()
        first = asyncio.create_task(entered(desk, "a"))
        await turns()
        shelf.fails = False
        second = asyncio.create_task(entered(desk, "b"))
        await turns()
        assert shelf.asked == 2  # the second page did not wait for the first
        shelf.open.set()
        assert [type(answer) for answer in await first + await second] == [NotRecorded, NotRecorded]
        assert desk.state is None
        await entered(desk, "c")
    assert shelf.texts() == ["c"]


async def test_a_refusal_is_answered_at_once_and_stores_nothing() -> None:
    shelf = Shelf()
    shelf.open.clear()
    async with running(shelf) as desk:
        with pytest.raises(NotNow):
            await desk.enter(announce("refuse"), at(0))
        assert shelf.asked == 0


async def test_a_refusal_that_rests_on_what_is_not_stored_yet_waits_for_it() -> None:
    shelf = Shelf()
    shelf.open.clear()
    async with running(shelf) as desk:
        acts = asyncio.create_task(entered(desk, "a", "refuse"))
        await turns()
        late = asyncio.create_task(desk.enter(announce("refuse"), at(1)))
        await turns()
        assert not acts.done()
        assert not late.done()
        shelf.open.set()
        assert isinstance((await acts)[1], NotNow)
        with pytest.raises(NotNow):
            await late


async def test_what_a_refusal_wants_kept_is_stored_before_it_is_raised() -> None:
    shelf = Shelf()
    async with running(shelf) as desk:
        told = await entered(desk, "a", "press")
        assert isinstance(told[1], NotNow)
        assert desk.state == Noted(texts=("a", "pressed"))
    assert shelf.texts() == ["a", "pressed"]


async def test_a_fault_in_the_rules_fails_that_act_only() -> None:
    shelf = Shelf()
    async with running(shelf) as desk:
        told = await entered(desk, "a", "crash", "b")
        assert isinstance(told[1], ZeroDivisionError)
    assert shelf.texts() == ["a", "b"]


async def test_a_fault_in_the_wording_costs_the_words_and_not_the_entry(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shelf = Shelf()
    async with running(shelf) as desk:
        await entered(desk, "a", "unspeakable", "b")
    assert shelf.texts() == ["a", "unspeakable", "b"]
    assert [line.text for _, line in shelf.pages[0].lines] == ["a", "b"]
    assert "no words for announcement.made/1" in caplog.text


async def test_what_fell_due_before_the_second_of_an_act_comes_first() -> None:
    shelf = Shelf()
    async with running(shelf, armed({1: 10, 2: 11, 3: 12})) as desk:
        await desk.enter(announce("word"), at(12.7))
        assert shelf.texts() == ["due 1", "due 2", "word"]  # exactly on the second is in time
        await desk.look(at(12))
    assert shelf.texts() == ["due 1", "due 2", "word", "due 3"]


async def test_a_look_too_many_finds_nothing() -> None:
    shelf = Shelf()
    async with running(shelf, armed({1: 10})) as desk:
        await asyncio.gather(desk.look(at(10)), desk.look(at(10)))
        await desk.look(at(10))
    assert shelf.texts() == ["due 1"]


async def test_nobody_is_judged_by_what_was_not_seen() -> None:
    shelf = Shelf()
    async with running(shelf, armed({0: 12, 1: 10, 2: 11})) as desk:
        desk.sighted_until = lambda: at(10)
        await desk.look(at(20))
        assert shelf.texts() == ["due 1", "due 0"]  # the round's own clock goes on
        desk.sighted_until = lambda: at(20)
        await desk.look(at(20))
    assert shelf.texts() == ["due 1", "due 0", "due 2"]


async def test_the_loss_of_sight_comes_before_what_fell_due_since() -> None:
    shelf = Shelf()
    async with running(shelf, armed({1: 10, 2: 11})) as desk:
        await desk.enter(LoseSight(by=ALICE, since=at(11), why="split"), at(40))
    assert shelf.texts() == ["due 1", "blind since 11"]


async def test_a_bad_table_is_set_aside_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    shelf = Shelf()
    faults: list[int] = []
    due = dict.fromkeys(range(1, 6), 10)
    async with running(shelf, armed(due, "spoil 3")) as desk:
        desk.on_fault = lambda table, reference: faults.append(table)
        await desk.look(at(10))
        await entered(desk, "arm 7 60", second=20)
        await desk.look(at(60))
        assert desk.earliest() is None
    assert shelf.texts() == ["due 1", "due 2", "due 4", "due 5", "arm 7 60", "due 7"]
    assert faults == [3]
    assert "table 3 is set aside" in caplog.text


async def test_deadlines_that_were_not_stored_are_worked_off_later() -> None:
    shelf = Shelf()
    async with running(shelf, armed({1: 10})) as desk:
        shelf.fails = True
        with pytest.raises(NotRecorded):
            await desk.look(at(10))
        assert desk.earliest() == at(10)
        shelf.fails = False
        await desk.look(at(10))
    assert shelf.texts() == ["due 1"]


async def test_ten_thousand_deadlines_in_one_second_leave_the_loop_free() -> None:
    shelf = Shelf()
    due = dict.fromkeys(range(1, 2001), 10)
    turns_of_others = 0
    async with running(shelf, armed(due)) as desk:
        looking = asyncio.create_task(desk.look(at(10)))
        while not looking.done():
            await asyncio.sleep(0)
            turns_of_others += 1
        await looking
    assert turns_of_others > 20  # how long a turn lasts is for the bench to say
    assert len(set(shelf.texts())) == 2000
    assert all(len(page.entries) < 1000 for page in shelf.pages)


async def test_a_roll_does_not_wait_for_the_deadlines() -> None:
    shelf = Shelf()
    due = dict.fromkeys(range(1, 2001), 10)
    roll = RollDice(by=ALICE, by_name="alice", count=1, sides=6, modifier=0, word="", dice=SeededDice(0))
    async with running(shelf, armed(due)) as desk:
        looking = asyncio.create_task(desk.look(at(10)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await desk.enter(roll, at(11))
        assert not looking.done()
        await looking
    assert len(shelf.texts()) == 2001


async def test_a_desk_that_closes_finishes_what_waits_and_takes_nothing_more() -> None:
    shelf = Shelf()
    shelf.open.clear()
    async with running(shelf) as desk:
        act = asyncio.create_task(desk.enter(announce("in hand"), at(0)))
        await asyncio.sleep(0)
        closing = asyncio.create_task(desk.close())
        await turns()
        with pytest.raises(Restarting):
            await desk.enter(announce("too late"), at(1))
        shelf.open.set()
        await closing
        assert act.done()
    assert shelf.texts() == ["in hand"]
