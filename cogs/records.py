"""Look-ups: the time, the round, tables, penalties and rules."""

from __future__ import annotations

from cogs import lookups
from cogs.command import DEFAULT_BOOK, Call, Cog, command
from cogs.readers import Text
from cogs.words import Somebody


class Records(Cog):
    """What can be asked by anyone, and changes nothing."""

    @command("time", "timeleft", "tl", "timer")
    async def time(self, call: Call) -> None:
        """Your table's time first, with any clock running against you, then the round's.

        > !time
        < alice, table 1: 31:10 left, until 20:50:00. Your deck by 20:20:05 (1:15), then !ready.
        """
        await call.reply(lookups.time(call.state, call.who, call.office.now()))

    @command("status")
    async def status(self, call: Call) -> None:
        """The event, its round, the matches still open and the open calls.

        > !status
        < Autumn 12, round 3: 2 of 16 tables play (3 alice-bob 1-0 · 7 carol-dave 0-0). 1 open call: !calls
        """
        await call.reply_list(lookups.status(call.state, call.office.now()), "open tables")

    @command("pairings")
    async def pairings(self, call: Call) -> None:
        """Who plays whom in this round.

        > !pairings
        < Round 3: 1 alice-bob 1-0 · 2 carol-dave 0-2 (final). Yours: !pairing
        """
        await call.reply_list(lookups.pairings(call.state), "pairings")

    @command("pairing", "opponent", "table")
    async def pairing(self, call: Call, nick: Somebody | None = None) -> None:
        """Your table and opponent, or the named player's.

        > !pairing bob
        < bob plays alice at table 1 of round 3, 0-1 in games. !time
        """
        person = nick or Somebody(call.who.id, call.who.name)
        await call.reply(lookups.pairing(call.state, person.id, person.name))

    @command("penalties", "record")
    async def penalties(self, call: Call, nick: Somebody | None = None) -> None:
        """Your penalties in this event, or the named player's.

        > !penalties
        < alice: 14 Caution (A.II.7, round 1, table 3) stands. !appeal 14
        """
        person = nick or Somebody(call.who.id, call.who.name)
        text = lookups.penalties(call.state, person.id, person.name, call.who.id)
        await call.reply_list(text, f"penalties of {person.name}")

    @command("rule", "rules")
    async def rule(self, call: Call, clause: Text) -> None:
        """A clause or an infraction of the rulebook in one line, with its penalty.

        > !rule slow play
        < A.II.6 Slow play: Caution at REL 1 and 2, Warning at REL 3 to 5.
        """
        state = call.state_if_any
        book = state.book if state else call.office.book(DEFAULT_BOOK)
        await call.reply(lookups.rule(book, clause))
