"""Accounts that are one person's on several networks: who hears of a tie, and how a list of them reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.wording.quotes import listed, named, plain
from bot.wording.scene import JUDGES, Spoken
from bot.wording.speaking import silent
from cogs.speech import Urgency
from rules.entries import AccountsTied, AccountsUntied

silent(AccountsTied, "it belongs to the league's book and not to an event; accounts_tied words it there")
silent(AccountsUntied, "it belongs to the league's book and not to an event; accounts_untied words it there")


def accounts_tied(index: int, entry: AccountsTied) -> Iterator[Spoken]:
    """The person hears it wherever there, for it may have been somebody else; the judges know who is who."""
    one, other = account(entry.name, entry.on), account(entry.other_name, entry.other_on)
    own = f"{named(entry.name)}, {one} and {other} are one person from now on. Not by you? !unlink"
    yield Spoken(index=index, place=f"person:{entry.person}", text=own, urgency=Urgency.ANSWER)
    text = f"{one} and {other} are one person from now on."
    yield Spoken(index=index, place=JUDGES, text=text, urgency=Urgency.NEWS)


def accounts_untied(index: int, entry: AccountsUntied) -> Iterator[Spoken]:
    """The account hears it, and the judges."""
    one = account(entry.name, entry.on)
    own = f"{named(entry.name)}, {one} is tied to no other account any more. !link ties it again."
    yield Spoken(index=index, place=f"person:{entry.person}", text=own, urgency=Urgency.ANSWER)
    text = f"{one} is a person of its own from now on."
    yield Spoken(index=index, place=JUDGES, text=text, urgency=Urgency.NEWS)


def account(name: str, on: str) -> str:
    """`alice (discord)`."""
    return f"{named(name)} ({plain(on, 30)})"


def accounts(each: Iterable[tuple[str, str]]) -> str:
    """`alice (irc) and ally (discord)`."""
    return listed([account(name, on) for name, on in each], "and")
