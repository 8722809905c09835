"""One-time codes: how staff show who they are on a network that has no accounts.

The code stands at the console of the service. It is good for one person; then there is another one. After
some wrong ones there is another one too, so that nobody can go through them all.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

_LETTERS = "ACDEFGHJKLMNPQRTUVWXY3479"
"""No two of these are taken for one another."""

_GUESSES = 5


def code_of_letters() -> str:
    """A code that nobody guesses and everybody can type: `7F3K-WXAC`."""
    letters = [secrets.choice(_LETTERS) for _ in range(8)]
    return "".join(letters[:4]) + "-" + "".join(letters[4:])


class Codes:
    """The code of the moment."""

    def __init__(self, show: Callable[[str], None]) -> None:
        """`show` puts a sentence before whoever runs the service, and nobody else."""
        self._show = show
        self._code = ""
        self._wrong = 0

    @property
    def is_issued(self) -> bool:
        """Whether there is a code."""
        return bool(self._code)

    def issue(self) -> None:
        """Make a code and show it."""
        self._code = code_of_letters()
        self._wrong = 0
        self._show(f"One-time code for staff: !link {self._code}")

    def accepts(self, code: str) -> bool:
        """Whether this is the code; if so it is used up."""
        given = code.strip().upper()
        right = bool(self._code) and secrets.compare_digest(given.encode(), self._code.encode())
        self._wrong += not right
        if right or self._wrong >= _GUESSES:
            self.issue()
        return right
