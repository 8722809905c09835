"""A store on a real file, open during a test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.store import Store
from tests.storage.samples import url_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's store is."""
    return tmp_path / "floorjudge.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(url_of(path))
    yield store
    await store.close()
