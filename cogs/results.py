"""What players say about results: reports and confirmation, concessions, agreed draws, life totals."""

from __future__ import annotations

import re
from enum import StrEnum

from cogs import digest, presses
from cogs.asking import leave_it_to_the_question
from cogs.command import By, Call, Cog, command
from cogs.office import Unclear
from cogs.readers import NO_WORDS, Against, Life, Score, Text
from cogs.speech import DOT
from cogs.words import Misfit, Words
from rules.acts import (
    AcceptDraw,
    AnswerNo,
    AnswerYes,
    Concede,
    Confirm,
    ConfirmReport,
    DeclineDraw,
    Dispute,
    EndTurn,
    OfferDraw,
    ReportGame,
    ReportLife,
    ReportMatch,
    SkipFinal,
    TakeBack,
)


class Concession(StrEnum):
    """What is given up."""

    GAME = "game"
    MATCH = "match"


class Results(Cog):
    """Who won, and by what."""

    @command("lost", by=By.PLAYER)
    async def lost(self, call: Call) -> None:
        """You lost the game that just ended; that is final.

        > !lost
        < Table 1: bob leads 1-0. Game 2: alice chooses. Decks by 20:32:10 (3:00), then !ready.
        """
        await call.enter(ReportGame(**call.author, won=False))

    @command("won", by=By.PLAYER)
    async def won(self, call: Call) -> None:
        """You won the game that just ended; your opponent confirms it.

        > !won
        < bob: alice says that alice won game 2, and the match 2-0. !confirm or !dispute.
        """
        await call.enter(ReportGame(**call.author, won=True))

    @command("drawn", by=By.PLAYER)
    async def drawn(self, call: Call) -> None:
        """The game just ended in a draw; your opponent confirms it.

        > !drawn
        < bob: alice says that game 2 was drawn. !confirm or !dispute.
        """
        await call.enter(ReportGame(**call.author, won=None))

    @command("report", "result", "score", by=By.PLAYER)
    async def report(self, call: Call, score: Score, against: Against | None = None) -> None:
        """Report the match, your games first; from the loser it is final, else your opponent confirms it.

        > !report 2-1
        < bob: alice says that alice beats bob 2-1. !confirm or !dispute.
        """
        opponent = against.id if against else None
        await call.enter(
            ReportMatch(
                **call.author, mine=score.first, theirs=score.second, draws=score.draws, against=opponent
            )
        )

    @command("scores", by=By.PLAYER)
    async def scores(self, call: Call) -> None:
        """The results that you can report now, spelled out.

        > !scores
        < Table 1: alice beats bob 2-1 · bob beats alice 2-1. Say !report <score>, yours first.
        """
        match = call.state.match_of(call.who.id)
        if match is None or not match.is_open:
            raise Unclear(f"{call.who.name}, you have no open match to report. !pairing shows your table.")
        choices = presses.results(call.state, match, call.who.id)
        listed = DOT.join(press.label for press in choices)
        game = "!won, !lost or !drawn for the game, " if match.runs else ""
        text = f"Table {match.table}: {listed}. Say {game}!report <score>, yours first."
        await call.reply(text, presses=choices)

    @command("confirm", by=By.PLAYER | By.HEAD_JUDGE)
    async def confirm(self, call: Call) -> None:
        """What your opponent reported is right. After !end, from the head judge: so is the report to the league.

        > !confirm
        < Table 1: bob beats alice 2-1.
        """
        if digest.is_for(call.state, call.who.id, ()) and not _plays_now(call):
            await call.enter(ConfirmReport(**call.author))
        else:
            await call.enter(Confirm(**call.author, dice=call.dice))

    @command("dispute", by=By.PLAYER)
    async def dispute(self, call: Call, why: Text = NO_WORDS) -> None:
        """What your opponent reported is not right; a judge decides.

        > !dispute game 3 was mine
        < Call 7, table 1: bob says 2-1 for bob, alice disputes it: "game 3 was mine". A judge comes.
        """
        await call.enter(Dispute(**call.author, why=why))

    @command("yes", by=By.PLAYER)
    async def yes(self, call: Call) -> None:
        """Answer the last question put to you with yes.

        > !yes
        < alice concedes the match. bob beats alice 2-0.
        """
        await call.enter(AnswerYes(**call.author, dice=call.dice))

    @command("no", by=By.PLAYER)
    async def no(self, call: Call) -> None:
        """Answer the last question put to you with no.

        > !no
        < alice does not concede. The match goes on.
        """
        await call.enter(AnswerNo(**call.author))

    @command("cancel", by=By.PLAYER)
    async def cancel(self, call: Call) -> None:
        """Take back your own offer, report or question while nobody has answered it.

        > !cancel
        < alice takes the draw offer back. The match goes on.
        """
        await call.enter(TakeBack(**call.author))

    @command("concede", "ff", "forfeit", by=By.PLAYER)
    async def concede(self, call: Call, what: Concession | None = None, words: Text = NO_WORDS) -> None:
        """Concede the game (between games: the next one), or the match, which is asked once more.

        > !concede
        < alice concedes game 1. bob leads 1-0.
        > !concede match
        < alice, conceding the match makes it 2-0 for bob. !yes within 2:00, or !no.
        """
        if what is None and words:
            _refuse_another_meaning(call, words)
        match, game = what is Concession.MATCH, what is Concession.GAME
        await call.enter(Concede(**call.author, match=match, game=game, words=words))
        if match:
            leave_it_to_the_question(call)

    @command("draw", "id", by=By.PLAYER)
    async def draw(self, call: Call, words: Text = NO_WORDS) -> None:
        """Offer your opponent an intentional draw of the match.

        > !draw
        < alice offers a draw. bob: !accept or !decline.
        """
        await call.enter(OfferDraw(**call.author, words=words))

    @command("accept", by=By.PLAYER)
    async def accept(self, call: Call) -> None:
        """Take the draw that your opponent offers.

        > !accept
        < Table 1: alice and bob draw by agreement (3.8).
        """
        await call.enter(AcceptDraw(**call.author))

    @command("decline", by=By.PLAYER)
    async def decline(self, call: Call) -> None:
        """Do not take the draw; it cannot be offered to you again in this match.

        > !decline
        < alice declines. Play on.
        """
        await call.enter(DeclineDraw(**call.author))

    @command("skipfinal", by=By.PLAYER)
    async def skipfinal(self, call: Call) -> None:
        """Agree not to play the final; when both finalists have, one drops and is second (3.6).

        > !skipfinal
        < bob: alice agrees not to play the final. If you do too: !skipfinal (3.6).
        """
        await call.enter(SkipFinal(**call.author))

    @command("endturn", by=By.PLAYER)
    async def endturn(self, call: Call) -> None:
        """After time is called: the last turn is over.

        > !endturn
        < Table 1: the last turn is over. Games stand 1-0: the match ends so, or say !dispute.
        """
        await call.enter(EndTurn(**call.author))

    @command("life", by=By.PLAYER)
    async def life(self, call: Call, totals: Life) -> None:
        """After the last turn of an even match: life totals, yours first; your opponent confirms them.

        > !life 12 7
        < bob: alice says life is alice 12, bob 7. !confirm or !dispute.
        """
        await call.enter(ReportLife(**call.author, mine=totals.mine, theirs=totals.theirs))


def _plays_now(call: Call) -> bool:
    """Whether an opponent's report can be meant: in a two-judge event officials play (1.9)."""
    return not call.state.is_over and call.who.id in call.state.players


def _refuse_another_meaning(call: Call, words: str) -> None:
    """`!concede bob match`, `!concede the match` must not concede a game of who says it. Raises Misfit, Unclear."""
    first = Words(words).take().rstrip(",;:.")
    try:
        named = call.find(first)
    except Unclear:
        named = None
    if named is not None and named.id != call.who.id:
        raise Unclear(f"{call.who.name}, only {named.name} can concede for {named.name}. {_YOURS}")
    if named is not None or _MATCH.search(words):
        raise Misfit("game or match is needed right behind !concede")


_MATCH = re.compile(r"\bmatch\b", re.IGNORECASE)
_YOURS = "Yours: !concede, or !concede match."
