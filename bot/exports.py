"""Exports: what the store holds of an event, as CSV for a spreadsheet or as JSON for a program.

    floorjudge export penalties --tournament "Autumn Cup" --format csv

Reads beside a running service and never waits for it. The columns come in a fixed order.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime

from bot.cases import cases
from bot.config import ConfigError
from bot.settings import add_config_argument, read_config
from bot.tabular import as_csv, as_json
from rules.standings import COLUMNS as STANDING_COLUMNS
from storage.reading import (
    PENALTY_COLUMNS,
    RESULT_COLUMNS,
    RULING_COLUMNS,
    SCOREBOOK_COLUMNS,
    Reading,
    Row,
)
from storage.scorebook import StoreError

_Ask = Callable[[Reading, str | None], Awaitable[list[Row]]]

EXPORTS: Mapping[str, tuple[Sequence[str], _Ask]] = {
    "penalties": (PENALTY_COLUMNS, Reading.penalties),
    "results": (RESULT_COLUMNS, Reading.results),
    "standings": (STANDING_COLUMNS, Reading.standings),
    "rulings": (RULING_COLUMNS, Reading.rulings),
    "scorebook": (SCOREBOOK_COLUMNS, Reading.scorebook),
    "report": (PENALTY_COLUMNS, Reading.report),
}
"""What can be exported: the columns in their order, and whom to ask."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `floorjudge export` takes."""
    parser.add_argument("what", choices=EXPORTS, metavar="WHAT", help=f"one of: {', '.join(EXPORTS)}")
    parser.add_argument("--tournament", metavar="NAME", help="one event; else all of them, running ones too")
    parser.add_argument("--format", choices=["csv", "json"], default="csv", help="csv unless told otherwise")
    parser.add_argument(
        "--evidence",
        action="store_true",
        help="with rulings: penalties too, and what was seen and said around each, as JSON",
    )
    add_config_argument(parser)


def run(args: Namespace) -> int:
    """Print the export; 0 when it was printed, 2 when the question made no sense."""
    columns, ask = EXPORTS[args.what]
    if args.evidence and args.what != "rulings":
        print(f"floorjudge export: --evidence goes with rulings, not with {args.what}", file=sys.stderr)
        return 2
    if args.evidence:
        ask = _with_evidence
    try:
        rows, notes = asyncio.run(_ask(read_config(args).store.url, args.what, ask, args.tournament))
    except (ConfigError, StoreError) as error:
        print(f"floorjudge export: {error}", file=sys.stderr)
        return 2
    columns = list(rows[0]) if rows else columns  # standings of several events name each
    as_objects = args.format == "json" or args.evidence
    sys.stdout.write(as_json(rows) if as_objects else as_csv(columns, rows))
    for note in notes:
        print(f"floorjudge export: {note}", file=sys.stderr)
    return 0


async def _ask(url: str, what: str, ask: _Ask, tournament: str | None) -> tuple[list[Row], list[str]]:
    """The rows, and what whoever files them should know besides."""
    async with Reading.opened(url) as reading:
        rows = await ask(reading, tournament)
        return rows, await _before_filing(reading, tournament) if what == "report" else []


async def _with_evidence(reading: Reading, tournament: str | None) -> list[Row]:
    return await cases(reading, tournament, datetime.now(UTC))


async def _before_filing(reading: Reading, tournament: str | None) -> list[str]:
    """OG-R15: the head judge confirms before the coordinator files."""
    notes = [
        f"{name} is a rehearsal, nothing of it is reported" for name in await reading.rehearsals(tournament)
    ]
    unconfirmed = await reading.unconfirmed(tournament)
    if unconfirmed:
        notes.append(
            f"not confirmed by the head judge: {', '.join(unconfirmed)} (after !end the head judge says !confirm)"
        )
    return notes
