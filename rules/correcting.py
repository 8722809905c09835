"""Results that a judge sets, or sets right; what stood before is kept with them."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    RuleRefusal,
    SetResult,
)
from rules.authority import is_head_judge_for, require_head_judge, require_judge
from rules.bracket import winner_of
from rules.finish import close_own_calls, count_those_off_chat, match_lost, pass_choice
from rules.match import Match
from rules.play import propose_draw
from rules.recorder import Recorder
from rules.scores import MOST_DRAWS
from rules.seats import open_match, score
from rules.standings import swiss_results, swiss_standings
from rules.tournament import Tournament


class Bearing(StrEnum):
    """What a corrected result means for what was made from it."""

    NOTHING = "nothing"
    ROUND_STAYS = "round stays"  # the standings are reckoned anew, the round after it was begun
    PAIR_ANEW = "pair anew"  # the round after it is paired and not begun
    BRACKET_STAYS = "bracket stays"  # another would play on, but the row after it has begun
    CUT_ANEW = "cut anew"  # others would be in the cut, and nobody is paired from it
    CUT_STAYS = "cut stays"  # others would be in the cut, but its first row has begun


AGREED = (0, 0, 3)
"""The score of an agreed draw (3.8, OG-R36)."""

CROSSING = timedelta(seconds=10)
"""A judge who sets a result this shortly after another hand has most likely not seen that one yet."""


def rule_refusal(rec: Recorder, act: RuleRefusal) -> None:
    """A judge rules that a player refuses to play: the match is conceded (3.6)."""
    match = open_match(rec, act.player)
    require_judge(rec, act, match)
    match_lost(rec, match.table, loser=act.player, how=e.HowMatch.CONCESSION, clause="3.6", by=act.by)


def set_result(rec: Recorder, act: SetResult) -> None:
    """A judge sets a result; what stood before is kept with it. A score that is not complete lets the match go on."""
    match = _match_to_set(rec, act)
    require_judge(rec, act, match)
    if match.set_by is not None and is_head_judge_for(rec.state, match.set_by, match):
        require_head_judge(rec, act, match)  # 1.7: nobody in the event overrules the head judge
    if not act.why.strip():
        raise r.ReasonNeeded(row="", level="setresult")
    _refuse_crossing(rec, act, match)
    if match.is_open and (act.first, act.second, act.draws) == AGREED and match.is_swiss:
        propose_draw(rec, match, act.by)
        return
    outcome = _outcome(rec, match, act)
    rec.enter(
        e.MatchCorrected(
            **rec.at(match),
            player1=match.players[0],
            player2=match.players[1],
            wins1=act.first,
            wins2=act.second,
            draws=act.draws,
            outcome=outcome,
            by=act.by,
            why=act.why,
            before=score(rec.state, match) if match.result or match.games else "",
        )
    )
    if rec.state.round is not None and match.round == rec.state.round.number:
        close_own_calls(rec, rec.match(match.table), "a judge has set the result")
        _go_on(rec, match)


def _refuse_crossing(rec: Recorder, act: SetResult, match: Match) -> None:
    """Somebody else's result came a moment ago: the judge is told of it first, and corrects it knowingly."""
    result = match.result
    if result is None or match.set_by == act.by or rec.now - result.at >= CROSSING:
        return
    raise r.ResultCrossed(
        table=match.table, at=result.at, result=score(rec.state, match), again_at=result.at + CROSSING
    )


def _go_on(rec: Recorder, before: Match) -> None:
    """With a score that is not complete: the loser of the game just decided chooses, and who is away is gone."""
    match = rec.match(before.table)
    if not match.is_open:
        return
    losers = [match.players[1 - place] for place in (0, 1) if match.wins[place] > before.wins[place]]
    if len(losers) == 1:
        pass_choice(rec, match, losers[0])
    count_those_off_chat(rec, match.table)


def _match_to_set(rec: Recorder, act: SetResult) -> Match:
    current = rec.state.round
    if current is None:
        raise r.NoRound
    number = act.round or current.number
    if number > current.number:
        raise r.RoundToCome(round=number)
    match = (
        rec.state.matches.get(act.table)
        if number == current.number
        else rec.state.past.get((number, act.table))
    )
    bye = next((bye for bye in rec.state.byes if (bye.round, bye.table) == (number, act.table)), None)
    if match is None and bye is not None:
        raise r.ResultOfBye(table=act.table, round=number, player=bye.player)
    if match is None:
        raise r.NoSuchTable(table=act.table, tables=len(rec.state.matches))
    if match.begun_at is None:
        raise r.RoundNotBegun
    return match


def _outcome(rec: Recorder, match: Match, act: SetResult) -> e.Outcome | None:
    """Who has the match with this score; None when it goes on."""
    high, low = max(act.first, act.second), min(act.first, act.second)
    if min(low, act.draws) < 0 or high > match.needed or low >= match.needed or act.draws > MOST_DRAWS:
        raise r.ImpossibleScore(best_of=match.best_of, why="too many games")
    current = rec.state.round
    goes_on = current is not None and current.runs and match.round == current.number
    if (act.first, act.second, act.draws) == AGREED and match.is_swiss:
        return e.Outcome.DRAW  # a correction of what is final needs nobody's word but the judge's
    if goes_on and high < match.needed and match.time_called_at is None:
        return None
    if high == low:
        if not match.is_swiss:
            raise r.ImpossibleScore(best_of=match.best_of, why="somebody has to win in single elimination")
        return e.Outcome.DRAW
    return e.Outcome.PLAYER1 if act.first > act.second else e.Outcome.PLAYER2


def bearing(before: Tournament, state: Tournament, entry: e.MatchCorrected) -> Bearing:
    """What this correction, entered between the two, means for pairings and seeds. They are never changed by it."""
    current, bracket = state.round, state.bracket
    old, new = before.match_at(entry.round, entry.table), state.match_at(entry.round, entry.table)
    if current is None or old is None or new is None or old.result == new.result:
        return Bearing.NOTHING
    has_begun = current.begun_at is not None
    if new.is_swiss and bracket is not None and _seeds(state, len(bracket.seeds)) != bracket.seeds:
        first_row_begun = bracket.before is not None and (bracket.before.round or has_begun)
        return Bearing.CUT_STAYS if first_row_begun else Bearing.CUT_ANEW
    if entry.round == current.number:
        return Bearing.NOTHING
    if not has_begun:
        return Bearing.PAIR_ANEW
    if new.is_swiss:
        return Bearing.ROUND_STAYS
    return Bearing.BRACKET_STAYS if winner_of(old) != winner_of(new) else Bearing.NOTHING


def _seeds(state: Tournament, size: int) -> tuple[e.PersonId, ...]:
    """Who would be seeded by the standings of the Swiss rounds as they are now, whoever has left since."""
    names = {player.id: player.name for player in state.players.values()}
    seeded = frozenset() if state.bracket is None else frozenset(state.bracket.seeds)
    there = [
        placing.player
        for placing in swiss_standings(swiss_results(state), names, state.book.points)
        if placing.player in seeded or state.players[placing.player].plays
    ]
    return tuple(there[:size])
