"""Standings counted once more, from the rows of `floorjudge export results` alone and with nothing of ours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

Row = dict[str, str]

FLOOR = Fraction(33, 100)


@dataclass
class Tally:
    """What one player has, by hand."""

    points: int = 0
    rounds: int = 0
    game_points: int = 0
    games: int = 0
    met: list[str] = field(default_factory=list)

    @property
    def match_wins(self) -> Fraction:
        return max(Fraction(self.points, 3 * self.rounds), FLOOR) if self.rounds else FLOOR

    @property
    def game_wins(self) -> Fraction:
        return max(Fraction(self.game_points, 3 * self.games), FLOOR) if self.games else FLOOR


def tallies(results: Iterable[Row]) -> dict[str, Tally]:
    """What the rows of the export come to: three points a win, one a draw, a bye a win 2-0."""
    found: defaultdict[str, Tally] = defaultdict(Tally)
    for row in results:
        wins = (int(row["wins1"]), int(row["wins2"]))
        draws, outcome = int(row["draws"]), row["outcome"]
        for place, name in enumerate((row["player1"], row["player2"])):
            if not name:
                continue
            tally, own = found[name], wins[place]
            won = outcome == "bye" or outcome == f"player{place + 1}"
            tally.points += 3 if won else outcome == "draw"
            tally.rounds += 1
            tally.game_points += 3 * own + draws
            tally.games += sum(wins) + draws
            if outcome != "bye":
                tally.met.append((row["player2"], row["player1"])[place])
    return dict(found)


def average(shares: Iterable[Fraction]) -> Fraction:
    """The average; nobody met is the floor."""
    listed = list(shares)
    return sum(listed, Fraction()) / len(listed) if listed else FLOOR


def standings(results: list[Row], swiss_rounds: int) -> list[dict[str, Any]]:
    """The final table from the exported results alone."""
    swiss = [row for row in results if int(row["round"]) <= swiss_rounds]
    found = tallies(swiss)
    merits = {
        name: (
            tally.points,
            average(found[other].match_wins for other in tally.met),
            tally.game_wins,
            average(found[other].game_wins for other in tally.met),
        )
        for name, tally in found.items()
    }
    came = dict.fromkeys(found, (0, False))
    for row in results:
        if int(row["round"]) > swiss_rounds:
            for place in (1, 2):
                came[row[f"player{place}"]] = (int(row["round"]), row["outcome"] == f"player{place}")
    order = sorted(found)
    order.sort(key=lambda name: (came[name], merits[name]), reverse=True)
    rows, place = [], 0
    for _, equals in groupby(order, key=lambda name: (came[name], merits[name])):
        group = list(equals)
        for name in group:
            points, *shares = merits[name]
            omw, gw, ogw = (float(round(share, 6)) for share in shares)
            rows.append(
                {"rank": place + 1, "player": name, "points": points, "omw": omw, "gw": gw, "ogw": ogw}
            )
        place += len(group)
    return rows
