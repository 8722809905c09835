"""Lines: how much goes into one, and how a list is written."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.speech import DOT

ROOM = 380
"""Bytes of text that every IRC server relays whole, with the sender's own prefix before them."""

_ENDS = (".", "!", "?", '."', '!"', '?"', "…", '…"')


def fits(text: str) -> bool:
    """Whether it is one line."""
    return len(text.encode()) <= ROOM


def sentence(text: str) -> str:
    """With a full stop, unless it has its end already."""
    return text if text.endswith(_ENDS) else f"{text}."


def series(head: str, items: Sequence[str], *, tail: str = "") -> str:
    """`head`, the items and `tail`: one text, however long. The network's gateway cuts it, between items."""
    listed = head + DOT.join(items)
    return f"{sentence(listed)} {tail}" if tail else listed
