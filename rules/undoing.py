"""Undoing a penalty: what becomes of the match when it no longer stands.

While the round runs, the game or match it cost is given back: the score is what the other games say, the match goes
on if it is not decided by them, the time since its end is given back, and what the other player owes takes effect.
In a closed round results stay as they are, and a judge who wants another one sets it. Nothing is deleted.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules import entries as e
from rules.absence import begin_absence
from rules.effects import Loss, lose_those_gone, take_effect
from rules.finish import after_time, leader, outcome_for, pass_choice
from rules.infractions import Level
from rules.match import GAME_LOSS, MATCH_LOSS, Game, Match
from rules.recorder import Recorder
from rules.seats import score
from rules.steps import STANDS, steps_of
from rules.tournament import Penalty

_LOSS_OWED = {GAME_LOSS: "the loss of game 1 of the next match", MATCH_LOSS: "the loss of the next match"}

DECIDED_BY_GAMES = frozenset({e.HowMatch.GAMES, e.HowMatch.TIME})


def undo(rec: Recorder, penalty: Penalty, *, by: e.PersonId, why: str) -> None:
    """The penalty no longer stands, nor do the steps of the same cause."""
    steps = [step for step in steps_of(rec.state, penalty) if step.status in STANDS]
    numbers = frozenset(step.number for step in steps)
    before = _hit_match(rec, penalty, numbers)
    undone, stays = _consequences(rec, steps, numbers, before)
    for step in steps:
        rec.enter(
            e.PenaltyOverturned(at=rec.now, number=step.number, by=by, why=why, undone=undone, stays=stays)
        )
    for step in steps:
        if step.level == Level.DISQUALIFICATION and step.status == "standing":
            rec.enter(e.CaseClosed(at=rec.now, number=step.number, player=step.player))
    if any(step.level == Level.DISQUALIFICATION for step in steps):
        _let_in_again(rec, penalty.player)
    if before is not None:
        _put_right(rec, before, numbers, by, penalty)


def _hit_match(rec: Recorder, penalty: Penalty, numbers: frozenset[int]) -> Match | None:
    """The match of the running round in which it has cost something, or could have; None when there is none."""
    current, match = rec.state.round, rec.state.match_of(penalty.player)
    if current is None or not current.runs or match is None or rec.state.is_over:
        return None
    return match if penalty.round == current.number or _has_cost(match, numbers) else None


def _has_cost(match: Match, numbers: frozenset[int]) -> bool:
    ended = match.result is not None and bool(numbers & set(match.result.penalties))
    return ended or any(numbers & set(game.penalties) for game in match.games)


def _consequences(
    rec: Recorder, steps: Sequence[Penalty], numbers: frozenset[int], match: Match | None
) -> tuple[str, str]:
    """What is undone and what cannot be, in a few words."""
    owed = {owed.penalty for owed in rec.state.owed} & numbers
    undone = [_LOSS_OWED[step.level] for step in steps if step.number in owed]
    bitten = [s for s in steps if s.level in (GAME_LOSS, MATCH_LOSS) and s.number not in owed]
    out = any(step.level == Level.DISQUALIFICATION for step in steps)
    stays = ""
    if bitten or out:
        name = "the lost match" if not bitten or bitten[-1].level == MATCH_LOSS else "the lost game"
        if match is not None and _can_be_put_right(match, numbers):
            undone.append(name)
        else:
            stays = f"{name} stays in the result"
    if out and not rec.state.is_over:
        undone.append("the disqualification")
    return ", and ".join(undone), stays


def _can_be_put_right(match: Match, numbers: frozenset[int]) -> bool:
    result = match.result
    return result is None or bool(numbers & set(result.penalties)) or result.how in DECIDED_BY_GAMES


def _let_in_again(rec: Recorder, person: e.PersonId) -> None:
    player = rec.state.players[person]
    if player.dropped is e.Departure.DISQUALIFIED and not rec.state.is_over:
        here = rec.state.is_here(person)
        rec.enter(
            e.PlayerRegistered(at=rec.now, player=person, name=player.name, deck=player.deck, here=here)
        )


# --- the match ------------------------------------------------------------------------------------


def _put_right(
    rec: Recorder, before: Match, numbers: frozenset[int], by: e.PersonId, penalty: Penalty
) -> None:
    """The match as it is without the penalty."""
    match = rec.match(before.table)
    why = f"penalty {penalty.number} overturned"
    if match.result is None:
        _let_others_bite(rec, before, numbers)
    elif numbers & set(match.result.penalties):
        _reopen(rec, before, numbers, by, penalty.player, why)
    elif match.result.how in DECIDED_BY_GAMES and match.games != before.games:
        if _is_decided(match):
            _correct(rec, match, by, why)
        else:
            _reopen(rec, before, numbers, by, penalty.player, why)
    _announce_choice(rec, before)
    after_time(rec, before.table)


def _is_decided(match: Match) -> bool:
    """Whether the games that are left decide the match, played out or at the end of time."""
    by_time = match.result is not None and match.result.how is e.HowMatch.TIME
    return max(match.wins) >= match.needed or (by_time and (match.is_swiss or leader(match) is not None))


def _correct(rec: Recorder, match: Match, by: e.PersonId, why: str) -> None:
    """The match stays decided, with another score."""
    rec.enter(
        e.MatchCorrected(
            **rec.at(match),
            player1=match.players[0],
            player2=match.players[1],
            wins1=match.wins[0],
            wins2=match.wins[1],
            draws=match.draws,
            outcome=outcome_for(match, leader(match)),
            by=by,
            why=why,
            before=score(rec.state, match),
        )
    )


def _reopen(
    rec: Recorder, before: Match, numbers: frozenset[int], by: e.PersonId, player: e.PersonId, why: str
) -> None:
    """The match goes on; unless it is lost by what else stands."""
    rec.enter(e.MatchReopened(**rec.at(before), why=why, by=by))
    _let_others_bite(rec, before, numbers)
    lose_those_gone(rec, before.table)
    for side in rec.match(before.table).sides:
        if rec.match(before.table).is_open and side.here and not side.on_chat:
            # a clock of its own for whoever has left since; the one whose penalty fell waits for a judge
            begin_absence(
                rec,
                before.table,
                side.player,
                seen=e.Presence.CHAT,
                why="off chat when the match was reopened",
                timed=side.player != player,
            )


def _let_others_bite(rec: Recorder, before: Match, numbers: frozenset[int]) -> None:
    """What the other player lost in the same second had been cancelled, or had ended the match for both."""
    match = rec.match(before.table)
    together: set[int] = set(before.result.penalties) if before.result is not None else set()
    cancelled = next((game for game in before.games if numbers & set(game.penalties)), None)
    if cancelled is not None and not _was_played_again(before, cancelled):
        together |= set(cancelled.penalties)
    losses = [
        Loss(player=p.player, level=p.level, penalty=p.number)
        for number in sorted(together - numbers)
        if (p := rec.state.penalties[number]).status == "standing" and p.player in match.players
    ]
    take_effect(rec, before.table, losses)


def _was_played_again(match: Match, cancelled: Game) -> bool:
    """Whether the game in place of the one that did not count runs, or has its result."""
    return match.runs or match.games[-1] is not cancelled


def _announce_choice(rec: Recorder, before: Match) -> None:
    match = rec.match(before.table)
    if match.is_open and not match.runs and match.chooser not in (None, before.chooser):
        pass_choice(rec, match, match.chooser)
