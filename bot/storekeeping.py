"""The command `floorjudge store`: bring the store up to date, check it, copy it, ask whether its service is alive."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.config import ConfigError
from bot.settings import add_config_argument, read_config
from storage import upkeep
from storage.scorebook import StoreError

FRESH = timedelta(minutes=1)
"""A service notes every few seconds that it runs; one that was silent for longer than this does not."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare `upgrade`, `check`, `alive` and `backup FILE`."""
    deeds = parser.add_subparsers(metavar="upgrade|check|alive|backup", required=True, dest="deed")
    add_config_argument(deeds.add_parser("upgrade", help="bring the store up to date"))
    add_config_argument(deeds.add_parser("check", help="hold the records against the scorebooks"))
    add_config_argument(deeds.add_parser("alive", help="ask whether a service runs on the store"))
    backup = deeds.add_parser("backup", help="copy the store as it is now, while it is in use")
    backup.add_argument("file", metavar="FILE", type=Path, help="where the copy goes; it must not exist yet")
    add_config_argument(backup)


def run(args: Namespace) -> int:
    """Do it; 0 when it is done, 1 when something is wrong or no service runs, 2 when there is no such store."""
    try:
        url = read_config(args).store.url
        match args.deed:
            case "upgrade":
                return _upgrade(url)
            case "check":
                return _check(url)
            case "alive":
                return _alive(url)
            case _:
                return _backup(url, args.file)
    except (ConfigError, StoreError) as error:
        print(f"floorjudge store: {error}", file=sys.stderr)
        return 2


def _upgrade(url: str) -> int:
    before = upkeep.upgrade(url)
    print("the store is new" if before is None else f"the store is up to date; it was of version {before}")
    return 0


def _check(url: str) -> int:
    found = upkeep.check(url)
    for problem in found:
        print(problem)
    print("all is well" if not found else f"{len(found)} found")
    return 1 if found else 0


def _alive(url: str) -> int:
    """Looks at one row only: a container asks every half minute."""
    alive_at = upkeep.last_alive(url)
    if alive_at is not None and datetime.now(UTC) - alive_at < FRESH:
        return 0
    since = "has run yet" if alive_at is None else f"runs; the last sign of life is of {alive_at:%F %T} UTC"
    print(f"floorjudge store: no service {since}", file=sys.stderr)
    return 1


def _backup(url: str, file: Path) -> int:
    rows = upkeep.backup(url, file)
    print(f"{file}: {rows['scorebook']} entries, {rows['penalties']} penalties, {rows['results']} results")
    return 0
