"""What `!bracket` answers: the rows of the playoff, each table with its result, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.speech import DOT
from rules.bracket import Bracket, meetings, round_name, winner_of
from rules.entries import Stage
from rules.match import Match
from rules.rows import coming_row
from rules.seats import score
from rules.tournament import Tournament


def bracket(state: Tournament) -> list[str]:
    """A line for each row that is paired or comes next; one line when there is no bracket."""
    coming = coming_row(state)
    if state.bracket is None or coming is None:
        return [f"{state.name} has no playoff bracket yet. !standings shows the Swiss rounds."]
    sizes = _sizes(state.bracket)
    rows = [
        _paired(state, sizes.get(number, 0), number, tables)
        for number, tables in sorted(_rounds(state).items())
    ]
    if _is_next(state, coming):
        rows.append(_next(state, coming))
    elif len(coming.slots) == 1 and not state.open_tables:
        winner = coming.slots[0]
        rows.append(
            f"{state.name_of(winner)} has won the playoff." if winner else "The playoff has no winner."
        )
    return rows


def _sizes(row: Bracket | None) -> dict[int, int]:
    """How many slots the row has that meets in each round."""
    found: dict[int, int] = {}
    while row is not None:
        found[row.round] = len(row.slots)
        row = row.before
    return found


def _rounds(state: Tournament) -> dict[int, dict[int, Match]]:
    """The tables of each round of the playoff."""
    found: dict[int, dict[int, Match]] = {}
    for (number, table), match in state.past.items():
        if not match.is_swiss:
            found.setdefault(number, {})[table] = match
    for table, match in state.matches.items():
        if not match.is_swiss:
            found.setdefault(match.round, {})[table] = match
    return found


def _paired(state: Tournament, size: int, number: int, tables: Mapping[int, Match]) -> str:
    name = round_name(size) if size else f"round {number}"
    row = f"{_capital(name)}: {DOT.join(_table(state, match) for _, match in sorted(tables.items()))}"
    current = state.bracket
    if current is None or current.round != number:
        return row
    playing = {player for match in tables.values() for player in match.players}
    on = [
        state.name_of(player)
        for player in current.slots
        if player is not None and player not in playing and state.players[player].plays
    ]
    return f"{row}. On without a match: {' and '.join(on)}" if on else row


def _table(state: Tournament, match: Match) -> str:
    gone = frozenset(player.id for player in state.players.values() if not player.plays)
    winner = winner_of(match, gone)
    on = f", {state.name_of(winner)} goes on" if winner and match.stage is not Stage.FINAL else ""
    return f"{match.table} {score(state, match)}{on}"


def _is_next(state: Tournament, coming: Bracket) -> bool:
    """Whether the row that comes is still to be paired: the round before it is closed."""
    current = state.round
    return len(coming.slots) > 1 and (current is None or current.is_closed)


def _next(state: Tournament, coming: Bracket) -> str:
    out = frozenset(p.id for p in state.players.values() if not p.plays or p.dropping)
    met = meetings(coming, out)
    pairs = [f"{state.name_of(first)}-{state.name_of(second)}" for first, second in met.pairs]
    on = [f"{state.name_of(player)} without a match" for player in met.walkovers]
    name = _capital(round_name(len(coming.slots)))
    if state.is_over:
        return f"{name} not played: {DOT.join(pairs + on)}"
    return f"{name} to come: {DOT.join(pairs + on)}. Next: !pair"


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]
