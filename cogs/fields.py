"""Fields: the parts of a command one by one, for networks on which each is filled in on its own.

The same signature that is a command's grammar says them: `form_of` picks the fields of each parameter by its type
and name. A parameter that two words make, such as a table and its minutes, has two fields.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from cogs.readers import (
    LONGEST_MIXED,
    Against,
    InfractionKey,
    Life,
    Mixed,
    Pair,
    Perhaps,
    Raise,
    RoundTable,
    Score,
    SheetName,
    Table,
    TableOrAll,
    TableTime,
    Text,
    Throw,
)
from cogs.words import Somebody

LONGEST = 500
"""So many letters may stand in one field; a line as a whole is bounded by the commands."""


class Kind(StrEnum):
    """What can stand in a field; what is proposed for it while it is filled in follows from this."""

    NUMBER = "number"  # a whole number, within its range
    CHOICE = "choice"  # one of a closed list
    PERSON = "person"
    TABLE = "table"
    INFRACTION = "infraction"
    LEVEL = "level"
    CLAUSE = "clause"
    COMMAND = "command"
    SCORE = "score"
    STANDING = "standing"
    DURATION = "duration"
    SETTINGS = "settings"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One part of a command, as it is filled in.

    `about` says in a few words what belongs there. `least` and `most` bound a NUMBER, and `most` the letters of
    anything else. `choices` are all that a CHOICE can be.
    """

    name: str
    kind: Kind
    about: str
    required: bool = True
    least: int = 1
    most: int = LONGEST
    choices: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name as it stands in a sentence."""
        return self.name.replace("_", " ")


_MOST_NUMBER = 999_999

_KINDS: Mapping[object, Kind] = {
    int: Kind.NUMBER,
    Table: Kind.TABLE,
    TableOrAll: Kind.TABLE,
    RoundTable: Kind.TABLE,
    Somebody: Kind.PERSON,
    Against: Kind.PERSON,
    Perhaps: Kind.PERSON,
    InfractionKey: Kind.INFRACTION,
    Raise: Kind.LEVEL,
    Score: Kind.SCORE,
    timedelta: Kind.DURATION,
    Mapping[str, str]: Kind.SETTINGS,
}

_KINDS_BY_NAME = {
    "nick": Kind.PERSON,
    "clause": Kind.CLAUSE,
    "standing": Kind.STANDING,
}
"""What free words are, where their name says it."""

_ABOUT: Mapping[object, str] = {
    Mixed: "A word of your own that is mixed into the draw",
    Throw: "Dice such as 2d6 or 1d20+3; 1d20 when left out",
    Table: "The table by its number",
    TableOrAll: "The table by its number, or all",
    RoundTable: "The table by its number; in an earlier round as round.table",
    InfractionKey: "The infraction, as a row of the rulebook",
    Raise: "Another level than the row's, or grounds of the row that raise it",
    Score: "Games such as 2-1, or 2-1-1 with a drawn game",
    Against: "The opponent by name",
    tuple[Pair, ...]: "Who plays whom: nick nick, nick nick",
    SheetName: "A file of pairings such as round3.csv",
    Mapping[str, str]: "Settings as key=value, such as kind=trial round=50m",
}

_ABOUT_BY_NAME = {
    "nick": "The player or official by name",
    "why": "The reason, in your own words",
    "words": "Anything you want to say with it",
    "word": "The command to be explained",
    "clause": "A clause or words of the rulebook, such as 3.8 or slow play",
    "number": "The number of the call, ruling, penalty, appeal or draw",
    "text": "What is to be said",
    "code": "The code",
    "deck_code": "The code of your deck; it can follow later",
    "name": "The name of the event",
    "players": "How many go on, such as 8; left out, as many as were announced",
    "standing": "The standing that the member is to have",
}


def fields_of(name: str, hint: object, *, required: bool) -> tuple[Field, ...]:
    """The fields of a parameter of this name and type."""
    if hint is TableTime:
        table = Field(name="table", kind=Kind.TABLE, about="The table by its number", required=required)
        about = "How long: 5 (minutes), 30s or 2:30"
        return table, Field(name="minutes", kind=Kind.DURATION, about=about, required=required)
    if hint is Life:
        return _life("mine", "Your life total"), _life("theirs", "Your opponent's life total")
    return (_field(name, hint, required=required),)


def _life(name: str, about: str) -> Field:
    return Field(name=name, kind=Kind.NUMBER, about=about, least=-_MOST_NUMBER, most=_MOST_NUMBER)


def _field(name: str, hint: object, *, required: bool) -> Field:
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        about = (inspect.getdoc(hint) or name).splitlines()[0].removesuffix(".")
        values = tuple(member.value for member in hint)
        return Field(name=name, kind=Kind.CHOICE, about=about, required=required, choices=values)
    about = _ABOUT.get(hint) or _ABOUT_BY_NAME.get(name, name)
    kind = _kind(name, hint)
    if kind is Kind.NUMBER:
        return Field(name=name, kind=kind, about=about, required=required, most=_MOST_NUMBER)
    most = LONGEST_MIXED if hint is Mixed else LONGEST
    return Field(name=name, kind=kind, about=about, required=required, most=most)


def _kind(name: str, hint: object) -> Kind:
    if hint in (str, Text):
        is_command = hint is str and name == "word"
        return Kind.COMMAND if is_command else _KINDS_BY_NAME.get(name, Kind.TEXT)
    return _KINDS.get(hint, Kind.TEXT)
