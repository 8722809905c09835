"""IRC lines: how bytes become a command, and how a reply becomes bytes.

Text is decoded as UTF-8 with surrogate escapes, so bytes that are not UTF-8 pass through as they came.
"""

import re
from dataclasses import dataclass

BODY_LIMIT = 510
"""Bytes of a line without its tags and without CR LF."""
TAGS_LIMIT = 4096
"""Bytes of the tags a client may send, with the `@` and the space."""

_ASCII_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ[]\\~"
_ASCII_LOWER = "abcdefghijklmnopqrstuvwxyz{}|^"
_RFC1459 = str.maketrans(_ASCII_UPPER, _ASCII_LOWER)
_PARAMETERS = 15


class LineTooLong(Exception):
    """A client sent more in one line than the protocol allows; the line counts as not said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One command of a client: `PRIVMSG #cup :good luck`."""

    command: str
    params: tuple[str, ...] = ()
    client_tags: str = ""
    """Its `+tags`, as they were written; all others are a server's to give and are dropped."""


class LineBuffer:
    """Cuts a stream into lines, and never holds more of an unfinished one than shows that it is too long."""

    def __init__(self) -> None:
        self._unfinished = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Take what has arrived and return the lines it completes, without their line feed."""
        *whole, rest = (self._unfinished + data).split(b"\n")
        self._unfinished = rest[: TAGS_LIMIT + BODY_LIMIT + 3]
        return whole


def parse_line(raw: bytes) -> Line | None:
    """Read one line, or None if it holds no command.

    CR and NUL are removed wherever they stand: where they end the line, the rest becomes a command.
    Raises LineTooLong.
    """
    raw = raw.replace(b"\r", b"").replace(b"\0", b"")
    tags, body = _split_tags(raw)
    if len(tags) + 1 > TAGS_LIMIT or len(body) > BODY_LIMIT:
        raise LineTooLong
    words = _words(body.decode("utf-8", "surrogateescape"))
    if not words:
        return None
    return Line(command=words[0].upper(), params=tuple(words[1:]), client_tags=_client_tags(tags))


def _split_tags(raw: bytes) -> tuple[bytes, bytes]:
    if not raw.startswith(b"@"):
        return b"", raw
    tags, _, body = raw.partition(b" ")
    return tags, body


def _client_tags(tags: bytes) -> str:
    names = tags[1:].decode("utf-8", "surrogateescape").split(";")
    return ";".join(name for name in names if re.match(r"\+[^=]", name))


def _words(body: str) -> list[str]:
    """Split at spaces up to the last parameter, which a colon may open; a prefix is dropped."""
    body = body.lstrip(" ")
    if body.startswith(":"):
        body = body.partition(" ")[2].lstrip(" ")
    words: list[str] = []
    while body:
        if words and (body.startswith(":") or len(words) == _PARAMETERS):
            words.append(body.removeprefix(":"))
            break
        word, _, body = body.partition(" ")
        words.append(word)
        body = body.lstrip(" ")
    return words


def format_line(source: str, command: str, *params: str, text: str | None = None) -> bytes:
    """Write a line as it goes out, cut to 512 bytes with CR LF; `text` comes last, behind a colon."""
    words = [f":{source}", command, *params]
    if text is not None:
        words.append(f":{text}")
    return cut(" ".join(words).encode("utf-8", "surrogateescape"), BODY_LIMIT) + b"\r\n"


def as_parameter(text: str) -> str:
    """Make one word of what a client wrote, fit to stand in the middle of a line."""
    return text.lstrip(":").partition(" ")[0] or "*"


def cut(data: bytes, limit: int) -> bytes:
    """Keep at most `limit` bytes, and no half of a character at the end."""
    if len(data) <= limit:
        return data
    end = limit
    # A UTF-8 character has at most three bytes after its first; more in a row is not UTF-8 and has no border.
    while end > limit - 4 and 0x80 <= data[end] < 0xC0:
        end -= 1
    return data[: end if not 0x80 <= data[end] < 0xC0 else limit]


def shorten(text: str, limit: int) -> str:
    """Keep at most `limit` bytes of a text, in whole characters."""
    return cut(text.encode("utf-8", "surrogateescape"), limit).decode("utf-8", "surrogateescape")


def fold(name: str) -> str:
    """Bring a nick or channel name to the form in which equal ones are equal (CASEMAPPING=rfc1459)."""
    return name.translate(_RFC1459)
