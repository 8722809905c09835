"""What words can mean, and how each is read: numbers, scores, durations, dice, people, infractions, choices.

Digits are ASCII digits: a superscript two looks like a two to a person and to Python, and is not one. Lengths
are bounded before anything is reckoned.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Set
from datetime import timedelta
from difflib import get_close_matches
from enum import StrEnum
from typing import NamedTuple, NewType

from cogs.office import Unclear
from cogs.words import Finder, Misfit, Reader, Somebody, Words
from rules.chance import MOST_DICE, MOST_SIDES
from rules.durations import parse_duration
from rules.entries import PersonId
from rules.infractions import Level

Text = NewType("Text", str)
"""The rest of the line, as it was typed."""

NO_WORDS = Text("")

Mixed = NewType("Mixed", str)
"""The rest of the line, to be mixed into a draw: it begins neither with a digit nor with a bracket."""

NOTHING_MIXED = Mixed("")

Table = NewType("Table", int)
"""A table by its number."""

TableOrAll = NewType("TableOrAll", int)
"""A table by its number, or 0 for all of them."""

InfractionKey = NewType("InfractionKey", str)
"""A row of the event's rulebook."""

SheetName = NewType("SheetName", str)
"""A file of pairings by its name, such as `round3.csv`; it names no folder."""

NO_SHEET = SheetName("")

LevelKey = NewType("LevelKey", str)
"""A penalty of the ladder."""


class Raise(NamedTuple):
    """`game loss`, or `significant disruption`: another level than the row's, or grounds that raise it."""

    level: LevelKey | None = None
    grounds: tuple[str, ...] = ()


AS_THE_ROW = Raise()


class Against(NamedTuple):
    """`vs bob`: whom a result is against."""

    id: PersonId
    name: str


class Perhaps(NamedTuple):
    """A first word that names somebody, or else only begins what is said. `doubt`: why it names nobody."""

    word: str = ""
    person: Somebody | None = None
    doubt: Unclear | None = None


NOBODY = Perhaps()


class Score(NamedTuple):
    """`2-1` or `2-1-1`: the first side's games, the other's, drawn ones."""

    first: int
    second: int
    draws: int


class Life(NamedTuple):
    """`12 7`: life totals. They can be below zero."""

    mine: int
    theirs: int


class TableTime(NamedTuple):
    """`3 5`: a table, and how long."""

    table: int
    length: timedelta


class RoundTable(NamedTuple):
    """`3`, or `2.3` for table 3 of round 2."""

    round: int | None
    table: int


class Throw(NamedTuple):
    """`2d6+1`."""

    dice: int
    sides: int
    modifier: int


class Pair(NamedTuple):
    """Two players who are to play each other."""

    first: PersonId
    second: PersonId


# --- numbers ---

_NUMBER = re.compile(r"#?(\d{1,6})", re.ASCII)
_LIFE = re.compile(r"-?\d{1,6}", re.ASCII)
# People copy the long dash, and telephones make one of their own.
_SCORE = re.compile(r"(\d{1,2})[-–](\d{1,2})(?:[-–](\d{1,2}))?", re.ASCII)
_ROUND_TABLE = re.compile(r"(?:(\d{1,3})\.)?#?(\d{1,4})", re.ASCII)
_SHEET = re.compile(r"\w[\w.-]{0,59}\.csv", re.ASCII | re.IGNORECASE)
_THROW = re.compile(r"(\d{0,3})d(\d{1,4})([+-]\d{1,4})?", re.ASCII | re.IGNORECASE)
_BARE_MINUTES = re.compile(r"\d{1,4}", re.ASCII)

_LONGEST_THROW = 14  # 100d1000+1000 and nothing longer; looked at before anything else
LONGEST_MIXED = 100
_LONGEST_DURATION = timedelta(days=1)


def _number(words: Words, finder: Finder) -> int:
    found = _NUMBER.fullmatch(words.take())
    if found is None:
        raise Misfit("a number is needed, in the digits 0 to 9")
    return int(found[1])


def _table(words: Words, finder: Finder) -> Table:
    """`3`, `#3` or `table 3`."""
    word = words.take()
    if word.casefold() == "table":
        word = words.take()
    found = _NUMBER.fullmatch(word)
    if found is None or int(found[1]) == 0:
        raise Misfit("a table is named by its number")
    return Table(int(found[1]))


def _table_or_all(words: Words, finder: Finder) -> TableOrAll:
    mark = words.mark()
    if words.take().casefold() == "all":
        return TableOrAll(0)
    words.back_to(mark)
    return TableOrAll(_table(words, finder))


def _round_table(words: Words, finder: Finder) -> RoundTable:
    found = _ROUND_TABLE.fullmatch(words.take())
    if found is None or int(found[2]) == 0:
        raise Misfit("a table is named by its number, in an earlier round as round.table")
    return RoundTable(int(found[1]) if found[1] else None, int(found[2]))


def _score(words: Words, finder: Finder) -> Score:
    found = _SCORE.fullmatch(words.take())
    if found is None:
        raise Misfit("a score is written 2-1, or 2-1-1 with a drawn game")
    return Score(int(found[1]), int(found[2]), int(found[3] or 0))


def _life(words: Words, finder: Finder) -> Life:
    mine, theirs = words.take(), words.take()
    if not (_LIFE.fullmatch(mine) and _LIFE.fullmatch(theirs)):
        raise Misfit("two life totals are needed, yours first")
    return Life(int(mine), int(theirs))


def _duration(words: Words, finder: Finder) -> timedelta:
    """`5` is minutes; `30s`, `5m`, `1h30m` and `2:30` say what they are."""
    word = words.take()
    try:
        length = timedelta(minutes=int(word)) if _BARE_MINUTES.fullmatch(word) else parse_duration(word[:20])
    except ValueError:
        raise Misfit("a time is written 5 (minutes), 30s or 2:30") from None
    if not timedelta(0) < length <= _LONGEST_DURATION:
        raise Misfit("the time must be more than nothing and at most a day")
    return length


def _table_time(words: Words, finder: Finder) -> TableTime:
    """Both or neither: a bare number could be a table as well as minutes."""
    try:
        return TableTime(_table(words, finder), _duration(words, finder))
    except Misfit as misfit:
        raise Misfit(misfit.reason or "both are needed, the table and the minutes", meant=True) from None


def _throw(words: Words, finder: Finder) -> Throw:
    """Bounds are checked on the text, before anything is reckoned with it."""
    word = words.take()
    if not _looks_like_dice(word):
        raise Misfit
    found = _THROW.fullmatch(word) if len(word) <= _LONGEST_THROW else None
    if found is None:
        raise _bad_throw()
    count, sides, modifier = int(found[1] or 1), int(found[2]), int(found[3] or 0)
    if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES):
        raise _bad_throw()
    return Throw(count, sides, modifier)


def _bad_throw() -> Misfit:
    return Misfit(f"1 to {MOST_DICE} dice of 1 to {MOST_SIDES} faces, in the digits 0 to 9", meant=True)


def _looks_like_dice(word: str) -> bool:
    """Begins as dice would: with any sort of digit, perhaps after a sign or the letter d."""
    start = word.lstrip("+-")[:2]
    return start[:1].isnumeric() or (start[:1] in ("d", "D") and start[1:].isnumeric())


def _mixed(words: Words, finder: Finder) -> Mixed:
    text = words.rest()
    if text[0].isnumeric() or text[0] in "<>" or unicodedata.category(text[0]) in ("Ps", "Pe"):
        raise Misfit("the word begins with neither a digit nor a bracket", meant=True)
    if len(text) > LONGEST_MIXED:
        raise Misfit(f"at most {LONGEST_MIXED} letters can be mixed in", meant=True)
    return Mixed(text)


# --- words ---


def _word(words: Words, finder: Finder) -> str:
    return words.take()


def _text(words: Words, finder: Finder) -> Text:
    if not words:
        raise Misfit
    return Text(words.rest())


def choice(choices: type[StrEnum]) -> Reader:
    """One of a closed list. A near miss is refused: `!concede mtach` must not concede a game."""
    members = {member.value: member for member in choices}

    def read(words: Words, finder: Finder) -> StrEnum:
        word = words.take().casefold().replace("-", "_")
        if word in members:
            return members[word]
        near = bool(get_close_matches(word[:40], members, n=1, cutoff=0.75))
        raise Misfit(f"{_either(tuple(members))} is needed here", meant=near)

    return read


def _key_values(words: Words, finder: Finder) -> dict[str, str]:
    """`round=50m format="Block Constructed"`, up to the end of the line."""
    found: dict[str, str] = {}
    if not words:
        raise Misfit
    for key, value in _split_keys(words.rest()):
        if key in found:
            raise Misfit(f"{key} is given twice", meant=True)
        found[key] = value
    return found


_KEY_VALUE = re.compile(
    r'\s*([a-z_]{1,30})=(?:"([^"]*)"|“([^”]*)”|([^\s"“]+))(?=\s|$)', re.ASCII | re.IGNORECASE
)


def _split_keys(text: str) -> list[tuple[str, str]]:
    found, at = [], 0
    while at < len(text):
        match = _KEY_VALUE.match(text, at)
        if match is None:
            raise Misfit("settings are written key=value, blanks only inside quotes", meant=True)
        found.append((match[1].casefold(), next(value for value in match.groups()[1:] if value is not None)))
        at = match.end()
    return found


# --- people ---


def _somebody(words: Words, finder: Finder) -> Somebody:
    return finder.find(words.take())


_VERSUS = ("vs", "v", "against")


def _against(words: Words, finder: Finder) -> Against:
    """Needs its `vs`: a bare name after a score could be the winner as well as the opponent."""
    if words.take().casefold().rstrip(".") not in _VERSUS:
        raise Misfit("after the score only vs and the opponent's name")
    return Against(*finder.find(words.take()))


def _perhaps(words: Words, finder: Finder) -> Perhaps:
    word = words.take()
    try:
        return Perhaps(word, finder.find(word))
    except Unclear as doubt:
        return Perhaps(word, doubt=doubt)


def _pairs(words: Words, finder: Finder) -> tuple[Pair, ...]:
    """`alice bob, carol dave`."""
    found = []
    if not words:
        raise Misfit
    for part in words.rest().split(","):
        both = Words(part)
        first, second = both.take(), both.take()
        if both:
            raise Misfit("a table is two names; a comma stands between tables", meant=True)
        found.append(Pair(finder.find(first).id, finder.find(second).id))
    return tuple(found)


def _sheet(words: Words, finder: Finder) -> SheetName:
    """`round3.csv` and nothing after it: else it may be somebody's name."""
    name = words.take()
    if words or not _SHEET.fullmatch(name):
        raise Misfit
    return SheetName(name)


# --- the rulebook's words ---

_MOST_WORDS_OF_A_ROW = 6
_LEVELS = {
    **{level.value.replace("_", ""): level for level in Level if level not in (Level.NONE, Level.POINTS)},
    **{"gl": Level.GAME_LOSS, "ml": Level.MATCH_LOSS, "dq": Level.DISQUALIFICATION},
}
_MOST_WORDS_OF_A_LEVEL = 3
_MOST_WORDS_OF_A_GROUND = 3


def _infraction(words: Words, finder: Finder) -> InfractionKey:
    """The most words that name a row: `slow play, second time asked` names slow play.

    A first word that names none is handed on, so that the refusal can say which rows come near.
    """
    mark = words.mark()
    try:
        return known_infraction(words, finder)
    except Misfit:
        words.back_to(mark)
        return InfractionKey(words.take().rstrip(",;:")[:60])


def known_infraction(words: Words, finder: Finder) -> InfractionKey:
    rows = finder.book.infractions.values()
    names = {name for row in rows for name in (row.key, *row.aliases, *row.short_names)}
    for taken, after in _prefixes(words, _MOST_WORDS_OF_A_ROW):
        row = taken.rstrip(",;:")
        if "_".join(_spaced(row).split()) in names:
            words.back_to(after)
            return InfractionKey(row)
    raise Misfit("that is no infraction of the rulebook; !rule shows them")


def _level(words: Words, finder: Finder) -> LevelKey:
    """`game loss`, `game_loss`, `Game-Loss` or `gl`. A near miss is handed on, to be refused by name."""
    mark = words.mark()
    for taken, after in _prefixes(words, _MOST_WORDS_OF_A_LEVEL):
        level = _LEVELS.get(_joined(taken.rstrip(",;:.")))
        if level is not None:
            words.back_to(after)
            return LevelKey(level.value)
    words.back_to(mark)
    word = words.take().rstrip(",;:.")
    if get_close_matches(_joined(word[:40]), _LEVELS, n=1, cutoff=0.85):
        return LevelKey(word[:40])
    raise Misfit


def _raise(words: Words, finder: Finder) -> Raise:
    """A level, or as many grounds as follow; any other word is left, to be the reason."""
    mark = words.mark()
    try:
        return Raise(level=_level(words, finder))
    except Misfit:
        words.back_to(mark)
    known = {ground for row in finder.book.infractions.values() for ground in row.grounds}
    grounds: list[str] = []
    while ground := _ground(words, known):
        grounds.append(ground)
    if not grounds:
        raise Misfit
    return Raise(grounds=tuple(grounds))


def _ground(words: Words, known: Set[str]) -> str:
    """The ground that the next words name, which are then taken; empty when they name none."""
    mark = words.mark()
    for taken, after in _prefixes(words, _MOST_WORDS_OF_A_GROUND):
        ground = "_".join(_spaced(taken.rstrip(",;:.")).split())
        if ground in known:
            words.back_to(after)
            return ground
    words.back_to(mark)
    return ""


def _prefixes(words: Words, most: int) -> list[tuple[str, int]]:
    """The next one, two … words, the most first, each with where the words go on after it."""
    found: list[tuple[str, int]] = []
    taken: list[str] = []
    while words and len(taken) < most:
        taken.append(words.take())
        found.append((" ".join(taken)[:80], words.mark()))
    return found[::-1]


def _joined(words: str) -> str:
    return "".join(_spaced(words).split())


def _spaced(words: str) -> str:
    """Small letters, blanks for underscores and hyphens."""
    return words.casefold().replace("_", " ").replace("-", " ")


def _either(words: tuple[str, ...]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


READERS: Mapping[object, Reader] = {
    int: _number,
    str: _word,
    Text: _text,
    Mixed: _mixed,
    Table: _table,
    TableOrAll: _table_or_all,
    RoundTable: _round_table,
    TableTime: _table_time,
    timedelta: _duration,
    Score: _score,
    Life: _life,
    Throw: _throw,
    Somebody: _somebody,
    Against: _against,
    Perhaps: _perhaps,
    tuple[Pair, ...]: _pairs,
    SheetName: _sheet,
    Mapping[str, str]: _key_values,
    InfractionKey: _infraction,
    Raise: _raise,
}


# --- fields ---


def _whole(words: Words, finder: Finder) -> str:
    """All of a field. People quote what has blanks, as on a line."""
    mark = words.mark()
    try:
        word = words.take()
        if word and not words:
            return word
    except Misfit:  # a quote that is not closed belongs to the text
        pass
    words.back_to(mark)
    return words.rest()


def _somebody_alone(words: Words, finder: Finder) -> Somebody:
    return finder.find(_whole(words, finder))


def _against_alone(words: Words, finder: Finder) -> Against:
    """A field is nobody but the opponent, so it needs no `vs`."""
    mark = words.mark()
    if _whole(words, finder).split(None, 1)[0].casefold().rstrip(".") not in _VERSUS:
        words.back_to(mark)
        return Against(*finder.find(_whole(words, finder)))
    words.back_to(mark)
    first = words.take()
    return Against(*finder.find(_whole(words, finder) if words else first))


def _perhaps_alone(words: Words, finder: Finder) -> Perhaps:
    """Where a name is asked for, nothing else can be meant."""
    name = _whole(words, finder)
    return Perhaps(name, finder.find(name))


def _infraction_alone(words: Words, finder: Finder) -> InfractionKey:
    """What names no row is handed on whole, so that the refusal can say which rows come near."""
    mark = words.mark()
    key = _infraction(words, finder)
    if not words:
        return key
    words.back_to(mark)
    return InfractionKey(words.rest()[:60])


ALONE: Mapping[object, Reader] = {
    str: _whole,
    Somebody: _somebody_alone,
    Against: _against_alone,
    Perhaps: _perhaps_alone,
    InfractionKey: _infraction_alone,
}
"""How a part is read that stands in a field of its own, where that is not as on a line."""
