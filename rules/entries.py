"""What can happen: the entries of a scorebook.

A tournament is an append-only list of these, each with the second it happened. State is their fold, so nothing
here is ever edited: a correction is another entry. Entries hold outcomes, not inputs to be judged again; an entry
that a clause caused carries the clause. Persons are named by their id (see `PersonId`), never by a nick.

Each class has a written kind with a version. A kind never changes its meaning: a field is added with a default,
else the kind gets a new version. `rules.codec` turns entries into JSON bodies and back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, NewType, TypeVar

PersonId = NewType("PersonId", str)
"""Who somebody is, for good: `account:alice` or `nick:alice` on a network; made by the bot, opaque here."""

NOBODY = PersonId("")
"""Fills an empty slot of a bracket; no network knows anybody by it."""


class Role(StrEnum):
    """What a person may be in an event, besides a player."""

    COORDINATOR = "coordinator"
    HEAD_JUDGE = "head_judge"
    SECONDARY_JUDGE = "secondary_judge"
    JUDGE = "judge"
    DIRECTOR = "director"
    TOURNAMENT_DIRECTOR = "td"
    BOARD = "board"
    CAPTAIN = "captain"


class Stage(StrEnum):
    """Which part of the event a round belongs to."""

    SWISS = "swiss"
    PLAYOFF = "playoff"
    FINAL = "final"


class Leaving(StrEnum):
    """How somebody left the chat, as far as the network shows it."""

    PARTED = "parted"
    QUIT = "quit"
    LOST = "lost"  # ping time-out, closed or reset connection
    SPLIT = "split"  # a netsplit: nobody's own line
    KICKED = "kicked"  # thrown out by an operator or the server
    UNSEEN = "unseen"  # found missing when the bot could see again
    OFFLINE = "offline"  # in the channel, and shown as not there


class Departure(StrEnum):
    """Why a player is out of the event."""

    OWN_WISH = "own_wish"
    TECHNICAL = "technical"
    NO_SHOW = "no_show"
    DISQUALIFIED = "disqualified"


class HowGame(StrEnum):
    """How a game came to its end."""

    PLAYED = "played"
    CONCEDED = "conceded"
    PENALTY = "penalty"
    BOTH_PENALISED = "both_penalised"  # OG-R09: recorded, the game does not count
    LIFE = "life"  # 2.6: decided by life totals
    TIME = "time"  # 2.6: unfinished at the end of time, drawn
    RULING = "ruling"


class HowMatch(StrEnum):
    """How a match came to its end; the words of `export results`."""

    GAMES = "games"
    TIME = "time"
    CONCESSION = "concession"
    MATCH_LOSS = "match_loss"
    AGREED_DRAW = "agreed_draw"
    NO_CONNECTION = "no_connection"
    COIN_FLIP = "coin_flip"
    RULING = "ruling"
    DROP = "drop"


class Outcome(StrEnum):
    """Who has a finished match."""

    PLAYER1 = "player1"
    PLAYER2 = "player2"
    DRAW = "draw"
    DOUBLE_LOSS = "double_loss"
    BYE = "bye"
    UNPLAYED = "unplayed"


class Claim(StrEnum):
    """What a player says that the other side has to confirm."""

    GAME = "game"
    MATCH = "match"
    LIFE = "life"
    RELAY = "relay"
    DRAW = "draw"  # a draw that a judge records, and both confirm (OG-R20)


class Question(StrEnum):
    """What the bot asks a player about an act of the player's own."""

    CONCEDE_MATCH = "concede_match"
    DROP = "drop"


class Presence(StrEnum):
    """By what an absence was seen first (A.I.2 or A.I.4)."""

    LINK = "link"
    CHAT = "chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the scorebook. `at` is the whole second in which it happened or fell due."""

    kind: ClassVar[str]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEntry(Entry):
    """An entry about one match, found by round and table."""

    round: int
    table: int


E = TypeVar("E", bound=type[Entry])
KINDS: dict[str, type[Entry]] = {}


def kind(name: str) -> Callable[[E], E]:
    """Register an entry class under its written kind, such as `player.left/1`."""

    def register(cls: E) -> E:
        if name in KINDS:
            raise TypeError(f"two entries are called {name}")
        cls.kind = name
        KINDS[name] = cls
        return cls

    return register


# --- the event ------------------------------------------------------------------------------------


@kind("tournament.opened/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOpened(Entry):
    """An event was opened. Carries the whole rulebook, so that a file edited later changes nothing."""

    name: str
    by: PersonId
    by_name: str
    rulebook: Mapping[str, object]
    tournament_kind: str
    rel: str
    format: str = ""
    authorization: str = ""
    starts_at: datetime | None = None
    stage: Stage = Stage.SWISS
    best_of: int = 3
    playoff_best_of: int = 3
    round_limit: timedelta | None = None  # None: untimed
    playoff_limit: timedelta | None = None
    two_judges: bool = False
    automatic: Mapping[str, str] = field(
        default_factory=dict
    )  # family of timed penalty -> issue | propose | off
    previous_round_ends_at: datetime | None = (
        None  # lateness of round 1 counts from the later of this and the start
    )
    speed: float = 1.0  # a sped-up rehearsal says so
    keys: Mapping[str, str] = field(default_factory=dict)  # all other keys of !open, as given
    formalities_met: bool = (
        False  # decks, numbers of players and officials count as looked after: a rehearsal
    )


@kind("settings.changed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(Entry):
    """The coordinator changed what may change before the start."""

    by: PersonId
    keys: Mapping[str, str]
    rel: str | None = None
    best_of: int | None = None
    playoff_best_of: int | None = None
    round_limit: timedelta | None = None
    untimed: bool = False
    stage: Stage | None = None
    two_judges: bool | None = None
    format: str | None = None
    tournament_kind: str | None = None
    playoff_limit: timedelta | None = None
    playoff_untimed: bool = False
    authorization: str | None = None
    starts_at: datetime | None = None
    starts_now: bool = False


@kind("tournament.start_reminded/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class StartReminded(Entry):
    """The announced start is near, or has come (`left` zero), and no round is paired: what is missing (0.3)."""

    starts_at: datetime
    left: timedelta
    no_deck: tuple[PersonId, ...] = ()
    away: tuple[PersonId, ...] = ()


@kind("staff.coordinator_missed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CoordinatorMissed(Entry):
    """No coordinator has been in the channel since then: the staff are asked for a replacement (1.3)."""

    since: datetime
    clause: str = "1.3"


@kind("phase.set/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseSet(Entry):
    """A limited event is in its draft, its deck construction, or its rounds (3.7)."""

    by: PersonId
    phase: str
    undoes: bool = False  # takes back the change to the phase that stood


@kind("staff.named/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class StaffNamed(Entry):
    """Somebody has an office in this event. `here`: in the tournament channel at that moment."""

    role: Role
    person: PersonId
    name: str
    by: PersonId | None = None  # None: by the configuration
    here: bool = False
    undoes: bool = False  # takes back that the office was taken back
    title: str = ""  # the name or network role of the configuration that gives it, to who came by it later


@kind("staff.removed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRemoved(Entry):
    """Somebody no longer has an office."""

    role: Role
    person: PersonId
    by: PersonId
    undoes: bool = False  # takes back that it was given
    untitled: bool = False  # the network role that gave it is gone; nobody's act, so nothing to take back


@kind("player.registered/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRegistered(Entry):
    """A player is entered. The name stays as it was entered, whatever the nick becomes."""

    player: PersonId
    name: str
    deck: str = ""
    here: bool = True
    standing: str = ""  # in the league, as it was read then; empty: nothing was on record
    namesake: bool = (
        False  # that standing belongs to a member of this name, whom the network does not show (0.5)
    )
    by: PersonId | None = None  # the organiser who entered the player; None: the player


@kind("player.refused/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationRefused(Entry):
    """A player whose standing does not allow it wanted to enter the event (6.3)."""

    player: PersonId
    name: str
    standing: str
    clause: str = "6.3"


@kind("player.name_held/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class NameHeld(Entry):
    """Somebody wanted to enter under a name that can be taken for another: a coordinator looks first."""

    player: PersonId
    name: str
    like: str


@kind("player.deck_filed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckFiled(Entry):
    """A deck code is on file (5.1)."""

    player: PersonId
    deck: str


@kind("player.drop_announced/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DropAnnounced(Entry):
    """A player leaves when the round closes (3.7, OG-R19)."""

    player: PersonId
    by: PersonId
    why: str = ""
    clause: str = "3.7"


@kind("player.dropped/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDropped(Entry):
    """A player is out of the event."""

    player: PersonId
    how: Departure
    by: PersonId | None = None  # None: the bot
    why: str = ""
    clause: str = "3.7"


@kind("player.contact_made/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ContactMade(Entry):
    """A player who had not arrived said a word: no no-show any more (3.2)."""

    player: PersonId
    words: str = ""


@kind("round.paired/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(Entry):
    """Who plays whom. Until the round begins another one replaces it."""

    round: int
    by: PersonId
    pairs: tuple[
        tuple[PersonId, PersonId], ...
    ]  # table n is pairs[n-1]; the first is the table's first player
    sitting_out: tuple[PersonId, ...] = ()
    stage: Stage = Stage.SWISS
    best_of: int = 3
    limit: timedelta | None = None
    byes: tuple[PersonId, ...] = ()  # given when the round begins
    seed: str = ""  # of the lot within equal points; empty: paired by hand
    rematches: int = 0  # how many could not be avoided
    rounds: int = 0  # how many Swiss rounds are played; 0: nobody has said
    slots: tuple[PersonId, ...] = ()  # the row of the bracket that meets, NOBODY in an empty slot
    walkovers: tuple[PersonId, ...] = ()  # who goes on without a match


@kind("playoff.cut/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayoffCut(Entry):
    """Who plays on in single elimination, the first seed first. `drawn`: seeded by lot, not by standings."""

    by: PersonId
    seeds: tuple[PersonId, ...]
    drawn: bool = False


@kind("bye.given/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeGiven(Entry):
    """A player without an opponent has won the round by that. The table is one that nobody plays at."""

    round: int
    table: int
    player: PersonId
    wins: int = 2  # games, as MTR App. C has it, however many the others play for


@kind("round.begun/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun(Entry):
    """The round's clock runs. `late_from` is the base of lateness (OG-R06); `ends_at` is None when untimed."""

    round: int
    by: PersonId
    late_from: datetime
    ends_at: datetime | None


@kind("round.warning_called/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWarningCalled(Entry):
    """So much of the round is left (2.2)."""

    round: int
    left: timedelta
    ends_at: datetime


@kind("round.closed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed(Entry):
    """The round is over and its results stand."""

    round: int
    by: PersonId
    no_shows: tuple[PersonId, ...] = ()  # dropped at `no_shows_at` unless they make contact (OG-R26)
    no_shows_at: datetime | None = None


# --- taken back -----------------------------------------------------------------------------------


@kind("settings.change_undone/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsUndone(Entry):
    """What was announced is again as it was before the last change. `keys`: those that were given then."""

    by: PersonId
    keys: Mapping[str, str]
    rel: str
    format: str
    tournament_kind: str


@kind("round.pairing_undone/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PairingUndone(Entry):
    """A pairing that had not begun is taken back; the round before it is the last one again."""

    round: int
    by: PersonId


@kind("playoff.cut_undone/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CutUndone(Entry):
    """The seeds of a playoff are taken back before anybody was paired by them."""

    by: PersonId


@kind("round.begin_undone/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class BeginUndone(Entry):
    """A begin is taken back before anybody did anything: the round is paired, and its clock does not run."""

    round: int
    by: PersonId
    byes: tuple[int, ...] = ()  # the tables of the byes that it had given


@kind("round.reopened/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReopened(Entry):
    """The close of a round is taken back: it runs on. `back` had left with it and are in the event again."""

    round: int
    by: PersonId
    back: tuple[PersonId, ...] = ()


@kind("player.drop_undone/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DropUndone(Entry):
    """An organiser's drop is taken back: the player plays on."""

    player: PersonId
    by: PersonId


@kind("player.entry_undone/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryUndone(Entry):
    """A late entry is taken back. `dropped`: why the player was out before it; None: was not in the event."""

    player: PersonId
    by: PersonId
    dropped: Departure | None = None


@kind("tournament.ended/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentEnded(Entry):
    """The event is over."""

    by: PersonId


@kind("tournament.cancelled/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCancelled(Entry):
    """The event was stopped; results so far are kept, unrated."""

    by: PersonId
    why: str


# --- who is there, and what the bot can see -------------------------------------------------------


@kind("person.seen/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSeen(Entry):
    """A player or official is in the channel."""

    person: PersonId


@kind("person.left/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLeft(Entry):
    """A player or official left the channel. `split` names the netsplit, so that its people are known together."""

    person: PersonId
    how: Leaving
    reason: str = ""
    split: str = ""


@kind("person.renamed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRenamed(Entry):
    """A player or official has another nick now; the person is the same."""

    person: PersonId
    old: str
    new: str


@kind("sight.lost/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SightLost(Entry):
    """From `at` on the bot could not see who is there: clocks on players stand still."""

    why: str


@kind("sight.restored/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SightRestored(Entry):
    """The bot sees again since `at`, and these people of the event were there then."""

    present: tuple[PersonId, ...]
    lost_at: datetime


@kind("clock.stepped/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStepped(Entry):
    """The wall clock was set by so much while the bot ran; deadlines were kept in real seconds."""

    by: timedelta


# --- a match: arriving, readying, games -----------------------------------------------------------


@kind("match.ready_early/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyEarly(TableEntry):
    """Ready between pairing and begin: counts as arriving at the begin."""

    player: PersonId


@kind("match.arrived/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerArrived(TableEntry):
    """On chat and ready to link."""

    player: PersonId


@kind("match.arrival_lapsed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalLapsed(TableEntry):
    """Left before the first mark and before the first game: not arrived again, and nothing worse (A5)."""

    player: PersonId


@kind("match.lateness_reminded/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LatenessReminded(TableEntry):
    """Five minutes are gone and the player is not there (3.2, OG-R04: a reminder only)."""

    player: PersonId
    game_loss_at: datetime | None
    clause: str = "3.2"


@kind("match.first_player_rolled/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPlayerRolled(TableEntry):
    """The random method of 2.4: its winner chooses to play or draw."""

    number: int
    chooser: PersonId
    entropy: str
    clause: str = "2.4"


@kind("match.choice_passed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicePassed(TableEntry):
    """Who chooses for this game: after a game, or for the first one by the seeding (2.4, OG-R24)."""

    game: int
    chooser: PersonId
    clause: str = "2.4"


@kind("match.play_chosen/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChosen(TableEntry):
    """Who plays first in this game. `silent`: nothing was said, so the chooser plays."""

    game: int
    player: PersonId
    plays_first: PersonId
    silent: bool = False


@kind("match.deck_loaded/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLoaded(TableEntry):
    """Deck loaded and shuffled for this game (3.3)."""

    game: int
    player: PersonId


@kind("match.pregame_reminded/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PregameReminded(TableEntry):
    """Half a minute of the pregame time is left (3.3)."""

    game: int
    player: PersonId
    due_at: datetime


@kind("match.game_began/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegan(TableEntry):
    """Both decks are loaded: the game runs."""

    game: int
    plays_first: PersonId | None


@kind("match.game_finished/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameFinished(TableEntry):
    """A game has its final result. `counts` False: recorded, and played again (OG-R09)."""

    game: int
    winner: PersonId | None
    how: HowGame
    counts: bool = True
    penalties: tuple[int, ...] = ()  # the penalties that ended it
    by: PersonId | None = None
    words: str = ""  # what was said with a concession


@kind("match.finished/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFinished(TableEntry):
    """A match has its result. Games are those of the table's first and second player."""

    player1: PersonId
    player2: PersonId
    wins1: int
    wins2: int
    draws: int
    outcome: Outcome
    how: HowMatch
    clause: str = ""
    penalties: tuple[int, ...] = ()
    by: PersonId | None = None
    words: str = ""  # what was said with a concession or a drop


@kind("match.corrected/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCorrected(TableEntry):
    """A judge set the result; what stood before is named."""

    player1: PersonId
    player2: PersonId
    wins1: int
    wins2: int
    draws: int
    outcome: Outcome | None  # None: the match goes on with this score
    by: PersonId
    why: str
    before: str = ""


@kind("match.reopened/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReopened(TableEntry):
    """A result no longer stands, and the match goes on."""

    why: str
    by: PersonId | None = None


# --- a match: claims, disputes, offers, questions -------------------------------------------------


@kind("match.claimed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultClaimed(TableEntry):
    """A player says how it stands; the other side confirms or disputes.

    GAME: `winner` (None: drawn). MATCH: games won by the table's first and second player, draws.
    LIFE: life totals of the first and second player. RELAY: the relay host did not help.
    """

    claim: Claim
    player: PersonId
    game: int = 0
    winner: PersonId | None = None
    first: int = 0
    second: int = 0
    draws: int = 0


@kind("match.claim_withdrawn/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWithdrawn(TableEntry):
    """The claim was taken back, or fell with a game or a result."""

    player: PersonId
    claim: Claim
    lapsed: bool = False


@kind("match.claim_confirmed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimConfirmed(TableEntry):
    """The other side, or a judge, says that it is so."""

    player: PersonId
    claim: Claim


@kind("match.disputed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDisputed(TableEntry):
    """Two players say different things; a call is open and a judge decides."""

    player: PersonId
    why: str
    call: int
    claims: str


@kind("match.draw_offered/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(TableEntry):
    """An intentional draw is offered (3.8). The words are kept and shown to both."""

    player: PersonId
    game: int
    words: str = ""


@kind("match.draw_accepted/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAccepted(TableEntry):
    """The other side took the draw."""

    player: PersonId


@kind("match.draw_declined/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(TableEntry):
    """The offer was declined; it may not be repeated by the one who made it (OG-R20)."""

    player: PersonId
    offered_by: PersonId


@kind("match.draw_withdrawn/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWithdrawn(TableEntry):
    """The offer was taken back, or lapsed (`lapsed`), or a judge voided it."""

    player: PersonId
    lapsed: bool = False
    voided_by: PersonId | None = None


@kind("match.draw_pressed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPressed(TableEntry):
    """A declined offer was repeated; refused, and kept for the judge (3.8)."""

    player: PersonId
    words: str = ""


@kind("match.final_skip_agreed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSkipAgreed(TableEntry):
    """A finalist agrees not to play the final; when both have, one drops (3.6)."""

    player: PersonId


@kind("match.final_skip_withdrawn/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSkipWithdrawn(TableEntry):
    """A finalist wants to play the final after all."""

    player: PersonId


@kind("match.asked/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked(TableEntry):
    """The bot asks a player whether the own act is meant; lapses after two minutes."""

    player: PersonId
    question: Question
    words: str = ""
    lapses_at: datetime


@kind("match.question_closed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionClosed(TableEntry):
    """The question was answered with no, taken back, or lapsed."""

    player: PersonId
    question: Question
    lapsed: bool = False
    answered_yes: bool = False  # what was asked for follows


# --- a match: absence, link, shuffle, time --------------------------------------------------------


@kind("match.absence_began/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceBegan(TableEntry):
    """A player counts as gone. `timed` False: no clock runs (netsplit, kick), a judge looks."""

    player: PersonId
    seen: Presence
    timed: bool
    why: str
    game_loss_at: datetime | None
    reported_by: PersonId | None = None
    clause: str
    split: str = ""  # the netsplit that took the player


@kind("match.absence_timed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceTimed(TableEntry):
    """The clock of an absence runs from now: the netsplit is over for the others, or a judge says so (OG-R34)."""

    player: PersonId
    game_loss_at: datetime | None
    why: str


@kind("match.link_lost/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLost(TableEntry):
    """The game link is lost as well, in an absence that is already known."""

    player: PersonId
    reported_by: PersonId


@kind("match.waits_for_head_judge/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class WaitsForHeadJudge(TableEntry):
    """On chat and ready after a lost link: waiting for the instruction is free (3.5, OG-R03)."""

    player: PersonId
    spent: timedelta
    clause: str = "3.5"


@kind("match.reconnect_ordered/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReconnectOrdered(TableEntry):
    """The head judge tells the players to reconnect: the clock goes on from where it stood."""

    by: PersonId
    player: PersonId
    due_at: datetime | None
    clause: str = "3.5"


@kind("match.absence_warned/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceWarned(TableEntry):
    """A minute is left; the opponent is asked once more whether the game goes on (OG-R35)."""

    player: PersonId
    due_at: datetime
    penalty: str  # game_loss | match_loss


@kind("match.player_back/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBack(TableEntry):
    """The absence is over. `gone` is what the clock counted; `measured` False: the bot could not see."""

    player: PersonId
    gone: timedelta
    measured: bool = True
    why: str = ""


@kind("match.absence_excused/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceExcused(TableEntry):
    """The head judge says that the running absence or lateness is not the player's fault."""

    player: PersonId
    by: PersonId
    why: str = ""


@kind("match.excuse_ended/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ExcuseEnded(TableEntry):
    """The head judge starts the clock on a player who is away and has none: it counts anew, as a new cause."""

    player: PersonId
    by: PersonId
    game_loss_at: datetime | None  # None: clocks stand still


@kind("match.game_goes_on/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class GameGoesOn(TableEntry):
    """The opponent says, or shows by a game act, that the game goes on: no clock (OG-R35)."""

    player: PersonId  # the absent one
    by: PersonId


@kind("match.shuffle_started/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleStarted(TableEntry):
    """The stopwatch on a shuffle or search runs (3.4)."""

    game: int
    player: PersonId
    by: PersonId
    run: int  # 1 for the first stopwatch on this player in this game
    due_at: datetime | None


@kind("match.shuffle_reminded/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleReminded(TableEntry):
    """A quarter of a minute is left (3.4)."""

    player: PersonId
    due_at: datetime


@kind("match.shuffle_done/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleDone(TableEntry):
    """The stopwatch was stopped. `lapsed`: with the game, or by running out."""

    player: PersonId
    took: timedelta
    lapsed: bool = False


@kind("match.time_called/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCalled(TableEntry):
    """The match time is up: the active player finishes the turn (2.6)."""

    ended_at: datetime
    clause: str = "2.6"


@kind("match.turn_ended/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(TableEntry):
    """The last turn is over."""

    player: PersonId


@kind("match.life_agreed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LifeAgreed(TableEntry):
    """Life totals of the table's first and second player, agreed by both (2.6)."""

    first: int
    second: int


@kind("match.sudden_death/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SuddenDeathBegan(TableEntry):
    """Even after time in single elimination: the next difference in life decides (2.6, OG-R25)."""

    extra_game: bool  # True: between games, so one more game is played for it


@kind("match.extended/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ExtensionGranted(TableEntry):
    """More time for this match only (1.8, OG-R37)."""

    by: PersonId
    by_how_much: timedelta
    old_end_at: datetime
    new_end_at: datetime
    why: str = ""
    clause: str = "1.8"
    ruling: int = 0  # the ruling that took this time; 0: none of this judge's was about the table


@kind("hold.placed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPlaced(Entry):
    """Clocks and automation stand still for one table of the round, or for all (`table` 0)."""

    table: int
    by: PersonId
    why: str = ""
    call: int = 0  # the call of a !panic


@kind("hold.lifted/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class HoldLifted(Entry):
    """The hold is over; its time is credited."""

    table: int
    by: PersonId
    lasted: timedelta


@kind("hold.reminded/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class HoldReminded(Entry):
    """The hold still lasts: has it been forgotten? `by` holds it, `call` is that of a !panic."""

    table: int
    by: PersonId
    since: datetime
    call: int = 0


# --- a match: two players who cannot connect (2.3) ------------------------------------------------


@kind("match.cannot_connect/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CannotConnect(TableEntry):
    """Both are there and the link cannot be made: the relay host is tried first (2.3)."""

    player: PersonId
    clause: str = "2.3"


@kind("match.relay_worked/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RelayWorked(TableEntry):
    """The link stands through the relay host; the match goes on."""

    player: PersonId


@kind("match.relay_failed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RelayFailed(TableEntry):
    """Both, or a judge, say that the relay host did not help. Swiss: consents until `silence_until`."""

    by: PersonId
    silence_until: datetime | None


@kind("match.consent_given/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentGiven(TableEntry):
    """A player agrees to a coin flip, or does not (2.3, OG-R21)."""

    player: PersonId
    yes: bool


# --- chance ---------------------------------------------------------------------------------------


@kind("chance.flipped/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CoinFlipped(Entry):
    """A coin was flipped. `decides` names the table that it decides under 2.3 (0: none)."""

    number: int
    by: PersonId | None
    by_name: str
    heads: bool
    word: str
    entropy: str
    round: int = 0
    decides: int = 0
    asked_in: str = ""


@kind("chance.rolled/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled(Entry):
    """Dice were rolled: `count` of `sides` faces, plus `modifier`."""

    number: int
    by: PersonId | None
    by_name: str
    count: int
    sides: int
    modifier: int
    faces: tuple[int, ...]
    word: str
    entropy: str
    asked_in: str = ""


@kind("chance.flip_refused/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class FlipRefused(Entry):
    """Somebody asked for a flip to decide a game or match outside 2.3; kept for the judge (3.6)."""

    by: PersonId
    words: str
    round: int = 0
    table: int = 0
    clause: str = "3.6"


# --- judging --------------------------------------------------------------------------------------


@kind("penalty.issued/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyIssued(Entry):
    """A penalty. `pending`: only proposed, it waits for the head judge and has no effect yet.

    `cause` is what it was for, once: two penalties of one cause are one infraction that has risen, and the later
    one names the earlier in `supersedes`. `due_at` is when the clock ran out (None: no clock).
    """

    number: int
    player: PersonId
    infraction: str
    clause: str
    penalty: str  # a rung of the ladder: caution … disqualification
    base: str  # what the row says, without upgrades
    round: int
    table: int  # 0: at no table
    game: int  # 0: no game
    automatic: bool
    by: PersonId | None
    due_at: datetime | None
    issued_at: datetime
    reason: str
    evidence: str
    reportable: bool
    applies_to: str
    cause: str
    clock: str = ""  # which clock ran out: late | gone | pregame | shuffle
    pending: bool = False
    supersedes: int = 0
    upgrades: tuple[str, ...] = ()
    reading: str = ""


@kind("penalty.approved/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyApproved(Entry):
    """The head judge gives a proposed penalty."""

    number: int
    by: PersonId


@kind("penalty.dismissed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyDismissed(Entry):
    """The head judge does not give a proposed penalty."""

    number: int
    by: PersonId
    why: str = ""


@kind("penalty.overturned/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyOverturned(Entry):
    """A penalty no longer stands. `undone` and `stays` say what became of its effects."""

    number: int
    by: PersonId
    why: str
    undone: str = ""
    stays: str = ""


@kind("penalty.upheld/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyUpheld(Entry):
    """The head judge lets a penalty or ruling stand."""

    number: int
    by: PersonId
    why: str = ""


@kind("penalty.loss_owed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LossOwed(Entry):
    """The loss of a penalty hits the player's next match (OG-R08)."""

    number: int
    player: PersonId
    penalty: str  # game_loss | match_loss


@kind("case.opened/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened(Entry):
    """A disqualification that stands is a case for the league to look into (7.3). `number` is the penalty's."""

    number: int
    player: PersonId


@kind("case.closed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CaseClosed(Entry):
    """The penalty was overturned, and with it the case for the league ends. `number` is the penalty's."""

    number: int
    player: PersonId


@kind("penalty.acknowledged/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyAcknowledged(Entry):
    """The player has seen it."""

    number: int
    player: PersonId


@kind("call.opened/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CallOpened(Entry):
    """A judge is called. `by` None: it opened by itself, and closes with the table's result."""

    number: int
    round: int
    table: int  # 0: at no table
    by: PersonId | None
    why: str
    head_judge: bool = False  # for the head judge
    panic: bool = False


@kind("call.claimed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CallClaimed(Entry):
    """A judge takes the call."""

    number: int
    by: PersonId
    waited: timedelta


@kind("call.released/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CallReleased(Entry):
    """The judge gives the call back."""

    number: int
    by: PersonId


@kind("call.repeated/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CallRepeated(Entry):
    """Nobody has taken the call yet (1.5). `waited`: since it was opened, or given back."""

    number: int
    waited: timedelta
    head_judge: bool = False  # who has the last word at that table is asked by name


@kind("call.reminded/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CallReminded(Entry):
    """The call was taken, and there is no ruling yet: has it been forgotten? `waited`: since it was taken."""

    number: int
    by: PersonId  # who has it
    waited: timedelta
    head_judge: bool = False  # who has the last word at that table is asked by name as well


@kind("call.closed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CallClosed(Entry):
    """A call is over without a ruling: it had opened by itself, or the event is over."""

    number: int
    why: str


@kind("ruling.given/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingGiven(Entry):
    """A judge answers a call; the call's number is the ruling's."""

    number: int
    by: PersonId
    text: str
    took: timedelta


@kind("appeal.made/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AppealMade(Entry):
    """A player appeals a ruling or penalty to the head judge (1.7)."""

    number: int
    of: int
    by: PersonId
    why: str


@kind("appeal.answered/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AppealAnswered(Entry):
    """The head judge answers an appeal; that is final in the event."""

    number: int
    by: PersonId
    upheld: bool
    why: str = ""


@kind("decision.awaited/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionAwaited(Entry):
    """An appeal or a proposed penalty still waits (1.5). `waited`: since it was made."""

    number: int
    waited: timedelta
    head_judge: bool = False  # who decides it is asked by name


@kind("announcement.made/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementMade(Entry):
    """The coordinator has something said."""

    by: PersonId
    text: str


# --- the report to the league ---


@kind("report.confirmed/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReportConfirmed(Entry):
    """The head judge has seen what the event reports to the league, and confirms it (7.2, OG-R15)."""

    by: PersonId
    penalties: tuple[int, ...]  # the numbers of all that is in it
    clause: str = "7.2"


@kind("report.reopened/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ReportReopened(Entry):
    """The report has changed since it was confirmed, and is no longer confirmed."""

    clause: str = "7.2"


# --- the league ---


@kind("standing.set/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class StandingSet(Entry):
    """A director gives a member another standing (7.4). It belongs to the league's book, not to an event's."""

    person: PersonId
    name: str
    standing: str
    before: str
    usual: bool  # whether it usually follows the one before
    by: PersonId
    by_name: str
    why: str
    clause: str = "7.4"
    speed: float = 1.0  # of the run; set in a sped-up rehearsal, it counts nowhere else


@kind("accounts.tied/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AccountsTied(Entry):
    """Somebody has shown on two networks to be the same person. It belongs to the league's book.

    `person` got the code on the network `on`, `other` gave it back on `other_on`.
    """

    person: PersonId
    name: str
    on: str
    other: PersonId
    other_name: str
    other_on: str


@kind("accounts.untied/1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AccountsUntied(Entry):
    """This account is a person of its own again; the others that it was tied to stay together."""

    person: PersonId
    name: str
    on: str
