"""Results of matches: how they came about, by name, and what still plays."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.absences import without_clock
from bot.wording.games import by_life, goes_on
from bot.wording.marks import in_brackets
from bot.wording.quotes import plain, said
from bot.wording.scene import Scene, Spoken
from bot.wording.scores import games, winner
from bot.wording.speaking import says
from cogs import presses
from cogs.speech import Press, Urgency
from rules.correcting import Bearing, bearing
from rules.entries import (
    CoinFlipped,
    DropAnnounced,
    GameFinished,
    HowGame,
    HowMatch,
    MatchCorrected,
    MatchFinished,
    MatchReopened,
    Outcome,
    PenaltyOverturned,
    PersonId,
    Role,
    RoundPaired,
    TableEntry,
    TurnEnded,
)
from rules.match import Match

_OPEN = "the match goes on"


@says(MatchFinished)
def match_finished(scene: Scene, entry: MatchFinished) -> Iterator[Spoken]:
    if entry.outcome is Outcome.BYE:
        if not scene.together(RoundPaired):
            yield scene.say_many(f"{scene.name(entry.player1)} has a bye.", Urgency.NEWS)
        return
    match = scene.match(entry)
    if match is not None:
        yield from scene.tell_words(match, entry.by, entry.words, "the concession")
    parts = (
        f"Table {entry.table}: {_result(scene, entry)}.",
        _too_early(scene, entry),
        _leaving(scene, entry),
        _still_playing(scene, entry),
    )
    text = " ".join(part for part in parts if part)
    yield scene.say(text, is_for_all=True, presses=_dispute(scene, match, entry))


def _dispute(scene: Scene, match: Match | None, entry: MatchFinished) -> tuple[Press, ...]:
    ended = scene.at_table(TurnEnded, entry)
    if ended is None or match is None:
        return ()
    return presses.dispute(match, match.opponent_of(ended.player))


def _result(scene: Scene, entry: MatchFinished) -> str:
    first, second = scene.name(entry.player1), scene.name(entry.player2)
    match entry.outcome:
        case Outcome.DOUBLE_LOSS:
            return f"{first} and {second} have both lost the match{in_brackets(entry.clause)}"
        case Outcome.UNPLAYED:
            return f"{first} and {second} do not play the match{in_brackets(entry.clause)}"
        case Outcome.DRAW | Outcome.BYE:
            return _draw(scene, entry, first, second)
        case Outcome.PLAYER1:
            return _victory(scene, entry, entry.player1, entry.player2)
        case Outcome.PLAYER2:
            return _victory(scene, entry, entry.player2, entry.player1)


def _draw(scene: Scene, entry: MatchFinished, first: str, second: str) -> str:
    score = games(entry.wins1, entry.wins2, entry.draws)
    match entry.how:
        case HowMatch.AGREED_DRAW:
            return f"{first} and {second} draw by agreement{in_brackets(entry.clause or '3.8')}"
        case HowMatch.NO_CONNECTION:
            return f"no connection, so {first} and {second} draw{in_brackets(entry.clause or '2.3')}"
        case HowMatch.TIME:
            return f"time is up, {first} and {second} draw {score}{in_brackets(entry.clause)}"
        case _:
            return f"{first} and {second} draw {score}{_ruling(scene, entry)}"


def _victory(scene: Scene, entry: MatchFinished, won: PersonId, lost: PersonId) -> str:
    winner_name, loser = scene.name(won), scene.name(lost)
    score = score_of(entry, won)
    beats = f"{winner_name} beats {loser} {score}"
    match entry.how:
        case HowMatch.CONCESSION:
            ruled = f" ({entry.clause or '3.6'}, ruled by {scene.name(entry.by)})" if _is_ruled(entry) else ""
            return f"{loser} concedes the match{ruled}; {winner_name} wins {score}"
        case HowMatch.MATCH_LOSS:
            return f"{loser} has lost the match{in_brackets(entry.clause)}; {winner_name} wins {score}"
        case HowMatch.DROP:
            return f"{loser} drops out{in_brackets(entry.clause)}; {winner_name} wins {score}"
        case HowMatch.COIN_FLIP:
            return f"{_flip(scene, entry)} {winner_name}, who wins against {loser} {score} (2.3)"
        case HowMatch.TIME:
            last = _last_game(scene, entry, loser)
            return f"time is up, {last}{beats}{in_brackets(entry.clause) if not last else ''}"
        case HowMatch.RULING:
            return f"{beats}{_ruling(scene, entry)}"
        case _:
            return f"{_last_game(scene, entry, loser)}{beats}"


def _is_ruled(entry: MatchFinished) -> bool:
    return entry.by is not None and entry.by not in (entry.player1, entry.player2)


def _ruling(scene: Scene, entry: MatchFinished) -> str:
    return f" (ruling, {scene.name(entry.by)})" if _is_ruled(entry) else ""


def score_of(entry: MatchFinished | MatchCorrected, player: PersonId) -> str:
    """The games of the match, this player's first."""
    if player == entry.player1:
        return games(entry.wins1, entry.wins2, entry.draws)
    return games(entry.wins2, entry.wins1, entry.draws)


def _last_game(scene: Scene, entry: MatchFinished, loser: str) -> str:
    """How the game that decided it ended, if that is news."""
    game = scene.at_table(GameFinished, entry)
    if game is None:
        return ""
    if game.how is HowGame.CONCEDED:
        return f"{loser} concedes game {game.game}, "
    if game.how is HowGame.LIFE:
        return f"game {game.game} goes to {scene.name(game.winner)}{by_life(scene, game)}, "
    return ""


def _flip(scene: Scene, entry: MatchFinished) -> str:
    """`heads (draw 31, !verify 31):` heads is the table's first player (2.3)."""
    flip = next(
        (f for f in scene.together(CoinFlipped) if (f.round, f.decides) == (entry.round, entry.table)), None
    )
    if flip is None:
        return "the flip is for" if winner(entry) else "the flip decides:"
    return f"{'heads' if flip.heads else 'tails'} (flip {flip.number}, !verify {flip.number}) is for"


def _too_early(scene: Scene, entry: MatchFinished) -> str:
    """What the other player can say when one has ended the last turn alone, and the match with it (2.6)."""
    ended = scene.at_table(TurnEnded, entry)
    if ended is None:
        return ""
    other = entry.player2 if ended.player == entry.player1 else entry.player1
    return f"{scene.name(other)}: !dispute if that turn was not over."


def _leaving(scene: Scene, entry: MatchFinished) -> str:
    """Who of the two leaves the event with this match."""
    drops = [d for d in scene.together(DropAnnounced) if d.player in (entry.player1, entry.player2)]
    return " ".join(f"{scene.name(d.player)} leaves when the round closes ({d.clause})." for d in drops)


def _still_playing(scene: Scene, entry: MatchFinished) -> str:
    """How much of the round is left; with nothing left, what the coordinator says next."""
    if not _is_of_running_round(scene, entry):
        return ""
    tables = scene.batch.still_playing
    if tables:
        return "1 table still plays." if tables == 1 else f"{tables} tables still play."
    return _all_have_a_result(scene)


def _is_of_running_round(scene: Scene, entry: TableEntry) -> bool:
    current = scene.state.round
    return current is not None and current.number == entry.round and not current.is_closed


def _all_have_a_result(scene: Scene) -> str:
    coordinator = scene.holders(Role.COORDINATOR)
    return (
        f"All tables have a result; {coordinator}: !endround." if coordinator else "All tables have a result."
    )


@says(MatchCorrected)
def corrected(scene: Scene, entry: MatchCorrected) -> Iterator[Spoken]:
    first, second = scene.name(entry.player1), scene.name(entry.player2)
    now = f"{first} {games(entry.wins1, entry.wins2, entry.draws)} {second}"
    still = f", and {_OPEN}" if entry.outcome is None else ""
    before = f" (before: {plain(entry.before, 80)})" if entry.before else ""
    yield scene.say(
        f"Table {entry.table}, round {entry.round}: {scene.name(entry.by)} sets the result to {now}{still}"
        f"{before}{said(entry.why, ': ')}.{_settled(scene, entry)}{_made_from_it(scene, entry)}",
        Urgency.NOW,
        is_for_all=True,
        mentions=[entry.player1, entry.player2],
    )


def _made_from_it(scene: Scene, entry: MatchCorrected) -> str:
    """What becomes of the pairings and seeds that were made from the result (3.9, 2.1): nothing by itself."""
    current = scene.state.round
    if current is None or scene.before is None:
        return ""
    anew = " Standings are reckoned anew;"
    if scene.state.is_over:
        return f"{anew} the event is over, and nothing is paired or seeded anew."
    match bearing(scene.before, scene.state, entry):
        case Bearing.ROUND_STAYS:
            return f"{anew} round {current.number} stays as paired."
        case Bearing.PAIR_ANEW:
            return f"{anew} round {current.number} has not begun: !pair pairs it anew."
        case Bearing.BRACKET_STAYS:
            return " Another player would have gone on; the playoff stays as paired."
        case Bearing.CUT_STAYS:
            return f"{anew} others would be seeded, but the playoff has begun and stays as paired."
        case Bearing.CUT_ANEW:
            return f"{anew} others would be seeded: !undo takes the cut back, !cut seeds anew."
        case Bearing.NOTHING:
            return anew.removesuffix(";") + "." if entry.round < current.number else ""


def _settled(scene: Scene, entry: MatchCorrected) -> str:
    """What the coordinator says next, when the last open table has its result by this."""
    before = scene.before.matches.get(entry.table) if scene.before is not None else None
    if before is None or not before.is_open or not _is_of_running_round(scene, entry):
        return ""
    return "" if scene.batch.still_playing else f" {_all_have_a_result(scene)}"


@says(MatchReopened)
def reopened(scene: Scene, entry: MatchReopened) -> Iterator[Spoken]:
    """Who reopened it and why; after an overturned penalty its line has said so."""
    match = scene.match(entry)
    then = (
        "" if match is None or match.is_over or scene.at_table(GameFinished, entry) else goes_on(scene, match)
    )
    if then and scene.together(PenaltyOverturned):
        yield scene.say(f"Table {entry.table}: {then}", Urgency.NOW)
        if match is not None and match.away_uncounted:
            yield scene.say(without_clock(scene, match), Urgency.NOW)
        return
    by = f" ({scene.name(entry.by)})" if entry.by else ""
    yield scene.say(f"Table {entry.table}: {_OPEN}{by}: {plain(entry.why)}. {then}".rstrip(), Urgency.NOW)
