"""Snowflakes: the identifiers of Discord, which hold the time when they were made."""

import itertools
import time
from datetime import UTC, datetime

EPOCH_MS = 1420070400000
_numbers = itertools.count(1)
_last_ms = 0


def snowflake() -> str:
    """A new identifier; later ones are always greater, as clients rely on when they ask for messages after one."""
    global _last_ms  # the clock of a machine may step back, identifiers may not
    _last_ms = max(_last_ms, int(time.time() * 1000) - EPOCH_MS)
    return str((_last_ms << 22) | (next(_numbers) & 0x3FFFFF))


def now() -> str:
    """The time as Discord writes it."""
    return datetime.now(UTC).isoformat()
