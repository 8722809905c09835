"""Standings: points and tie-breaks of the Swiss rounds (MTR App. C, RULES B6), and the final order after a playoff.

How it works: everything is reckoned from results alone, each time anew, so that a corrected result changes all that
follows from it and nothing has to be kept in step. `swiss_standings` knows no tournament and serves a file of results
as well; `of_event` asks it with the results of a state.

Percentages are exact. While they are added up and compared they are whole numbers over one common denominator, so
that a thousand players and ten rounds take a twentieth of a second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import lcm

from rules.entries import Departure, Outcome, PersonId
from rules.facts import replace
from rules.match import Match
from rules.rows import gone_on
from rules.rulebook import Points
from rules.tournament import Tournament

MTR_POINTS = Points(win=3, draw=1, loss=0)
"""Points of a match, and of a game, where no rulebook says otherwise."""

BYE_GAMES = 2
"""A bye counts as a match won 2-0."""

FLOOR = Fraction(33, 100)
"""No percentage is counted lower: the decimal, not one third."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """One result. `player2` None: a bye. `outcome` None: it follows from the games."""

    round: int
    player1: PersonId
    player2: PersonId | None
    wins1: int
    wins2: int
    draws: int
    outcome: Outcome | None = None

    @property
    def ended(self) -> Outcome:
        """Who has the match."""
        if self.player2 is None:
            return Outcome.BYE
        if self.outcome is not None:
            return self.outcome
        if self.wins1 == self.wins2:
            return Outcome.DRAW
        return Outcome.PLAYER1 if self.wins1 > self.wins2 else Outcome.PLAYER2


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a player has: points in so many rounds, game points in so many games; `opponents`, byes left out.

    `win` is what winning a match, or a game, is worth.
    """

    win: int
    points: int = 0
    rounds: int = 0
    game_points: int = 0
    games: int = 0
    opponents: tuple[PersonId, ...] = ()

    @property
    def match_wins(self) -> Fraction:
        """The match-win percentage, at least the floor."""
        return _percentage(self.points, self.win * self.rounds)

    @property
    def game_wins(self) -> Fraction:
        """The game-win percentage, at least the floor."""
        return _percentage(self.game_points, self.win * self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A player's place. Those who are equal in points and in all three tie-breaks share the rank."""

    rank: int
    player: PersonId
    points: int
    omw: Fraction
    gw: Fraction
    ogw: Fraction


COLUMNS = ("rank", "player", "points", "omw", "gw", "ogw")
"""The standings as they are published."""


def as_row(placing: Placing, name: str) -> dict[str, int | str | float]:
    """A place as it is published, under the player's name: percentages to six decimals."""
    shares = {"omw": placing.omw, "gw": placing.gw, "ogw": placing.ogw}
    rounded = {column: float(round(share, 6)) for column, share in shares.items()}
    return {"rank": placing.rank, "player": name, "points": placing.points, **rounded}


def _percentage(points: int, most: int) -> Fraction:
    return max(Fraction(points, most), FLOOR) if most else FLOOR


def unplayed(round_number: int, first: PersonId, second: PersonId) -> MatchResult:
    """A match without a result."""
    return MatchResult(
        round=round_number,
        player1=first,
        player2=second,
        wins1=0,
        wins2=0,
        draws=0,
        outcome=Outcome.UNPLAYED,
    )


# --- records ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Tally:
    """A record in the making."""

    points: int = 0
    rounds: int = 0
    game_points: int = 0
    games: int = 0
    opponents: list[PersonId] = field(default_factory=list)

    def add(self, points: int, game_points: int, games: int) -> None:
        self.points += points
        self.rounds += 1
        self.game_points += game_points
        self.games += games


def records(results: Iterable[MatchResult], worth: Points = MTR_POINTS) -> dict[PersonId, Record]:
    """What everybody has who has a result. A match that was not played counts for nobody (B6)."""
    tallies: defaultdict[PersonId, _Tally] = defaultdict(_Tally)
    for result in results:
        _count(result, tallies, worth)
    return {
        player: Record(
            win=worth.win,
            points=tally.points,
            rounds=tally.rounds,
            game_points=tally.game_points,
            games=tally.games,
            opponents=tuple(tally.opponents),
        )
        for player, tally in tallies.items()
    }


def _count(result: MatchResult, tallies: Mapping[PersonId, _Tally], worth: Points) -> None:
    ended, first, second = result.ended, result.player1, result.player2
    if second is None:
        tallies[first].add(worth.win, worth.win * BYE_GAMES, BYE_GAMES)
        return
    if ended is Outcome.UNPLAYED:
        return
    points1 = points2 = worth.draw if ended is Outcome.DRAW else worth.loss
    if ended is Outcome.PLAYER1:
        points1 = worth.win
    elif ended is Outcome.PLAYER2:
        points2 = worth.win
    drawn, games = worth.draw * result.draws, result.wins1 + result.wins2 + result.draws
    for player, opponent, points, wins, losses in (
        (first, second, points1, result.wins1, result.wins2),
        (second, first, points2, result.wins2, result.wins1),
    ):
        tally = tallies[player]
        tally.add(points, worth.win * wins + worth.loss * losses + drawn, games)
        tally.opponents.append(opponent)


# --- the order -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Percentages:
    """A percentage of everybody and the average of it over everybody's opponents, as numbers over `whole`."""

    own: Mapping[PersonId, int]
    opponents: Mapping[PersonId, int]
    whole: int


def _percentages(
    found: Mapping[PersonId, Record], share: Callable[[Record], tuple[int, int]]
) -> _Percentages:
    """`share` gives points and the most that could have been; whoever has met nobody has the floor."""
    shares = {player: share(record) for player, record in found.items()}
    meetings = lcm(*{len(record.opponents) or 1 for record in found.values()})
    scale = lcm(FLOOR.denominator, *{most or 1 for _, most in shares.values()})
    floor = FLOOR.numerator * scale // FLOOR.denominator
    own = {
        player: max(points * scale // most, floor) if most else floor
        for player, (points, most) in shares.items()
    }
    averages = {}
    for player, record in found.items():
        met = record.opponents
        total = sum([own[opponent] for opponent in met])
        averages[player] = total * (meetings // len(met)) if met else floor * meetings
    return _Percentages(
        own={player: number * meetings for player, number in own.items()},
        opponents=averages,
        whole=scale * meetings,
    )


def swiss_standings(
    results: Iterable[MatchResult], names: Mapping[PersonId, str], worth: Points = MTR_POINTS
) -> tuple[Placing, ...]:
    """The standings of these players: points, OMW, GW, OGW, and among equals the name.

    Whoever is not in `names` is not listed, and still counts as an opponent (IPG-R5). The order of the results does
    not matter.
    """
    found = records(results, worth)
    found |= {player: Record(win=worth.win) for player in names if player not in found}
    matches = _percentages(found, lambda record: (record.points, worth.win * record.rounds))
    games = _percentages(found, lambda record: (record.game_points, worth.win * record.games))

    def merit(player: PersonId) -> tuple[int, int, int, int]:
        return (
            found[player].points,
            matches.opponents[player],
            games.own[player],
            games.opponents[player],
        )

    by_name = sorted(names, key=lambda player: (names[player].casefold(), names[player], player))
    order = sorted(by_name, key=merit, reverse=True)
    return tuple(
        Placing(
            rank=rank,
            player=player,
            points=found[player].points,
            omw=Fraction(matches.opponents[player], matches.whole),
            gw=Fraction(games.own[player], games.whole),
            ogw=Fraction(games.opponents[player], games.whole),
        )
        for rank, player in zip(_ranks(list(map(merit, order))), order, strict=True)
    )


def _ranks(merits: Sequence[object]) -> Iterator[int]:
    """The ranks of what is in order already: equals share the first place of theirs."""
    rank = 1
    for place, merit in enumerate(merits, 1):
        if place > 1 and merit != merits[place - 2]:
            rank = place
        yield rank


# --- after the playoff -----------------------------------------------------------------------------

_LOST, _OPEN, _WON = range(3)


def final_standings(
    swiss: Sequence[Placing], bracket: Iterable[MatchResult], gone: Collection[PersonId] = ()
) -> tuple[Placing, ...]:
    """The final order: who came further in the bracket, then the Swiss rounds.

    A match of the bracket without a winner is given as unplayed. Of a final that is not played, whoever dropped
    (`gone`) is second (3.6). Points and tie-breaks stay those of the Swiss rounds.
    """
    came: dict[PersonId, tuple[int, int]] = {}
    for result in bracket:
        for player, how in _fates(result, gone):
            came[player] = max(came.get(player, (0, _LOST)), (result.round, how))

    def merit(placing: Placing) -> tuple[tuple[int, int], int]:
        return came.get(placing.player, (0, _LOST)), -placing.rank

    order = sorted(swiss, key=merit, reverse=True)
    ranks = _ranks(list(map(merit, order)))
    return tuple(replace(placing, rank=rank) for rank, placing in zip(ranks, order, strict=True))


def _fates(result: MatchResult, gone: Collection[PersonId]) -> Iterator[tuple[PersonId, int]]:
    """How a match of the bracket left its players."""
    ended, first, second = result.ended, result.player1, result.player2
    if second is None:
        yield first, _WON
    elif ended is Outcome.UNPLAYED:
        for player in (first, second):
            yield player, _LOST if player in gone else _OPEN
    else:
        yield first, _WON if ended is Outcome.PLAYER1 else _LOST
        yield second, _WON if ended is Outcome.PLAYER2 else _LOST


# --- of an event -----------------------------------------------------------------------------------


def standings(
    swiss: Iterable[MatchResult],
    bracket: Sequence[MatchResult],
    names: Mapping[PersonId, str],
    gone: Collection[PersonId] = (),
    worth: Points = MTR_POINTS,
) -> tuple[Placing, ...]:
    """The standings by the Swiss rounds and, once there is one, by the bracket of the playoff."""
    placings = swiss_standings(swiss, names, worth)
    return final_standings(placings, bracket, gone) if bracket else placings


def of_event(state: Tournament) -> tuple[Placing, ...]:
    """The standings of an event as they are now.

    Whoever left stays; the disqualified are taken out and everybody below moves up (IPG-R5).
    """
    listed = [player for player in state.players.values() if player.dropped is not Departure.DISQUALIFIED]
    names = {player.id: player.name for player in listed}
    gone = {player.id for player in listed if not player.plays}
    bracket = [_result(match) for match in _matches(state) if not match.is_swiss]
    for number, player in gone_on(state):
        bracket.append(MatchResult(round=number, player1=player, player2=None, wins1=0, wins2=0, draws=0))
    return standings(swiss_results(state), bracket, names, gone, state.book.points)


_READ = ("book", "players", "past", "matches", "byes")


def rest_on_the_same(one: Tournament, other: Tournament) -> bool:
    """Whether all that standings and pairings are reckoned from is the same in both, without looking into it."""
    return all(getattr(one, part) is getattr(other, part) for part in _READ)


def swiss_results(state: Tournament) -> Iterator[MatchResult]:
    """The results of the Swiss rounds so far, byes among them; open tables have none."""
    yield from (_result(match) for match in _matches(state) if match.is_swiss and match.is_over)
    for bye in state.byes:
        yield MatchResult(round=bye.round, player1=bye.player, player2=None, wins1=bye.wins, wins2=0, draws=0)


def _matches(state: Tournament) -> Iterator[Match]:
    return chain(state.past.values(), state.matches.values())


def _result(match: Match) -> MatchResult:
    """What stands of a match: an open one has not been played yet."""
    first, second = match.players
    result = match.result
    if result is None:
        return unplayed(match.round, first, second)
    return MatchResult(
        round=match.round,
        player1=first,
        player2=second,
        wins1=result.wins[0],
        wins2=result.wins[1],
        draws=result.draws,
        outcome=result.outcome,
    )
