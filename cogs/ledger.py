"""The league's ledger: members' standings, and what they had in earlier events."""

from __future__ import annotations

from cogs import ledgerlines
from cogs.command import DEFAULT_BOOK, By, Call, Cog, command
from cogs.office import NobodyCalled
from cogs.readers import Text
from cogs.speech import Urgency
from cogs.words import Somebody
from rules.acts import SetStanding
from rules.authority import JUDGES
from rules.entries import Role
from rules.refusals import NotAllowed, NotVerified
from rules.rulebook import Rulebook

_MAY_LOOK_BACK = (*JUDGES, Role.COORDINATOR, Role.DIRECTOR)


class Ledger(Cog):
    """What the league keeps of its members."""

    @command("standing")
    async def standing(self, call: Call, nick: str = "") -> None:
        """Your standing in the league, or the named member's: since when, by whom and why (7.4).

        > !standing bob
        < bob: probation (just back from a suspension) since 01 Mar 2026, by dora: "served in full". May play.
        """
        person = await call.recall(nick) if nick else Somebody(call.who.id, call.who.name)
        record = call.office.league().record_of(person.id)
        await call.reply(ledgerlines.standing(_book(call), person.name, record))

    @command("setstanding", by=By.DIRECTOR)
    async def setstanding(self, call: Call, nick: str, standing: str, why: Text) -> None:
        """Give a member another standing in the league; for directors (7.4).

        > !setstanding bob probation served in full
        < bob is now on probation, before suspended (7.4): "served in full". !standing bob
        """
        person = await _member(call, nick, standing)
        book = _book(call)
        await call.enter_league(
            SetStanding(
                **call.author,
                by_name=call.who.name,
                person=person.id,
                name=person.name,
                standing=standing.casefold(),
                why=why,
                directors=call.office.directors(call.place.network),
                standings=book.standings,
                default=book.policies.default_standing,
                speed=call.office.speed,
            )
        )
        row = book.standings[standing.casefold()]
        playing = ledgerlines.playing(call.office.events().values(), person.id)
        if playing and not row.may_play:
            await call.tell(ledgerlines.plays_on(person.name, playing))

    @command("history", "warninfo", by=By.JUDGE | By.HEAD_JUDGE)
    async def history(self, call: Call, nick: str) -> None:
        """A player's penalties across events, the latest first.

        > !history bob
        < bob, 2 penalties that stand in 2 events: Autumn 12, 01 Mar 2026: 14 Warning (A.II.8) stands · ...
        """
        _require_an_official(call)
        person = await call.recall(nick)
        found = await call.office.history(person.id)
        is_here = call.is_here(person.id)
        # a record is not for the channel, whoever asks there
        answer = call.tell if call.is_public else call.reply
        for line in ledgerlines.history(_book(call), person.name, found, is_here=is_here):
            await answer(line, Urgency.LIST)


async def _member(call: Call, nick: str, standing: str) -> Somebody:
    """Whom a director means; a slip must not set a nobody's standing, so who was never here is named in full.

    Raises Unclear.
    """
    try:
        return await call.recall(nick)
    except NobodyCalled as unknown:
        if call.who.id not in call.office.directors(call.place.network):
            raise
        kind = "account" if call.who.by_account else "nick"
        form = f"!setstanding {kind}:{nick} {standing} <why>"
        raise NobodyCalled(f"{unknown} Somebody who was never here: {form}") from None


def _book(call: Call) -> Rulebook:
    """The event's, or outside any the league's."""
    state = call.state_if_any
    return state.book if state is not None else call.office.book(DEFAULT_BOOK)


def _require_an_official(call: Call) -> None:
    """A look-up enters nothing, so no rule would refuse it. It crosses events: an office in any will do."""
    state = call.state_if_any
    asked = call.office.events().values() if state is None else (state,)
    holds_office = any(one.has_role(call.who.id, *_MAY_LOOK_BACK) for one in asked)
    if not holds_office and call.who.id not in call.office.directors(call.place.network):
        raise NotAllowed(need=JUDGES, what="history")
    if not call.who.verified:
        raise NotVerified
