"""Plain text, in and out: what people wrote as one clean line, and a line as text that Discord shows as just that.

Names and free text must not carry markup, mentions, masked links, custom emoji or timestamps into what the bot
says. Each sign that could begin one gets a backslash; nothing is deleted or replaced, so what is read is what was
meant. What begins a quote, list or heading is escaped before any word, because a line may be split there. Mentions
are also never allowed unless by id (`messages`): escaping is about what is shown.
"""

from __future__ import annotations

import re
import unicodedata

_MARKUP = re.compile(
    r"""
      [\\*_~`|<>\[\]\#]                       # emphasis, code, spoilers, mentions, timestamps, quotes, links, headings
    | (?<!\S)[-+](?=[\s#]|$)                  # lists
    | (?<=\d)\.(?=\s|$)                       # numbered lists
    | (?<!(?:https)):(?=//)                       # links
    | (?<=https):(?=//(?!(?:discord)\.com/channels/\d+/\d+/\d+(?![\w/?\#&=@-])))  # save one to a message
    | :(?=(?!\d{1,2}:)[^\s:]+:)               # emoji; a time of day is none
    | @(?=everyone|here)
    """,
    re.VERBOSE,
)
_BREAKS = {"Cc", "Zl", "Zp"}
"""Control characters, line and paragraph separators."""
_INVISIBLE = {"Cf", "Cs", "Co", "Cn"}
"""Zero-width characters, and marks that turn the direction of what follows."""


def clean(words: str) -> str:
    """One line of what somebody wrote: breaks become blanks, and what cannot be seen goes."""
    kinds = ((char, unicodedata.category(char)) for char in words)
    line = "".join(" " if kind in _BREAKS else char for char, kind in kinds if kind not in _INVISIBLE)
    return " ".join(line.split())


def escape(text: str) -> str:
    """Text that Discord shows as just this text."""
    return _MARKUP.sub(lambda found: f"\\{found[0]}", text)
