"""Transcripts for tests: where they lie, which belong to this version, and what came of each, played once."""

import asyncio
from functools import cache
from pathlib import Path

from bot.rehearsal.player import rehearse
from bot.rehearsal.report import Outcome

TRANSCRIPTS = Path(__file__).parent / "transcripts"

LATER_WORDS = ("!stage", "!skipfinal")
"""Words that belong to whole events, and come with them."""


def given() -> list[Path]:
    """The given transcripts that concern a match or a league standing. Those of later words come later."""
    return [
        path
        for path in sorted((TRANSCRIPTS / "given").glob("*.txt"))
        if not any(word in path.read_text() for word in LATER_WORDS)
    ]


def own() -> list[Path]:
    """Our own transcripts: cases of the oracle that none is given for, and what we rehearse besides."""
    return sorted((TRANSCRIPTS / "own").glob("*.txt"))


def of_case(case: str) -> Path | None:
    """The transcript of a case of the oracle; None when there is none that this version plays."""
    return next((path for path in (*given(), *own()) if path.stem == case), None)


@cache
def played(path: Path) -> Outcome:
    """What came of a transcript. For tests outside a running loop."""
    return asyncio.run(rehearse(path))
