"""The nick we want, and what we take while somebody else has it."""

from collections.abc import Iterator
from secrets import randbelow


def alternates(wanted: str) -> Iterator[str]:
    """Other nicks, one after the other without end.

    The first two show whom they stand for. The others have nine characters, which every server takes, and a
    number.
    """
    yield f"{wanted}_"
    yield f"{wanted}__"
    while True:
        yield f"{wanted[:5]}{randbelow(10_000):04}"
