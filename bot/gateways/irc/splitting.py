"""Splitting of a text into what fits into one line, counted in bytes and cut between characters."""

import unicodedata

from cogs.speech import DOT

GOES_ON = "… "
"""What the rest of a list begins with."""


def cut(text: str, room: int) -> tuple[str, str]:
    """Cut off what fits into `room` bytes of UTF-8: the piece and the rest, "" if all fits.

    Cuts between two items of a list, and marks the rest as its continuation; where there is none, at a blank,
    which goes, unless that would leave the piece less than half full; else between characters, and not before a
    mark that belongs to the letter in front of it. The piece is never empty while the text is not, so a single
    character that is wider than the room goes out as it is.
    """
    if len(text) * 4 <= room or len(text.encode()) <= room:
        return text, ""
    end = _last_fitting(text, room)
    border = text.rfind(DOT, 0, end + len(DOT))
    if border > len(GOES_ON):
        return text[:border], GOES_ON + text[border + len(DOT) :]
    blank = text.rfind(" ", 0, end + 1)
    if blank > 0 and len(text[:blank].encode()) * 2 >= room:
        return text[:blank], text[blank + 1 :]
    end = _before_marks(text, end)
    return text[:end], text[end:]


def _last_fitting(text: str, room: int) -> int:
    """How many characters fit, one at least."""
    return max(1, len(text.encode()[:room].decode(errors="ignore")))


def _before_marks(text: str, end: int) -> int:
    """Step back over combining marks and joiners, but never to the beginning."""
    start = end
    while end > 1 and (
        unicodedata.combining(text[end]) or text[end] == "\u200d" or text[end - 1] == "\u200d"
    ):
        end -= 1
    return end if end > 1 else start
