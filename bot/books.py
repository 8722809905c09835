"""Rulebooks on disk: those that come with the program, by name, and an organiser's own, by file.

The rules do no I/O, so reading is done here. A book that extends another is laid over it, as often as the
chain goes.
"""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from rules.rulebook import Rulebook, RulebookError, extended_by, parse


class UnknownRulebook(LookupError):
    """There is no rulebook of that name; the message names those there are."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"there is no rulebook {name!r}; the rulebooks are: {', '.join(names())}")


def names() -> tuple[str, ...]:
    """The rulebooks that come with the program."""
    found = (entry.name for entry in _shelf().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def load(name: str) -> Rulebook:
    """The rulebook of that name. Raises UnknownRulebook, or RulebookError if the file cannot be used."""
    if name not in names():
        raise UnknownRulebook(name)
    return _read(_shelf() / f"{name}.toml")


def load_file(path: Path) -> Rulebook:
    """An organiser's own rulebook. Raises RulebookError, also when the file cannot be read."""
    return _read(path)


def _read(file: Traversable) -> Rulebook:
    """Read a book, and first the one that it extends, if any."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulebookError(f"{file.name}: cannot be read: {error}") from None
    base = extended_by(text)
    if base is None:
        return parse(text, file.name)
    if base not in names():
        raise RulebookError(f"{file.name}: extends: expected one of {', '.join(names())}, found {base!r}")
    return parse(text, file.name, load(base))


def _shelf() -> Traversable:
    return files("rules") / "books"
