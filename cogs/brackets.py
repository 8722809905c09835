"""What `!bracket` answers: the rows of the playoff, each table with its result, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.speech import DOT
from rules.bracket import Bracket, meetings, round_name, winner_of
from rules.entries import Stage
from rules.match import Match
from rules.playoff import coming_row
from rules.seats import score
from rules.tournament import Tournament


def bracket(state: Tournament) -> list[str]:
    """A line for each row that is paired or comes next; one line when there is no bracket."""
    coming = coming_row(state)
    if state.bracket is None or coming is None:
        return [f"{state.name} has no playoff bracket yet. !standings shows the Swiss rounds."]
    rows = [_paired(state, number, tables) for number, tables in sorted(_rounds(state).items())]
    if _is_next(state, coming):
        rows.append(_next(state, coming))
    elif len(coming.slots) == 1:
        winner = coming.slots[0]
        rows.append(
            f"{state.name_of(winner)} has won the playoff." if winner else "The playoff has no winner."
        )
    return rows


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


def _paired(state: Tournament, number: int, tables: Mapping[int, Match]) -> str:
    final = any(match.stage is Stage.FINAL for match in tables.values())
    name = "final" if final else f"round {number}"
    return f"{_capital(name)}: {DOT.join(_table(state, match) for _, match in sorted(tables.items()))}"


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
    return f"{_capital(round_name(len(coming.slots)))} to come: {DOT.join(pairs + on)}. Next: !pair"


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]
