"""Impostors: somebody under an official's name whom the network does not vouch for, and who has asked for power.

The refusal goes to whoever asked. The judges hear of it too, once, with all that the network shows of that one.
"""

from __future__ import annotations

from cogs.office import Identity
from rules.refusals import NotAllowed, NotVerified, Refusal
from rules.tournament import Tournament


def warning(refusal: Refusal, state: Tournament | None, who: Identity, word: str) -> str:
    """What the judges are told; empty where nobody passes for an official."""
    if state is None or not isinstance(refusal, NotAllowed | NotVerified) or who.verified:
        return ""
    name = who.name.casefold()
    if name not in {state.name_of(official).casefold() for _, official in state.staff}:
        return ""
    mask = f"{who.person.nick}!{who.person.host}" if who.person.host else who.person.nick
    return (
        f"{mask} on {who.person.network} goes by {who.name}'s name and said !{word}; the network does not vouch for "
        "them. Nothing was changed."
    )
