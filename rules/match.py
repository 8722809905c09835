"""A match: two players at a table, their games, and the clocks on them. It knows nothing of its tournament.

How it works: a `Match` is a frozen value. `rules.matchfold` changes it entry by entry and ends each change with
`settle`, which starts and stops every clock by what is true then. `rules.deadlines` reads from the clocks what falls
due; `rules.play` and `rules.timing` decide the next entries.

A player is *here* when arrived and not counted as gone. A game *runs* from the moment both decks are loaded until its
result is final; while none runs, the next game is being prepared.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from rules.clocks import NOT_STARTED, ZERO, Clock
from rules.entries import Claim, HowGame, HowMatch, Outcome, PersonId, Presence, Question, Stage
from rules.facts import replace

Timed = TypeVar("Timed", "Absence", "Stopwatch")

GAME_LOSS = "game_loss"
MATCH_LOSS = "match_loss"


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """A player counts as gone since `since`. `level` is the loss it has cost so far ("" for none)."""

    since: datetime
    seen: Presence
    clause: str
    clock: Clock
    timed: bool
    why: str = ""
    split: str = ""
    level: str = ""
    penalty: int = 0
    warned: str = ""  # the loss that was warned of
    link_lost: bool = False
    waits: bool = False  # on chat and ready, waiting for the head judge (3.5)
    ordered: bool = False  # the head judge said: reconnect
    excused: bool = False
    anew: datetime | None = (
        None  # the head judge has started the clock anew: from then on it is another cause
    )

    @property
    def cause(self) -> str:
        """What makes this absence one cause, for one penalty."""
        return f"absence.{int((self.anew or self.since).timestamp())}"

    @property
    def counts(self) -> bool:
        """It has a clock, be it that it stands still for a while; else only a judge's word goes on from here."""
        return self.timed and not self.excused


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopwatch:
    """A shuffle or search in a game, timed (3.4)."""

    clock: Clock
    by: PersonId
    run: int
    reminded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question to a player about an own act."""

    question: Question
    at: datetime
    lapses_at: datetime
    words: str = ""
    turn: int = 0  # which of the match's questions it is: several may be asked in one second


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player's side of the match."""

    player: PersonId
    wins: int = 0
    on_chat: bool = True
    ready_early: bool = False
    arrived_at: datetime | None = None
    contact: bool = False
    lateness: Clock = NOT_STARTED
    late: str = ""  # the loss that lateness has cost so far
    late_penalty: int = 0
    late_excused: bool = False
    late_anew: datetime | None = None  # the head judge has started the clock anew
    taken: str = ""  # the netsplit or kick that took a player who had not arrived (OG-R34)
    late_reminded: bool = False
    left_after: timedelta | None = None  # what the lateness clock showed when the player was last on chat
    absence: Absence | None = None
    loaded: bool = False
    pregame: Clock = NOT_STARTED
    pregame_reminded: bool = False
    pregame_penalised: bool = False
    stopwatch: Stopwatch | None = None
    stopwatches: int = 0  # in this game
    asked: Asked | None = None

    @property
    def here(self) -> bool:
        """Arrived, and not counted as gone."""
        return self.arrived_at is not None and self.absence is None

    @property
    def away_uncounted(self) -> bool:
        """Away, and no clock will ever cost this player anything: a judge has to say how it goes on."""
        if self.absence is not None:
            return not self.absence.counts
        return not self.here and (self.late_excused or bool(self.taken))


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """More time for the match (1.8). `ruling`: the one that had taken it; 0: given by hand."""

    at: datetime
    by: PersonId
    by_how_much: timedelta
    ruling: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A finished game. `winner` None: drawn, or (not `counts`) lost by both. `ran`: it was being played."""

    number: int
    winner: PersonId | None
    how: HowGame
    chooser: PersonId | None
    counts: bool = True
    penalties: tuple[int, ...] = ()
    at: datetime | None = None  # when its result was final
    ran: bool = False
    plays_first: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """What one player says and the other has not answered yet; or a draw that a judge records (OG-R20)."""

    claim: Claim
    player: PersonId
    at: datetime
    winner: PersonId | None = None
    first: int = 0
    second: int = 0
    draws: int = 0
    called: bool = False  # a judge was called because nobody answered
    confirmed: frozenset[PersonId] = frozenset()  # who has agreed to the draw that a judge records
    turn: int = 0  # as in Asked

    def asks(self, player: PersonId) -> bool:
        """Whether this player's word is still wanted."""
        return player != self.player and player not in self.confirmed


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An intentional draw on offer."""

    player: PersonId
    at: datetime
    game: int
    words: str = ""
    turn: int = 0  # as in Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Connecting:
    """The procedure of 2.3 is open: first the relay host, then (`failed_at`) flip or draw."""

    since: datetime
    failed_at: datetime | None = None
    consents: frozenset[PersonId] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a match ended. `ran`: a game was being played when it did."""

    at: datetime
    outcome: Outcome
    how: HowMatch
    wins: tuple[int, int]
    draws: int
    penalties: tuple[int, ...] = ()
    ran: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One table of a round."""

    round: int
    table: int
    stage: Stage
    best_of: int
    limit: timedelta | None
    sides: tuple[Side, Side]
    begun_at: datetime | None = None
    late_from: datetime | None = None
    games: tuple[Game, ...] = ()
    running_since: datetime | None = None
    played: bool = False  # a game of this match has run
    chooser: PersonId | None = None
    plays_first: PersonId | None = None
    extension: timedelta = ZERO
    given: tuple[Given, ...] = ()  # the extensions one by one
    credit: timedelta = ZERO  # what holds gave back
    holds: frozenset[int] = frozenset()
    held_since: datetime | None = None
    blind_since: datetime | None = None
    time_called_at: datetime | None = None
    last_turn_since: datetime | None = None  # the five minutes for the last turn count from here
    after_time_called: bool = False  # a judge was called because the last turn did not end
    turn_ended_by: PersonId | None = None
    sudden_death: bool = False
    questions: int = 0  # questions, claims and offers so far
    claim: Claimed | None = None
    disputed: int = 0  # the call that decides it
    offer: Offer | None = None
    offered: tuple[
        tuple[PersonId, int], ...
    ] = ()  # offers that lapsed or were withdrawn: by whom, in which game
    declined: tuple[
        tuple[PersonId, datetime], ...
    ] = ()  # offers that were declined: by whom offered, when offered
    skipped_by: frozenset[PersonId] = frozenset()  # the finalists who agree not to play (3.6)
    connecting: Connecting | None = None
    result: Result | None = None
    set_by: PersonId | None = None  # the judge who set the score last

    # --- the players ---

    @property
    def players(self) -> tuple[PersonId, PersonId]:
        return self.sides[0].player, self.sides[1].player

    def place_of(self, player: PersonId) -> int:
        """0 for the table's first player, 1 for the second. Raises ValueError for anybody else."""
        return self.players.index(player)

    def side_of(self, player: PersonId) -> Side:
        return self.sides[self.place_of(player)]

    def opponent_of(self, player: PersonId) -> PersonId:
        return self.players[1 - self.place_of(player)]

    @property
    def both_arrived(self) -> bool:
        return all(side.arrived_at is not None for side in self.sides)

    @property
    def both_here(self) -> bool:
        return self.sides[0].here and self.sides[1].here

    # --- games and score ---

    @property
    def needed(self) -> int:
        """Games won that win the match."""
        return self.best_of // 2 + 1

    @property
    def game(self) -> int:
        """The number of the game that runs or is being prepared."""
        return sum(game.counts for game in self.games) + 1

    @property
    def runs(self) -> bool:
        return self.running_since is not None

    @property
    def wins(self) -> tuple[int, int]:
        return self.sides[0].wins, self.sides[1].wins

    @property
    def draws(self) -> int:
        return sum(game.counts and game.winner is None for game in self.games)

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def is_open(self) -> bool:
        """Begun, and without a result."""
        return self.begun_at is not None and self.result is None

    @property
    def is_skipped(self) -> bool:
        """Both finalists have agreed not to play; one of them is to drop (3.6)."""
        return len(self.skipped_by) == len(self.sides)

    @property
    def is_swiss(self) -> bool:
        return self.stage is Stage.SWISS

    # --- time ---

    @property
    def is_held(self) -> bool:
        return bool(self.holds)

    def held_until(self, at: datetime) -> timedelta:
        """How long holds have stopped this match up to now, the one that lasts among them."""
        return self.credit + (at - self.held_since if self.held_since is not None else ZERO)

    @property
    def ends_at(self) -> datetime | None:
        """When time is or was up for this match; None when untimed, not begun, or held right now."""
        if self.limit is None or self.begun_at is None or (self.is_held and self.result is None):
            return None
        return self.begun_at + self.limit + self.extension + self.credit

    @property
    def waits_for_absent(self) -> bool:
        """Somebody who had arrived is counted as gone: the result waits for the clock's work (OG-R39)."""
        return any(side.arrived_at is not None and side.absence is not None for side in self.sides)

    @property
    def away_uncounted(self) -> tuple[PersonId, ...]:
        """Who is away with no clock to wait for."""
        return tuple(side.player for side in self.sides if side.away_uncounted) if self.is_open else ()

    @property
    def pregame_runs(self) -> bool:
        """Decks are being loaded for a game that will be played (3.3)."""
        return (
            self.is_open
            and not self.runs
            and self.both_here
            and self.connecting is None
            and self.claim is None
            and not self.disputed
            and (self.time_called_at is None or self.sudden_death)
        )

    def with_side(self, player: PersonId, **changes: object) -> Match:
        """This match with one side changed."""
        place = self.place_of(player)
        side = replace(self.sides[place], **changes)  # type: ignore[arg-type]  # the callers name Side's fields
        if side is self.sides[place]:
            return self
        sides = (side, self.sides[1]) if place == 0 else (self.sides[0], side)
        return replace(self, sides=sides)


def settle(match: Match, at: datetime) -> Match:
    """Start and stop every clock of the match by what is true at `at`."""
    measured = match.is_open and not match.is_held and match.blind_since is None and not match.is_skipped
    pregame = measured and match.pregame_runs
    anew = not match.played and not match.both_here
    first, second = (_settle_side(match, side, at, measured, pregame, anew) for side in match.sides)
    if first is match.sides[0] and second is match.sides[1]:
        return match
    return replace(match, sides=(first, second))


def _settle_side(match: Match, side: Side, at: datetime, measured: bool, pregame: bool, anew: bool) -> Side:
    absence, stopwatch = side.absence, side.stopwatch
    lateness = side.lateness.switched(
        measured
        and not match.played
        and match.connecting is None
        and not side.late_excused
        and not side.taken
        and (absence is None or (absence.timed and not absence.excused)),
        # 2.2: the base may lie ahead, and no hold makes it come sooner
        max(at, match.late_from) if match.late_from is not None else at,
    )
    if absence is not None:
        runs = measured and absence.timed and not absence.waits and not absence.excused
        absence = _unless_same(absence, absence.clock.switched(runs, at))
    if stopwatch is not None:
        stopwatch = _unless_same(
            stopwatch, stopwatch.clock.switched(measured and match.runs and side.here, at)
        )
    before = NOT_STARTED if anew else side.pregame  # A5: it starts anew when both have arrived again
    clock = before.switched(pregame and not side.loaded, at)
    if (lateness, absence, stopwatch, clock) == (side.lateness, side.absence, side.stopwatch, side.pregame):
        return side
    return replace(side, lateness=lateness, absence=absence, stopwatch=stopwatch, pregame=clock)


def _unless_same(timed: Timed, clock: Clock) -> Timed:
    return timed if timed.clock == clock else replace(timed, clock=clock)
