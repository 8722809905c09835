"""Prepared statements write what SQLAlchemy itself would write."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Connection, create_engine, insert, select, update

from storage.prepared import execute_many
from storage.tables import draws, metadata, scorebook, write_json

AT = datetime(2026, 1, 10, 13, 0, 0, 5, tzinfo=timezone(timedelta(hours=1)))
ROWS = [
    {"tournament": "autumn-12", "seq": seq, "at": AT, "kind": "dice.rolled/1", "body": {"word": "häl"}}
    for seq in (1, 2)
]


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://", json_serializer=write_json)
    metadata.create_all(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_times_and_json_are_converted(connection: Connection) -> None:
    execute_many(connection, insert(scorebook), ROWS)
    stored = connection.execute(select(scorebook)).mappings().all()
    assert [dict(row) for row in stored] == [{**row, "at": AT.astimezone(UTC)} for row in ROWS]


def test_a_second_time_the_same_statement_takes_other_rows(connection: Connection) -> None:
    statement = insert(scorebook)
    for row in ROWS:
        execute_many(connection, statement, [row])
    assert connection.execute(select(scorebook.c.seq)).scalars().all() == [1, 2]


def test_a_statement_with_values_of_its_own_is_left_to_sqlalchemy(connection: Connection) -> None:
    execute_many(connection, insert(scorebook), ROWS)
    execute_many(connection, update(scorebook).values(kind="coin.flipped/1"), [{"body": {}}])
    assert set(connection.execute(select(scorebook.c.kind)).scalars()) == {"coin.flipped/1"}


def test_a_time_without_a_zone_is_refused(connection: Connection) -> None:
    with pytest.raises(ValueError, match="without a zone"):
        execute_many(connection, insert(scorebook), [{**ROWS[0], "at": AT.replace(tzinfo=None)}])


def test_columns_that_a_row_does_not_name_are_null(connection: Connection) -> None:
    row = {"tournament": "autumn-12", "seq": 1, "number": 1, "kind": "roll", "at": AT, "asked_name": "ann"}
    rest = {"count": 1, "sides": 20, "modifier": 0, "word": "", "entropy": "", "round": 0, "table": 0}
    execute_many(connection, insert(draws), [{**row, **rest, "faces": [17]}])
    stored = connection.execute(select(draws)).mappings().one()
    assert (stored["faces"], stored["chooser"]) == ([17], None)
