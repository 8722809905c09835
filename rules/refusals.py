"""Why not: what `decide` raises when an act cannot be done. Nothing has changed then.

A refusal is for the person: one class for each reason, with what the wording needs to say what can be done now.
`bot.wording` turns them into sentences; `str()` of one is for logs.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from rules.changes import Change
from rules.entries import Entry, PersonId, Role


@dataclass(kw_only=True)
class Refusal(Exception):
    """An act cannot be done; nothing has changed.

    `keep` are entries that a rule wants remembered although the act is refused (a pressed draw offer).
    """

    is_private: ClassVar[bool] = False  # whether only the person may hear of it

    keep: tuple[Entry, ...] = ()

    def __str__(self) -> str:
        return repr(self)


@dataclass(kw_only=True)
class NotAllowed(Refusal):
    """Only these offices may do it."""

    need: tuple[Role, ...]
    what: str = ""


@dataclass(kw_only=True)
class NotVerified(Refusal):
    """Powers need a verified account, and there is none right now."""


@dataclass(kw_only=True)
class OwnMatch(Refusal):
    """Nobody rules or penalises in the own match (1.9)."""

    table: int


@dataclass(kw_only=True)
class OwnRuling(Refusal):
    """Nobody answers the appeal of what they have decided themselves (OG-R22); `judges` may."""

    judges: tuple[PersonId, ...]


@dataclass(kw_only=True)
class NotRegistered(Refusal):
    """Not a player of this event: who asked, or the person who was named."""

    player: PersonId | None = None


@dataclass(kw_only=True)
class AlreadyRegistered(Refusal):
    name: str


@dataclass(kw_only=True)
class RegistrationClosed(Refusal):
    pass


@dataclass(kw_only=True)
class PlayoffIsCut(Refusal):
    """Nobody enters once the bracket is made (MTR 2.10)."""


@dataclass(kw_only=True)
class NotInGoodStanding(Refusal):
    """The league's standing of this player does not allow to play (0.2, 6.3). For the person alone."""

    is_private = True

    name: str
    standing: str
    since: datetime
    by: str
    why: str


@dataclass(kw_only=True)
class UnknownStanding(Refusal):
    """The rulebook has no such standing."""

    standing: str
    known: tuple[str, ...]


@dataclass(kw_only=True)
class TiedAlready(Refusal):
    """Both accounts are one person already."""

    others: tuple[str, ...]  # the names of the other accounts


@dataclass(kw_only=True)
class TiedElsewhere(Refusal):
    """Nobody has two accounts on one network: the one there is tied to this person already."""

    name: str
    on: str


@dataclass(kw_only=True)
class ApartInEvent(Refusal):
    """An open event knows the two accounts as two people."""

    event: str


@dataclass(kw_only=True)
class TiedInEvent(Refusal):
    """An open event knows this person, and nobody becomes somebody else in the middle of it."""

    event: str


@dataclass(kw_only=True)
class TiedByStanding(Refusal):
    """A standing was set for this person: none of the accounts gets rid of it by being untied."""

    standing: str


@dataclass(kw_only=True)
class NotTied(Refusal):
    """The account is tied to no other."""


@dataclass(kw_only=True)
class NameTaken(Refusal):
    """Another player of the event has this name."""

    name: str


@dataclass(kw_only=True)
class NameConfusable(Refusal):
    """The name can be taken for another's, so a coordinator looks first. For the person alone."""

    is_private = True

    name: str
    like: str


@dataclass(kw_only=True)
class OutOfEvent(Refusal):
    """The player has dropped or was disqualified."""

    player: PersonId


@dataclass(kw_only=True)
class EventOver(Refusal):
    pass


@dataclass(kw_only=True)
class BadSetting(Refusal):
    """A key of !open or !set is unknown, ill-formed or against the rulebook."""

    key: str
    value: str
    expected: str
    clause: str = ""


@dataclass(kw_only=True)
class NotAnnounced(Refusal):
    """An event of this kind does not open without these (1.3)."""

    kind: str
    missing: tuple[str, ...]


@dataclass(kw_only=True)
class NotInvited(Refusal):
    """The event has a list of those who may play, and this player is not on it (0.2)."""

    is_private = True

    name: str


@dataclass(kw_only=True)
class PlaysElsewhere(Refusal):
    """One active event at a time (0.4). For the person alone."""

    is_private = True

    event: str
    player: PersonId


@dataclass(kw_only=True)
class DeckTooLong(Refusal):
    """A deck code is a code, not a list."""

    longest: int


@dataclass(kw_only=True)
class TooFewPlayers(Refusal):
    """An event takes place from so many players on (6.2)."""

    players: int
    needed: int


@dataclass(kw_only=True)
class NoDeck(Refusal):
    """Nobody is paired before a deck is on file (5.1)."""

    players: tuple[PersonId, ...]


@dataclass(kw_only=True)
class PlayersDoNotOfficiate(Refusal):
    """Somebody who plays is to be given an office whose holders do not (0.2)."""

    player: PersonId
    role: Role


@dataclass(kw_only=True)
class TwoJudgesMissing(Refusal):
    """The head judge and the secondary judge of a two-judge event are named before the start (1.9)."""

    missing: tuple[Role, ...]


@dataclass(kw_only=True)
class LastCoordinator(Refusal):
    """The event has to have a coordinator: who leaves names a replacement first (1.3)."""


@dataclass(kw_only=True)
class AfterTheStart(Refusal):
    """This had to be announced before the start."""

    what: str


@dataclass(kw_only=True)
class NoRound(Refusal):
    """No round is paired."""


@dataclass(kw_only=True)
class RoundNotBegun(Refusal):
    """The round is paired, and has not begun."""


@dataclass(kw_only=True)
class RoundRuns(Refusal):
    """The round has begun already."""

    round: int


@dataclass(kw_only=True)
class TablesOpen(Refusal):
    """These tables are not finished: (table, what it waits for)."""

    tables: tuple[tuple[int, str], ...]


@dataclass(kw_only=True)
class BadPairing(Refusal):
    """The pairs cannot be: somebody twice, with oneself, not registered, or out."""

    why: str


@dataclass(kw_only=True)
class TooFewToPair(Refusal):
    """Too few players are in the event for a round."""

    there: int


@dataclass(kw_only=True)
class NoSwissRounds(Refusal):
    """Automatic pairing is for Swiss rounds, and this event is or has come to a bracket."""


@dataclass(kw_only=True)
class AllRoundsPlayed(Refusal):
    """As many Swiss rounds are played as were announced. `cut` players go on; 0: none do."""

    rounds: int
    cut: int = 0


@dataclass(kw_only=True)
class NothingToUndo(Refusal):
    """This person has changed nothing that could be taken back, or has taken it all back."""


@dataclass(kw_only=True)
class UndoneJustNow(Refusal):
    """The same word came a moment ago and took this change back; from `again_at` on it means the one before."""

    change: Change
    at: datetime
    again_at: datetime


@dataclass(kw_only=True)
class PairingStands(Refusal):
    """The round has begun, so its pairing is not taken back."""

    round: int


@dataclass(kw_only=True)
class CutStands(Refusal):
    """The playoff is paired from its seeds."""

    seeds: int


@dataclass(kw_only=True)
class BeginStands(Refusal):
    """Something has happened since the begin. `table`: where; 0: no table of its own."""

    round: int
    table: int


@dataclass(kw_only=True)
class CloseStands(Refusal):
    """The next round, or the `cut`, was made from the results of this one."""

    round: int
    cut: bool = False


@dataclass(kw_only=True)
class DropStands(Refusal):
    """The player has left for another reason since, or a round or the `cut` was made without."""

    player: PersonId
    round: int
    cut: bool = False


@dataclass(kw_only=True)
class EntryStands(Refusal):
    """The player was paired since, or (`round` 0) is out again, or something is `on_record` of the player."""

    player: PersonId
    round: int
    on_record: bool = False


@dataclass(kw_only=True)
class SettingsStand(Refusal):
    """Somebody else has changed what is announced since."""


@dataclass(kw_only=True)
class OfficeStands(Refusal):
    """Somebody else has given the office (`holds`) or taken it back since."""

    person: PersonId
    role: Role
    holds: bool


@dataclass(kw_only=True)
class PhaseStands(Refusal):
    """Somebody else has changed the phase of the event since."""

    phase: str


@dataclass(kw_only=True)
class ResultStands(Refusal):
    """A result was set as a judge, and only a judge sets it right."""

    round: int
    table: int


@dataclass(kw_only=True)
class ResultOfBye(Refusal):
    """At this table nobody plays: it is the number of a bye."""

    table: int
    round: int
    player: PersonId


@dataclass(kw_only=True)
class RoundsLeft(Refusal):
    """Not all Swiss rounds that were announced are played."""

    played: int
    left: int


@dataclass(kw_only=True)
class CutAlready(Refusal):
    """The playoff has begun. `seeds` players are in it; 0: the event began with one."""

    seeds: int


@dataclass(kw_only=True)
class NoPlayoff(Refusal):
    """The event was announced without one."""


@dataclass(kw_only=True)
class CutAnnounced(Refusal):
    """Another number was announced before the start (1.3)."""

    announced: int


@dataclass(kw_only=True)
class CutWithoutSize(Refusal):
    """No number was announced, so one is needed."""


@dataclass(kw_only=True)
class BadCut(Refusal):
    """So many cannot go on of so many who are left."""

    size: int
    players: int


@dataclass(kw_only=True)
class BracketPairs(Refusal):
    """A playoff is paired by its bracket, not by hand."""


@dataclass(kw_only=True)
class PlayoffOver(Refusal):
    """Nobody is left to be paired. `winner` None: the last two have both lost."""

    winner: PersonId | None


@dataclass(kw_only=True)
class EndsEarly(Refusal):
    """What was announced is not all played: `left` Swiss rounds, a `cut` to so many players, or the bracket."""

    left: int
    cut: int
    bracket: bool


@dataclass(kw_only=True)
class PairingOvertaken(Refusal):
    """The event has moved since the pairing was proposed."""


@dataclass(kw_only=True)
class PairingFailed(Refusal):
    """No pairing could be found, which is our fault; `reference` is in the log."""

    reference: str


@dataclass(kw_only=True)
class HeadJudgeAbsent(Refusal):
    """No round starts without a head judge in the channel (1.6)."""

    named: tuple[PersonId, ...] = ()


@dataclass(kw_only=True)
class NoMatch(Refusal):
    """This player has no match in this round."""


@dataclass(kw_only=True)
class RoundToCome(Refusal):
    """The round that is named is not paired yet."""

    round: int


@dataclass(kw_only=True)
class NoSuchTable(Refusal):
    table: int
    tables: int


@dataclass(kw_only=True)
class AlreadyOver(Refusal):
    """The match has its result."""

    table: int
    at: datetime
    result: str  # "alice 2-1 bob"


@dataclass(kw_only=True)
class ResultCrossed(Refusal):
    """Another hand's result came a moment before this one; from `again_at` on a correction is taken."""

    table: int
    at: datetime
    result: str  # "alice 2-1 bob"
    again_at: datetime


@dataclass(kw_only=True)
class NothingToDo(Refusal):
    """`!ready` with nothing open: where we stand."""

    why: str


@dataclass(kw_only=True)
class NotThereYet(Refusal):
    """Both have to have arrived first; these have not."""

    missing: tuple[PersonId, ...]


@dataclass(kw_only=True)
class NoGameRuns(Refusal):
    game: int


@dataclass(kw_only=True)
class GameRuns(Refusal):
    game: int


@dataclass(kw_only=True)
class TimeNotCalled(Refusal):
    """The turn can end, and life decide, only after time is called."""

    ends_at: datetime | None


@dataclass(kw_only=True)
class TurnNotOver(Refusal):
    """Life decides only after the last turn."""


@dataclass(kw_only=True)
class LifeDoesNotDecide(Refusal):
    """In Swiss, or with a leader in games, life totals decide nothing (2.6)."""


@dataclass(kw_only=True)
class TimeIsUp(Refusal):
    """No extension after time (OG-R37)."""

    table: int
    at: datetime


@dataclass(kw_only=True)
class NothingToGiveBack(Refusal):
    """No ruling of this judge in this round waits for its time to be given back. `table`: that of the last one.

    `ruling`: it took time, and all of that is given back already.
    """

    table: int | None = None
    ruling: int | None = None


@dataclass(kw_only=True)
class ExtendedAlready(Refusal):
    """The same extension, by the same judge, a moment ago: said twice, or meant twice?"""

    table: int
    by_how_much: timedelta
    at: datetime


@dataclass(kw_only=True)
class Untimed(Refusal):
    """This match has no clock."""

    table: int


@dataclass(kw_only=True)
class NotTheChooser(Refusal):
    chooser: PersonId | None


@dataclass(kw_only=True)
class AlreadyChosen(Refusal):
    plays_first: PersonId


@dataclass(kw_only=True)
class GameRecorded(Refusal):
    """The game that just ended has its result already; the next one has not been played."""

    game: int
    winner: PersonId | None
    following: int


@dataclass(kw_only=True)
class OfficialsDoNotPlay(Refusal):
    """Officials play only in the two-judge system (0.2, 1.9)."""

    role: Role


@dataclass(kw_only=True)
class ImpossibleScore(Refusal):
    """The score does not fit the match, or the games that are known."""

    best_of: int
    why: str
    allowed: tuple[str, ...] = ()


@dataclass(kw_only=True)
class WrongOpponent(Refusal):
    """The open match is against somebody else."""

    opponent: PersonId
    table: int


@dataclass(kw_only=True)
class Disputed(Refusal):
    """The result is disputed; a judge decides call `call`."""

    call: int


@dataclass(kw_only=True)
class NotForYou(Refusal):
    """The button is for the players of this table, or (`player`) for one of them alone."""

    is_private = True

    round: int
    table: int
    player: PersonId | None = None


@dataclass(kw_only=True)
class PressedLate(Refusal):
    """The moment that the button belongs to is over; `matter` is what it was about (`rules.pressing.Matter`)."""

    is_private = True

    round: int
    table: int
    matter: str


@dataclass(kw_only=True)
class NothingToConfirm(Refusal):
    pass


@dataclass(kw_only=True)
class OwnClaim(Refusal):
    """The other side confirms; you can take it back."""

    opponent: PersonId


@dataclass(kw_only=True)
class NothingToAnswer(Refusal):
    """No question is open for this person."""


@dataclass(kw_only=True)
class NothingToTakeBack(Refusal):
    pass


@dataclass(kw_only=True)
class SwissOnly(Refusal):
    """Draws are agreed in Swiss rounds only (3.8)."""


@dataclass(kw_only=True)
class OfferOpen(Refusal):
    """The own offer is still open."""

    opponent: PersonId


@dataclass(kw_only=True)
class OpponentOffers(Refusal):
    """The opponent has offered a draw already: accept or decline."""

    opponent: PersonId


@dataclass(kw_only=True)
class OwnOffer(Refusal):
    """The own offer is answered by the other side."""

    opponent: PersonId


@dataclass(kw_only=True)
class NoOffer(Refusal):
    """No draw is offered."""


@dataclass(kw_only=True)
class AlreadyDeclined(Refusal):
    """A declined offer may not be repeated in this match (3.8, OG-R20). The attempt is kept for the judge."""

    offered_at: datetime
    opponent: PersonId


@dataclass(kw_only=True)
class OncePerGame(Refusal):
    """A lapsed or withdrawn offer may be made again once per game (OG-R20)."""


@dataclass(kw_only=True)
class NoMoreOffers(Refusal):
    """Both have declined; only a judge can record a draw now (OG-R20)."""


@dataclass(kw_only=True)
class NotAbsent(Refusal):
    """The player is not counted as gone."""

    player: PersonId


@dataclass(kw_only=True)
class NobodyLostLink(Refusal):
    """There is nobody at this table to tell to reconnect."""

    table: int


@dataclass(kw_only=True)
class ExcusedAlready(Refusal):
    """The player is away, and no clock runs on that as it is."""

    player: PersonId
    table: int


@dataclass(kw_only=True)
class ClockRunsAlready(Refusal):
    """The player is away, and the clock on it is not stopped by any excuse."""

    player: PersonId


@dataclass(kw_only=True)
class AlreadyAbsent(Refusal):
    """The player is counted as gone already, since `since`."""

    player: PersonId
    since: datetime


@dataclass(kw_only=True)
class GamePlayed(Refusal):
    """2.3 is for before the first game; afterwards it is an absence or the head judge's."""


@dataclass(kw_only=True)
class NoConnectionProcedure(Refusal):
    """`!cantconnect` comes first."""


@dataclass(kw_only=True)
class RelayNotTried(Refusal):
    """The relay host comes before consent and flip (2.3)."""


@dataclass(kw_only=True)
class ConsentNotNeeded(Refusal):
    """In single elimination the flip needs no consent, or the consent was given already."""


@dataclass(kw_only=True)
class FlipForbidden(Refusal):
    """A flip may not decide a game or match outside 2.3 (3.6)."""


@dataclass(kw_only=True)
class BadDice(Refusal):
    """Outside the bounds: 1 to 100 dice, 1 to 1000 faces."""


@dataclass(kw_only=True)
class StopwatchRuns(Refusal):
    player: PersonId
    due_at: datetime | None


@dataclass(kw_only=True)
class NoStopwatch(Refusal):
    player: PersonId


@dataclass(kw_only=True)
class NoSuchNumber(Refusal):
    """No call, ruling, penalty or appeal has this number."""

    number: int
    what: str


@dataclass(kw_only=True)
class NoOpenCall(Refusal):
    pass


@dataclass(kw_only=True)
class CallTaken(Refusal):
    number: int
    by: PersonId
    next_open: int | None = None


@dataclass(kw_only=True)
class CallClosedAlready(Refusal):
    number: int


@dataclass(kw_only=True)
class CallOpenAlready(Refusal):
    """This person has an open call that says it, or as many as can wait for a judge."""

    number: int


@dataclass(kw_only=True)
class NotYourCall(Refusal):
    number: int
    by: PersonId | None


@dataclass(kw_only=True)
class WhichCall(Refusal):
    """A call is to be given back, and this judge has none, or several (`numbers`)."""

    numbers: tuple[int, ...]


@dataclass(kw_only=True)
class NothingRuledYet(Refusal):
    """An appeal only after a first ruling (1.7)."""

    number: int


@dataclass(kw_only=True)
class AppealIsFinal(Refusal):
    number: int


@dataclass(kw_only=True)
class HeadJudgeHasRuled(Refusal):
    """The head judge's own word is final in the event (1.7)."""

    number: int


@dataclass(kw_only=True)
class StillProposed(Refusal):
    """This penalty waits for the head judge. Only who asked hears it: nobody but the judges knows of a proposal."""

    is_private = True

    number: int


@dataclass(kw_only=True)
class Undecided(Refusal):
    """The event does not end while appeals or proposed penalties wait for the head judge."""

    is_private = True

    numbers: tuple[int, ...]


@dataclass(kw_only=True)
class AlreadySettled(Refusal):
    """This penalty stands, was overturned, approved or dismissed already."""

    number: int
    status: str


@dataclass(kw_only=True)
class ClockRuns(Refusal):
    """A clock measures this and issues it itself at `at`, if nothing happens before (None: it stands still now)."""

    player: PersonId
    at: datetime | None


@dataclass(kw_only=True)
class AlreadyIssued(Refusal):
    """This was punished already; the penalty that stands is named.

    `left`: after this time the same infraction counts as a new one (zero: it is one and the same in this game).
    """

    number: int
    player: PersonId
    left: timedelta = timedelta(0)


@dataclass(kw_only=True)
class HigherStands(Refusal):
    """A lower level takes nothing back: the higher penalty for the same infraction has to be overturned first."""

    number: int
    player: PersonId
    level: str


@dataclass(kw_only=True)
class StepGone(Refusal):
    """What this proposal was to take the place of no longer stands."""

    number: int
    lower: int
    status: str


@dataclass(kw_only=True)
class NoSuchGround(Refusal):
    """The row does not name this ground for an upgrade; `grounds` are those that it names."""

    infraction: str
    ground: str
    grounds: tuple[str, ...]


@dataclass(kw_only=True)
class ReasonNeeded(Refusal):
    """Another level than the row's needs a reason."""

    row: str
    level: str


@dataclass(kw_only=True)
class NoRow(Refusal):
    """The row does not bite here: no penalty (e.g. cannot reconnect, between games)."""

    infraction: str
    why: str


@dataclass(kw_only=True)
class UnknownLevel(Refusal):
    level: str
    ladder: tuple[str, ...]


@dataclass(kw_only=True)
class UnknownRow(Refusal):
    """No such infraction in this rulebook; these come near."""

    infraction: str
    near: tuple[str, ...]


@dataclass(kw_only=True)
class NotHeld(Refusal):
    table: int


@dataclass(kw_only=True)
class HeldAlready(Refusal):
    table: int
    since: datetime


@dataclass(kw_only=True)
class OnHold(Refusal):
    """The match is held; a judge resumes it."""

    table: int


@dataclass(kw_only=True)
class FinalOnly(Refusal):
    """Only the final of a playoff may be left unplayed (3.6)."""


@dataclass(kw_only=True)
class FinalBegun(Refusal):
    """A final of which a game runs or is decided is played (3.6)."""

    game: int


@dataclass(kw_only=True)
class SkippedAlready(Refusal):
    """This finalist has agreed already. `agreed`: so has the other."""

    opponent: PersonId
    agreed: bool


@dataclass(kw_only=True)
class NotNow(Refusal):
    """Not at this stage of the event; `when` says when."""

    when: str


@dataclass(kw_only=True)
class NotInTheChannel(Refusal):
    """Whoever says ready has to be in the tournament channel."""


@dataclass(kw_only=True)
class NoSuchOffice(Refusal):
    """This person does not hold that office."""

    person: PersonId
    role: Role


@dataclass(kw_only=True)
class ReportNotDue(Refusal):
    """The report to the league is confirmed when the event is over (7.2)."""


@dataclass(kw_only=True)
class ReportWaits(Refusal):
    """Proposed penalties and open appeals may still change the report to the league."""

    proposed: tuple[int, ...]
    appeals: tuple[int, ...]


@dataclass(kw_only=True)
class NothingToReport(Refusal):
    """No penalty of the event is for the league."""


@dataclass(kw_only=True)
class ReportConfirmedAlready(Refusal):
    """The report to the league is confirmed as it is."""

    by: PersonId
    at: datetime
