"""What people read follows from the scorebook, and can be made from it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from rules.entries import KINDS, Entry
from storage.reading import Reading
from storage.records import changed_by
from storage.sqlite import upkeep_engine
from storage.store import Store
from storage.tables import players, tournaments
from storage.upkeep import check
from tests.storage.samples import (
    ALICE,
    BOB,
    a_cancelled_event,
    a_taken_back_event,
    an_event,
    opened,
    page,
    penalty,
    rolled,
    url_of,
)


@pytest.fixture
async def reading(store: Store) -> Reading:
    """A store with an event that is over, one that was cancelled, and a roll outside events."""
    await store.append(page("cup", 1, *an_event()))
    await store.append(page("off", 1, *a_cancelled_event()))
    await store.append(page("league", 1, rolled(1)))
    return store.reading


async def test_the_records_that_stand_are_those_of_the_scorebook(path: Path) -> None:
    store = await Store.open(url_of(path))
    for seq, entry in enumerate(an_event(), 1):  # one commit each, as in life; the check makes them in one go
        await store.append(page("cup", seq, entry))
    await store.append(page("off", 1, *a_cancelled_event()))
    await store.append(page("league", 1, rolled(1)))
    for seq, entry in enumerate(a_taken_back_event(), 1):
        await store.append(page("back", seq, entry))
    await store.close()
    assert check(url_of(path)) == []


def test_the_sample_event_has_every_kind_that_changes_a_record() -> None:
    told = {type(entry) for entry in (*an_event(), *a_cancelled_event(), *a_taken_back_event())}
    assert {kind for kind in KINDS.values() if changed_by(kind)} == told & set(KINDS.values())


async def test_penalties_stand_as_they_were_settled(reading: Reading) -> None:
    rows = await reading.penalties("Autumn Cup")
    assert {row["number"]: row["status"] for row in rows} == {
        1: "superseded",
        2: "standing",
        3: "superseded",
        4: "standing",
        5: "dismissed",
        6: "overturned",
        7: "pending",
    }


async def test_a_proposal_supersedes_only_when_it_is_approved(store: Store) -> None:
    risen: dict[str, Any] = {"cause": "gone", "penalty": "match_loss", "supersedes": 1, "pending": True}
    await store.append(
        page(
            "cup",
            1,
            opened(),
            penalty(1, BOB, "12:10:00", cause="gone"),
            penalty(2, BOB, "12:15:00", **risen),
        )
    )
    rows = await store.reading.penalties()
    assert [(row["number"], row["status"]) for row in rows] == [(1, "standing"), (2, "pending")]


async def test_what_is_taken_back_leaves_the_records_as_they_were(store: Store, path: Path) -> None:
    await store.append(page("back", 1, *a_taken_back_event()))
    assert await store.reading.results() == []
    assert [row["player"] for row in await store.reading.standings("Second Thoughts")] == ["Alice", "Bob"]
    await store.close()
    engine = upkeep_engine(path)
    with engine.connect() as connection:
        rows = connection.execute(select(players.c.player, players.c.dropped)).all()
        rel = connection.execute(select(tournaments.c.rel, tournaments.c.format)).one()
    engine.dispose()
    assert sorted(map(tuple, rows)) == [(BOB, None), (ALICE, "own_wish")]
    assert tuple(rel) == ("1", "extended")


async def test_an_approved_penalty_is_issued_by_who_approved_it_and_then(reading: Reading) -> None:
    rows = {row["number"]: row for row in await reading.penalties("Autumn Cup")}
    assert [(rows[n]["issued_by"], rows[n]["issued_at"]) for n in (3, 4)] == [
        ("Wren", "2026-03-01T12:19:30Z"),
        ("Wren", "2026-03-01T12:20:10Z"),
    ]


async def test_results_follow_corrections_and_reopenings(reading: Reading) -> None:
    rows = await reading.results("Autumn Cup")
    told = [
        (r["table"], r["wins1"], r["wins2"], r["outcome"], r["how"], r["state"], r["finished_at"])
        for r in rows
    ]
    assert told == [
        (1, 1, 1, "draw", "ruling", "final", "2026-03-01T12:30:00Z"),
        (2, None, None, None, None, "open", None),
        (3, 1, 2, "player2", "ruling", "final", "2026-03-01T12:33:00Z"),
        (4, 2, 1, "player1", "games", "disputed", "2026-03-01T12:34:00Z"),
        (5, 2, 0, "bye", None, "final", "2026-03-01T12:35:00Z"),
    ]
    assert rows[-1]["player2"] is None


async def test_a_ruling_shows_its_extension_and_its_appeal(reading: Reading) -> None:
    rows = {row["number"]: row for row in await reading.rulings("Autumn Cup")}
    assert rows[8] == {
        "number": 8,
        "kind": "call",
        "tournament": "Autumn Cup",
        "round": 1,
        "table": 1,
        "asked_by": "Alice",
        "asked_at": "2026-03-01T12:40:00Z",
        "claimed_by": "Wren",
        "ruled_by": "Wren",
        "ruled_at": "2026-03-01T12:43:00Z",
        "text": "play on",
        "extension_s": 180,
        "appeal": 9,
        "outcome": "upheld",
    }
    assert (rows[9]["kind"], rows[9]["appeal"], rows[9]["text"]) == ("appeal", 8, "it was")
    assert (rows[10]["kind"], rows[10]["outcome"], rows[11]["outcome"]) == ("panic", "closed", "open")


async def test_draws_are_recorded_in_the_league_and_in_events(reading: Reading) -> None:
    rows = await reading.draws()
    told = [(row["tournament"], row["number"], row["kind"], row["asked_by"], row["faces"]) for row in rows]
    assert told == [
        ("league", 1, "roll", "Alice", [2, 4]),
        ("Autumn Cup", 1, "first_player", None, []),
        ("Autumn Cup", 2, "flip", None, [1]),
        ("Autumn Cup", 3, "roll", "Alice", [4, 4]),
    ]


async def test_the_rulebook_and_rel_of_the_event_stand_beside_its_penalties(reading: Reading) -> None:
    row = (await reading.penalties("Autumn Cup"))[0]
    assert (row["rulebook"], row["rel"]) == ("ogaming", 2)


async def test_an_entry_that_nobody_reads_changes_no_record(store: Store, path: Path) -> None:
    entries: list[Entry] = [entry for entry in an_event() if entry.kind == "match.first_player_rolled/1"]
    assert len(entries) == 1
    await store.append(page("cup", 1, *entries))
    await store.close()
    assert check(url_of(path)) == []
