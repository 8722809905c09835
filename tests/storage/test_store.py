"""The store keeps what it has taken, once and in order, and says so when it cannot."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Iterable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.store import NotStored, OutboxLine, Page, StaleScorebook, Store, StoreError
from tests.storage.samples import (
    ALICE,
    BOB,
    NOON,
    a_cancelled_event,
    an_event,
    opened,
    page,
    penalty,
    rolled,
    url_of,
)


def rows(path: Path, query: str) -> list[Any]:
    """What another program sees in the file right now."""
    with closing(sqlite3.connect(path)) as other:
        return other.execute(query).fetchall()


async def gathered(appends: Iterable[Awaitable[None]]) -> list[BaseException | None]:
    """What became of each append: None, or why it was refused."""
    return list(await asyncio.gather(*appends, return_exceptions=True))


async def test_a_stored_event_is_read_back_entry_by_entry(store: Store) -> None:
    await store.append(page("cup", 1, *an_event()))
    assert await store.load("cup") == an_event()


async def test_an_append_is_in_the_file_when_it_returns(store: Store, path: Path) -> None:
    await store.append(page("league", 1, rolled(1), says=["Alice rolls 7."]))
    assert rows(path, "SELECT seq, kind FROM scorebook") == [(1, "chance.rolled/1")]
    assert rows(path, "SELECT text FROM outbox") == [("Alice rolls 7.",)]
    assert rows(path, "SELECT number FROM draws") == [(1,)]


async def test_an_unknown_scorebook_is_empty(store: Store) -> None:
    assert await store.load("nothing") == []


async def test_sixty_four_scorebooks_written_at_once_are_all_there_once(store: Store) -> None:
    async def play(tournament: str) -> None:
        for number in range(1, 11):
            await store.append(page(tournament, number, rolled(number), says=[f"roll {number}"]))

    names = [f"t{n}" for n in range(64)]
    await asyncio.gather(*map(play, names))
    for name in names:
        assert await store.load(name) == [rolled(number) for number in range(1, 11)]
    assert len(await store.unsaid()) == 640


async def test_sixty_appends_to_one_scorebook_keep_their_order(store: Store) -> None:
    await gathered(store.append(page("league", n, rolled(n))) for n in range(1, 61))
    assert await store.load("league") == [rolled(n) for n in range(1, 61)]


async def test_of_two_pages_for_one_place_the_first_wins(store: Store) -> None:
    outcomes = await gathered(store.append(page("league", 1, rolled(n))) for n in (1, 2))
    assert outcomes[0] is None
    assert isinstance(outcomes[1], StaleScorebook)
    assert outcomes[1].last_seq == 1
    assert await store.load("league") == [rolled(1)]


async def test_a_page_that_leaves_a_gap_is_refused(store: Store) -> None:
    with pytest.raises(
        StaleScorebook, match="entry 2 of 'league' cannot be written: its scorebook stands at 0"
    ):
        await store.append(page("league", 2, rolled(1)))


async def test_a_page_behind_a_failed_one_fails_too(store: Store) -> None:
    doubled = penalty(2, BOB, "12:12:30")
    await store.append(page("cup", 1, opened(), penalty(1, BOB, "12:12:30")))
    outcomes = await gathered(
        store.append(entries)
        for entries in (page("cup", 3, doubled), page("cup", 4, rolled(1)), page("league", 1, rolled(2)))
    )
    assert isinstance(outcomes[0], NotStored)
    assert isinstance(outcomes[1], StaleScorebook)
    assert outcomes[2] is None
    assert len(await store.load("cup")) == 2
    assert await store.load("league") == [rolled(2)]


async def test_one_cause_brings_one_penalty_even_if_asked_twice(store: Store, path: Path) -> None:
    await store.append(page("cup", 1, opened(), penalty(1, BOB, "12:12:30")))
    with pytest.raises(NotStored, match="UNIQUE constraint failed: penalties"):
        await store.append(page("cup", 3, penalty(2, BOB, "12:12:30"), says=["never said"]))
    assert rows(path, "SELECT number FROM penalties") == [(1,)]
    assert rows(path, "SELECT count(*) FROM scorebook") == [(2,)]
    assert await store.unsaid() == []


async def test_two_players_may_have_a_penalty_of_one_cause(store: Store, path: Path) -> None:
    both = [penalty(1, ALICE, "12:10:00", cause="late:1:1"), penalty(2, BOB, "12:10:00", cause="late:1:1")]
    await store.append(page("cup", 1, opened(), *both))
    assert rows(path, "SELECT number, status FROM penalties") == [(1, "standing"), (2, "standing")]


async def test_a_naive_time_is_refused_and_nothing_of_the_page_is_written(store: Store) -> None:
    naive = rolled(2, NOON.replace(tzinfo=None))
    with pytest.raises(NotStored, match="a time without a zone"):
        await store.append(page("league", 1, rolled(1), naive))
    assert await store.load("league") == []
    await store.append(page("league", 1, rolled(1)))
    assert await store.load("league") == [rolled(1)]


async def test_a_line_without_its_entry_is_refused(store: Store) -> None:
    line = OutboxLine(part=0, place="channel", text="out of nowhere", urgency=0)
    with pytest.raises(NotStored, match="FOREIGN KEY"):
        await store.append(Page(tournament="cup", first_seq=1, entries=[opened()], lines=[(7, line)]))
    assert await store.load("cup") == []


async def test_a_cancelled_waiter_does_not_disturb_the_others(store: Store) -> None:
    tasks = [asyncio.create_task(store.append(page(f"t{n}", 1, rolled(n)))) for n in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert outcomes[0] is None
    assert isinstance(outcomes[1], asyncio.CancelledError)
    assert outcomes[2] is None
    await store.append(page("t0", 2, rolled(9)))
    assert await store.load("t0") == [rolled(0), rolled(9)]


async def test_all_open_scorebooks_are_loaded_and_the_league(store: Store) -> None:
    await store.append(page("over", 1, *an_event()))
    await store.append(page("off", 1, *a_cancelled_event()))
    await store.append(page("on", 1, opened("Winter Cup")))
    assert await store.load_all_open() == {"on": [opened("Winter Cup")]}
    await store.append(page("league", 1, rolled(1)))
    assert await store.load_all_open() == {"on": [opened("Winter Cup")], "league": [rolled(1)]}


# --- said and unsaid ---


async def test_what_was_said_is_not_unsaid_after_a_restart(path: Path) -> None:
    store = await Store.open(url_of(path))
    await store.append(page("cup", 1, opened(), says=["one", "two", "three"]))
    unsaid = await store.unsaid()
    assert [(line.line.text, line.at) for line in unsaid] == [("one", NOON), ("two", NOON), ("three", NOON)]
    await store.mark_said([unsaid[0].key], NOON + timedelta(seconds=1))
    await store.mark_overtaken([unsaid[1].key], NOON + timedelta(minutes=1))
    await store.close()
    store = await Store.open(url_of(path))
    assert await store.unsaid() == unsaid[2:]
    await store.close()


async def test_marks_are_written_without_an_append(store: Store, path: Path) -> None:
    await store.append(page("cup", 1, opened(), says=["one"]))
    await store.mark_said([("cup", 1, 0)], NOON)
    await store.flush()
    assert rows(path, "SELECT said_at FROM outbox") == [("2026-03-01T12:00:00.000000Z",)]


async def test_the_first_time_a_line_was_said_stays(store: Store, path: Path) -> None:
    await store.append(page("cup", 1, opened(), says=["one"]))
    await store.mark_said([("cup", 1, 0)], NOON)
    await store.mark_said([("cup", 1, 0)], NOON + timedelta(seconds=5))
    await store.flush()
    assert rows(path, "SELECT said_at FROM outbox") == [("2026-03-01T12:00:00.000000Z",)]


async def test_the_bot_was_last_seen_at_its_last_beat_or_entry(store: Store) -> None:
    assert await store.last_seen() is None
    await store.append(page("league", 1, rolled(1, NOON), rolled(2, NOON + timedelta(seconds=9))))
    assert await store.last_seen() == NOON + timedelta(seconds=9)
    await store.beat(NOON + timedelta(seconds=5))
    assert await store.last_seen() == NOON + timedelta(seconds=9)
    await store.beat(NOON + timedelta(seconds=12))
    await store.note_alive(NOON + timedelta(seconds=60))  # it runs, and says nothing about what it sees
    assert await store.last_seen() == NOON + timedelta(seconds=12)


# --- failing ---


async def test_a_failing_store_refuses_until_it_recovers(store: Store) -> None:
    store.fail()
    with pytest.raises(NotStored, match="the store fails"):
        await store.append(page("league", 1, rolled(1)))
    store.recover()
    await store.append(page("league", 1, rolled(2)))
    assert await store.load("league") == [rolled(2)]


async def test_marks_of_a_failing_store_are_kept_for_later(store: Store) -> None:
    await store.append(page("cup", 1, opened(), says=["one"]))
    store.fail()
    await store.mark_said([("cup", 1, 0)], NOON)
    assert len(await store.unsaid()) == 1
    store.recover()
    assert await store.unsaid() == []


async def test_a_locked_file_fails_the_page_and_the_next_one_works(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotStored, match="database is locked"):
            await store.append(page("league", 1, rolled(1)))
    await store.append(page("league", 1, rolled(1)))
    assert await store.load("league") == [rolled(1)]


async def test_a_thread_that_stumbles_tells_those_who_wait_and_goes_on(store: Store) -> None:
    class Torn(Page):
        """A page at which the writer stumbles before it writes anything."""

        def check_follows(self, last_seq: int) -> None:
            raise OSError("torn")

    with pytest.raises(NotStored, match="torn"):
        await asyncio.wait_for(store.append(Torn(tournament="league", first_seq=1, entries=())), 5)
    await store.append(page("league", 1, rolled(1)))
    assert await store.load("league") == [rolled(1)]


# --- opening and closing ---


async def test_closing_writes_what_waits(path: Path) -> None:
    store = await Store.open(url_of(path))
    appends = [asyncio.create_task(store.append(page("league", n, rolled(n)))) for n in range(1, 21)]
    await asyncio.sleep(0)
    await store.close()
    assert await gathered(appends) == [None] * 20
    assert rows(path, "SELECT count(*) FROM scorebook") == [(20,)]


async def test_a_closed_store_takes_nothing(path: Path) -> None:
    store = await Store.open(url_of(path))
    await store.close()
    await store.close()
    with pytest.raises(NotStored, match="closing"):
        await store.append(page("league", 1, rolled(1)))


async def test_a_store_is_held_by_one_at_a_time(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match=r"floorjudge\.db is in use by another process \(\d+\)"):
        await Store.open(url_of(path))
    await store.append(page("league", 1, rolled(1)))
    assert await store.load("league") == [rolled(1)]


async def test_a_store_goes_on_where_it_stood(path: Path) -> None:
    for number in (1, 2, 3):
        store = await Store.open(url_of(path))
        await store.append(page("league", number, rolled(number)))
        await store.close()
    store = await Store.open(url_of(path), create=False)
    assert await store.load("league") == [rolled(1), rolled(2), rolled(3)]
    await store.close()


async def test_a_missing_store_is_not_made_unless_wanted(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store at"):
        await Store.open(url_of(path), create=False)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("sqlite+aiosqlite://", "the store must be a file"),
        ("sqlite+aiosqlite:///:memory:", "the store must be a file"),
        ("postgresql+asyncpg://there/db", "cannot be a postgresql database yet"),
        ("floorjudge.db", "is not one: expected sqlite"),
    ],
)
async def test_an_unusable_url_is_refused_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence):
        await Store.open(url)


def test_a_file_that_is_no_store_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("a letter\n" * 200)
    with pytest.raises(StoreError, match="file is not a database"):
        asyncio.run(Store.open(url_of(path)))
    assert path.read_text().startswith("a letter")


async def test_another_programs_database_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="is an SQLite file, but not a store"):
        await Store.open(url_of(path))


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere/f\.db cannot be opened: No such file"):
        await Store.open(url_of(tmp_path / "nowhere" / "f.db"))


async def test_what_goes_with_a_line_is_there_after_a_restart(path: Path) -> None:
    store = await Store.open(url_of(path))
    lines = [
        (1, OutboxLine(part=1, place="channel", text="welcome", urgency=1, extra='{"table":[1,7]}')),
        (1, OutboxLine(part=2, place="judges", text="look", urgency=1)),
    ]
    await store.append(Page(tournament="cup", first_seq=1, entries=(opened(),), lines=lines))
    await store.close()
    store = await Store.open(url_of(path))
    assert [unsaid.line for unsaid in await store.unsaid()] == [line for _, line in lines]
    await store.close()
