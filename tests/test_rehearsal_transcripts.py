"""Every transcript holds, each a test by its name."""

from pathlib import Path

import pytest

from tests.rehearsed import given, own, played


@pytest.mark.parametrize("path", given(), ids=lambda path: path.stem)
def test_a_given_transcript_holds(path: Path) -> None:
    outcome = played(path)
    assert list(outcome.failures) == []
    assert any(True for _ in outcome.conversation.said())


@pytest.mark.parametrize("path", own(), ids=lambda path: path.stem)
def test_an_own_transcript_holds(path: Path) -> None:
    outcome = played(path)
    assert list(outcome.failures) == []
    assert any(True for _ in outcome.conversation.said())
