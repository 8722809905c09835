"""The standings of the league's members: what each allows, and from which it usually follows (7.4, A7).

A rulebook lists its standings. Only the league's directors change one; the bot reads them, and lets in or refuses
by what they allow. No path is written down in the rules, so an unusual one is pointed out and never refused.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a standing means. `tell_staff`: who has it may play, and the event's staff know (OG-R16)."""

    key: str
    meaning: str
    may_play: bool = True
    may_join: bool = True
    tell_staff: bool = False
    usually_after: tuple[str, ...] = ()

    def follows(self, before: str) -> bool:
        """Whether it usually comes after that standing; after itself it is only confirmed."""
        return before in (self.key, *self.usually_after)
