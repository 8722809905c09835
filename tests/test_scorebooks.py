"""Scorebooks of earlier versions are read as they were written and come to what they came to then."""

from __future__ import annotations

import pytest

from rules.codec import UPCASTERS
from rules.entries import KINDS
from rules.fold import fold
from tests.scorebooks import digest, entries, expected, names, rows


def test_there_is_a_corpus() -> None:
    assert len(names()) >= 6


@pytest.mark.parametrize("name", names())
def test_an_old_scorebook_comes_to_what_it_came_to(name: str) -> None:
    assert digest(fold(entries(name))) == expected(name)


@pytest.mark.parametrize("name", names())
def test_every_kind_of_an_old_scorebook_is_still_known(name: str) -> None:
    kinds = {row["kind"] for row in rows(name)}
    assert kinds - KINDS.keys() - UPCASTERS.keys() == set()
