"""Win and loss swapped (`result-direction`): who sits where and who says it changes nothing about who has won.

Whatever the seats and the road, the question before the confirmation, the announcement, the state and the record
name the same winner with the same games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules import acts as a
from rules import entries as e
from tests.service import OPENING, Service, running
from tests.wording_play import Play, playing, who

QUILL, MARROW = "quillfin", "marrowby"

Road = Callable[[Play, str, str, int], list[str]]
"""Brings it about that the first one beats the second, who has won so many games; returns what was said."""


def said(play: Play, clock: str, act: a.Act) -> list[str]:
    return [line.text for line in play.do(clock, act)]


def winner_reports(play: Play, winner: str, loser: str, lost: int) -> list[str]:
    echo = said(play, "20:30:00", a.ReportMatch(by=who(winner), mine=2, theirs=lost))
    assert any(f"{winner} beats {loser} 2-{lost}" in line for line in echo)
    return echo + said(play, "20:30:10", a.Confirm(by=who(loser), dice=play.dice))


def loser_reports(play: Play, winner: str, loser: str, lost: int) -> list[str]:
    return said(play, "20:30:00", a.ReportMatch(by=who(loser), mine=lost, theirs=2))


def both_report(play: Play, winner: str, loser: str, lost: int) -> list[str]:
    echo = said(play, "20:30:00", a.ReportMatch(by=who(winner), mine=2, theirs=lost, against=who(loser)))
    report = a.ReportMatch(by=who(loser), mine=lost, theirs=2, against=who(winner))
    return echo + said(play, "20:30:00", report)


def game_by_game(play: Play, winner: str, loser: str, lost: int) -> list[str]:
    lines: list[str] = []
    losers = [winner] * lost + [loser, loser]
    for number, name in enumerate(losers):
        lines += said(play, f"20:{10 + 10 * number}:00", a.ReportGame(by=who(name), won=False))
        if number + 1 < len(losers):
            for player in (winner, loser):
                play.do(f"20:{12 + 10 * number}:00", a.PressReady(by=who(player), dice=play.dice))
    return lines


def judge_sets(play: Play, winner: str, loser: str, lost: int) -> list[str]:
    first = play.now.matches[1].players[0] == who(winner)
    wins = (2, lost) if first else (lost, 2)
    act = a.SetResult(by=who("wren"), table=1, first=wins[0], second=wins[1], draws=0, why="seen")
    return said(play, "20:30:00", act)


def conceded(play: Play, winner: str, loser: str, lost: int) -> list[str]:
    if lost:
        play.do("20:20:00", a.ReportGame(by=who(winner), won=False))
    play.do("20:30:00", a.Concede(by=who(loser), match=True))
    return said(play, "20:30:05", a.AnswerYes(by=who(loser), dice=play.dice))


ROADS = [winner_reports, loser_reports, both_report, game_by_game, judge_sets, conceded]


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("seats", [(QUILL, MARROW), (MARROW, QUILL)])
@pytest.mark.parametrize(("winner", "loser"), [(QUILL, MARROW), (MARROW, QUILL)])
@pytest.mark.parametrize("lost", [0, 1])
def test_the_winner_is_the_same_wherever_one_looks(
    road: Road, seats: tuple[str, str], winner: str, loser: str, lost: int
) -> None:
    """S008."""
    play = playing(seats)
    lines = road(play, winner, loser, lost)
    match = play.now.matches[1]
    place = match.place_of(who(winner))
    result = match.result
    assert result is not None
    assert (result.wins[place], result.wins[1 - place]) == (2, lost)
    assert result.outcome is (e.Outcome.PLAYER1, e.Outcome.PLAYER2)[place]
    assert match.side_of(who(winner)).wins == 2 or result.how is e.HowMatch.CONCESSION
    told = list(scores(" ".join(lines), winner, loser))
    assert told
    for games in told:
        assert games == {winner: 2, loser: lost}


SCORES = re.compile(r"(\w+) (?:(?:beats|leads) (\w+) |wins )?(\d)-(\d)(?: (\w+))?")


def scores(text: str, *names: str) -> Iterator[dict[str, int]]:
    """Every final score that a text tells, by name: `ann beats bob 2-1`, `ann 2-1 bob`, `ann wins 2-1`."""
    for first, second, mine, theirs, third in SCORES.findall(text):
        if first in names and "2" in (mine, theirs):
            other = next((name for name in (second, third) if name in names), None)
            yield {first: int(mine), other or next(n for n in names if n != first): int(theirs)}


@pytest.mark.parametrize("wins", [(2, 0), (2, 1), (0, 2), (1, 2)])
@pytest.mark.parametrize("by", [QUILL, MARROW])
def test_a_score_is_read_mine_first(by: str, wins: tuple[int, int]) -> None:
    """S008: for both seats, and for the claim that waits as for the loser's word."""
    for seats in ((QUILL, MARROW), (MARROW, QUILL)):
        play = playing(seats)
        play.do("20:30:00", a.ReportMatch(by=who(by), mine=wins[0], theirs=wins[1]))
        match = play.now.matches[1]
        place = match.place_of(who(by))
        if match.result is not None:
            mine, theirs = match.result.wins[place], match.result.wins[1 - place]
        else:
            assert match.claim is not None
            games = (match.claim.first, match.claim.second)
            mine, theirs = games[place], games[1 - place]
        assert (mine, theirs) == wins


@pytest.mark.parametrize("seats", ["alice bob", "bob alice"])
async def test_the_record_that_is_exported_names_the_winner(tmp_path: Path, seats: str) -> None:
    """S008: what is stored and exported agrees with what was said."""
    async with running(Service(tmp_path)) as service:
        await service.play(
            OPENING,
            "1 alice: !register ABC",
            "2 bob: !register DEF",
            f"10 tc: !pair {seats}",
            "60 tc: !begin",
            *(f"{second} {nick}: !ready" for second in (70, 80) for nick in ("alice", "bob")),
            "600 bob: !report 2-1",
            "610 alice: !confirm",
        )
        assert service.heard("bob beats alice 2-1")
        (row,) = await service.parts.store.reading.results()
        wins = {row["player1"]: row["wins1"], row["player2"]: row["wins2"]}
        assert wins == {"alice": 1, "bob": 2}
        assert row[str(row["outcome"])] == "bob"
