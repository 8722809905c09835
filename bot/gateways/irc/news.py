"""Whether a line is news, or something that a bouncer plays back from before we came.

A command must not run a second time because a buffer is sent again at every reconnect.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

_PLAYBACK = ("chathistory", "draft/chathistory", "znc.in/playback", "playback", "soju.im/bouncer-playback")
_CLOCKS_APART = timedelta(minutes=1)


class News:
    """What is old on this connection: lines with a server time before it, and lines in a playback batch."""

    def __init__(
        self, welcome_tags: Mapping[str, str], *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """A connection that is welcomed now. `clock` is real time, for so are the times of servers."""
        # By the server's own time of its welcome, if it shows one: its clock and ours need not agree.
        self._since = _time_of(welcome_tags) or clock() - _CLOCKS_APART
        self._playbacks: set[str] = set()

    def batch(self, reference: str, kind: str) -> None:
        """A batch begins (`+reference`) or ends (`-reference`)."""
        if reference.startswith("+") and kind.lower() in _PLAYBACK:
            self._playbacks.add(reference[1:])
        elif reference.startswith("-"):
            self._playbacks.discard(reference[1:])

    def is_old(self, tags: Mapping[str, str]) -> bool:
        """Whether a line with these tags was said before we came."""
        if not tags:
            return False
        if tags.get("batch") in self._playbacks:
            return True
        at = _time_of(tags)
        return at is not None and at < self._since


def _time_of(tags: Mapping[str, str]) -> datetime | None:
    """The server's time of a line; None if it has none, or one that cannot be read."""
    text = tags.get("time", "")
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
