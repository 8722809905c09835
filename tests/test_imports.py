"""Imports go one way, each library enters by one door, and the rules stay pure.

Read from the source of every module, so an import inside a function or under TYPE_CHECKING counts as well.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ["bot", "cogs", "rules", "storage"]
MODULES = sorted(path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

# What each package may stand on.
MAY_IMPORT = {
    "rules": {"rules"},
    "storage": {"rules", "storage"},
    "cogs": {"rules", "cogs"},
    "bot": {"rules", "storage", "cogs", "bot"},
}

# The one module or folder where a library enters. Any other library needs a line here first.
DOORS = {
    "aiohttp": ["bot/board", "bot/gateways/discord"],
    "aiosqlite": ["storage"],
    "alembic": ["storage"],
    "apscheduler": ["bot/timekeeper"],
    "discord": ["bot/gateways/discord"],
    "irc": ["bot/gateways/irc/wire"],
    "rustworkx": ["bot/matching"],
    "sqlalchemy": ["storage"],
    "yarl": ["bot/gateways/discord"],
}

# All that a decision must be given rather than take.
IMPURE = {
    # clock and chance
    *("random", "sched", "secrets", "time", "uuid"),
    # files and the machine
    *(
        "ctypes",
        "glob",
        "importlib",
        "io",
        "locale",
        "os",
        "pathlib",
        "platform",
        "shutil",
        "sys",
        "tempfile",
    ),
    # network and stores
    *("http", "select", "selectors", "socket", "sqlite3", "ssl", "urllib"),
    # the loop, threads and processes
    *("asyncio", "concurrent", "multiprocessing", "queue", "signal", "subprocess", "threading"),
    # talk
    *("logging", "warnings"),
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint", "__import__"}
CLOCK_READINGS = {"now", "utcnow", "today"}
CLOCKS = {"datetime", "date"}


def imported(module: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each import of a module: its line and the full name, relative ones resolved."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = list(module.parts[: -node.level]) if node.level else []
            yield node.lineno, ".".join([*above, *([node.module] if node.module else [])])


def stands_in(module: Path, door: str) -> bool:
    """Whether the module is that module, or lies in that folder."""
    path = module.with_suffix("")
    return path == Path(door) or Path(door) in path.parents


def wrong_imports(module: Path, source: str) -> list[str]:
    """The imports of a module that go against the arrows or through the wrong door."""
    found = []
    package = module.parts[0]
    for line, name in imported(module, ast.parse(source)):
        top = name.partition(".")[0]
        if top in MAY_IMPORT:
            allowed = top in MAY_IMPORT[package]
        elif package == "rules":
            allowed = top in sys.stdlib_module_names and top not in IMPURE
        else:
            doors = DOORS.get(top, [])
            allowed = top in sys.stdlib_module_names or any(stands_in(module, door) for door in doors)
        if not allowed:
            found.append(f"{module}:{line} imports {name}")
    return found


def impurities(module: Path, source: str) -> list[str]:
    """What a module of the rules takes by itself instead of being given it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                found.append(f"{module}:{node.lineno} calls {name}()")
            case ast.Attribute(attr=name, value=ast.Name(id=owner) | ast.Attribute(attr=owner)) if (
                owner in CLOCKS and name in CLOCK_READINGS
            ):
                found.append(f"{module}:{node.lineno} reads the clock by {owner}.{name}")
            case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
                found.append(f"{module}:{node.lineno} is asynchronous")
    return found


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_go_one_way(module: Path) -> None:
    assert wrong_imports(module, (ROOT / module).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("module", [each for each in MODULES if each.parts[0] == "rules"], ids=str)
def test_the_rules_are_pure(module: Path) -> None:
    assert impurities(module, (ROOT / module).read_text(encoding="utf-8")) == []


def test_nothing_in_the_packages_stands_outside_them() -> None:
    assert {each.parts[0] for each in MODULES} == set(PACKAGES)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rules/match.py", "import bot.desk"),
        ("rules/match.py", "from storage import tables"),
        ("rules/match.py", "def late():\n    import random"),
        ("rules/match.py", "from time import monotonic"),
        ("rules/match.py", "import sqlalchemy"),
        ("rules/books/page.py", "from ...bot import desk"),
        ("storage/tables.py", "import cogs.speech"),
        ("storage/tables.py", "import irc.client"),
        ("cogs/results.py", "from storage.scorebook import Scorebook"),
        ("cogs/results.py", "import discord"),
        ("cogs/results.py", "from bot import desk"),
        ("bot/desk.py", "import sqlalchemy.ext.asyncio"),
        ("bot/desk.py", "from apscheduler.schedulers.asyncio import AsyncIOScheduler"),
        ("bot/gateways/embedded/server.py", "import irc.server"),
        ("bot/desk.py", "import tests.bench"),
        ("bot/desk.py", "if TYPE_CHECKING:\n    import numpy"),
    ],
)
def test_an_import_against_the_arrows_is_found(module: str, source: str) -> None:
    assert len(wrong_imports(Path(module), source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rules/match.py", "import dataclasses\nfrom datetime import datetime\nfrom . import clocks"),
        ("storage/tables.py", "import sqlalchemy\nfrom rules.entries import Entry"),
        ("cogs/results.py", "import logging\nfrom rules import acts"),
        ("bot/gateways/irc/wire.py", "import irc.client_aio"),
        ("bot/timekeeper.py", "import apscheduler"),
        ("bot/app.py", "import cogs, rules, storage"),
    ],
)
def test_an_import_along_the_arrows_is_let_through(module: str, source: str) -> None:
    assert wrong_imports(Path(module), source) == []


@pytest.mark.parametrize(
    "source",
    [
        "datetime.now(UTC)",
        "datetime.datetime.utcnow()",
        "date.today()",
        "clock = datetime.now",
        "open('book.toml')",
        "print('late')",
        "async def decide(): pass",
    ],
)
def test_an_impurity_is_found(source: str) -> None:
    assert len(impurities(Path("rules/match.py"), source)) == 1
