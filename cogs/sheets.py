"""A sheet: pairings that were made elsewhere, as a CSV file with the columns table, player1 and player2."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cogs.office import Unclear
from cogs.readers import Pair
from cogs.words import Somebody
from rules.entries import PersonId
from rules.tournament import Tournament

_PLAYERS = ("player1", "player2")
_TABLE = "table"
_MOST_COMPLAINTS = 8
_LONGEST_CELL = 60


Find = Callable[[str], tuple[PersonId, str]]
"""The person and the name that words mean; raises Unclear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the file: its number there, and the cells that matter, as they stand. `table` is None without one."""

    line: int
    table: str | None
    players: tuple[str, str]


class _Bad(Exception):
    """A line that cannot be used; `str()` says why."""


def pairs(name: str, text: str, state: Tournament, find: Find) -> tuple[Pair, ...]:
    """Who plays whom by the file of this name, table by table; `find` raises Unclear for a name that fits nobody.

    Raises Unclear with one sentence for each line that cannot be used, as far as they can be listened to.
    """
    seating = _Seating(state, find)
    complaints = []
    for row in _rows(name, text):
        try:
            seating.take(row)
        except (_Bad, Unclear) as why:
            complaints.append(f"{name}, line {row.line}: {why}")
        if len(complaints) == _MOST_COMPLAINTS:
            complaints.append("What follows was not read.")
            break
    if not complaints:
        complaints = [f"{name}: {why}" for why in seating.gaps()]
    if complaints:
        raise Unclear(f"Nothing is paired. {' '.join(complaints)}")
    return seating.pairs()


class _Seating:
    """Takes line after line, and knows who sits already."""

    def __init__(self, state: Tournament, find: Find) -> None:
        self._state = state
        self._find = find
        self._tables: dict[int, Pair] = {}
        self._lines: dict[int, int] = {}
        self._seated: dict[str, int] = {}

    def take(self, row: Row) -> None:
        """Raises _Bad and Unclear."""
        table = self._table(row)
        both = [self._player(name, row) for name in row.players]
        if both[0].id == both[1].id:
            raise _Bad(f"{both[0].name} cannot play {both[0].name}.")
        for player in both:
            self._seated[player.id] = row.line
        self._tables[table] = Pair(both[0].id, both[1].id)
        self._lines[table] = row.line

    def _table(self, row: Row) -> int:
        if row.table is None:
            return len(self._tables) + 1
        if not (row.table.isascii() and row.table.isdigit() and len(row.table) <= 4 and int(row.table)):
            raise _Bad(f'a table is a number from 1 on, found "{_short(row.table)}".')
        table = int(row.table)
        if table in self._tables:
            raise _Bad(f"table {table} stands in line {self._lines[table]} already.")
        return table

    def _player(self, name: str, row: Row) -> Somebody:
        if not name:
            raise _Bad("a table needs two players; leave out the line of who has no opponent.")
        player = Somebody(*self._find(name))
        entered = self._state.players.get(player.id)
        if entered is None or not entered.plays:
            raise _Bad(f"{player.name} is {'out of the event' if entered else 'not registered'}.")
        if player.id in self._seated:
            raise _Bad(f"{player.name} sits in line {self._seated[player.id]} already.")
        return player

    def gaps(self) -> Iterator[str]:
        """What is wrong with the file as a whole."""
        if not self._tables:
            yield "it has no pairings."
        missing = [table for table in range(1, len(self._tables) + 1) if table not in self._tables]
        if missing:
            yield f"tables go from 1 on without a gap, and there is no table {missing[0]}."

    def pairs(self) -> tuple[Pair, ...]:
        """In the order of the tables."""
        return tuple(pair for _, pair in sorted(self._tables.items()))


def _rows(name: str, text: str) -> Iterator[Row]:
    """The lines that are not blank, with the columns by their heads. Raises Unclear for what is no such file."""
    head, _, _ = text.partition("\n")
    delimiter = ";" if ";" in head and "," not in head else ","
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        columns = [cell.strip().casefold() for cell in next(reader, [])]
        if not set(_PLAYERS) <= set(columns):
            raise Unclear(
                f"Nothing is paired. {name}, line 1: the columns are table,player1,player2 (table may be missing)."
            )
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _row(reader.line_num, columns, cells)
    except csv.Error as error:
        raise Unclear(
            f"Nothing is paired. {name}, line {reader.line_num}: this is no CSV ({error})."
        ) from None


def _row(line: int, columns: Sequence[str], cells: Sequence[str]) -> Row:
    row = dict(zip(columns, (cell.strip() for cell in cells), strict=False))
    first, second = (row.get(column, "") for column in _PLAYERS)
    return Row(line=line, table=row.get(_TABLE, "") if _TABLE in columns else None, players=(first, second))


def _short(cell: str) -> str:
    words = " ".join(cell.split()).replace('"', "'")
    return words if len(words) <= _LONGEST_CELL else words[: _LONGEST_CELL - 1] + "…"
