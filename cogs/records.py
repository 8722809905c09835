"""Look-ups: the time, the round, tables, penalties and rules."""

from __future__ import annotations

from cogs import brackets, digest, lookups
from cogs.command import DEFAULT_BOOK, By, Call, Cog, command
from cogs.digest import OFFICIALS
from cogs.placings import Reckoned, own_place, standings
from cogs.readers import Text
from cogs.speech import Urgency, Where
from cogs.words import Somebody
from rules.authority import JUDGES, ORGANISERS
from rules.refusals import NotAllowed
from rules.settings import publishes


class Records(Cog):
    """What can be asked by anyone, and changes nothing."""

    def __init__(self) -> None:
        self._standings = Reckoned()

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
        < Autumn 12, round 3: 2 of 16 tables play (3 alice-bob 1-0 · 7 carol-dave 0-0). 1 open call.
        """
        judge = call.state.has_role(call.who.id, *JUDGES)
        await call.reply_list(lookups.status(call.state, call.office.now(), judge=judge), "open tables")

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

    @command("bracket")
    async def bracket(self, call: Call) -> None:
        """The playoff: who met whom, how it ended, and who meets next.

        > !bracket
        < Semi-finals to come: alice-dave · bob-carol. Next: !pair
        """
        for line in brackets.bracket(call.state):
            await call.reply(line, Urgency.LIST)

    @command("export", by=By.COORDINATOR)
    async def export(self, call: Call) -> None:
        """What is to be reported to the league, and how the files are written; in private.

        > !export
        < To report to the league: 1 (14 bob Warning), confirmed by hawk at 21:40:10. The files: floorjudge export …
        """
        if not call.state.has_role(call.who.id, *ORGANISERS):
            raise NotAllowed(need=ORGANISERS)  # a look-up enters nothing, so no rule would refuse it
        await call.tell(digest.to_file(call.state, call.event))

    @command("standings")
    async def standings(self, call: Call) -> None:
        """Your place, and the first places with points and tie-breaks; all of them when asked in private.

        > !standings
        < alice, you are at place 1 of 30: 6 points; OMW 0.5000, GW 0.8000, OGW 0.4500.
        < Standings of Autumn 12, after round 2, points (OMW GW OGW): 1 alice 6 (0.5000 0.8000 0.4500) · 2 bob 3 (…)
        """
        state, whole = call.state, call.is_aside or call.place.where is Where.PRIVATE
        placings = self._standings.of(call.event, state)
        if own := own_place(state, placings, call.who):
            await call.reply(own, Urgency.LIST)  # when all ask at once, whoever plays need not wait for it
        if not publishes(state.keys, "results") and not state.has_role(call.who.id, *OFFICIALS):
            if not own:
                await call.reply(f"The standings of {state.name} are not public (0.7).")
            return
        await call.reply_list(standings(state, placings, whole=whole), "standings")

    @command("penalties", "record")
    async def penalties(self, call: Call, nick: Somebody | None = None) -> None:
        """Your penalties in this event, or the named player's; an official's own digest when no name is given.

        > !penalties
        < alice: 14 Caution (A.II.7, round 1, table 3) stands. !appeal 14
        """
        if nick is None and digest.is_for(call.state, call.who.id, call.office.directors(call.place.network)):
            await _tell_digest(call)
            return
        person = nick or Somebody(call.who.id, call.who.name)
        text = lookups.penalties(call.state, person.id, person.name, call.who.id, in_public=call.is_public)
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


async def _tell_digest(call: Call) -> None:
    """Where the officials are among themselves, else in private. Who also plays has the own ones first."""
    answer = call.reply if call.place.where is Where.JUDGES else call.tell
    if call.who.id in call.state.players:
        await answer(lookups.penalties(call.state, call.who.id, call.who.name, call.who.id), Urgency.LIST)
    for line in digest.lines(call.state):
        await answer(line, Urgency.LIST)
