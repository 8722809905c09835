"""How games and matches end, and what follows from it.

`game_over` and `match_over` are the only places that enter a `GameFinished` or a `MatchFinished`, so whatever a
result closes (stopwatches, offers, claims, questions, calls that opened by themselves) is closed there, whoever or
whatever brought the result.
"""

from __future__ import annotations

from rules import entries as e
from rules.absence import begin_absence, end_absence
from rules.match import Match
from rules.recorder import Recorder
from rules.rulebook import MatchLossScore


def game_over(
    rec: Recorder,
    table: int,
    *,
    winner: e.PersonId | None,
    how: e.HowGame,
    counts: bool = True,
    penalties: tuple[int, ...] = (),
    by: e.PersonId | None = None,
    words: str = "",
) -> None:
    """The running or next game has its result; the match goes on, or is over with it."""
    match = rec.match(table)
    _close_game(rec, match)
    rec.enter(
        e.GameFinished(
            **rec.at(match),
            game=match.game,
            winner=winner,
            how=how,
            counts=counts,
            penalties=penalties,
            by=by,
            words=words,
        )
    )
    after = rec.match(table)
    if winner is not None and after.side_of(winner).wins >= after.needed:
        match_over(rec, table, winner=winner, how=e.HowMatch.GAMES, penalties=penalties)
        return
    pass_choice(rec, after, match.opponent_of(winner) if winner is not None else match.chooser)
    _release_those_waiting(rec, match)
    count_those_off_chat(rec, table)
    after_time(rec, table)


def _close_game(rec: Recorder, match: Match) -> None:
    """What does not outlive a game: stopwatches, an offer of a draw, an unanswered claim."""
    for side in match.sides:
        if side.stopwatch is not None:
            took = side.stopwatch.clock.elapsed(rec.now)
            rec.enter(e.ShuffleDone(**rec.at(match), player=side.player, took=took, lapsed=True))
    withdraw_offer(rec, match)
    withdraw_claim(rec, match)


def withdraw_claim(rec: Recorder, match: Match) -> None:
    """An unanswered claim falls."""
    if match.claim is not None:
        claim = match.claim
        rec.enter(e.ClaimWithdrawn(**rec.at(match), player=claim.player, claim=claim.claim, lapsed=True))


def withdraw_offer(rec: Recorder, match: Match, voided_by: e.PersonId | None = None) -> None:
    """An open offer of a draw lapses, or is voided by a judge. Lapsed is not declined (OG-R20)."""
    if match.offer is not None:
        player = match.offer.player
        rec.enter(e.DrawWithdrawn(**rec.at(match), player=player, lapsed=True, voided_by=voided_by))


def _release_those_waiting(rec: Recorder, before: Match) -> None:
    """The lost link was that game's: who waited on chat for the head judge waits no longer (OG-R03)."""
    lost = [side for side in before.sides if side.absence is not None and side.absence.link_lost]
    for side in lost:
        if side.absence is not None and side.absence.waits:
            end_absence(rec, rec.match(before.table), side.player, why="the game with the lost link is over")
    if lost:
        close_own_calls(rec, before, "the game with the lost link is over", for_head_judge=True)


def pass_choice(rec: Recorder, match: Match, chooser: e.PersonId | None) -> None:
    """2.4: the loser chooses next; without a winner whoever chose before (OG-R24)."""
    if chooser is not None:
        rec.enter(e.ChoicePassed(**rec.at(match), game=match.game, chooser=chooser))


def count_those_off_chat(rec: Recorder, table: int) -> None:
    """Who is off chat while the game went on is gone from its end on (OG-R10)."""
    for side in rec.match(table).sides:
        if side.here and not side.on_chat:
            begin_absence(rec, table, side.player, seen=e.Presence.CHAT, why="off chat when the game ended")


def match_over(
    rec: Recorder,
    table: int,
    *,
    winner: e.PersonId | None,
    how: e.HowMatch,
    outcome: e.Outcome | None = None,
    score: tuple[int, int, int] | None = None,
    clause: str = "",
    penalties: tuple[int, ...] = (),
    by: e.PersonId | None = None,
    words: str = "",
) -> None:
    """The match has its result. `score` (wins, wins, draws) is what stands unless given."""
    match = rec.match(table)
    _close_game(rec, match)
    for side in match.sides:
        if side.asked is not None:
            question = side.asked.question
            rec.enter(e.QuestionClosed(**rec.at(match), player=side.player, question=question, lapsed=True))
    wins1, wins2, draws = score or (*match.wins, match.draws)
    rec.enter(
        e.MatchFinished(
            **rec.at(match),
            player1=match.players[0],
            player2=match.players[1],
            wins1=wins1,
            wins2=wins2,
            draws=draws,
            outcome=outcome or outcome_for(match, winner),
            how=how,
            clause=clause,
            penalties=penalties,
            by=by,
            words=words,
        )
    )
    close_own_calls(rec, match, "the match is over")


def outcome_for(match: Match, winner: e.PersonId | None) -> e.Outcome:
    """The outcome when this player has won (None: drawn)."""
    if winner is None:
        return e.Outcome.DRAW
    return e.Outcome.PLAYER1 if match.place_of(winner) == 0 else e.Outcome.PLAYER2


def open_call(
    rec: Recorder,
    match: Match | None,
    *,
    by: e.PersonId | None,
    why: str,
    head_judge: bool = False,
    panic: bool = False,
) -> int:
    """A new call about a table (or about none); its number."""
    number = rec.next_number()
    rec.enter(
        e.CallOpened(
            at=rec.now,
            number=number,
            round=match.round if match else 0,
            table=match.table if match else 0,
            by=by,
            why=why,
            head_judge=head_judge,
            panic=panic,
        )
    )
    return number


def close_own_calls(rec: Recorder, match: Match, why: str, *, for_head_judge: bool | None = None) -> None:
    """Calls that opened by themselves close by themselves; those of people wait for a ruling."""
    for call in rec.state.open_calls:
        if call.by is not None or (call.round, call.table) != (match.round, match.table):
            continue
        if for_head_judge is None or call.head_judge is for_head_judge:
            rec.enter(e.CallClosed(at=rec.now, number=call.number, why=why))


def close_all_calls(rec: Recorder) -> None:
    """The event is over and nothing hangs for ever: what is still open closes without a ruling."""
    for call in rec.state.open_calls:
        rec.enter(e.CallClosed(at=rec.now, number=call.number, why="the event is over"))


def match_lost(
    rec: Recorder,
    table: int,
    *,
    loser: e.PersonId,
    how: e.HowMatch,
    clause: str = "",
    penalties: tuple[int, ...] = (),
    by: e.PersonId | None = None,
    words: str = "",
) -> None:
    """The other side gets the wins needed; the loser keeps the games already won (OG-R33)."""
    match = rec.match(table)
    place = match.place_of(loser)
    wins = list(match.wins)
    wins[1 - place] = match.needed
    if rec.state.book.policies.score_of_match_loss is MatchLossScore.LOSER_HAS_NONE:
        wins[place] = 0
    match_over(
        rec,
        table,
        winner=match.opponent_of(loser),
        how=how,
        score=(wins[0], wins[1], match.draws),
        clause=clause,
        penalties=penalties,
        by=by,
        words=words,
    )


def both_lose(
    rec: Recorder, table: int, *, how: e.HowMatch, clause: str = "", penalties: tuple[int, ...] = ()
) -> None:
    """Both players lose the match: no winner, no points (OG-R09)."""
    match_over(
        rec,
        table,
        winner=None,
        how=how,
        outcome=e.Outcome.DOUBLE_LOSS,
        clause=clause,
        penalties=penalties,
    )


def leader(match: Match) -> e.PersonId | None:
    """Who has won more games; None when even."""
    first, second = match.wins
    if first == second:
        return None
    return match.players[0] if first > second else match.players[1]


def after_time(rec: Recorder, table: int) -> None:
    """2.6: end the match if its time is up and nothing is left to wait for."""
    match = rec.match(table)
    if match.time_called_at is None or match.is_over or match.claim is not None or match.disputed:
        return
    if match.waits_for_absent:
        _call_if_nothing_counts(rec, match)
        return  # OG-R39: a disconnect must not turn a loss into a draw
    if match.connecting is not None:
        return  # 2.3 says how a match without a link ends
    if match.runs:
        _after_last_turn(rec, match)
    elif match.is_swiss or leader(match) is not None:
        _over_by_time(rec, table)
    elif not match.sudden_death:
        # OG-R25: one more game, in which the first difference in life decides
        rec.enter(e.SuddenDeathBegan(**rec.at(match), extra_game=True))


def _call_if_nothing_counts(rec: Recorder, match: Match) -> None:
    """Time is up and no clock will end the waiting: a judge says how it goes on. Asked once."""
    away = match.away_uncounted
    counted = any(side.absence is not None and side.absence.counts for side in match.sides)
    if counted or not away or match.is_held or match.after_time_called:
        return
    names = " and ".join(map(rec.state.name_of, away))
    open_call(rec, match, by=None, why=f"time is up, and no clock runs on {names}")


def _after_last_turn(rec: Recorder, match: Match) -> None:
    if match.turn_ended_by is None:
        return
    if match.is_swiss or leader(match) is not None:
        game_over(rec, match.table, winner=None, how=e.HowGame.TIME)


def _over_by_time(rec: Recorder, table: int) -> None:
    match_over(rec, table, winner=leader(rec.match(table)), how=e.HowMatch.TIME, clause="2.6")
