"""The bounds of the embedded server: what a visitor may take of it, and what it tells clients about that."""

from dataclasses import dataclass
from datetime import timedelta

NICK_LENGTH = 30
USER_LENGTH = 16
CHANNEL_LENGTH = 50
TOPIC_LENGTH = 300
AWAY_LENGTH = 200
TARGETS = 4
"""Receivers of one PRIVMSG, NOTICE or TAGMSG, and people kicked by one KICK."""
MODE_PARAMETERS = 4
"""Modes with a parameter in one MODE command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What all visitors together, or one alone, may use; none of it is a throttle."""

    clients: int = 250
    """Connections at once."""
    channels_each: int = 20
    """Channels one client may be on."""
    send_queue_bytes: int = 1 << 20
    """Bytes waiting for a client that does not read, before it is dropped."""
    registration_timeout: timedelta = timedelta(seconds=30)
    """How long a connection may take until it is welcomed."""
