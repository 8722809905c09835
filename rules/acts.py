"""What can be wanted: the acts that people, the network and the clock bring to a tournament.

`decide(state, act, now)` turns an act into entries or raises a `Refusal`. Who may do a thing is judged there, from
`by`, at the moment of use. `verified` says whether the network vouches for that person right now: powers need it.
Chance comes in with the act as `Dice`; decide draws from it only when everything else is in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from rules.entries import Leaving, PersonId, Role, Stage, StandingSet
from rules.membership import Standing
from rules.pairing import Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What came out of a draw: one face (1 to sides) for each die, and what it was computed from."""

    faces: tuple[int, ...]
    entropy: str


class Dice(Protocol):
    """A source of chance, drawn without bias. `number` and `word` are mixed into the draw."""

    def coin(self, *, number: int, word: str) -> Drawn:
        """One face: 1 is heads, 2 is tails."""
        ...

    def roll(self, *, number: int, word: str, count: int, sides: int) -> Drawn:
        """`count` faces of 1 to `sides`."""
        ...

    def first_chooser(self, *, number: int) -> Drawn:
        """One face: the place at the table, 1 or 2, of the player who chooses first (2.4)."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """The moment of a match that a button belongs to: it was shown then, and may be pressed much later.

    `turn` counts what the button's word is about (`rules.pressing`): another turn, and the button is stale.
    """

    round: int
    table: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Somebody wants something; `pressed` where it was a button that said so."""

    by: PersonId
    verified: bool = True
    pressed: Pressed | None = None


# --- the event ---


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTournament(Act):
    """Open an event. `keys` are those of `!open` as typed; `here` are the people in the channel."""

    name: str
    by_name: str
    rulebook: Mapping[str, object]
    keys: Mapping[str, str] = field(default_factory=dict)
    staff: tuple[tuple[Role, PersonId, str], ...] = ()  # from the configuration
    titles: Mapping[tuple[Role, PersonId], str] = field(
        default_factory=dict
    )  # of these, what a network role gives
    here: frozenset[PersonId] = frozenset()
    automatic: Mapping[str, str] = field(default_factory=dict)
    house_rules: Mapping[str, timedelta] = field(default_factory=dict)
    stage: Stage | None = None  # a rehearsal may begin in the playoff
    best_of: int | None = None
    previous_round_ends_at: datetime | None = None
    speed: float = 1.0
    formalities_met: bool = False  # a rehearsal begins with an event whose opening is over


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSettings(Act):
    keys: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameStaff(Act):
    role: Role
    person: PersonId
    name: str
    here: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveStaff(Act):
    role: Role
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Register(Act):
    """Enter the event oneself (or, by a coordinator, `player` comes late).

    `standing` is what the league's book says of the player, else of a member of that name; None when nothing.
    """

    name: str
    deck: str = ""
    player: PersonId | None = None
    here: bool = True
    standing: StandingSet | None = None
    plays_in: str = ""  # another event that goes on, in which the player is entered (0.4)
    bot_names: tuple[str, ...] = ()  # nobody plays under a name that looks like the bot's


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDeck(Act):
    deck: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(Act):
    """Leave the event; asks first when a round is paired. The words are kept, and shown to both players."""

    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropPlayer(Act):
    """The coordinator drops a player for technical reasons (3.7)."""

    player: PersonId
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairByHand(Act):
    pairs: tuple[tuple[PersonId, PersonId], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSwiss(Act):
    """Pair the next Swiss round as somebody has found it."""

    proposal: Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class PairBracket(Act):
    """Pair the next round of the playoff. `seed`: by which lots are drawn where nobody is seeded."""

    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutToPlayoff(Act):
    """`!cut [players]`; without a number as many as were announced."""

    size: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Act):
    """`!undo`: take back the last change of one's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginRound(Act):
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRound(Act):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTournament(Act):
    """`early`: although what was announced is not all played."""

    early: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelTournament(Act):
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce(Act):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStage(Act):
    """`!stage draft|construction|rounds`."""

    stage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeContact(Act):
    """A word to the coordinator, or any word at all, from a player who has not arrived (3.2)."""

    words: str = ""


# --- the league ---


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStanding(Act):
    """A director gives a member another standing (7.4).

    `directors` are those who may now; `standings` are the rulebook's, `default` is that of whom nothing is on record.
    """

    by_name: str
    person: PersonId
    name: str
    standing: str
    why: str
    directors: frozenset[PersonId]
    standings: Mapping[str, Standing]
    default: str = "good"
    speed: float = 1.0  # of the run


@dataclass(frozen=True, slots=True, kw_only=True)
class TieAccounts(Act):
    """`by`, an account on the network `on`, gives the code that `other` got on the network `other_on`.

    `event`: the open event that knows the one person and the other apart; empty where none does.
    """

    name: str
    on: str
    other: PersonId
    other_name: str
    other_on: str
    event: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UntieAccounts(Act):
    """`by`, an account on the network `on`, wants to be a person of its own again; `event` knows this one now."""

    name: str
    on: str
    event: str = ""


# --- what the network shows ---


@dataclass(frozen=True, slots=True, kw_only=True)
class SeePerson(Act):
    """`by` is in the channel (or has come back)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeeLeaving(Act):
    """`by` has left the channel."""

    how: Leaving
    reason: str = ""
    split: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeeRenaming(Act):
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeeOffice(Act):
    """The configuration gives `by` this office, by `title`; empty: what gave it holds no more."""

    role: Role
    name: str
    title: str
    here: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseSight(Act):
    """The bot could not see since `since`."""

    since: datetime
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegainSight(Act):
    """The bot sees again; these of the event's people are in the channel."""

    present: frozenset[PersonId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Act):
    """Work off everything due up to and including the second `through`. `tables` limits the look (None: all)."""

    through: datetime
    tables: frozenset[int] | None = None


# --- a player's match ---


@dataclass(frozen=True, slots=True, kw_only=True)
class PressReady(Act):
    """`!ready`: read by what is open for this player, the first that fits."""

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosePlay(Act):
    play: bool  # False: draw


@dataclass(frozen=True, slots=True, kw_only=True)
class StartShuffle(Act):
    player: PersonId | None = None  # None: oneself


@dataclass(frozen=True, slots=True, kw_only=True)
class StopShuffle(Act):
    player: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLinkLost(Act):
    player: PersonId | None = None  # whose side; None: one's own; a judge names it


@dataclass(frozen=True, slots=True, kw_only=True)
class SayGameGoesOn(Act):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SayCannotConnect(Act):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRelay(Act):
    works: bool
    dice: Dice
    table: int | None = None  # a judge names the table


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveConsent(Act):
    yes: bool
    dice: Dice
    table: int | None = None  # a judge closes the matter with no


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportGame(Act):
    """`!lost`, `!won`, `!drawn`: True, False, None is whether `by` won."""

    won: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportMatch(Act):
    mine: int
    theirs: int
    draws: int = 0
    against: PersonId | None = None  # if an opponent was named


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(Act):
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute(Act):
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerYes(Act):
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerNo(Act):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Act):
    """`!cancel`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede(Act):
    match: bool = False  # False: the game
    game: bool = False  # the game was named: the next one, although one was lost only just now
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDraw(Act):
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptDraw(Act):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineDraw(Act):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Act):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLife(Act):
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipFinal(Act):
    """`!skipfinal`: a finalist agrees not to play the final (3.6)."""


# --- chance ---


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipCoin(Act):
    """`words` are what was asked; a purpose that decides a game or match is refused (3.6)."""

    by_name: str
    words: str
    dice: Dice
    asked_in: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDice(Act):
    by_name: str
    count: int
    sides: int
    modifier: int
    word: str
    dice: Dice
    asked_in: str = ""


# --- judging ---


@dataclass(frozen=True, slots=True, kw_only=True)
class CallJudge(Act):
    why: str = ""
    panic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimCall(Act):
    number: int | None = None  # None: the oldest


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseCall(Act):
    """Give a call back; without a number the only one that this judge has."""

    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveRuling(Act):
    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal(Act):
    of: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extend(Act):
    """More time for a table; without both, the time that the judge's last ruling took, for its table (1.8)."""

    table: int | None = None
    by_how_much: timedelta | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalise(Act):
    """A judge penalises. `level` is another level than the row's, or None; another one needs a `why`.

    Where no level is named, `grounds` are those of the row that raise it, a step each (OG-R13).
    """

    player: PersonId
    infraction: str
    level: str | None = None
    why: str = ""
    grounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Overturn(Act):
    number: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Uphold(Act):
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approve(Act):
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismiss(Act):
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmReport(Act):
    """The head judge confirms what the event reports to the league (7.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledge(Act):
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHold(Act):
    table: int  # 0: all
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftHold(Act):
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReconnect(Act):
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse(Act):
    """The absence is not the player's fault. `ends`: it was long enough, the clock starts anew."""

    player: PersonId
    why: str = ""
    ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRefusal(Act):
    """A judge rules that a player refuses to play: the match is conceded (3.6)."""

    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class SetResult(Act):
    """A judge sets a result: games of the table's first and second player, draws."""

    table: int
    first: int
    second: int
    draws: int
    why: str
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Disqualify(Act):
    player: PersonId
    infraction: str
    why: str
