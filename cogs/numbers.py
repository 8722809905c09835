"""Numbers: which call, penalty or appeal somebody most likely means by a word that takes one.

Only for the example of how a word is said; nothing is ever done to a number that was not named.
"""

from __future__ import annotations

import re

from rules.authority import JUDGES
from rules.decisions import is_final, undecided_for
from rules.entries import PersonId
from rules.tournament import Tournament

_NUMBER = re.compile(r"!(\w+) \d+")


def example(state: Tournament | None, person: PersonId, shown: str, *, in_public: bool) -> str:
    """The example with a number that this person could name now; as it stands where there is none."""
    found = _NUMBER.match(shown)
    number = likely(state, person, found[1], in_public=in_public) if state is not None and found else None
    return shown if number is None or found is None else f"!{found[1]} {number}{shown[found.end() :]}"


def likely(state: Tournament, person: PersonId, word: str, *, in_public: bool) -> int | None:
    """The oldest that waits for this person; of one's own penalties the last. None: nothing does."""
    if word in ("appeal", "ack"):
        own = [p.number for p in state.penalties_of(person) if p.status == "standing"]
        return max((n for n in own if word == "ack" or not is_final(state, n)), default=None)
    if not state.has_role(person, *JUDGES):
        return None
    if word == "claim":
        return next(iter(state.unclaimed), None)
    if word == "ruling":
        return next((call.number for call in state.open_calls if call.claimed_by == person), None)
    waits = undecided_for(state, person)
    if word in ("uphold", "overturn"):
        return next((number for number in waits if number in state.appeals), None)
    if word in ("approve", "dismiss") and not in_public:
        return next((number for number in waits if number in state.penalties), None)
    return None
