"""`!ready`: one word, read by what is open for this player, the first that fits.

(1) counted absent, or told to reconnect: back; (2) not arrived: on chat and ready to link; (3) before a game: deck
loaded and shuffled; (4) else nothing changes, and the answer says where we stand. One word never does two of these.
"""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import Dice, PressReady, StartShuffle, StopShuffle
from rules.authority import JUDGES, require_judge
from rules.match import Absence, Match
from rules.presence import back
from rules.recorder import Recorder
from rules.rulebook import FirstChooser, SilentChooser
from rules.seats import open_match, paired_match, score


def press_ready(rec: Recorder, act: PressReady) -> None:
    """Ready, in the sense that fits."""
    match = paired_match(rec, act.by)
    if not rec.state.is_here(act.by):
        raise r.NotInTheChannel
    side = match.side_of(act.by)
    if match.begun_at is None:
        if side.ready_early:
            raise r.NothingToDo(why="ready_early")
        rec.enter(e.ReadyEarly(**rec.at(match), player=act.by))
    elif side.absence is not None:
        _ready_when_absent(rec, match, act.by, side.absence)
    elif side.arrived_at is None:
        arrive(rec, match.table, act.by, act.dice)
    else:
        _ready_to_play(rec, match, act.by, act.dice)


def _ready_when_absent(rec: Recorder, match: Match, player: e.PersonId, absence: Absence) -> None:
    if absence.link_lost and match.runs and not absence.ordered:
        if absence.waits:
            raise r.NothingToDo(why="waits_for_head_judge")
        # OG-R03: a player must not lose a game for obeying 3.5
        spent = absence.clock.elapsed(rec.now)
        rec.enter(e.WaitsForHeadJudge(**rec.at(match), player=player, spent=spent))
        return
    back(rec, match.table, player)


def arrive(rec: Recorder, table: int, player: e.PersonId, dice: Dice) -> None:
    """On chat and ready to link; when both are, chance or the book's seeding says who chooses (2.4)."""
    match = rec.match(table)
    rec.enter(e.PlayerArrived(**rec.at(match), player=player))
    _roll_if_nobody_chooses(rec, table, dice)


def _roll_if_nobody_chooses(rec: Recorder, table: int, dice: Dice) -> None:
    match = rec.match(table)
    if not (match.is_open and match.both_arrived and match.chooser is None):
        return
    if _is_seeded(rec, match):  # the table's first player is the higher seed
        rec.enter(e.ChoicePassed(**rec.at(match), game=match.game, chooser=match.players[0]))
    else:
        number = rec.next_draw()
        drawn = dice.first_chooser(number=number)
        chooser = match.players[drawn.faces[0] - 1]
        rec.enter(e.FirstPlayerRolled(**rec.at(match), number=number, chooser=chooser, entropy=drawn.entropy))


def _is_seeded(rec: Recorder, match: Match) -> bool:
    """Whether this book lets the higher seed choose for game 1, instead of chance."""
    policies = rec.state.book.policies
    rule = policies.first_player_game_1 if match.is_swiss else policies.first_player_playoff
    return rule is FirstChooser.HIGHER_SEED


def _ready_to_play(rec: Recorder, match: Match, player: e.PersonId, dice: Dice) -> None:
    reason = _why_not(rec, match, player)
    if reason is not None:
        raise r.NothingToDo(why=reason)
    _roll_if_nobody_chooses(rec, match.table, dice)  # an overturned lateness had made the roll needless
    rec.enter(e.DeckLoaded(**rec.at(match), game=match.game, player=player))
    match = rec.match(match.table)
    if all(side.loaded and side.here for side in match.sides):
        _begin_game(rec, match)


def _why_not(rec: Recorder, match: Match, player: e.PersonId) -> str | None:
    """Why no deck can be loaded now; a key for the wording."""
    if match.result is not None:
        return f"over: {score(rec.state, match)}"
    if match.runs:
        return "game_runs"
    if match.connecting is not None:
        return "relay"
    if match.disputed or match.claim is not None:
        return "claim"
    if match.time_called_at is not None and not match.sudden_death:
        return "time"
    if not match.both_arrived:
        return "opponent_not_here"
    if match.side_of(player).loaded:
        return "loaded"
    return None


def _begin_game(rec: Recorder, match: Match) -> None:
    if match.plays_first is None and match.chooser is not None:
        plays = rec.state.book.policies.silent_chooser is SilentChooser.PLAYS_FIRST
        first = match.chooser if plays else match.opponent_of(match.chooser)
        rec.enter(
            e.PlayChosen(
                **rec.at(match), game=match.game, player=match.chooser, plays_first=first, silent=True
            )
        )
        match = rec.match(match.table)
    rec.enter(e.GameBegan(**rec.at(match), game=match.game, plays_first=match.plays_first))


# --- the stopwatch on a shuffle -------------------------------------------------------------------


def _timed_match(rec: Recorder, by: e.PersonId, player: e.PersonId, act: StartShuffle | StopShuffle) -> Match:
    """The match of the player who shuffles; the opponent and a judge may use the stopwatch too."""
    match = open_match(rec, player)
    if by not in match.players:
        require_judge(rec, act, match)
    return match


def start_shuffle(rec: Recorder, act: StartShuffle) -> None:
    """The stopwatch on a shuffle or search runs (3.4)."""
    player = act.player or act.by
    match = _timed_match(rec, act.by, player, act)
    side = match.side_of(player)
    if not match.runs:
        raise r.NoGameRuns(game=match.game)
    limit = rec.state.book.clocks.shuffle
    if side.stopwatch is not None:
        raise r.StopwatchRuns(player=player, due_at=side.stopwatch.clock.due(limit))
    rec.enter(
        e.ShuffleStarted(
            **rec.at(match),
            game=match.game,
            player=player,
            by=act.by,
            run=side.stopwatches + 1,
            due_at=None if match.is_held else rec.now + limit,
        )
    )


def stop_shuffle(rec: Recorder, act: StopShuffle) -> None:
    """Done shuffling. The opponent may stop only a stopwatch of his own starting."""
    player = act.player or act.by
    match = _timed_match(rec, act.by, player, act)
    stopwatch = match.side_of(player).stopwatch
    if stopwatch is None:
        raise r.NoStopwatch(player=player)
    if act.by != player and act.by in match.players and stopwatch.by != act.by:
        raise r.NotAllowed(need=JUDGES, what="done")
    took = stopwatch.clock.elapsed(rec.now)
    rec.enter(e.ShuffleDone(**rec.at(match), player=player, took=took))
