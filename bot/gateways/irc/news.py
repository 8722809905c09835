"""Whether a line is news, or something that a bouncer plays back from before we came.

A command must not run a second time because a buffer is sent again at every reconnect.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

_PLAYBACK = ("chathistory", "draft/chathistory", "znc.in/playback", "playback", "soju.im/bouncer-playback")
_CLOCKS_APART = timedelta(minutes=1)
_BOUNCER = "***"  # how ZNC's own lines are signed; no nick can be that
_BEGINS, _ENDS = "buffer playback", "playback complete"


class News:
    """What is old on this connection: lines with a server time before it, and lines in a playback batch."""

    def __init__(
        self, welcome_tags: Mapping[str, str], *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """A connection that is welcomed now. `clock` is real time, for so are the times of servers."""
        # By the server's own time of its welcome, if it shows one: its clock and ours need not agree.
        self._since = _time_of(welcome_tags) or clock() - _CLOCKS_APART
        self._playbacks: set[str] = set()
        self._played_back: set[str] = set()  # the channels whose buffer is being sent, without tags

    def batch(self, reference: str, kind: str) -> None:
        """A batch begins (`+reference`) or ends (`-reference`)."""
        if reference.startswith("+") and kind.lower() in _PLAYBACK:
            self._playbacks.add(reference[1:])
        elif reference.startswith("-"):
            self._playbacks.discard(reference[1:])

    def marks(self, nick: str, target: str, words: str) -> bool:
        """Whether this is a bouncer's own line; it may say that a channel's buffer begins or ends."""
        if nick != _BOUNCER:
            return False
        if words.lower().startswith(_BEGINS):
            self._played_back.add(target)
        elif words.lower().startswith(_ENDS):
            self._played_back.discard(target)
        return True

    def is_old(self, tags: Mapping[str, str], target: str = "") -> bool:
        """Whether a line with these tags was said before we came."""
        if target in self._played_back:
            return True
        if not tags:
            return False
        if tags.get("batch") in self._playbacks:
            return True
        at = _time_of(tags)
        return at is not None and at < self._since


def key_of(tags: Mapping[str, str], mask: str, target: str, words: str) -> str:
    """What a line has in common with itself when it is delivered twice; empty where the server shows nothing."""
    if tags.get("msgid"):
        return tags["msgid"]
    at = tags.get("time", "")
    return " ".join((at, mask, target, words)) if at else ""


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
