"""Which nicks and channels are the same to a server: folding by its CASEMAPPING.

Only ASCII letters fold, and by `rfc1459` some brackets: on a server with `ascii` the nicks foo[ and foo{ are
two people. Python's own lower() would make one of Éric and éric, who are two on every server.
"""

import string
from enum import StrEnum
from functools import lru_cache

_LETTERS = (string.ascii_uppercase, string.ascii_lowercase)


class CaseMapping(StrEnum):
    """The mappings that servers announce."""

    ASCII = "ascii"
    RFC1459 = "rfc1459"
    RFC1459_STRICT = "rfc1459-strict"

    @classmethod
    def called(cls, name: str) -> "CaseMapping":
        """The mapping of this name; for one we do not know `ascii`, which takes the fewest for the same."""
        return next((mapping for mapping in cls if mapping == name.lower()), cls.ASCII)

    def fold(self, name: str) -> str:
        """The form of a nick or channel that all its spellings share."""
        return _folded(self, name)


_TABLES = {
    CaseMapping.ASCII: str.maketrans(*_LETTERS),
    CaseMapping.RFC1459: str.maketrans(_LETTERS[0] + r"[]\~", _LETTERS[1] + "{}|^"),
    CaseMapping.RFC1459_STRICT: str.maketrans(_LETTERS[0] + "[]\\", _LETTERS[1] + "{}|"),
}


@lru_cache(maxsize=4096)
def _folded(mapping: CaseMapping, name: str) -> str:
    # The same few names are folded several times for every line.
    return name.translate(_TABLES[mapping])
