"""A transcript as a whole: read from text into a header, steps and what is expected at the end.

Whatever cannot be read raises BadTranscript with the number of its line; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.rehearsal.facts import Expected, read_fact
from bot.rehearsal.header import Header, read_header
from bot.rehearsal.moments import BadTranscript, read_moment, shown, write_moment
from bot.rehearsal.steps import Step, read_step

Lines = list[tuple[int, str]]

_TIMED = re.compile(r"(?P<at>(?:\d+d )?\d{1,2}:\d{2}:\d{2})(?: (?P<rest>.*))?", re.ASCII)
_EXPECT = "expect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """An event on paper."""

    header: Header
    steps: tuple[Step, ...]
    expected: tuple[Expected, ...]


def load(path: Path) -> Transcript:
    """Read a transcript from a file. Raises BadTranscript, and OSError when there is no such file."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadTranscript(line, "is not UTF-8") from None
    transcript = read(text)
    if not transcript.steps:  # what plays nothing must not pass for proven
        raise BadTranscript(
            text.count("\n") + 1, "expected a line that begins with a time of day; nothing happens"
        )
    return transcript


def read(text: str) -> Transcript:
    """Read a transcript. Raises BadTranscript."""
    lines = [(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]
    header, rest = _cut_header([(number, line) for number, line in lines if not line.startswith("#")])
    steps, facts = _cut_facts(rest)
    return Transcript(
        header=read_header(header),
        steps=tuple(_steps(steps)),
        expected=tuple(fact for line, text in facts for fact in read_fact(text, line)),
    )


def _cut_header(lines: Lines) -> tuple[Lines, Lines]:
    """The lines up to the first blank one, and those behind it. A header may be missing."""
    start = next((place for place, (_, text) in enumerate(lines) if text), len(lines))
    end = start
    while end < len(lines) and lines[end][1] and not _begins_the_play(lines[end][1]):
        end += 1
    return lines[start:end], [(line, text) for line, text in lines[end:] if text]


def _begins_the_play(text: str) -> bool:
    return text == _EXPECT or _TIMED.fullmatch(text) is not None


def _cut_facts(lines: Lines) -> tuple[Lines, Lines]:
    """The lines before `expect`, and those behind it."""
    for place, (_, text) in enumerate(lines):
        if text == _EXPECT:
            return lines[:place], lines[place + 1 :]
    return lines, []


def _steps(lines: Lines) -> Iterator[Step]:
    last = None
    for line, text in lines:
        found = _TIMED.fullmatch(text)
        if found is None:
            raise BadTranscript(line, f"expected a line that begins with a time of day, found {shown(text)}")
        at = read_moment(found["at"], line)
        if last is not None and at < last:
            raise BadTranscript(line, f"times never go back: {found['at']} comes after {write_moment(last)}")
        last = at
        yield read_step(found["rest"] or "", at, line)
