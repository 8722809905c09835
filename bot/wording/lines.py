"""Lines: how much goes into one, and how a long list becomes several."""

from __future__ import annotations

from collections.abc import Sequence

ROOM = 380
"""Bytes of text that every IRC server relays whole, with the sender's own prefix before them."""

DOT = " · "

_ENDS = (".", "!", "?", '."', '!"', '?"', "…", '…"')


def fits(text: str) -> bool:
    """Whether it is one line."""
    return len(text.encode()) <= ROOM


def sentence(text: str) -> str:
    """With a full stop, unless it has its end already."""
    return text if text.endswith(_ENDS) else f"{text}."


def packed(head: str, items: Sequence[str], *, tail: str = "", more: str = "… ") -> list[str]:
    """`head` and the items in as few lines as hold them, `tail` after the last; `more` opens further lines.

    An item is never cut.
    """
    lines: list[str] = []
    line, empty = head, True
    for item in items:
        longer = line + ("" if empty else DOT) + item
        if not empty and not fits(sentence(longer) if tail else longer):
            lines.append(line)
            longer = more + item
        line, empty = longer, False
    if not tail:
        return [*lines, line]
    line = sentence(line)
    whole = f"{line} {tail}"
    return [*lines, whole] if fits(whole) else [*lines, line, tail]
