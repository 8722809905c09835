"""What players say while clocks run: arriving, getting ready, shuffling, losing the link, not finding one."""

from __future__ import annotations

from enum import StrEnum

from cogs.command import By, Call, Cog, command
from cogs.readers import NO_WORDS, Table, Text
from cogs.words import Somebody
from rules.acts import (
    ChoosePlay,
    GiveConsent,
    PressReady,
    ReportLinkLost,
    ReportRelay,
    SayCannotConnect,
    SayGameGoesOn,
    StartShuffle,
    StopShuffle,
)


class Choice(StrEnum):
    """What the chooser may choose (2.4)."""

    PLAY = "play"
    DRAW = "draw"


class Relay(StrEnum):
    """How the relay host did (2.3)."""

    WORKS = "works"
    FAILED = "failed"


class YesNo(StrEnum):
    """A plain answer."""

    YES = "yes"
    NO = "no"


class Clocks(Cog):
    """From arriving to the first card, and back from a lost line."""

    @command("ready", "r", "here", "checkin", "back", by=By.PLAYER)
    async def ready(self, call: Call, words: Text = NO_WORDS) -> None:
        """You are here; or back; or your deck is loaded and shuffled: whichever is open for you.

        > !ready
        < Table 1, game 1 is on. Mulligans: bob decides first.
        """
        # `words` are let pass: nobody shall run late because of a friendly word behind it.
        await call.enter(PressReady(**call.author, dice=call.dice))

    @command("choose", by=By.PLAYER)
    async def choose(self, call: Call, what: Choice) -> None:
        """Say whether you play first or draw, when the choice is yours; silence means play.

        > !choose play
        < alice plays first.
        """
        await call.enter(ChoosePlay(**call.author, play=what is Choice.PLAY))

    @command("shuffle", by=By.PLAYER | By.JUDGE)
    async def shuffle(self, call: Call, nick: Somebody | None = None) -> None:
        """Start the stopwatch on your shuffle or search in a game, or on your opponent's.

        > !shuffle
        < alice shuffles: 1:00, until 20:14:31. Then !done.
        > !shuffle bob
        < bob shuffles: 1:00, until 20:14:31. Then !done.
        """
        await call.enter(StartShuffle(**call.author, player=nick.id if nick else None))

    @command("done", by=By.PLAYER | By.JUDGE)
    async def done(self, call: Call, nick: Somebody | None = None) -> None:
        """Stop the stopwatch on a shuffle.

        > !done
        < alice took 0:41.
        """
        await call.enter(StopShuffle(**call.author, player=nick.id if nick else None))

    @command("disconnected", "linklost", by=By.PLAYER | By.JUDGE)
    async def disconnected(self, call: Call, nick: Somebody | None = None) -> None:
        """The game link is lost, on your side or on the named one's. Do not reconnect before you are told to.

        > !disconnected
        < alice has lost the link. Back with !ready by 20:22:02 (5:00). The head judge is called (3.5).
        """
        await call.enter(ReportLinkLost(**call.author, player=nick.id if nick else None))

    @command("playing", by=By.PLAYER)
    async def playing(self, call: Call) -> None:
        """Your opponent is off chat but your game goes on.

        > !playing
        < alice says that the game with bob goes on. No clock runs on bob.
        """
        await call.enter(SayGameGoesOn(**call.author))

    @command("cantconnect", by=By.PLAYER)
    async def cantconnect(self, call: Call) -> None:
        """You are both here and cannot link: the relay host comes first, and no clock runs on you two (2.3).

        > !cantconnect
        < alice and bob cannot link (2.3). Try the relay host, then !relay works or !relay failed.
        """
        await call.enter(SayCannotConnect(**call.author))

    @command("relay", by=By.PLAYER | By.JUDGE)
    async def relay(self, call: Call, how: Relay, table: Table | None = None) -> None:
        """Say whether the relay host helped; a judge names the table.

        > !relay failed
        < bob: alice says that the relay host did not help. !confirm or !dispute.
        """
        works = how is Relay.WORKS
        await call.enter(ReportRelay(**call.author, works=works, dice=call.dice, table=table))

    @command("consent", by=By.PLAYER | By.JUDGE)
    async def consent(self, call: Call, answer: YesNo, table: Table | None = None) -> None:
        """Agree to a coin flip for the match, or not, when you two cannot connect (2.3).

        > !consent yes
        < alice agrees to a flip. bob: !consent yes or !consent no by 20:12:00 (3:00), or the match is drawn.
        """
        yes = answer is YesNo.YES
        await call.enter(GiveConsent(**call.author, yes=yes, dice=call.dice, table=table))
