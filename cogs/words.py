"""What was typed after a command, taken word by word."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from rules.entries import PersonId
from rules.rulebook import Rulebook


class Somebody(NamedTuple):
    """A person whom the words named exactly."""

    id: PersonId
    name: str


class Finder(Protocol):
    """Whom and what the words are about. Both raise `cogs.office.Unclear` when that cannot be said."""

    def find(self, words: str) -> Somebody: ...

    @property
    def book(self) -> Rulebook: ...


class Misfit(Exception):
    """The words are not of the form that a command needs. `meant`: meant for this place, and wrong."""

    def __init__(self, reason: str = "", *, meant: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.meant = meant


# Clients and telephones set typographic quotes by themselves.
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»"}


class Words:
    """What was typed after the command, taken word by word. `"two words"` in quotes are one."""

    __slots__ = ("_at", "_text")

    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._text)

    def mark(self) -> int:
        """Where we are, for `back_to`."""
        return self._at

    def back_to(self, mark: int) -> None:
        self._at = mark

    def take(self) -> str:
        """The next word; Misfit when there is none or a quote is not closed."""
        if not self:
            raise Misfit
        text, start = self._text, self._at
        closing = _QUOTES.get(text[start])
        if closing is not None:
            end = text.find(closing, start + 1)
            if end <= start + 1:
                why = "a quoted name needs its closing quote" if end < 0 else "a quoted name needs letters"
                raise Misfit(why, meant=True)
            word, self._at = text[start + 1 : end].strip(), end + 1
        else:
            word = text[start:].split(None, 1)[0]
            self._at = start + len(word)
        self._skip_blanks()
        return word

    def rest(self) -> str:
        """All that is left."""
        left, self._at = self._text[self._at :], len(self._text)
        return left

    def _skip_blanks(self) -> None:
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1


class Reader(Protocol):
    """Takes from the words what one parameter needs, or raises Misfit."""

    def __call__(self, words: Words, finder: Finder) -> object: ...
