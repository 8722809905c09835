"""Old scorebooks: what earlier versions have written, and what it came to.

Never regenerate one, only add: they stand for the events in the stores of others, and a version that folds them to
something else would change the results of an evening that is over. Where a kind of entry changes, it gets a new
version with an upcaster, and the files here stay as they are.

`NAME.jsonl` holds the entries as the store had them, one a line; `NAME.json` what they come to. A rehearsal makes
further ones: `python -m tests.scorebooks TRANSCRIPT NAME`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from rules.codec import decode
from rules.entries import Entry, PersonId
from rules.match import Match
from rules.tournament import Penalty, Tournament

FOLDER = Path(__file__).parent

Digest = dict[str, Any]


def names() -> list[str]:
    """Every scorebook of the corpus."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def rows(name: str) -> list[dict[str, Any]]:
    """Kind, time and body of each entry, as they were written."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def entries(name: str) -> Iterator[Entry]:
    """The entries, as this version reads them."""
    for row in rows(name):
        yield decode(row["kind"], datetime.fromisoformat(row["at"]), row["body"])


def expected(name: str) -> Digest:
    """What it came to when it was frozen."""
    found: Digest = json.loads((FOLDER / f"{name}.json").read_text())
    return found


def digest(event: Tournament) -> Digest:
    """What an event came to, in words that outlive the classes."""
    matches = [*event.past.values(), *event.matches.values()]
    matches.sort(key=lambda match: (match.round, match.table))
    out = {_name(event, p.id): str(p.dropped) for p in event.players.values() if p.dropped is not None}
    return {
        "results": [_result(event, match) for match in matches],
        "penalties": [_penalty(event, penalty) for _, penalty in sorted(event.penalties.items())],
        "open calls": sorted(call.number for call in event.calls.values() if call.is_open),
        "out": dict(sorted(out.items())),
        "over": event.is_over,
    }


def _result(event: Tournament, match: Match) -> str:
    players = " - ".join(_name(event, player) for player in match.players)
    result = match.result
    if result is None:
        return f"{match.round}/{match.table} {players} {_games(match.wins, match.draws)} open"
    how = f"{result.outcome} by {result.how}"
    return f"{match.round}/{match.table} {players} {_games(result.wins, result.draws)} {how}"


def _games(wins: tuple[int, int], draws: int) -> str:
    return f"{wins[0]}-{wins[1]}-{draws}"


def _penalty(event: Tournament, penalty: Penalty) -> str:
    at = penalty.due_at or penalty.issued_at
    what = f"{penalty.infraction} {penalty.level} ({penalty.clause})"
    return f"{penalty.number} {at:%H:%M:%S} {_name(event, penalty.player)} {what} {penalty.status}"


def _name(event: Tournament, player: PersonId | None) -> str:
    return event.name_of(player) if player else "bye"
