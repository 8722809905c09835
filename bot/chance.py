"""The dice that acts are given: the system's own, seeded ones for rehearsals, scripted ones for transcripts.

What they draw follows from their entropy by `rules.chance.faces_from`, so every draw can be checked. Entropy
is never drawn in advance: who asks cannot know it, and the word that is asked with is mixed in.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable
from hashlib import sha256
from itertools import count as counted

from rules.acts import Drawn
from rules.chance import HEADS, TAILS, faces_from

_COIN = {"heads": HEADS, "tails": TAILS}
_SEARCHED = 1 << 16  # entropies tried for one that gives the scripted faces: some 0.1 s


class BadScript(ValueError):
    """A scripted draw is not one that was asked for; the message says what was expected."""


class _Dice(ABC):
    """Dice that draw by `faces_from`; whence the entropy comes is theirs to say."""

    def coin(self, *, number: int, word: str) -> Drawn:
        """One face: 1 is heads, 2 is tails."""
        return self._drawn("a coin", number, word, 1, 2)

    def roll(self, *, number: int, word: str, count: int, sides: int) -> Drawn:
        """`count` faces of 1 to `sides`. Raises ValueError outside 1 to 100 dice of 1 to 1000 faces."""
        return self._drawn("dice", number, word, count, sides)

    def first_chooser(self, *, number: int) -> Drawn:
        """One face: the place at the table, 1 or 2, of the player who chooses first (2.4)."""
        return self._drawn("who chooses", number, "", 1, 2)

    def _drawn(self, what: str, number: int, word: str, count: int, sides: int) -> Drawn:
        entropy = self._entropy()
        faces = faces_from(entropy, number=number, word=word, sides=sides, count=count)
        return Drawn(faces=faces, entropy=entropy.hex())

    @abstractmethod
    def _entropy(self) -> bytes: ...


class SystemDice(_Dice):
    """The live source: 32 new bytes from the system for each draw."""

    def _entropy(self) -> bytes:
        return secrets.token_bytes(32)


class SeededDice(_Dice):
    """The same draws in each run of one seed: for rehearsals."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._draws = counted()

    def _entropy(self) -> bytes:
        return sha256(f"{self._seed}:{next(self._draws)}".encode()).digest()


class ScriptedDice(SeededDice):
    """What a transcript wants drawn next (`heads`, `tails`, faces, places at the table); after that, seeded.

    For the faces it wants an entropy is searched that gives them, so that such a draw can be verified too; if
    they are too many to be found, the entropy is left empty.
    """

    def __init__(self, draws: Iterable[str], seed: int = 0) -> None:
        super().__init__(seed)
        self._script = list(draws)

    def _drawn(self, what: str, number: int, word: str, count: int, sides: int) -> Drawn:
        if not self._script:
            return super()._drawn(what, number, word, count, sides)
        taken, self._script = self._script[:count], self._script[count:]
        wanted = tuple(_face(what, text, sides) for text in taken)
        if len(wanted) < count:
            raise BadScript(f"draws: {count} faces were wanted for {what}, and {len(wanted)} were left")
        for _ in range(_SEARCHED if sides**count <= _SEARCHED // 8 else 0):
            entropy = self._entropy()
            if faces_from(entropy, number=number, word=word, sides=sides, count=count) == wanted:
                return Drawn(faces=wanted, entropy=entropy.hex())
        return Drawn(faces=wanted, entropy="")


def _face(what: str, text: str, sides: int) -> int:
    if what == "a coin" and text in _COIN:
        return _COIN[text]
    if what != "a coin" and text.isascii() and text.isdigit() and 1 <= int(text) <= sides:
        return int(text)
    expected = "heads or tails" if what == "a coin" else f"1 to {sides}"
    raise BadScript(f"draws: expected {expected} for {what}, found {text!r}")
