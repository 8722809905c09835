"""What people are shown: the columns of the exports, names for ids, UTC for times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert, select

from rules.entries import PersonId, PlayerRegistered
from storage.reading import NAMED_ONE_BY_ONE, NoSuchTournament, Reading
from storage.store import Store, StoreError
from storage.tables import UTCTime, heartbeat, metadata
from tests.storage.samples import (
    ALICE,
    BOB,
    NOON,
    a_cancelled_event,
    an_event,
    at,
    opened,
    page,
    penalty,
    rolled,
    url_of,
)


@pytest.fixture
async def reading(store: Store) -> Reading:
    await store.append(page("7", 1, *an_event()))
    await store.append(page("8", 1, *a_cancelled_event()))
    await store.append(page("league", 1, rolled(1)))
    return store.reading


async def test_a_penalty_is_shown_with_the_columns_of_the_export(reading: Reading) -> None:
    assert (await reading.penalties())[0] == {
        "number": 1,
        "tournament": "Autumn Cup",
        "rulebook": "ogaming",
        "rel": 2,
        "round": 1,
        "table": 1,
        "player": "Bob",
        "infraction": "disconnection.during_game",
        "clause": "A.I.4",
        "penalty": "game_loss",
        "automatic": True,
        "issued_by": None,
        "due_at": "2026-03-01T12:12:30Z",
        "issued_at": "2026-03-01T12:12:30Z",
        "reason": "gone 5:00",
        "reportable": True,
        "status": "superseded",
        "applies_to": "current_game",
        "cause": "gone:1:1:bob",
    }


async def test_the_columns_come_in_the_order_of_the_export(reading: Reading) -> None:
    assert " ".join((await reading.penalties())[0]) == (
        "number tournament rulebook rel round table player infraction clause penalty automatic issued_by "
        "due_at issued_at reason reportable status applies_to cause"
    )
    assert " ".join((await reading.results())[0]) == (
        "tournament round table player1 player2 wins1 wins2 draws outcome how state finished_at"
    )
    assert " ".join((await reading.rulings())[0]) == (
        "number kind tournament round table asked_by asked_at claimed_by ruled_by ruled_at text extension_s "
        "appeal outcome"
    )


async def test_a_penalty_at_no_table_shows_none(reading: Reading) -> None:
    row = (await reading.penalties())[5]
    assert (row["number"], row["round"], row["table"], row["due_at"]) == (
        6,
        None,
        None,
        "2026-03-01T12:21:00Z",
    )


async def test_a_judge_is_shown_by_name(reading: Reading) -> None:
    assert (await reading.penalties())[2]["issued_by"] == "Wren"


async def test_a_player_keeps_the_name_of_the_registration(reading: Reading) -> None:
    assert {row["player"] for row in await reading.penalties()} == {"Alice", "Bob"}


async def test_penalties_of_a_person_come_from_every_event(store: Store, reading: Reading) -> None:
    await store.append(page("9", 1, *an_event("Winter Cup")))
    rows = await reading.penalties_of(BOB)
    assert [(row["tournament"], row["number"]) for row in rows] == [
        (event, number) for number in (1, 2, 6, 7) for event in ("Autumn Cup", "Winter Cup")
    ]


async def test_one_players_penalties_are_shown_as_among_those_of_everybody(store: Store) -> None:
    crowd = [PersonId(f"account:p{number}") for number in range(NAMED_ONE_BY_ONE + 1)]
    entered = [PlayerRegistered(at=NOON, player=each, name=each.upper(), by=each) for each in crowd]
    given = [penalty(number, each, "12:30:00") for number, each in enumerate(crowd, 1)]
    await store.append(page("7", 1, opened(), *entered, *given))
    everything = await store.reading.penalties()
    assert [row["player"] for row in everything] == [each.upper() for each in crowd]
    for number, each in enumerate(crowd[:3]):
        assert await store.reading.penalties_of(each) == [everything[number]]


async def test_a_tournament_is_found_by_name_and_by_id(reading: Reading) -> None:
    assert await reading.results("Autumn Cup") == await reading.results("7")
    assert await reading.results("Rained Off") == []
    with pytest.raises(NoSuchTournament, match="no tournament is called 'Autum Cup'"):
        await reading.results("Autum Cup")


async def test_tournaments_are_listed_with_their_state(reading: Reading) -> None:
    rows = await reading.tournaments()
    assert [
        (row["tournament"], row["name"], row["state"], row["opened_by"], row["ended_at"]) for row in rows
    ] == [
        ("7", "Autumn Cup", "ended", "Birch", "2026-03-01T13:00:00Z"),
        ("8", "Rained Off", "cancelled", "Birch", "2026-03-01T12:05:00Z"),
    ]


async def test_players_are_listed_and_why_one_left(reading: Reading) -> None:
    rows = await reading.players("7")
    assert [(row["name"], row["deck"], row["dropped"]) for row in rows] == [
        ("Alice", "a11ce", None),
        ("Bob", "b0b", "own_wish"),
    ]


async def test_open_calls_say_how_long_they_have_waited(reading: Reading) -> None:
    rows = await reading.open_calls("7", now=at("12:49:30"))
    assert [(row["number"], row["asked_by"], row["why"], row["age_s"]) for row in rows] == [
        (11, "Alice", "he is gone", 150)
    ]


async def test_a_person_is_found_by_any_name_of_any_event(reading: Reading) -> None:
    assert await reading.persons_called("ALICE") == [ALICE]
    assert await reading.persons_called("nobody") == []


async def test_the_scorebook_is_shown_entry_by_entry(reading: Reading) -> None:
    rows = await reading.scorebook("league")
    assert [list(row) for row in rows] == [["tournament", "seq", "at", "kind", "body"]]
    assert (rows[0]["at"], rows[0]["kind"], rows[0]["body"]["faces"]) == (
        "2026-03-01T12:00:00Z",
        "chance.rolled/1",
        [2, 4],
    )


async def test_a_running_store_is_read_from_outside(store: Store, path: Path) -> None:
    await store.append(page("7", 1, opened()))
    async with Reading.opened(url_of(path)) as outside:
        assert [row["name"] for row in await outside.tournaments()] == ["Autumn Cup"]


async def test_reading_what_is_not_there_is_refused_in_a_sentence(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store at"):
        async with Reading.opened(url_of(path)):
            pass


# --- times ---


def stored_time(when: datetime) -> tuple[object, datetime]:
    """How a time lies in the file, and how it is read back."""
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(heartbeat), [{"place": "here", "at": when}])
        lies = connection.exec_driver_sql("SELECT at FROM heartbeat").scalar_one()
        back = connection.execute(select(heartbeat.c.at)).scalar_one()
    engine.dispose()
    return lies, back


def test_a_time_with_an_offset_is_stored_and_read_as_utc() -> None:
    east = datetime(2025, 7, 1, 0, 0, tzinfo=timezone(timedelta(hours=2)))
    lies, back = stored_time(east)
    assert lies == "2025-06-30T22:00:00.000000Z"
    assert back == east
    assert back.tzinfo is UTC


def test_parts_of_a_second_are_kept() -> None:
    when = datetime(2025, 7, 1, 0, 0, 1, 250, tzinfo=UTC)
    assert stored_time(when)[1] == when


def test_a_naive_time_is_refused() -> None:
    dialect = create_engine("sqlite://").dialect
    with pytest.raises(ValueError, match="a time without a zone may not be stored"):
        UTCTime().process_bind_param(datetime(2025, 7, 1), dialect)  # noqa: DTZ001 - the point of the test


def test_times_are_found_whatever_zone_the_bounds_are_written_in() -> None:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    noon = at("12:00:00")
    bound = (noon + timedelta(minutes=1)).astimezone(timezone(timedelta(hours=-8)))
    beats = [{"place": f"{n}", "at": noon + timedelta(minutes=n)} for n in range(3)]
    with engine.begin() as connection:
        connection.execute(insert(heartbeat), beats)
        found = connection.execute(select(heartbeat.c.place).where(heartbeat.c.at >= bound)).scalars().all()
    engine.dispose()
    assert found == ["1", "2"]
