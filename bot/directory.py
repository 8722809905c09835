"""A directory: who can be meant by a name right now. Made once for all the names of a line, or of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from bot.roster import Roster
from cogs.office import NobodyCalled, Unclear
from rules.entries import PersonId


class Directory:
    """The people who can be meant on one network, by all the names that fit them."""

    def __init__(self, roster: Roster, labels: Mapping[PersonId, Sequence[str]]) -> None:
        """`labels`: the names of each person, the one to show first."""
        self._roster = roster
        self._labels = labels
        self._called: dict[str, set[PersonId]] = {}
        for person, names in labels.items():
            for name in names:
                self._called.setdefault(roster.fold(name), set()).add(person)

    def find(self, words: str) -> tuple[PersonId, str]:
        """The person and name that these words mean exactly: registered name, nick or account.

        Raises Unclear, which names the candidates, when they fit nobody or several.
        """
        found = set(self._called.get(self._roster.fold(words), ()))
        if self._roster.by_account and self._roster.account_id(words) in self._labels:
            found.add(self._roster.account_id(words))
        if len(found) == 1:
            person = found.pop()
            return person, self._labels[person][0]
        if found:
            several = " or ".join(sorted(_label(self._labels[person]) for person in found))
            raise Unclear(f"{words} could be {several}. Please use a name that only one of them has.")
        raise NobodyCalled(f"Nobody here is called {words}.{_near(words, self._labels.values())}")


def _label(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} (now {', '.join(names[1:])})"


def _near(words: str, names: Iterable[Sequence[str]]) -> str:
    """The names that may have been meant, as a sentence."""
    shown = [names[0] for names in names]
    folded = {name.casefold(): name for name in shown}
    key = words.casefold()
    near = [name for fold, name in folded.items() if key in fold or fold in key]
    near += [folded[fold] for fold in get_close_matches(key, folded) if folded[fold] not in near]
    return f" Perhaps {' or '.join(sorted(near)[:5])}?" if near else ""
