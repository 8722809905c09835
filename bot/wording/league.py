"""What is said of the league's own book: flips and rolls outside any event, members' standings, and tied accounts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.wording.chance import answer
from bot.wording.scene import Spoken
from bot.wording.standings import standing_set
from bot.wording.ties import accounts_tied, accounts_untied
from rules.entries import AccountsTied, AccountsUntied, CoinFlipped, DiceRolled, Entry, StandingSet
from rules.league import League


def speak_league(entries: Sequence[Entry], before: League | None, after: League) -> list[Spoken]:
    """What is said of one committed batch of the league's book, in the order of its entries."""
    lines: list[Spoken] = []
    for index, entry in enumerate(entries):
        match entry:
            case CoinFlipped() | DiceRolled():
                lines.append(answer(index, entry))
            case StandingSet():
                lines.extend(standing_set(index, entry))
            case AccountsTied():
                lines.extend(accounts_tied(index, entry))
            case AccountsUntied():
                lines.extend(accounts_untied(index, entry))
            case _:
                raise TypeError(f"{entry.kind} does not belong to the league")
    return lines
