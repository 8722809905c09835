"""What was said in the channel is kept for some days, beside what was recorded, and never in its way."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from storage.store import Store
from storage.talk import KEPT_FOR, LONGEST_WORDS, WAITING_AT_MOST
from storage.upkeep import check
from tests.storage.samples import NOON, an_event, page, rolled, url_of

SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


async def words(store: Store, tournament: str = "cup") -> list[str]:
    _, talk = await store.around(tournament, NOON - 30 * DAY, NOON + 30 * DAY)
    return [line.words for line in talk]


def keep(store: Store, said: str, after: timedelta = timedelta()) -> None:
    store.keep_talk("irc", NOON + after, "alice_", "nick:alice", said)


async def test_a_line_is_read_back_whole_and_in_order(store: Store) -> None:
    keep(store, "second", 2 * SECOND)
    keep(store, "first", SECOND)
    _, talk = await store.around("cup", NOON, NOON + DAY)
    assert [line.words for line in talk] == ["first", "second"]
    first = talk[0]
    assert (first.place, first.at, first.nick, first.person) == ("irc", NOON + SECOND, "alice_", "nick:alice")


async def test_what_is_asked_for_has_a_beginning_and_an_end(store: Store) -> None:
    for seconds in range(5):
        keep(store, str(seconds), seconds * SECOND)
    _, talk = await store.around("cup", NOON + SECOND, NOON + 3 * SECOND)
    assert [line.words for line in talk] == ["1", "2"]


async def test_the_entries_are_those_of_one_event_and_time(store: Store) -> None:
    event = an_event()
    await store.append(page("cup", 1, *event))
    await store.append(page("league", 1, rolled(1)))
    since, until = event[3].at, event[-1].at
    entries, _ = await store.around("cup", since, until)
    assert entries == [entry for entry in event if since <= entry.at < until]


async def test_a_long_line_is_cut(store: Store) -> None:
    keep(store, "x" * 1000)
    assert await words(store) == ["x" * LONGEST_WORDS]


async def test_talk_is_forgotten_after_its_days(store: Store) -> None:
    keep(store, "long ago", -KEPT_FOR - SECOND)
    keep(store, "just in time", -KEPT_FOR)
    keep(store, "now")
    store.forget_talk(NOON)
    assert await words(store) == ["just in time", "now"]


async def test_talk_outlives_a_store_that_fails_and_is_written_once(store: Store) -> None:
    keep(store, "before")
    await store.flush()
    store.fail()
    keep(store, "meanwhile")
    assert await words(store) == ["before"]
    store.recover()
    assert await words(store) == ["before", "meanwhile"]


async def test_only_so_much_waits_for_a_store_that_fails(store: Store) -> None:
    store.fail()
    for number in range(WAITING_AT_MOST + 3):
        keep(store, str(number), number * SECOND)
    store.recover()
    assert await words(store) == [str(number) for number in range(3, WAITING_AT_MOST + 3)]


async def test_talk_is_no_record_to_be_checked(store: Store, path: Path) -> None:
    await store.append(page("cup", 1, *an_event()))
    keep(store, "hello")
    await store.flush()
    assert check(url_of(path)) == []


async def test_talk_is_there_after_the_store_was_closed(path: Path) -> None:
    store = await Store.open(url_of(path))
    keep(store, "last words")
    await store.close()
    store = await Store.open(url_of(path))
    assert await words(store) == ["last words"]
    await store.close()
