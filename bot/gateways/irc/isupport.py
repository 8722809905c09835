"""What a server says of its own ways: the tokens of numeric 005 that matter to us.

Read here and not by the irc package, which fails on tokens such as `CHANLIMIT=#` and forgets those without a
value.
"""

import re
from collections.abc import Iterable

from bot.gateways.irc.casefold import CaseMapping

_ESCAPED = re.compile(r"\\x([0-9A-Fa-f]{2})")
_USUAL_LINE = 512
_USUAL_PREFIX = "(qaohv)~&@%+"


class ServerWays:
    """The tokens, and what follows from them; before any has come, what RFC 1459 says."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}
        self.line_length = _USUAL_LINE
        """Bytes of the longest line that is relayed, with its CR and LF."""

    def learn(self, tokens: Iterable[str]) -> None:
        """Take the tokens of one 005; a later one replaces an earlier, and `-NAME` takes it back."""
        for token in tokens:
            name, _, value = token.partition("=")
            if name.startswith("-"):
                self._tokens.pop(name[1:].upper(), None)
            elif name:
                self._tokens[name.upper()] = _ESCAPED.sub(lambda code: chr(int(code[1], 16)), value)
        self.line_length = max(self._number("LINELEN"), _USUAL_LINE)

    @property
    def case_mapping(self) -> CaseMapping:
        """How names are compared."""
        return CaseMapping.called(self._tokens.get("CASEMAPPING", CaseMapping.RFC1459))

    @property
    def has_whox(self) -> bool:
        """Whether WHO can be asked for accounts."""
        return "WHOX" in self._tokens

    @property
    def nick_length(self) -> int | None:
        """Characters of the longest nick, None if it is not said."""
        return self._number("NICKLEN") or None

    @property
    def bot_mode(self) -> str:
        """The user mode by which a bot makes itself known, "" where there is none."""
        return self._tokens.get("BOT", "")

    @property
    def signs(self) -> str:
        """The signs that may stand before a nick in NAMES, such as `@` and `+`."""
        return self._tokens.get("PREFIX", _USUAL_PREFIX).rpartition(")")[2]

    def _number(self, name: str) -> int:
        value = self._tokens.get(name, "")
        return int(value) if value.isascii() and value.isdigit() and len(value) <= 6 else 0
