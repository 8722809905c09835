"""What a server said, in one fact."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One line of a server. `what` is the irc package's word for it, such as `pubmsg`, `join` or `welcome`.

    `nick` is who did it (a server's name for its own lines) and `mask` that one's `user@host`, "" where
    unknown. `target` is the line's first parameter, `words` the others; a `quit` has no target.
    """

    what: str
    nick: str
    mask: str
    target: str
    words: Sequence[str]
    tags: Mapping[str, str]

    def word(self, index: int) -> str:
        """The parameter at this place, "" if the server left it out."""
        return self.words[index] if -len(self.words) <= index < len(self.words) else ""
