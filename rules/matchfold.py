"""How entries change a match.

One short function for each kind of entry, found by its class. None of them refuses or judges: what happened
happened. After each the clocks are settled (see `rules.match.settle`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from rules import entries as e
from rules.clocks import NOT_STARTED, Clock
from rules.facts import replace
from rules.folding import Folds
from rules.match import (
    Absence,
    Asked,
    Claimed,
    Connecting,
    Game,
    Given,
    Match,
    Offer,
    Result,
    Side,
    Stopwatch,
    settle,
)

folds: Folds[Match] = Folds()
FOLDS = folds.by_class


def fold(match: Match, entry: e.Entry) -> Match:
    """The match after an entry about it, its clocks settled at the entry's second."""
    return settle(FOLDS[type(entry)](match, entry), entry.at)


def new_match(
    entry: e.RoundPaired, table: int, early: frozenset[e.PersonId], away: frozenset[e.PersonId]
) -> Match:
    """The match at `table` of a round just paired. `away` are those not in the channel."""
    first, second = (
        Side(player=player, ready_early=player in early, contact=player in early, on_chat=player not in away)
        for player in entry.pairs[table - 1]
    )
    return Match(
        round=entry.round,
        table=table,
        stage=entry.stage,
        best_of=entry.best_of,
        limit=entry.limit,
        sides=(first, second),
    )


# --- the round's own entries, as a match sees them ------------------------------------------------


@folds(e.RoundBegun)
def _begun(match: Match, entry: e.RoundBegun) -> Match:
    return replace(match, begun_at=entry.at, late_from=entry.late_from)


@folds(e.BeginUndone)
def _begin_undone(match: Match, entry: e.BeginUndone) -> Match:
    """Nobody has done anything since, but for being ready: that counted before, and counts again."""
    first, second = (
        replace(side, arrived_at=None, lateness=NOT_STARTED, late_reminded=False, left_after=None)
        for side in match.sides
    )
    return replace(match, begun_at=None, late_from=None, blind_since=None, sides=(first, second))


@folds(e.HoldPlaced)
def _held(match: Match, entry: e.HoldPlaced) -> Match:
    since = match.held_since or entry.at
    return replace(match, holds=match.holds | {entry.table}, held_since=since)


@folds(e.HoldLifted)
def _resumed(match: Match, entry: e.HoldLifted) -> Match:
    holds = match.holds - {entry.table}
    if holds or match.held_since is None:
        return replace(match, holds=holds)
    until = match.result.at if match.result is not None else entry.at
    lasted = max(until - max(match.held_since, match.begun_at or until), timedelta(0))
    match = replace(match, holds=holds, held_since=None, credit=match.credit + lasted)
    return _shifted(match, lasted, entry.at) if match.is_open else match


@folds(e.SightLost)
def _blind(match: Match, entry: e.SightLost) -> Match:
    return replace(match, blind_since=match.blind_since or entry.at)


@folds(e.SightRestored)
def _sees(match: Match, entry: e.SightRestored) -> Match:
    if match.blind_since is None:
        return match
    lasted = entry.at - match.blind_since
    first, second = (_looked_at(side, side.player in entry.present, entry.at) for side in match.sides)
    return _shifted(replace(match, blind_since=None, sides=(first, second)), lasted, entry.at)


def _looked_at(side: Side, there: bool, at: datetime) -> Side:
    """A side as it is when the bot can see again."""
    if there:
        return replace(side, on_chat=True, taken="")
    after = side.lateness.elapsed(at) if side.on_chat and side.arrived_at is not None else side.left_after
    return replace(side, on_chat=False, ready_early=False, left_after=after)


def _shifted(match: Match, by: timedelta, until: datetime) -> Match:
    """People's time to answer, later by what a hold or a blind spell that lasted `until` took of it."""

    def later(moment: datetime) -> datetime:
        return moment + min(by, max(until - moment, timedelta(0)))

    if match.claim is not None:
        match = replace(match, claim=replace(match.claim, at=later(match.claim.at)))
    if match.connecting is not None and match.connecting.failed_at is not None:
        failed_at = later(match.connecting.failed_at)
        match = replace(match, connecting=replace(match.connecting, failed_at=failed_at))
    if match.last_turn_since is not None:
        match = replace(match, last_turn_since=later(match.last_turn_since))
    for side in match.sides:
        if side.asked is not None:
            lapses_at = side.asked.lapses_at + (later(side.asked.at) - side.asked.at)
            match = match.with_side(side.player, asked=replace(side.asked, lapses_at=lapses_at))
    return match


@folds(e.PersonSeen)
def _seen(match: Match, entry: e.PersonSeen) -> Match:
    return match.with_side(entry.person, on_chat=True, taken="")


@folds(e.PersonLeft)
def _left(match: Match, entry: e.PersonLeft) -> Match:
    side = match.side_of(entry.person)
    arrived = side.arrived_at is not None
    taken = entry.how in (e.Leaving.SPLIT, e.Leaving.KICKED) and not arrived
    return match.with_side(
        entry.person,
        on_chat=False,
        ready_early=False,
        left_after=side.lateness.elapsed(entry.at) if arrived else side.left_after,
        absence=replace(side.absence, waits=False) if side.absence is not None else None,
        taken=(entry.split or entry.how.value) if taken else "",
    )


@folds(e.ContactMade)
def _contact(match: Match, entry: e.ContactMade) -> Match:
    return match.with_side(entry.player, contact=True)


# --- arriving and readying ------------------------------------------------------------------------


@folds(e.ReadyEarly)
def _ready_early(match: Match, entry: e.ReadyEarly) -> Match:
    return match.with_side(entry.player, ready_early=True, contact=True)


@folds(e.PlayerArrived)
def _arrived(match: Match, entry: e.PlayerArrived) -> Match:
    return match.with_side(entry.player, arrived_at=entry.at, contact=True, on_chat=True, left_after=None)


@folds(e.ArrivalLapsed)
def _arrival_lapsed(match: Match, entry: e.ArrivalLapsed) -> Match:
    return match.with_side(entry.player, arrived_at=None, loaded=False, absence=None)


@folds(e.LatenessReminded)
def _late_reminded(match: Match, entry: e.LatenessReminded) -> Match:
    return match.with_side(entry.player, late_reminded=True)


@folds(e.FirstPlayerRolled, e.ChoicePassed)
def _chooser(match: Match, entry: e.FirstPlayerRolled | e.ChoicePassed) -> Match:
    return replace(match, chooser=entry.chooser, plays_first=None)


@folds(e.PlayChosen)
def _chosen(match: Match, entry: e.PlayChosen) -> Match:
    return replace(match, plays_first=entry.plays_first)


@folds(e.DeckLoaded)
def _loaded(match: Match, entry: e.DeckLoaded) -> Match:
    return match.with_side(entry.player, loaded=True)


@folds(e.PregameReminded)
def _pregame_reminded(match: Match, entry: e.PregameReminded) -> Match:
    return match.with_side(entry.player, pregame_reminded=True)


# --- games and results ----------------------------------------------------------------------------


@folds(e.GameBegan)
def _game_began(match: Match, entry: e.GameBegan) -> Match:
    return replace(
        match, running_since=entry.at, played=True, plays_first=entry.plays_first, skipped_by=frozenset()
    )


@folds(e.GameFinished)
def _game_finished(match: Match, entry: e.GameFinished) -> Match:
    game = Game(
        number=entry.game,
        winner=entry.winner,
        how=entry.how,
        chooser=match.chooser,
        counts=entry.counts,
        penalties=entry.penalties,
        at=entry.at,
        ran=match.runs,
        plays_first=match.plays_first,
    )
    match = replace(
        match, games=(*match.games, game), running_since=None, plays_first=None, skipped_by=frozenset()
    )
    return _prepared(_counted(_last_turn_from(match, entry.at)))


def _last_turn_from(match: Match, at: datetime) -> Match:
    """After time: whoever waited for something else than the last turn waits for that from now on."""
    return match if match.last_turn_since is None else replace(match, last_turn_since=at)


def _counted(match: Match) -> Match:
    """With the wins that the games give."""
    for player in match.players:
        wins = sum(game.counts and game.winner == player for game in match.games)
        match = match.with_side(player, wins=wins)
    return match


def _prepared(match: Match) -> Match:
    """With nothing loaded and no clock left over: the next game is being prepared."""
    for player in match.players:
        match = match.with_side(
            player,
            loaded=False,
            pregame=NOT_STARTED,
            pregame_reminded=False,
            pregame_penalised=False,
            stopwatch=None,
            stopwatches=0,
        )
        absence = match.side_of(player).absence
        if absence is not None and absence.link_lost:
            # the lost link was that game's; what remains is whether the player is on chat
            match = match.with_side(player, absence=replace(absence, link_lost=False, waits=False))
    return match


@folds(e.MatchFinished)
def _finished(match: Match, entry: e.MatchFinished) -> Match:
    result = Result(
        at=entry.at,
        outcome=entry.outcome,
        how=entry.how,
        wins=(entry.wins1, entry.wins2),
        draws=entry.draws,
        penalties=entry.penalties,
        ran=match.runs,
    )
    match = _with_reported_games(match, entry)
    first, second = (
        replace(side, absence=None, asked=None, stopwatch=None, loaded=False) for side in match.sides
    )
    return replace(
        match,
        result=result,
        sides=(first, second),
        running_since=None,
        claim=None,
        disputed=0,
        offer=None,
        connecting=None,
    )


def _with_reported_games(match: Match, entry: e.MatchFinished) -> Match:
    """Games that only the report of the whole match tells of; in which order they were won is not known."""
    if entry.how not in (e.HowMatch.GAMES, e.HowMatch.TIME):
        return match
    winners = _winners(
        entry.player1,
        entry.wins1 - match.wins[0],
        entry.player2,
        entry.wins2 - match.wins[1],
        entry.draws - match.draws,
    )
    chooser = match.chooser
    for winner in winners:
        game = Game(number=match.game, winner=winner, how=e.HowGame.PLAYED, chooser=chooser)
        match, chooser = replace(match, games=(*match.games, game)), None
    return _counted(match)


def _winners(
    first: e.PersonId, wins1: int, second: e.PersonId, wins2: int, draws: int
) -> tuple[e.PersonId | None, ...]:
    """Who won the games of a score, the winner of the match last."""
    drawn: tuple[None, ...] = (None,) * draws
    if wins1 >= wins2:
        return (*drawn, *((second,) * wins2), *((first,) * wins1))
    return (*drawn, *((first,) * wins1), *((second,) * wins2))


@folds(e.MatchCorrected)
def _corrected(match: Match, entry: e.MatchCorrected) -> Match:
    """A judge's score takes the place of the games that were counted."""
    winners = _winners(entry.player1, entry.wins1, entry.player2, entry.wins2, entry.draws)
    known = [game.at for game in match.games if game.counts]
    ended_at = [*known, *(entry.at for _ in winners)]
    games = tuple(
        Game(number=n + 1, winner=winner, how=e.HowGame.RULING, chooser=None, at=ended_at[n])
        for n, winner in enumerate(winners)
    )
    match = replace(
        match,
        games=games,
        claim=None,
        disputed=0,
        offer=None,
        running_since=None,
        plays_first=None,
        set_by=entry.by,
    )
    match = _prepared(_counted(match))
    if entry.outcome is None:
        return _open_again(match, entry.at)
    result = Result(
        at=entry.at,
        outcome=entry.outcome,
        how=e.HowMatch.RULING,
        wins=(entry.wins1, entry.wins2),
        draws=entry.draws,
    )
    first, second = (replace(side, absence=None, asked=None) for side in match.sides)
    return replace(match, result=result, sides=(first, second), connecting=None)


@folds(e.MatchReopened)
def _reopened(match: Match, entry: e.MatchReopened) -> Match:
    result = match.result
    match = _open_again(match, entry.at)
    if result is not None and result.ran:
        match = replace(match, running_since=entry.at)
    if match.time_called_at is not None:
        match = replace(match, turn_ended_by=None, last_turn_since=entry.at, after_time_called=False)
        if match.games and match.games[-1].how is e.HowGame.TIME:  # the drawn last game is open again
            match = _without_games(match, (match.games[-1],), entry.at)
    return match


def _open_again(match: Match, at: datetime) -> Match:
    """Without its result. The time since then is given back: nobody could play, and no clock of a player ran."""
    if match.result is None:
        return match
    until = match.held_since or at  # what a hold takes, it gives back itself
    closed = max(until - match.result.at, timedelta(0)) if match.time_called_at is None else timedelta(0)
    return replace(match, result=None, credit=match.credit + closed)


@folds(e.PenaltyOverturned, e.PenaltyDismissed)
def _overturned(match: Match, entry: e.PenaltyOverturned | e.PenaltyDismissed) -> Match:
    """Games lost to this penalty are taken out of the score, and what it was for costs nothing more."""
    for side in match.sides:
        if side.late_penalty == entry.number:
            match = match.with_side(side.player, late="", late_penalty=0, late_excused=True)
        if side.absence is not None and side.absence.penalty == entry.number:
            match = _absent(match, side.player, level="", penalty=0, excused=True)
    gone = tuple(game for game in match.games if entry.number in game.penalties)
    return _without_games(match, gone, entry.at) if gone else match


def _without_games(match: Match, gone: tuple[Game, ...], at: datetime) -> Match:
    """Without these games: the others numbered anew, and the next one as if they had never ended."""
    was_last = match.games[-1] in gone
    left: tuple[Game, ...] = ()
    for game in match.games:
        if game not in gone:
            left = (*left, replace(game, number=sum(g.counts for g in left) + 1))
    match = _counted(replace(match, games=left))
    if match.runs:
        return match
    match = replace(match, chooser=_chooser_after(match, gone[0]), plays_first=None)
    last = gone[-1]
    stays_over = match.result is not None and not set(last.penalties) & set(match.result.penalties)
    if was_last and last.ran and not stays_over:  # it was cut short, and nothing has begun since
        match = replace(match, running_since=at, chooser=last.chooser, plays_first=last.plays_first)
    return match


def _chooser_after(match: Match, gone: Game) -> e.PersonId | None:
    """2.4: the loser of the last game that is left; with none left, who chose for the one taken out."""
    if not match.games:
        return gone.chooser
    last = match.games[-1]
    return last.chooser if last.winner is None else match.opponent_of(last.winner)


# --- claims, offers, questions --------------------------------------------------------------------


@folds(e.ResultClaimed)
def _claimed(match: Match, entry: e.ResultClaimed) -> Match:
    claim = Claimed(
        claim=entry.claim,
        player=entry.player,
        at=entry.at,
        winner=entry.winner,
        first=entry.first,
        second=entry.second,
        draws=entry.draws,
        turn=match.questions + 1,
    )
    return replace(match, claim=claim, questions=claim.turn)


@folds(e.ClaimWithdrawn)
def _claim_withdrawn(match: Match, entry: e.ClaimWithdrawn) -> Match:
    return _last_turn_from(replace(match, claim=None, disputed=0), entry.at)


@folds(e.ClaimConfirmed)
def _claim_confirmed(match: Match, entry: e.ClaimConfirmed) -> Match:
    if entry.claim is e.Claim.DRAW and match.claim is not None:
        confirmed = match.claim.confirmed | {entry.player}
        if not confirmed.issuperset(match.players):
            return replace(match, claim=replace(match.claim, confirmed=confirmed))
    return _last_turn_from(replace(match, claim=None, disputed=0), entry.at)


@folds(e.ResultDisputed)
def _disputed(match: Match, entry: e.ResultDisputed) -> Match:
    if match.claim is None:  # what is disputed is that the last turn is over
        match = replace(match, turn_ended_by=None, last_turn_since=entry.at)
    return replace(match, disputed=entry.call)


@folds(e.DrawOffered)
def _draw_offered(match: Match, entry: e.DrawOffered) -> Match:
    turn = match.questions + 1
    offer = Offer(player=entry.player, at=entry.at, game=entry.game, words=entry.words, turn=turn)
    return replace(match, offer=offer, questions=turn)


@folds(e.DrawAccepted)
def _draw_accepted(match: Match, entry: e.DrawAccepted) -> Match:
    return replace(match, offer=None)


@folds(e.DrawDeclined)
def _draw_declined(match: Match, entry: e.DrawDeclined) -> Match:
    offered_at = match.offer.at if match.offer else entry.at
    return replace(match, offer=None, declined=(*match.declined, (entry.offered_by, offered_at)))


@folds(e.DrawWithdrawn)
def _draw_withdrawn(match: Match, entry: e.DrawWithdrawn) -> Match:
    game = match.offer.game if match.offer else match.game
    return replace(match, offer=None, offered=(*match.offered, (entry.player, game)))


@folds(e.FinalSkipAgreed)
def _skip_agreed(match: Match, entry: e.FinalSkipAgreed) -> Match:
    return replace(match, skipped_by=match.skipped_by | {entry.player})


@folds(e.FinalSkipWithdrawn)
def _skip_withdrawn(match: Match, entry: e.FinalSkipWithdrawn) -> Match:
    return replace(match, skipped_by=match.skipped_by - {entry.player})


@folds(e.QuestionAsked)
def _asked(match: Match, entry: e.QuestionAsked) -> Match:
    turn = match.questions + 1
    asked = Asked(
        question=entry.question, at=entry.at, lapses_at=entry.lapses_at, words=entry.words, turn=turn
    )
    return replace(match, questions=turn).with_side(entry.player, asked=asked)


@folds(e.QuestionClosed)
def _question_closed(match: Match, entry: e.QuestionClosed) -> Match:
    return match.with_side(entry.player, asked=None)


# --- absence --------------------------------------------------------------------------------------


@folds(e.AbsenceBegan)
def _absence_began(match: Match, entry: e.AbsenceBegan) -> Match:
    absence = Absence(
        since=entry.at,
        seen=entry.seen,
        clause=entry.clause,
        clock=Clock(),
        timed=entry.timed,
        why=entry.why,
        split=entry.split,
        link_lost=entry.seen is e.Presence.LINK,
    )
    # who has gone away says once more that the deck is loaded
    loaded = match.runs and match.side_of(entry.player).loaded
    return match.with_side(entry.player, absence=absence, loaded=loaded)


def _absent(match: Match, player: e.PersonId, **changes: object) -> Match:
    absence = match.side_of(player).absence
    if absence is None:
        return match
    return match.with_side(player, absence=replace(absence, **changes))  # type: ignore[arg-type]  # fields of Absence


@folds(e.AbsenceTimed)
def _absence_timed(match: Match, entry: e.AbsenceTimed) -> Match:
    return _absent(match.with_side(entry.player, taken=""), entry.player, timed=True)


@folds(e.LinkLost)
def _link_lost(match: Match, entry: e.LinkLost) -> Match:
    return _absent(match, entry.player, link_lost=True)


@folds(e.WaitsForHeadJudge)
def _waits(match: Match, entry: e.WaitsForHeadJudge) -> Match:
    return _absent(match, entry.player, waits=True)


@folds(e.ReconnectOrdered)
def _ordered(match: Match, entry: e.ReconnectOrdered) -> Match:
    return _absent(match, entry.player, waits=False, ordered=True)


@folds(e.AbsenceWarned)
def _absence_warned(match: Match, entry: e.AbsenceWarned) -> Match:
    return _absent(match, entry.player, warned=entry.penalty)


@folds(e.AbsenceExcused)
def _excused(match: Match, entry: e.AbsenceExcused) -> Match:
    if match.side_of(entry.player).absence is None:
        return match.with_side(entry.player, late_excused=True)
    return _absent(match, entry.player, excused=True)


@folds(e.ExcuseEnded)
def _excuse_ended(match: Match, entry: e.ExcuseEnded) -> Match:
    if match.side_of(entry.player).absence is None:
        return match.with_side(
            entry.player,
            lateness=NOT_STARTED,
            late="",
            late_penalty=0,
            late_excused=False,
            late_reminded=False,
            late_anew=entry.at,
            taken="",
            left_after=None,
        )
    return _absent(
        match,
        entry.player,
        clock=NOT_STARTED,
        timed=True,
        excused=False,
        level="",
        penalty=0,
        warned="",
        anew=entry.at,
    )


@folds(e.PlayerBack)
def _back(match: Match, entry: e.PlayerBack) -> Match:
    return match.with_side(entry.player, absence=None, left_after=None)


@folds(e.GameGoesOn)
def _goes_on(match: Match, entry: e.GameGoesOn) -> Match:
    return match.with_side(entry.player, absence=None)


# --- shuffle, time, life --------------------------------------------------------------------------


@folds(e.ShuffleStarted)
def _shuffle_started(match: Match, entry: e.ShuffleStarted) -> Match:
    stopwatch = Stopwatch(clock=Clock(since=entry.at), by=entry.by, run=entry.run)
    return match.with_side(entry.player, stopwatch=stopwatch, stopwatches=entry.run)


@folds(e.ShuffleReminded)
def _shuffle_reminded(match: Match, entry: e.ShuffleReminded) -> Match:
    stopwatch = match.side_of(entry.player).stopwatch
    reminded = replace(stopwatch, reminded=True) if stopwatch else None
    return match.with_side(entry.player, stopwatch=reminded)


@folds(e.ShuffleDone)
def _shuffle_done(match: Match, entry: e.ShuffleDone) -> Match:
    return match.with_side(entry.player, stopwatch=None)


@folds(e.TimeCalled)
def _time_called(match: Match, entry: e.TimeCalled) -> Match:
    return replace(match, time_called_at=entry.at, last_turn_since=entry.at)


@folds(e.TurnEnded)
def _turn_ended(match: Match, entry: e.TurnEnded) -> Match:
    return replace(match, turn_ended_by=entry.player)


@folds(e.LifeAgreed)
def _life_agreed(match: Match, entry: e.LifeAgreed) -> Match:
    return replace(match, claim=None)


@folds(e.SuddenDeathBegan)
def _sudden_death(match: Match, entry: e.SuddenDeathBegan) -> Match:
    return replace(match, sudden_death=True)


@folds(e.ExtensionGranted)
def _extended(match: Match, entry: e.ExtensionGranted) -> Match:
    given = Given(at=entry.at, by=entry.by, by_how_much=entry.by_how_much, ruling=entry.ruling, why=entry.why)
    match = replace(match, extension=match.extension + entry.by_how_much, given=(*match.given, given))
    if match.time_called_at is not None and entry.new_end_at > entry.at:  # OG-R37: time is given back
        match = replace(
            match,
            time_called_at=None,
            last_turn_since=None,
            after_time_called=False,
            turn_ended_by=None,
            sudden_death=False,
        )
    return match


# --- 2.3 ------------------------------------------------------------------------------------------


@folds(e.CannotConnect)
def _cannot_connect(match: Match, entry: e.CannotConnect) -> Match:
    return replace(match, connecting=Connecting(since=entry.at))


@folds(e.RelayWorked)
def _relay_worked(match: Match, entry: e.RelayWorked) -> Match:
    return replace(match, connecting=None, claim=None, disputed=0)


@folds(e.RelayFailed)
def _relay_failed(match: Match, entry: e.RelayFailed) -> Match:
    since = match.connecting.since if match.connecting else entry.at
    connecting = Connecting(since=since, failed_at=entry.at)
    return replace(match, connecting=connecting, claim=None, disputed=0)


@folds(e.ConsentGiven)
def _consent(match: Match, entry: e.ConsentGiven) -> Match:
    if match.connecting is None or not entry.yes:
        return match
    consents = match.connecting.consents | {entry.player}
    return replace(match, connecting=replace(match.connecting, consents=consents))


# --- penalties and calls, as a match sees them ----------------------------------------------------


def penalised(match: Match, entry: e.PenaltyIssued) -> Match:
    """A clock has issued (or proposed) a penalty at this table: it is not due again."""
    side = match.side_of(entry.player)
    match entry.clock:
        case "late":
            level = "match_loss" if side.late else "game_loss"
            match = match.with_side(entry.player, late=level, late_penalty=entry.number)
        case "gone" if side.absence is not None:
            level = "match_loss" if side.absence.level else "game_loss"
            match = _absent(match, entry.player, level=level, penalty=entry.number)
        case "pregame":
            match = match.with_side(entry.player, pregame_penalised=True)
        case _:
            pass
    return settle(match, entry.at)


def ruled(match: Match, entry: e.RulingGiven) -> Match:
    """A judge has answered the call that a dispute opened: the match goes on by that word."""
    if match.disputed != entry.number:
        return match
    return settle(_last_turn_from(replace(match, disputed=0), entry.at), entry.at)


def called(match: Match, entry: e.CallOpened) -> Match:
    """A call that opened by itself at this table does not open twice. One about the link is another matter."""
    if entry.by is not None or entry.head_judge:
        return match
    claim = replace(match.claim, called=True) if match.claim else None
    after_time = match.after_time_called or (match.time_called_at is not None and claim is None)
    return replace(match, claim=claim, after_time_called=after_time)
