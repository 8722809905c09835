"""Exports: what the store holds of an event, as CSV for a spreadsheet or as JSON for a program.

    floorjudge export penalties --tournament "Autumn Cup" --format csv

Reads beside a running service and never waits for it. The columns come in a fixed order.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Mapping, Sequence

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
    add_config_argument(parser)


def run(args: Namespace) -> int:
    """Print the export; 0 when it was printed, 2 when the question made no sense."""
    columns, ask = EXPORTS[args.what]
    try:
        rows = asyncio.run(_ask(read_config(args).store.url, ask, args.tournament))
    except (ConfigError, StoreError) as error:
        print(f"floorjudge export: {error}", file=sys.stderr)
        return 2
    columns = list(rows[0]) if rows else columns  # standings of several events name each
    sys.stdout.write(as_json(rows) if args.format == "json" else as_csv(columns, rows))
    return 0


async def _ask(url: str, ask: _Ask, tournament: str | None) -> list[Row]:
    async with Reading.opened(url) as reading:
        return await ask(reading, tournament)
