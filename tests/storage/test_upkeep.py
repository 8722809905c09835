"""A store is brought up to date without losing a row, checked, and copied while it is in use."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from storage.schema import MIGRATIONS, REVISIONS
from storage.sqlite import upkeep_engine
from storage.store import Store, StoreError
from storage.tables import metadata
from storage.upkeep import backup, check, upgrade
from tests.storage.samples import an_event, opened, page, rolled, url_of


@pytest.fixture
async def kept(path: Path) -> Path:
    """A closed store that holds an event."""
    store = await Store.open(url_of(path))
    await store.append(page("cup", 1, *an_event(), says=["that was the cup"]))
    await store.close()
    return path


def spoil(path: Path, *statements: str) -> None:
    """Change the file behind the store's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as vandal:
        for statement in statements:
            vandal.execute(statement)


WITHOUT_EXTRA = "ALTER TABLE outbox DROP COLUMN extra"
"""As an outbox was before the fourth version."""


def schema_of(path: Path) -> Iterator[tuple[str, list[Any]]]:
    with closing(sqlite3.connect(path)) as file:
        for name in sorted(metadata.tables):
            for pragma in ("table_info", "foreign_key_list", "index_list"):
                yield f"{pragma} {name}", sorted(file.execute(f"PRAGMA {pragma}({name})"))


# --- migrations ---


def test_the_migrations_make_the_tables_of_the_metadata(tmp_path: Path) -> None:
    upgrade(url_of(tmp_path / "migrated.db"))
    engine = upkeep_engine(tmp_path / "created.db")
    metadata.create_all(engine)
    engine.dispose()
    assert dict(schema_of(tmp_path / "migrated.db")) == dict(schema_of(tmp_path / "created.db"))


def test_alembic_finds_nothing_to_change(path: Path) -> None:
    upgrade(url_of(path))
    engine = upkeep_engine(path)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_versions_that_are_known_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    assert tuple(reversed([step.revision for step in script.walk_revisions()])) == REVISIONS


def test_an_upgrade_says_what_was_there(path: Path) -> None:
    assert upgrade(url_of(path)) is None
    assert upgrade(url_of(path)) == REVISIONS[-1]


async def test_an_older_store_is_upgraded_and_keeps_its_rows(kept: Path) -> None:
    spoil(kept, "DROP TABLE said", WITHOUT_EXTRA, "UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(StoreError, match="store upgrade"):
        check(url_of(kept))
    assert upgrade(url_of(kept)) == "0001"
    assert check(url_of(kept)) == []
    store = await Store.open(url_of(kept), create=False)
    assert await store.load("cup") == an_event()
    await store.close()


def test_an_approval_of_an_older_store_is_issued_by_who_approved_it(kept: Path) -> None:
    spoil(
        kept,
        "UPDATE penalties SET issued_by = NULL, issued_at = '2026-03-01T12:19:00Z' WHERE number = 3",
        WITHOUT_EXTRA,
        "UPDATE alembic_version SET version_num = '0002'",
    )
    assert upgrade(url_of(kept)) == "0002"
    assert check(url_of(kept)) == []


async def test_a_line_of_an_older_store_is_still_to_be_said_and_has_nothing_with_it(kept: Path) -> None:
    spoil(kept, WITHOUT_EXTRA, "UPDATE alembic_version SET version_num = '0003'")
    assert upgrade(url_of(kept)) == "0003"
    assert check(url_of(kept)) == []
    store = await Store.open(url_of(kept), create=False)
    assert [(unsaid.line.text, unsaid.line.extra) for unsaid in await store.unsaid()] == [
        ("that was the cup", None)
    ]
    await store.close()


async def test_a_store_in_use_is_not_upgraded(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match="in use by another process"):
        upgrade(url_of(path))


async def test_a_newer_schema_is_refused_in_one_sentence(kept: Path) -> None:
    spoil(kept, "UPDATE alembic_version SET version_num = '0042'")
    with pytest.raises(StoreError, match=r"written by a newer version \(schema 0042; this one knows up to"):
        await Store.open(url_of(kept))
    with pytest.raises(StoreError, match="newer version"):
        check(url_of(kept))


# --- check ---


def test_a_good_store_passes_the_check(kept: Path) -> None:
    assert check(url_of(kept)) == []


async def test_a_store_is_checked_while_it_is_in_use(store: Store, path: Path) -> None:
    await store.append(page("cup", 1, opened()))
    assert check(url_of(path)) == []


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (
            "UPDATE penalties SET status = 'standing' WHERE number = 6",
            "penalties ('cup', 6): status is 'standing', the scorebook says 'overturned'",
        ),
        ("DELETE FROM draws WHERE number = 3", f"draws ('cup', {len(an_event()) - 2}): the row is missing"),
        (
            "INSERT INTO people SELECT tournament, 'nick:eve', seq, 'Eve', named_at FROM people LIMIT 1",
            "people ('cup', 'nick:eve'): no entry says so",
        ),
        (
            "DELETE FROM scorebook WHERE kind = 'penalty.acknowledged/1'",
            "the scorebook of 'cup' jumps from entry 10",
        ),
        (
            "UPDATE scorebook SET kind = 'x/1' WHERE seq = 1",
            "entry 1 of 'cup' cannot be read by this version",
        ),
        ("DELETE FROM scorebook WHERE seq = 5", "a row of people (rowid"),
    ],
)
def test_a_spoilt_store_is_told_from_a_good_one(kept: Path, damage: str, sentence: str) -> None:
    spoil(kept, damage)
    assert any(line.startswith(sentence) for line in check(url_of(kept))), check(url_of(kept))


def test_a_damaged_file_is_told(kept: Path) -> None:
    spoil(kept, "PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(kept.read_bytes())
    content[4096 * 3 :] = b"\xff" * (len(content) - 4096 * 3)
    kept.write_bytes(content)
    try:
        found = check(url_of(kept))
    except StoreError as refusal:
        found = [str(refusal)]
    assert any("damaged" in line or "malformed" in line or "cannot be opened" in line for line in found)


# --- backup ---


async def test_a_copy_of_a_running_store_holds_what_was_stored(
    store: Store, path: Path, tmp_path: Path
) -> None:
    await store.append(page("cup", 1, *an_event()))
    await store.append(page("league", 1, rolled(1)))
    counts = backup(url_of(path), tmp_path / "copy.db")
    await store.append(page("league", 2, rolled(2)))
    assert counts["scorebook"] == len(an_event()) + 1
    copy = await Store.open(url_of(tmp_path / "copy.db"), create=False)
    assert await copy.load("cup") == an_event()
    assert await copy.load("league") == [rolled(1)]
    await copy.close()


def test_a_copy_is_one_file(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    backup(url_of(kept), tmp_path / "copies" / "copy.db")
    assert [file.name for file in (tmp_path / "copies").iterdir()] == ["copy.db"]


def test_a_backup_never_overwrites(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        backup(url_of(kept), tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_backup_to_nowhere_leaves_nothing(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no backup was made"):
        backup(url_of(kept), tmp_path / "nowhere" / "copy.db")
