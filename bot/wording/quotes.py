"""What people said, inside what the bot says: it cannot break the line or pass for the bot's own words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

LONGEST = 160
"""Characters of free text in one sentence; what is longer stands whole in the scorebook."""

_LONGEST_NAME = 40
_DOTS = "…"


def plain(text: str, longest: int = LONGEST) -> str:
    """One line of visible text, cut at a word when it is too long.

    Control and format characters go (line breaks, colour codes, changes of writing direction), runs of blanks
    become one.
    """
    words = " ".join((text if text.isprintable() else _visible(text)).split())
    if len(words) <= longest:
        return words
    head = words[: longest - 1]
    return (head.rpartition(" ")[0] or head) + _DOTS


def quoted(text: str, longest: int = LONGEST) -> str:
    """Free text between quotation marks, which it cannot close itself."""
    inside = plain(text, longest).translate({ord(mark): "'" for mark in '"“”„«»'})
    return f'"{inside}"'


def said(text: str, before: str = " ", longest: int = LONGEST) -> str:
    """The quoted words after `before`; nothing at all when nothing was said."""
    return f"{before}{quoted(text, longest)}" if plain(text) else ""


def named(name: str) -> str:
    """A name as it is said: one short word or two, whatever a network allows in it."""
    return plain(name, _LONGEST_NAME)


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _visible(text: str) -> str:
    return "".join(" " if _is_blank(sign) else sign for sign in text if _is_visible(sign))


def _is_visible(sign: str) -> bool:
    return _is_blank(sign) or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def _is_blank(sign: str) -> bool:
    return sign.isspace()
