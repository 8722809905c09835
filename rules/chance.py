"""Chance without a die: the faces that follow from what was drawn, so that anybody can check a flip.

How it works. A draw begins with 32 bytes that nobody could know (`entropy`, written in hexadecimal). The text

    <entropy>:<number of the draw>:<block>:<word>

with block 0, 1, 2 … is hashed with SHA-256; each hash is eight numbers of four bytes, the highest byte first.
From the left, each number below the largest multiple of `sides` gives a face, its remainder plus one; the few
above are passed over. So every face is equally likely, and `printf '%s' <text> | sha256sum` is all it takes
to check one.

Why so. A remainder alone favours low faces; the word is mixed in so that whoever asks has a hand in the draw.
In a coin flip face 1 is heads; where a player is drawn it is the table's first.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count as counted
from itertools import islice

HEADS = 1
TAILS = 2
MOST_DICE = 100
MOST_SIDES = 1000

_RANGE = 2**32


def faces_from(entropy: bytes, *, number: int, word: str, sides: int, count: int) -> tuple[int, ...]:
    """The faces, 1 to `sides`, of draw `number`; ValueError outside 1 to 100 dice of 1 to 1000 faces."""
    if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES):
        raise ValueError(f"1 to {MOST_DICE} dice of 1 to {MOST_SIDES} faces, not {count} of {sides}")
    faces = (face_of(value, sides) for value in _numbers(entropy.hex(), number, word))
    return tuple(islice((face for face in faces if face is not None), count))


def face_of(value: int, sides: int) -> int | None:
    """The face of one number below 2**32; None for the few at the top that would favour the low faces."""
    return value % sides + 1 if value < _RANGE - _RANGE % sides else None


def _numbers(entropy: str, number: int, word: str) -> Iterator[int]:
    for block in counted():
        digest = sha256(f"{entropy}:{number}:{block}:{word}".encode()).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
