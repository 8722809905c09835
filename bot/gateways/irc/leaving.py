"""What the text of a QUIT says about why somebody is gone.

Most servers mark the words of their own users (`Quit: bye`, ngircd `"bye"`), so that a text without the mark
is the server's. Some pass on what anybody writes, `Ping timeout: 240 seconds` included: `QuitReader` learns
which kind it has before it. Whatever is read here, only the clock decides a game.
"""

import re
from dataclasses import dataclass

from rules.entries import Leaving

_SERVER = r"(?:\*|[A-Za-z0-9_-]+)(?:\.[A-Za-z0-9_-]+)+"
_SPLIT = re.compile(rf"{_SERVER} {_SERVER}")
_MARKED = re.compile(r'Quit:(?: .*)?|".*"', re.DOTALL)
_KICKED = re.compile(
    r"Kill(?:ed|:| )|[A-Z]:?-?[Ll]ined\b|Banned\b|Excess flood|RecvQ exceeded", re.IGNORECASE
)
_LOST = re.compile(
    r"Ping time(?:out|d out)|Connection (?:closed|reset|timed out|lost)|Client closed connection"
    r"|Remote host closed|(?:Read|Write|Socket|TLS|SSL) error|Broken pipe|No route to host|EOF\b"
    r"|(?:Max )?SendQ exceeded|Dead socket",
    re.IGNORECASE,
)
_NOT_THEIR_FAULT = re.compile(
    r"Nick(?:name)? collision|Server (?:is )?(?:shutdown|shutting down)", re.IGNORECASE
)
_NO_WORDS = re.compile(r"Client (?:exited|quit)|Exit(?:ed|ing)|Leaving|", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How somebody left, by the text; `is_sure` when nobody else's leaving could change it."""

    how: Leaving
    is_sure: bool


class QuitReader:
    """Reads the QUIT texts of one network, and learns from them whether it marks its users' words."""

    def __init__(self) -> None:
        self._marks = False
        self._passes_on = False

    def read(self, text: str, nick: str) -> Reading:
        """How `nick` left by this text."""
        if _MARKED.fullmatch(text):
            self._marks = True
            return Reading(how=Leaving.QUIT, is_sure=True)
        how = _by_server(text)
        if how is None:
            # ngircd writes the nick, and others a fixed word, for a QUIT without words.
            is_wordless = text == nick or _NO_WORDS.fullmatch(text) is not None
            self._passes_on |= not is_wordless
            return Reading(how=Leaving.QUIT, is_sure=is_wordless)
        if self._marks or not self._passes_on:
            return Reading(how=how, is_sure=how is not Leaving.LOST)
        # Here anybody may write any of these. One who claims a split alone has simply left.
        return Reading(how=Leaving.LOST if how is Leaving.LOST else Leaving.QUIT, is_sure=False)


def _by_server(text: str) -> Leaving | None:
    """How somebody left if the server wrote this, None if it reads like nothing of a server's."""
    if _SPLIT.fullmatch(text) or _NOT_THEIR_FAULT.match(text):
        # A collision comes when a split ends and somebody holds the nick meanwhile; ngircd kills both.
        return Leaving.SPLIT
    if _KICKED.match(text):
        return Leaving.KICKED
    if _LOST.match(text):
        return Leaving.LOST
    return None
