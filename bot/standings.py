"""The command `floorjudge standings`: points and tie-breaks from a file of results, without an event or a store.

It asks the same `swiss_standings` as an event. What cannot be used is one line on standard error and exit status 2.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.resultsheet import UnusableSheet, read_sheet
from bot.tabular import as_csv, as_json
from rules.standings import COLUMNS, as_row, swiss_standings


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `floorjudge standings` takes."""
    parser.add_argument(
        "--results",
        metavar="FILE",
        type=Path,
        required=True,
        help="CSV with round,player1,player2,wins1,wins2,draws; an empty player2 is a bye",
    )
    parser.add_argument(
        "--rounds", metavar="N", type=int, help="only the first N rounds: the Swiss ones, before a playoff"
    )
    parser.add_argument("--json", action="store_true", help="a JSON list of objects instead of CSV")


def run(args: Namespace) -> int:
    """Print the standings; 0 when they were printed, 2 when the file cannot be used."""
    try:
        results = read_sheet(args.results, rounds=args.rounds)
    except UnusableSheet as error:
        print(f"floorjudge standings: {error}", file=sys.stderr)
        return 2
    names = {player: player for one in results for player in (one.player1, one.player2) if player}
    rows = [as_row(placing, placing.player) for placing in swiss_standings(results, names)]
    sys.stdout.write(as_json(rows) if args.json else as_csv(COLUMNS, rows))
    return 0
