"""A file of results: CSV as `floorjudge export results` writes it, or with the six columns that matter.

    round,player1,player2,wins1,wins2,draws
    1,alice,bob,2,1,0
    1,carol,,2,0,0

An empty `player2` is a bye. What cannot be taken as it stands is refused with the file and the line, never guessed:
a misspelt name would be one more player, and all the percentages wrong.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.tabular import FORMULA_SIGNS
from rules.entries import Outcome, PersonId
from rules.scores import MOST_DRAWS, MOST_SWISS_WINS
from rules.standings import BYE_GAMES, MatchResult

NEEDED = ("round", "player1", "player2", "wins1", "wins2", "draws")
COLUMNS = ("tournament", "table", *NEEDED, "outcome", "how", "state", "finished_at")
"""All columns that are known: those of `export results`."""

MOST_ROUNDS = 999

_GAMES = ("wins1", "wins2", "draws")


class UnusableSheet(ValueError):
    """The file cannot be used; the message names it, and the line where there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A line of the file, by the names of its columns."""

    path: Path
    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def wrong(self, why: str) -> UnusableSheet:
        return UnusableSheet(f"{self.path} line {self.line}: {why}")

    def number(self, column: str, least: int, most: int) -> int:
        """The number in a column. Raises UnusableSheet unless it is one from `least` to `most`."""
        text = self[column]
        if not (text.isascii() and text.isdecimal() and len(text) <= 6 and least <= int(text) <= most):
            raise self.wrong(f"{column}: expected {least} to {most}, found {_short(text)}")
        return int(text)


def read_sheet(path: Path, *, rounds: int | None = None) -> list[MatchResult]:
    """The results in a file; with `rounds`, only of the first so many. Raises UnusableSheet."""
    seats = _Seats()
    found = []
    for row in _rows(path):
        number = row.number("round", 1, MOST_ROUNDS)
        if rounds is not None and number > rounds:
            continue
        seats.take(row, number)
        if (result := _result(row, number)) is not None:
            found.append(result)
    if not found:
        raise UnusableSheet(f"{path} holds no result")
    return found


# --- the file ----------------------------------------------------------------------------------------


def _rows(path: Path) -> Iterator[_Row]:
    reader = csv.reader(_text(path).splitlines(keepends=True), strict=True)
    columns: Sequence[str] = ()
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if not columns:
                columns = _columns(path, reader.line_num, cells)
                continue
            if len(cells) != len(columns):
                raise UnusableSheet(
                    f"{path} line {reader.line_num}: {len(cells)} cells, and {len(columns)} columns are named"
                )
            values = {column: _value(cell) for column, cell in zip(columns, cells, strict=True)}
            yield _Row(path=path, line=reader.line_num, cells=values)
    except csv.Error as fault:
        raise UnusableSheet(f"{path} line {reader.line_num}: this is no CSV ({fault})") from fault
    if not columns:
        raise UnusableSheet(f"{path} is empty; its first line names the columns: {','.join(NEEDED)}")


def _text(path: Path) -> str:
    """What the file holds; spreadsheets put a mark before it that means nothing."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise UnusableSheet(f"{path} cannot be read: {fault.strerror}") from fault
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        raise UnusableSheet(f"{path} line {line}: this is not UTF-8; save the file as CSV UTF-8") from fault


def _columns(path: Path, line: int, cells: Sequence[str]) -> Sequence[str]:
    names = [cell.strip().casefold() for cell in cells]
    for name in names:
        if name not in COLUMNS:
            wrong = f"there is no column {_short(name)}; expected {','.join(NEEDED)}"
            raise UnusableSheet(f"{path} line {line}: {wrong}")
        if names.count(name) > 1:
            raise UnusableSheet(f"{path} line {line}: the column {name} is there twice")
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise UnusableSheet(f"{path} line {line}: the column {missing[0]} is missing")
    return names


def _value(cell: str) -> str:
    """A cell without blanks around it, and without the apostrophe that an export puts before a formula."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_SIGNS) else text


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


# --- who sits where ------------------------------------------------------------------------------------


class _Seats:
    """Who has been seen in which round: a player has one table a round, and one spelling in one event."""

    def __init__(self) -> None:
        self._seated: dict[tuple[int, str], int] = {}
        self._spelt: dict[str, tuple[str, int]] = {}
        self._event: str | None = None

    def take(self, row: _Row, round_number: int) -> None:
        """Seat the players of a row. Raises UnusableSheet."""
        self._event = row["tournament"] if self._event is None else self._event
        if row["tournament"] != self._event:
            event, other = _short(self._event), _short(row["tournament"])
            raise row.wrong(f"results of {other} after those of {event}; export one event with --tournament")
        first, second = row["player1"], row["player2"]
        if not first:
            raise row.wrong("player1 is empty; a bye leaves player2 empty")
        if first.casefold() == second.casefold():
            raise row.wrong(f"{_short(first)} plays against {_short(second)}")
        for player in filter(None, (first, second)):
            self._seat(row, round_number, player)

    def _seat(self, row: _Row, round_number: int, player: str) -> None:
        key = player.casefold()
        spelt, where = self._spelt.setdefault(key, (player, row.line))
        if spelt != player:
            raise row.wrong(f"{_short(player)} is spelt {_short(spelt)} on line {where}; write it one way")
        before = self._seated.setdefault((round_number, key), row.line)
        if before != row.line:
            raise row.wrong(f"{_short(player)} is in round {round_number} twice, on line {before} as well")


# --- a result --------------------------------------------------------------------------------------------


def _result(row: _Row, round_number: int) -> MatchResult | None:
    """The result in a row; None for a match that has none yet."""
    outcome = _outcome(row)
    if not row["player2"]:
        return _bye(row, round_number, outcome)
    if row["state"] == "open" or (outcome is None and not any(row[column] for column in _GAMES)):
        return None
    wins1, wins2 = (row.number(column, 0, MOST_SWISS_WINS) for column in ("wins1", "wins2"))
    draws = row.number("draws", 0, MOST_DRAWS) if row["draws"] else 0
    _check(row, outcome, wins1, wins2)
    return MatchResult(
        round=round_number,
        player1=PersonId(row["player1"]),
        player2=PersonId(row["player2"]),
        wins1=wins1,
        wins2=wins2,
        draws=draws,
        outcome=outcome,
    )


def _outcome(row: _Row) -> Outcome | None:
    text = row["outcome"].casefold()
    if not text:
        return None
    if text not in [outcome.value for outcome in Outcome]:
        known = ", ".join(outcome.value for outcome in Outcome)
        raise row.wrong(f"outcome: expected one of {known}, found {_short(text)}")
    return Outcome(text)


def _bye(row: _Row, round_number: int, outcome: Outcome | None) -> MatchResult:
    score = tuple(row[column] or "0" for column in _GAMES)
    if score not in ((str(BYE_GAMES), "0", "0"), ("0", "0", "0")):
        raise row.wrong(f"{'-'.join(score)} for a bye, which player2 is empty for; a bye is {BYE_GAMES}-0")
    if outcome not in (None, Outcome.BYE, Outcome.PLAYER1):
        raise row.wrong(f"outcome: {outcome} needs a player2, who is empty for a bye")
    return MatchResult(
        round=round_number,
        player1=PersonId(row["player1"]),
        player2=None,
        wins1=BYE_GAMES,
        wins2=0,
        draws=0,
        outcome=Outcome.BYE,
    )


def _check(row: _Row, outcome: Outcome | None, wins1: int, wins2: int) -> None:
    """Refuse games that no match of three can have, and an outcome against them."""
    if wins1 == wins2 == MOST_SWISS_WINS:
        raise row.wrong(f"{wins1}-{wins2} is no match of three games")
    if outcome is Outcome.BYE:
        raise row.wrong("outcome: a bye leaves player2 empty")
    behind = {Outcome.PLAYER1: wins1 < wins2, Outcome.PLAYER2: wins2 < wins1}
    if outcome is not None and behind.get(outcome, False):
        raise row.wrong(f"outcome: {outcome} with {wins1}-{wins2} in games")
