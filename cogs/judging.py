"""What is said to judges and by them: calls, rulings, appeals, penalties, holds, results set by hand."""

from __future__ import annotations

from cogs import evidence, ledgerlines, lookups
from cogs.command import By, Call, Cog, command
from cogs.readers import (
    AS_THE_ROW,
    NO_WORDS,
    InfractionKey,
    Raise,
    RoundTable,
    Score,
    Table,
    TableOrAll,
    TableTime,
    Text,
)
from cogs.speech import DOT, Urgency
from cogs.words import Somebody
from rules import authority
from rules.acts import (
    Acknowledge,
    Appeal,
    Approve,
    CallJudge,
    ClaimCall,
    Dismiss,
    Disqualify,
    Excuse,
    Extend,
    GiveRuling,
    LiftHold,
    MakeContact,
    OrderReconnect,
    Overturn,
    Penalise,
    PlaceHold,
    ReleaseCall,
    RuleRefusal,
    SetResult,
    Uphold,
)
from rules.infractions import Level
from rules.refusals import NotAllowed

JUDGES = By.JUDGE | By.HEAD_JUDGE

OFF = "off"
"""Instead of a reason for an excuse: it is over."""


class Asking(Cog):
    """What players ask of the officials."""

    @command("judge", "call", by=By.PLAYER, prose=True)
    async def judge(self, call: Call, why: Text = NO_WORDS) -> None:
        """Call a judge to your table.

        > !judge did he draw twice?
        < Call 7, table 3 (alice-bob, 1-0): "did he draw twice?" A judge comes.
        """
        await call.enter(CallJudge(**call.author, why=why))

    @command("panic", by=By.PLAYER)
    async def panic(self, call: Call, why: Text = NO_WORDS) -> None:
        """Call a judge and stop every clock of your match until a judge resumes it.

        > !panic the bot has it all wrong
        < Call 8, table 3: "the bot has it all wrong". Clocks stand still until a judge says !resume 3.
        """
        await call.enter(CallJudge(**call.author, why=why, panic=True))

    @command("appeal", by=By.PLAYER)
    async def appeal(self, call: Call, number: int, why: Text = NO_WORDS) -> None:
        """Take a ruling or a penalty to the head judge, whose answer is final in the event (1.7).

        > !appeal 14 my deck was loaded in time
        < alice appeals penalty 14: "my deck was loaded in time". hawk: !uphold 17 or !overturn 17 <why>.
        """
        await call.enter(Appeal(**call.author, of=number, why=why))

    @command("contact", by=By.PLAYER)
    async def contact(self, call: Call, words: Text) -> None:
        """Send the coordinator a word, for instance that you are late.

        > !contact late, on my way
        < alice to the coordinator: "late, on my way".
        """
        await call.enter(MakeContact(**call.author, words=words))

    @command("ack", by=By.PLAYER)
    async def ack(self, call: Call, number: int) -> None:
        """You have seen a penalty of yours.

        > !ack 14
        < alice has seen penalty 14.
        """
        if not await call.enter(Acknowledge(**call.author, number=number)):
            # said, or pressed, twice: the same friendly answer, and nothing new
            await call.reply(f"{call.who.name}, penalty {number} is marked as seen.")


class Calls(Cog):
    """The judges' queue."""

    @command("calls", by=JUDGES)
    async def calls(self, call: Call) -> None:
        """The open calls, oldest first.

        > !calls
        < Call 7, table 3 (alice-bob), 0:48 ago: "did he draw twice?" !claim 7
        """
        if not call.state.has_role(call.who.id, *authority.JUDGES):
            raise NotAllowed(need=authority.JUDGES)  # a look-up enters nothing, so no rule would refuse it
        queue, proposals = lookups.calls(call.state, call.office.now()), lookups.proposals(call.state)
        if proposals and call.is_public:
            await call.reply(queue)
            await call.tell(DOT.join(proposals), Urgency.LIST)  # the channel must not hear of a proposal
        else:
            await call.reply(DOT.join((queue, *proposals)))

    @command("evidence", by=JUDGES)
    async def evidence(self, call: Call, number: int) -> None:
        """What was seen and said around a call, a penalty or an appeal, in private.

        > !evidence 7
        < Call 7, table 3 (alice-bob), from 20:04:10: 20:12:40 bob left (quit: ping) · 20:13:55 bob is back · ...
        """
        if not call.state.has_role(call.who.id, *authority.JUDGES):
            raise NotAllowed(need=authority.JUDGES)  # a look-up enters nothing, so no rule would refuse it
        about = evidence.about(call.state, number)
        found = await call.office.around(call.event, about.since, about.read_until(call.office.now()))
        for line in evidence.lines(call.state, about, found):
            await call.tell(line, Urgency.LIST)

    @command("claim", "take", by=JUDGES)
    async def claim(self, call: Call, number: int | None = None) -> None:
        """Take a call, or the oldest one that nobody has.

        > !claim 7
        < wren has call 7, 0:48 after it was made. alice and bob know.
        """
        await call.enter(ClaimCall(**call.author, number=number))

    @command("release", by=JUDGES)
    async def release(self, call: Call, number: int | None = None) -> None:
        """Give a call back to the queue; alone, the one call that you have.

        > !release 7
        < Call 7 is open again (wren gave it back). !claim 7
        """
        await call.enter(ReleaseCall(**call.author, number=number))

    @command("ruling", "resolve", by=JUDGES)
    async def ruling(self, call: Call, number: int, text: Text) -> None:
        """Answer a call.

        > !ruling 7 one card back at random
        < Ruling 7, table 3: one card back at random. It took 4:20; wren: !extend adds it.
        """
        await call.enter(GiveRuling(**call.author, number=number, text=text))

    @command("extend", "extension", by=JUDGES)
    async def extend(self, call: Call, given: TableTime | None = None, why: Text = NO_WORDS) -> None:
        """Give a match more time, in minutes or as 30s (1.8). Alone: what your last ruling took, for its table.

        > !extend 3 5 a long ruling
        < Table 3: 5:00 more from wren (1.8). Time is called at 20:55:00 instead of 20:50:00.
        """
        if given is None:
            await call.enter(Extend(**call.author, why=why))
        else:
            await call.enter(Extend(**call.author, table=given.table, by_how_much=given.length, why=why))


class Penalties(Cog):
    """Penalties, and what becomes of them."""

    @command("penalty", by=JUDGES)
    async def penalty(
        self,
        call: Call,
        nick: Somebody,
        infraction: InfractionKey,
        level: Raise = AS_THE_ROW,
        why: Text = NO_WORDS,
    ) -> None:
        """Penalise a player by a row of the rulebook; a ground of the row raises it, another level needs a reason.

        > !penalty bob slow_play
        < bob: Caution (A.II.6, REL 1). Penalty 15; !appeal 15.
        """
        await call.enter(
            Penalise(
                **call.author,
                player=nick.id,
                infraction=infraction,
                level=level.level,
                grounds=level.grounds,
                why=why,
            )
        )
        await _tell_of_earlier_events(call, nick)

    @command("warn", by=JUDGES)
    async def warn(self, call: Call, nick: Somebody, infraction: InfractionKey, why: Text = NO_WORDS) -> None:
        """Give a player a Warning by a row of the rulebook.

        > !warn bob slow play, asked twice
        < bob: Warning (A.II.6, REL 1: asked twice). Penalty 15; !appeal 15.
        """
        warning = Level.WARNING.value
        await call.enter(
            Penalise(**call.author, player=nick.id, infraction=infraction, level=warning, why=why)
        )
        await _tell_of_earlier_events(call, nick)

    @command("overturn", "void", by=JUDGES)
    async def overturn(self, call: Call, number: int, why: Text) -> None:
        """Overturn a penalty, a ruling, or what is appealed; nothing is deleted.

        > !overturn 14 the deck was loaded
        < Penalty 14 of alice is overturned by wren: the deck was loaded.
        """
        await call.enter(Overturn(**call.author, number=number, why=why))

    @command("uphold", by=JUDGES)
    async def uphold(self, call: Call, number: int, why: Text = NO_WORDS) -> None:
        """Let a penalty or a ruling stand.

        > !uphold 14
        < Penalty 14 of alice stands, says hawk.
        """
        await call.enter(Uphold(**call.author, number=number, why=why))

    @command("approve", by=By.HEAD_JUDGE)
    async def approve(self, call: Call, number: int) -> None:
        """Give a penalty that waits for the head judge.

        > !approve 15
        < bob: Game Loss (A.II.6). Penalty 15; !appeal 15.
        """
        await call.enter(Approve(**call.author, number=number))

    @command("dismiss", by=By.HEAD_JUDGE)
    async def dismiss(self, call: Call, number: int, why: Text = NO_WORDS) -> None:
        """Do not give a penalty that waits for the head judge.

        > !dismiss 15 no advantage
        < Penalty 15 is not given: no advantage.
        """
        await call.enter(Dismiss(**call.author, number=number, why=why))

    @command("dq", by=By.HEAD_JUDGE)
    async def dq(
        self, call: Call, nick: Somebody, *, infraction: InfractionKey | None = None, why: Text
    ) -> None:
        """Disqualify a player, by default for cheating.

        > !dq bob hid two cards
        < bob: Disqualification (A.II.9: hid two cards). Penalty 16.
        """
        key = infraction or InfractionKey("cheating")
        await call.enter(Disqualify(**call.author, player=nick.id, infraction=key, why=why))


async def _tell_of_earlier_events(call: Call, player: Somebody) -> None:
    """The judge hears what stands from earlier events, beside what the herald says of this one (7.1, OG-R13)."""
    opened_at = call.state.opened_at
    found = await call.office.history(player.id)
    earlier = [one for one in found if one.status == "standing" and one.issued_at < opened_at]
    if earlier:
        await call.tell(ledgerlines.earlier_events(player.name, earlier))


class Tables(Cog):
    """What a judge does at a table."""

    @command("hold", "pause", "freeze", by=JUDGES)
    async def hold(self, call: Call, table: TableOrAll, why: Text = NO_WORDS) -> None:
        """Let clocks and automation stand still at a table, or at all; the time is given back.

        > !hold 3
        < Table 3 is held by wren. Clocks stand still until !resume 3.
        """
        await call.enter(PlaceHold(**call.author, table=table, why=why))

    @command("resume", "thaw", by=JUDGES)
    async def resume(self, call: Call, table: TableOrAll) -> None:
        """Let the clocks of a held table, or of all, go on.

        > !resume 3
        < Table 3 goes on after 2:10. Time is called at 20:52:10.
        """
        await call.enter(LiftHold(**call.author, table=table))

    @command("reconnect", by=By.HEAD_JUDGE)
    async def reconnect(self, call: Call, table: Table) -> None:
        """Tell the players of a table to reconnect (3.5).

        > !reconnect 3
        < alice and bob: reconnect now, says hawk (3.5). bob has until 20:22:02 (4:10).
        """
        await call.enter(OrderReconnect(**call.author, table=table))

    @command("excuse", by=By.HEAD_JUDGE)
    async def excuse(self, call: Call, nick: Somebody, why: Text = NO_WORDS) -> None:
        """Rule that the running absence is not the player's fault: no clock runs on it. `off`: it starts anew.

        > !excuse bob power cut
        < bob is excused by hawk: power cut. No clock runs on bob.
        > !excuse bob off
        < bob: your clock starts anew (hawk). Here with !ready by 20:27:02 (5:00), or the game is lost (A.I.4).
        """
        if why.strip().casefold() == OFF:
            await call.enter(Excuse(**call.author, player=nick.id, ends=True))
        else:
            await call.enter(Excuse(**call.author, player=nick.id, why=why))

    @command("refusal", by=JUDGES)
    async def refusal(self, call: Call, nick: Somebody) -> None:
        """Rule that a player refuses to play, which concedes the match (3.6).

        > !refusal bob
        < bob refuses to play and so concedes the match (3.6). Table 3: alice beats bob 2-0.
        """
        await call.enter(RuleRefusal(**call.author, player=nick.id))

    @command("setresult", "fix", by=JUDGES)
    async def setresult(self, call: Call, table: RoundTable, score: Score, why: Text) -> None:
        """Set the result of a table, its first player first; a correction of a final result is recorded.

        > !setresult 3 2-1 both agree that game 2 was miscounted
        < Table 3: alice beats bob 2-1, set by wren: both agree that game 2 was miscounted.
        """
        await call.enter(
            SetResult(
                **call.author,
                round=table.round,
                table=table.table,
                first=score.first,
                second=score.second,
                draws=score.draws,
                why=why,
            )
        )
