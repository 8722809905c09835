"""A player's match: getting ready, choosing, playing, and agreeing on what happened.

The loser's word is final; everything else needs the other side. A claim is a record: by whom, what, since when; the
other side confirms it, says the same, or disputes it. An offer of a draw is a record too, and only the other side
can accept it (3.8).
"""

from __future__ import annotations

from datetime import timedelta

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    AcceptDraw,
    AnswerNo,
    AnswerYes,
    ChoosePlay,
    Concede,
    Confirm,
    DeclineDraw,
    Dispute,
    EndTurn,
    OfferDraw,
    ReportGame,
    ReportLife,
    ReportMatch,
)
from rules.connecting import relay_failed
from rules.finish import (
    after_time,
    close_own_calls,
    game_over,
    leader,
    match_lost,
    match_over,
    open_call,
    outcome_for,
    withdraw_claim,
)
from rules.match import Claimed, Match, Result
from rules.presence import shows_presence, speaks
from rules.questions import ask
from rules.recorder import Recorder
from rules.rulebook import DrawOffers
from rules.scores import check_score
from rules.seats import arrived_match, open_match, paired_match, score

# --- who plays first ------------------------------------------------------------------------------


def choose_play(rec: Recorder, act: ChoosePlay) -> None:
    """Whoever has the choice plays or draws (2.4); the first word stands."""
    match = arrived_match(rec, act.by)
    if match.runs:
        raise r.GameRuns(game=match.game)
    if match.chooser != act.by:
        raise r.NotTheChooser(chooser=match.chooser)
    if match.plays_first is not None:
        raise r.AlreadyChosen(plays_first=match.plays_first)
    first = act.by if act.play else match.opponent_of(act.by)
    rec.enter(e.PlayChosen(**rec.at(match), game=match.game, player=act.by, plays_first=first))


# --- results of games -----------------------------------------------------------------------------


def _undisputed(match: Match) -> None:
    if match.disputed:
        raise r.Disputed(call=match.disputed)


def _playable(rec: Recorder, player: e.PersonId) -> Match:
    """The player's match, in which a game may have a result: nothing disputed, no connection being sought."""
    match = arrived_match(rec, player)
    _undisputed(match)
    if match.connecting is not None:
        raise r.NoGameRuns(game=match.game)
    if match.time_called_at is not None and not match.runs and not match.sudden_death:
        raise r.NoGameRuns(game=match.game)
    return match


def report_game(rec: Recorder, act: ReportGame) -> None:
    """The game just ended. Lost is final; won and drawn wait for the other side, unless both say the same."""
    match = _playable(rec, act.by)
    _refuse_said_twice(rec, match)
    shows_presence(rec, match, act.by)
    match = rec.match(match.table)
    if match.is_over:
        return
    opponent = match.opponent_of(act.by)
    winner = None if act.won is None else act.by if act.won else opponent
    if act.won is False:
        claim = match.claim
        if claim is not None and claim.claim is e.Claim.GAME and claim.winner == winner:
            _confirmed(rec, match, claim, act.by)
        else:
            game_over(rec, match.table, winner=opponent, how=e.HowGame.PLAYED, by=act.by)
        return
    _claim(
        rec,
        match,
        Claimed(claim=e.Claim.GAME, player=act.by, at=rec.now, winner=winner),
    )


SHORTEST_GAME = timedelta(minutes=1)
"""Nobody loads, plays and finishes a game in less: a result so soon is the last one's, which the other player, a judge
or a clock has decided already."""


def _refuse_said_twice(rec: Recorder, match: Match) -> None:
    """The same game reported again must not cost the next one."""
    if match.runs or not match.games or any(side.loaded for side in match.sides):
        return
    last = match.games[-1]
    if last.counts and last.at is not None and rec.now - last.at < SHORTEST_GAME:
        raise r.GameRecorded(game=last.number, winner=last.winner, following=match.game)


def report_match(rec: Recorder, act: ReportMatch) -> None:
    """The match is over, mine first. From the loser it is final, else the other side confirms."""
    match = arrived_match(rec, act.by)
    opponent = match.opponent_of(act.by)
    if act.against is not None and act.against != opponent:
        raise r.WrongOpponent(opponent=opponent, table=match.table)
    _undisputed(match)
    if match.connecting is not None:
        raise r.NoGameRuns(game=match.game)
    place = match.place_of(act.by)
    first, second = (act.mine, act.theirs) if place == 0 else (act.theirs, act.mine)
    check_score(match, first, second, act.draws)
    claim = Claimed(
        claim=e.Claim.MATCH, player=act.by, at=rec.now, first=first, second=second, draws=act.draws
    )
    shows_presence(rec, match, act.by)
    match = rec.match(match.table)
    if match.is_over:
        return
    if act.mine < act.theirs:
        _settle_match(rec, match, claim)
    else:
        _claim(rec, match, claim)


def _claim(rec: Recorder, match: Match, claim: Claimed) -> None:
    """Enter a claim; the same from the other side confirms it, another one is a dispute."""
    standing = match.claim
    if standing is not None and standing.asks(claim.player) and standing.claim is not e.Claim.DRAW:
        if _same(standing, claim):
            _confirmed(rec, match, standing, claim.player)
            return
        _dispute(rec, match, claim.player, "", also=claim)
        return
    if standing is not None and standing.player == claim.player and _same(standing, claim):
        if not rec.entries:  # else the word has shown that the player is back, and that is news
            raise r.OwnClaim(opponent=match.opponent_of(claim.player))
        return
    withdraw_claim(rec, match)
    rec.enter(
        e.ResultClaimed(
            **rec.at(match),
            claim=claim.claim,
            player=claim.player,
            game=match.game,
            winner=claim.winner,
            first=claim.first,
            second=claim.second,
            draws=claim.draws,
        )
    )


def _same(one: Claimed, other: Claimed) -> bool:
    return (one.claim, one.winner, one.first, one.second, one.draws) == (
        other.claim,
        other.winner,
        other.first,
        other.second,
        other.draws,
    )


def _settle_match(rec: Recorder, match: Match, claim: Claimed) -> None:
    """A reported score becomes the result."""
    winner = None
    if claim.first != claim.second:
        winner = match.players[0] if claim.first > claim.second else match.players[1]
    complete = max(claim.first, claim.second) == match.needed
    match_over(
        rec,
        match.table,
        winner=winner,
        how=e.HowMatch.GAMES if complete else e.HowMatch.TIME,
        score=(claim.first, claim.second, claim.draws),
        by=claim.player,
    )


# --- confirming, disputing, taking back -----------------------------------------------------------


def confirm(rec: Recorder, act: Confirm | AnswerYes) -> None:
    """The opponent's claim is right."""
    match = open_match(rec, act.by)
    claim = match.claim
    if claim is None:
        raise r.NothingToConfirm
    if not claim.asks(act.by):
        raise r.OwnClaim(opponent=match.opponent_of(act.by))
    speaks(rec, match, act.by)
    if claim.claim is e.Claim.RELAY:
        rec.enter(e.ClaimConfirmed(**rec.at(match), player=act.by, claim=claim.claim))
        relay_failed(rec, rec.match(match.table), by=act.by, dice=act.dice)
        return
    _confirmed(rec, match, claim, act.by)


def _confirmed(rec: Recorder, match: Match, claim: Claimed, by: e.PersonId) -> None:
    rec.enter(e.ClaimConfirmed(**rec.at(match), player=by, claim=claim.claim))
    match = rec.match(match.table)
    if match.claim is not None:
        return  # a draw that a judge records wants the word of both
    close_own_calls(rec, match, "the players agree", for_head_judge=False)
    match claim.claim:
        case e.Claim.GAME:
            game_over(rec, match.table, winner=claim.winner, how=e.HowGame.PLAYED, by=by)
        case e.Claim.MATCH:
            _settle_match(rec, match, claim)
        case e.Claim.LIFE:
            _agree_life(rec, match, claim)
        case e.Claim.DRAW:
            _agreed_draw(rec, match, by)
        case e.Claim.RELAY:
            raise AssertionError("a relay claim is confirmed with dice at hand")


def dispute(rec: Recorder, act: Dispute | AnswerNo, why: str = "") -> None:
    """Not so: a judge is called with both claims. A result after the last turn can be disputed until the close."""
    match = paired_match(rec, act.by)
    if match.result is not None:
        _dispute_result(rec, match, match.result, act.by, why)
        return
    match = open_match(rec, act.by)
    _undisputed(match)
    if match.claim is None:
        if match.turn_ended_by != match.opponent_of(act.by):
            raise r.NothingToConfirm
        _dispute_turn(rec, match, act.by, why)
        return
    if not match.claim.asks(act.by):
        raise r.OwnClaim(opponent=match.opponent_of(act.by))
    if match.claim.claim is e.Claim.DRAW:
        withdraw_claim(rec, match)
        return
    _dispute(rec, match, act.by, why)


def _dispute(rec: Recorder, match: Match, by: e.PersonId, why: str, also: Claimed | None = None) -> None:
    claims = "; ".join(
        f"{rec.state.name_of(claim.player)}: {_in_words(rec, match, claim)}"
        for claim in (match.claim, also)
        if claim is not None
    )
    call = open_call(rec, match, by=None, why=f"disputed: {claims}")
    rec.enter(e.ResultDisputed(**rec.at(match), player=by, why=why, call=call, claims=claims))


def _in_words(rec: Recorder, match: Match, claim: Claimed) -> str:
    """A claim in the fewest plain words, for the judge who reads the call."""
    name = rec.state.name_of
    first, second = (name(player) for player in match.players)
    match claim.claim:
        case e.Claim.GAME:
            what = "drawn" if claim.winner is None else f"won by {name(claim.winner)}"
            return f"game {match.game} {what}"
        case e.Claim.MATCH:
            drawn = f"-{claim.draws}" if claim.draws else ""
            return f"{first} {claim.first}-{claim.second}{drawn} {second}"
        case e.Claim.LIFE:
            return f"life {first} {claim.first}, {second} {claim.second}"
        case e.Claim.RELAY:
            return "the relay host did not help"
        case e.Claim.DRAW:
            return "drawn by agreement"


def _dispute_result(rec: Recorder, match: Match, result: Result, by: e.PersonId, why: str) -> None:
    """2.6: a result that followed the last turn is final at once, and open to a dispute until the close."""
    after_turn = match.turn_ended_by is not None and match.turn_ended_by != by
    if result.how is not e.HowMatch.TIME or not after_turn:
        raise r.AlreadyOver(table=match.table, at=result.at, result=score(rec.state, match))
    rec.enter(e.MatchReopened(**rec.at(match), why="the end of the last turn is disputed", by=by))
    _dispute_turn(rec, rec.match(match.table), by, why)


def _dispute_turn(rec: Recorder, match: Match, by: e.PersonId, why: str) -> None:
    """The last turn goes on, says the one; a judge decides."""
    claims = f"{rec.state.name_of(match.opponent_of(by))}: the last turn is over"
    call = open_call(rec, match, by=None, why=f"disputed: {claims}")
    rec.enter(e.ResultDisputed(**rec.at(match), player=by, why=why, call=call, claims=claims))


# --- conceding ------------------------------------------------------------------------------------


def concede(rec: Recorder, act: Concede) -> None:
    """Concede the game (between games: the next one), or after a question the match (3.6)."""
    if act.match:
        match = open_match(rec, act.by)
        ask(rec, match, act.by, e.Question.CONCEDE_MATCH, act.words)
        return
    match = _playable(rec, act.by)
    if not act.game:
        _refuse_said_twice(rec, match)
    shows_presence(rec, match, act.by)
    if rec.match(match.table).is_over:
        return
    opponent = match.opponent_of(act.by)
    game_over(rec, match.table, winner=opponent, how=e.HowGame.CONCEDED, by=act.by, words=act.words)


def concede_match(rec: Recorder, match: Match, player: e.PersonId, words: str) -> None:
    """The match is conceded, with a yes to the question (3.6)."""
    match_lost(
        rec, match.table, loser=player, how=e.HowMatch.CONCESSION, clause="3.6", by=player, words=words
    )


# --- intentional draws ----------------------------------------------------------------------------


def offer_draw(rec: Recorder, act: OfferDraw) -> None:
    """Offer an intentional draw of the match (3.8), within the no-pressure rule (OG-R20)."""
    match = open_match(rec, act.by)
    if not match.is_swiss:
        raise r.SwissOnly
    if match.offer is not None:
        if match.offer.player == act.by:
            raise r.OfferOpen(opponent=match.opponent_of(act.by))
        raise r.OpponentOffers(opponent=match.offer.player)
    if rec.state.book.policies.draw_offer_after_decline is DrawOffers.BLOCKED:
        _refuse_pressure(rec, act, match)
    rec.enter(e.DrawOffered(**rec.at(match), player=act.by, game=match.game, words=act.words))


def _refuse_pressure(rec: Recorder, act: OfferDraw, match: Match) -> None:
    pressed = e.DrawPressed(**rec.at(match), player=act.by, words=act.words)
    offerers = {player for player, _ in match.declined}
    for player, offered_at in match.declined:
        if player == act.by:
            raise r.AlreadyDeclined(
                offered_at=offered_at, opponent=match.opponent_of(act.by), keep=(pressed,)
            )
    if len(offerers) == 2:
        raise r.NoMoreOffers
    if match.offered.count((act.by, match.game)) >= 2:
        raise r.OncePerGame


def accept_draw(rec: Recorder, act: AcceptDraw) -> None:
    """The other side takes the draw; recorded 0-0-3 (OG-R36)."""
    match = _offered_to(rec, act.by)
    rec.enter(e.DrawAccepted(**rec.at(match), player=act.by))
    _agreed_draw(rec, rec.match(match.table), act.by)


def _offered_to(rec: Recorder, player: e.PersonId) -> Match:
    match = open_match(rec, player)
    if match.offer is None:
        raise r.NoOffer
    if match.offer.player == player:
        raise r.OwnOffer(opponent=match.opponent_of(player))
    return match


def _agreed_draw(rec: Recorder, match: Match, by: e.PersonId) -> None:
    match_over(
        rec,
        match.table,
        winner=None,
        how=e.HowMatch.AGREED_DRAW,
        outcome=outcome_for(match, None),
        score=(0, 0, 3),
        clause="3.8",
        by=by,
    )


def propose_draw(rec: Recorder, match: Match, judge: e.PersonId) -> None:
    """A judge records a draw that both players want; it counts when both have confirmed it (OG-R20)."""
    withdraw_claim(rec, match)
    rec.enter(e.ResultClaimed(**rec.at(match), claim=e.Claim.DRAW, player=judge, draws=3))


def decline_draw(rec: Recorder, act: DeclineDraw) -> None:
    """The other side does not; the match goes on, and the offer may not be repeated."""
    match = _offered_to(rec, act.by)
    offered_by = match.opponent_of(act.by)
    rec.enter(e.DrawDeclined(**rec.at(match), player=act.by, offered_by=offered_by))


# --- after time -----------------------------------------------------------------------------------


def end_turn(rec: Recorder, act: EndTurn) -> None:
    """The last turn is over (2.6). Either player may say so; the other can dispute what follows."""
    match = arrived_match(rec, act.by)
    _undisputed(match)
    if match.time_called_at is None:
        raise r.TimeNotCalled(ends_at=match.ends_at)
    if not match.runs or match.turn_ended_by is not None:
        raise r.NoGameRuns(game=match.game)
    shows_presence(rec, match, act.by)
    rec.enter(e.TurnEnded(**rec.at(match), player=act.by))
    after_time(rec, match.table)


def report_life(rec: Recorder, act: ReportLife) -> None:
    """Life totals after the last turn, mine first; the other side confirms them (2.6)."""
    match = arrived_match(rec, act.by)
    _undisputed(match)
    if match.time_called_at is None:
        raise r.TimeNotCalled(ends_at=match.ends_at)
    if match.is_swiss or leader(match) is not None:
        raise r.LifeDoesNotDecide
    if not match.runs:
        raise r.NoGameRuns(game=match.game)
    if match.turn_ended_by is None and not match.sudden_death:
        raise r.TurnNotOver
    shows_presence(rec, match, act.by)
    match = rec.match(match.table)
    first, second = (act.mine, act.theirs) if match.place_of(act.by) == 0 else (act.theirs, act.mine)
    claim = Claimed(claim=e.Claim.LIFE, player=act.by, at=rec.now, first=first, second=second)
    _claim(rec, match, claim)


def _agree_life(rec: Recorder, match: Match, claim: Claimed) -> None:
    """The higher life total takes the game; equal: play on until they differ (2.6)."""
    rec.enter(e.LifeAgreed(**rec.at(match), first=claim.first, second=claim.second))
    if claim.first == claim.second:
        if not match.sudden_death:
            rec.enter(e.SuddenDeathBegan(**rec.at(match), extra_game=False))
        return
    winner = match.players[0] if claim.first > claim.second else match.players[1]
    game_over(rec, match.table, winner=winner, how=e.HowGame.LIFE)
