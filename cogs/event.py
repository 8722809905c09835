"""Running an event: opening it, its staff and players, its rounds, its end."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from cogs import sheets
from cogs.asking import leave_it_to_the_question
from cogs.command import DEFAULT_BOOK, By, Call, Cog, command
from cogs.readers import NO_SHEET, NO_WORDS, NOBODY, Pair, Perhaps, SheetName, Text
from cogs.speech import Where
from cogs.words import Misfit, Somebody, Words
from rules.acts import (
    Announce,
    BeginRound,
    CancelTournament,
    ChangeSettings,
    CloseRound,
    CutToPlayoff,
    Drop,
    DropPlayer,
    EndTournament,
    FileDeck,
    MakeContact,
    NameStaff,
    OpenTournament,
    PairByHand,
    Register,
    RemoveStaff,
    SetStage,
    Undo,
)
from rules.authority import ORGANISERS
from rules.entries import PersonId, Role
from rules.refusals import NotAllowed
from rules.rulebook import to_data


class Phase(StrEnum):
    """Parts of a limited event (3.7)."""

    DRAFT = "draft"
    CONSTRUCTION = "construction"
    ROUNDS = "rounds"


class Early(StrEnum):
    """Said behind `!end` by who means it."""

    EARLY = "early"


class Entering(Cog):
    """Entering an event and leaving it."""

    @command("register", "join", by=By.PLAYER)
    async def register(self, call: Call, deck_code: str = "") -> None:
        """Enter the event; the deck code can follow later.

        > !register
        < alice is registered for Autumn 12. Next: !deck <code>
        """
        here = call.is_present(call.who.id)
        standing = call.office.league().standing_for(call.who.id, call.who.name)
        await call.enter(
            Register(
                **call.author,
                name=call.who.name,
                deck=deck_code,
                here=here,
                standing=standing,
                plays_in=_other_event(call, call.who.id),
                bot_names=call.office.bot_names(),
            )
        )
        if (
            not here and call.place.where is Where.PRIVATE
        ):  # what the channel hears does not reach this person
            await call.reply(
                f"{call.who.name}, you are registered for {call.state.name}. Be in the tournament channel before "
                "round 1 and stay there (0.3)."
            )
        if call.who.by_account and not call.who.verified:
            await call.reply(
                f"{call.who.name}, you are not logged in: whoever takes your nick can speak for you. "
                "Log in to services, !drop and !register to play by your account."
            )

    @command("deck", by=By.PLAYER)
    async def deck(self, call: Call, code: str) -> None:
        """File the code of your deck.

        > !deck ABC123
        < alice, your deck is on file.
        """
        await call.enter(FileDeck(**call.author, deck=code))

    @command("drop", "leave", by=By.PLAYER | By.COORDINATOR)
    async def drop(self, call: Call, nick: Perhaps = NOBODY, why: Text = NO_WORDS) -> None:
        """Leave the event, after a word on what it costs; a coordinator drops the named player (3.7).

        > !drop
        < alice, dropping now gives bob the match. !yes within 2:00, or !no.
        > !drop bob lost the connection for good
        < bob is dropped by birch: lost the connection for good (3.7).
        """
        other = _somebody_else(call, nick)
        if other is None:
            await call.enter(Drop(**call.author, words=f"{nick.word} {why}".strip()))
            leave_it_to_the_question(call)
        else:
            await call.enter(DropPlayer(**call.author, player=other.id, why=why))

    @command("late", by=By.COORDINATOR, prose=True)
    async def late(self, call: Call, nick: Text = NO_WORDS) -> None:
        """Enter a player late. From a player it is a word to the coordinator, as !contact.

        > !late bob
        < bob is registered for Autumn 12 late, and plays from the next pairing on (13 so far).
        """
        state, me = call.state, call.who.id
        if me in state.players and not state.has_role(me, Role.COORDINATOR, Role.HEAD_JUDGE):
            await call.enter(MakeContact(**call.author, words=f"late {nick}".strip()))
            return
        words = Words(nick)
        player = call.find(words.take())
        if words:
            raise Misfit
        here = call.is_present(player.id)
        standing = call.office.league().standing_for(player.id, player.name)
        await call.enter(
            Register(
                **call.author,
                name=player.name,
                player=player.id,
                here=here,
                standing=standing,
                plays_in=_other_event(call, player.id),
                bot_names=call.office.bot_names(),
            )
        )


class Staffing(Cog):
    """Who officiates."""

    @command("staff", by=By.COORDINATOR)
    async def staff(self, call: Call, role: Role, nick: Somebody) -> None:
        """Name an official of the event.

        > !staff judge bob
        < bob is judge of Autumn 12.
        """
        here = call.is_present(nick.id)
        await call.enter(NameStaff(**call.author, role=role, person=nick.id, name=nick.name, here=here))

    @command("unstaff", by=By.COORDINATOR)
    async def unstaff(self, call: Call, role: Role, nick: Somebody) -> None:
        """Take an office back.

        > !unstaff judge bob
        < bob is no longer judge of Autumn 12.
        """
        await call.enter(RemoveStaff(**call.author, role=role, person=nick.id))

    @command("link")
    async def link(self, call: Call, code: str = "") -> None:
        """Tie this account to yours on another network; there, with the code. Or be staff, with the console's.

        > !link
        < alice, say !link 7F3K-WXAC to me on discord, in private, within 10 minutes.
        """
        await _answer_alone(call, await call.office.link(call.who, code, call.place))

    @command("unlink")
    async def unlink(self, call: Call) -> None:
        """Tie this account to no other any more; not while an event knows you by it.

        > !unlink
        < alice, alice (irc) is tied to no other account any more. !link ties it again.
        """
        await _answer_alone(call, await call.office.unlink(call.who))


class Rounds(Cog):
    """The event from its opening to its end."""

    @command("open", by=By.COORDINATOR)
    async def open(self, call: Call, name: str, settings: Mapping[str, str] | None = None) -> None:
        """Open an event.

        > !open "Autumn 12" kind=challenge round=50m starts=now authorization=A-77
        < Autumn 12 is open: O-Gaming, REL 1, best of 3, rounds of 50:00. !register
        """
        keys = settings or {}
        book = call.office.book(keys.get("rulebook", DEFAULT_BOOK))
        await call.open(
            OpenTournament(
                **call.author,
                name=name,
                by_name=call.who.name,
                rulebook=to_data(book),
                keys=keys,
                here=call.office.people_here(),
            )
        )

    @command("set", by=By.COORDINATOR)
    async def set(self, call: Call, settings: Mapping[str, str]) -> None:
        """Change settings of the event before it starts.

        > !set round=60m playoff_best_of=5
        < Autumn 12: rounds of 60:00, playoff best of 5.
        """
        await call.enter(ChangeSettings(**call.author, keys=settings))

    @command("stage", by=By.COORDINATOR)
    async def stage(self, call: Call, phase: Phase) -> None:
        """Say where a limited event stands: draft, construction or rounds (3.7).

        > !stage construction
        < Decks are being built; nobody can drop until !stage rounds (3.7).
        """
        await call.enter(SetStage(**call.author, stage=phase.value))

    @command("pair", by=By.COORDINATOR)
    async def pair(self, call: Call, file: SheetName = NO_SHEET, pairs: tuple[Pair, ...] = ()) -> None:
        """Pair the next round: alone, by itself; with names by hand, or as a file says. !pair again replaces it.

        > !pair
        < Round 2 of 5 is paired: 1 alice-carol · 2 bob-dave. !ready counts from now on; the clock starts with !begin.
        > !pair alice bob, carol dave
        < Round 2 is paired anew: 1 alice-bob · 2 carol-dave. !ready counts from now on; the clock starts with !begin.
        """
        if file:
            pairs = await _paired_elsewhere(call, file)
        if not pairs:
            await call.pair()
            return
        await call.enter(PairByHand(**call.author, pairs=tuple((pair.first, pair.second) for pair in pairs)))

    @command("cut", by=By.COORDINATOR)
    async def cut(self, call: Call, players: int | None = None) -> None:
        """Begin the playoff with the best of the standings; alone, with as many as were announced.

        > !cut 8
        < Cut to the top 8 of Autumn 12: 1 alice · 2 bob · … They play single elimination. Next: !pair.
        """
        await call.enter(CutToPlayoff(**call.author, size=players))

    @command("begin", by=By.COORDINATOR)
    async def begin(self, call: Call) -> None:
        """Start the round's clock; needs the head judge in the channel (1.6).

        > !begin
        < Round 1: time is called at 20:50:00 (50:00). At your table: !ready. Late past 20:10:00 costs a game.
        """
        await call.enter(BeginRound(**call.author, dice=call.dice))

    @command("endround", by=By.COORDINATOR)
    async def endround(self, call: Call) -> None:
        """Close the round, once every table has its result.

        > !endround
        < Round 1 is closed at 20:52:00. Next: !pair or !end
        """
        await call.enter(CloseRound(**call.author))

    @command("undo", by=By.COORDINATOR)
    async def undo(self, call: Call) -> None:
        """Take back your own last change to the event, while nothing depends on it; again for the one before.

        > !undo
        < birch takes back the pairing of round 2; round 1 is the last one again. Next: !pair
        """
        await call.enter(Undo(**call.author))

    @command("end", by=By.COORDINATOR)
    async def end(self, call: Call, early: Early | None = None) -> None:
        """End the event, once every table has its result; early, although rounds are left.

        > !end
        < Autumn 12 is over. Thank you all.
        """
        await call.enter(EndTournament(**call.author, early=early is Early.EARLY))

    @command("cancelevent", by=By.COORDINATOR)
    async def cancelevent(self, call: Call, why: Text) -> None:
        """Stop the event and all its clocks; results so far are kept, unrated.

        > !cancelevent the server is down for good
        < Autumn 12 is stopped by birch: the server is down for good. Results so far are kept, unrated.
        """
        await call.enter(CancelTournament(**call.author, why=why))

    @command("announce", by=By.COORDINATOR)
    async def announce(self, call: Call, text: Text) -> None:
        """Have something said to everybody.

        > !announce five minutes' break
        < birch: five minutes' break
        """
        await call.enter(Announce(**call.author, text=text))


async def _answer_alone(call: Call, answer: str) -> None:
    """What holds a code is for the one who asked."""
    if answer and call.place.aside:
        await call.reply(answer)
    elif answer:
        await call.tell(answer)


def _other_event(call: Call, player: PersonId) -> str:
    """The name of another event that goes on, in which this person plays (0.4)."""
    for event, state in call.office.events().items():
        entered = state.players.get(player)
        if event != call.event and not state.is_over and entered is not None and entered.plays:
            return state.name
    return ""


async def _paired_elsewhere(call: Call, file: SheetName) -> tuple[Pair, ...]:
    """What a file says; its content is for organisers only. Raises NotAllowed and Unclear."""
    if not call.state.has_role(call.who.id, *ORGANISERS):
        raise NotAllowed(need=ORGANISERS)
    text = await call.office.sheet(file)
    return sheets.pairs(file, text, call.state, call.office.finder(call.place.network, call.event))


def _somebody_else(call: Call, named: Perhaps) -> Somebody | None:
    """The other player whom the first word names; None when it is one's own drop.

    Raises Unclear when a coordinator's first word names nobody: a slip must not drop the coordinator.
    """
    if named.doubt is not None and call.state.has_role(call.who.id, Role.COORDINATOR):
        raise named.doubt
    return None if named.person is None or named.person.id == call.who.id else named.person
