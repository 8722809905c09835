"""A table under the eye of a test: what players, the network and judges do there, and what came of it, in few words."""

from __future__ import annotations

from copy import copy
from datetime import timedelta
from typing import Self, TypeVar

import pytest

from rules import acts as a
from rules import entries as e
from rules.entries import Leaving, PersonId, Stage
from rules.refusals import Refusal
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, Event, FixedDice

__all__ = ["ANN", "BOB", "COORDINATOR", "CYD", "DAN", "HEAD_JUDGE", "JUDGE", "Stage", "Table"]

E = TypeVar("E", bound=e.Entry)
R = TypeVar("R", bound=Refusal)


def name(person: PersonId | None) -> str:
    """A person's bare name."""
    return "nobody" if person is None else person.removeprefix("nick:")


class Table(Event):
    """An event with a verb for everything that happens at its tables."""

    # --- the network ---

    def leaves(self, *people: PersonId, how: Leaving = Leaving.LOST, split: str = "") -> None:
        for person in people:
            self.do(a.SeeLeaving(by=person, how=how, split=split))

    def joins(self, *people: PersonId) -> None:
        for person in people:
            self.do(a.SeePerson(by=person))

    def goes_blind(self) -> None:
        self.do(a.LoseSight(by=JUDGE, since=self.now, why="connection lost"))

    def sees(self, *present: PersonId) -> None:
        staff = {COORDINATOR, HEAD_JUDGE, JUDGE}
        self.do(a.RegainSight(by=JUDGE, present=frozenset({*present, *staff})))

    # --- players ---

    def loses(self, player: PersonId) -> None:
        self.do(a.ReportGame(by=player, won=False))

    def wins(self, player: PersonId) -> None:
        self.do(a.ReportGame(by=player, won=True))

    def draws(self, player: PersonId) -> None:
        self.do(a.ReportGame(by=player, won=None))

    def reports(self, player: PersonId, mine: int, theirs: int, draws: int = 0) -> None:
        self.do(a.ReportMatch(by=player, mine=mine, theirs=theirs, draws=draws))

    def confirms(self, player: PersonId) -> None:
        self.do(a.Confirm(by=player, dice=self.dice))

    def disputes(self, player: PersonId) -> None:
        self.do(a.Dispute(by=player))

    def says_yes(self, player: PersonId) -> None:
        self.do(a.AnswerYes(by=player, dice=self.dice))

    def concedes_match(self, player: PersonId) -> None:
        self.do(a.Concede(by=player, match=True))
        self.says_yes(player)

    def drops(self, player: PersonId) -> None:
        """Drop, with the yes that is asked for while a match is paired or played."""
        entries = self.do(a.Drop(by=player))
        if any(isinstance(entry, e.QuestionAsked) for entry in entries):
            self.says_yes(player)

    def game_of(self, *players: PersonId) -> None:
        """Both say that their decks are loaded."""
        self.ready(*(players or (ANN, BOB)))

    # --- judges ---

    def penalises(
        self, judge: PersonId, player: PersonId, infraction: str, level: str | None = None, why: str = ""
    ) -> int:
        """The number of the penalty."""
        self.do(a.Penalise(by=judge, player=player, infraction=infraction, level=level, why=why))
        return self.state.last_number

    def overturns(self, judge: PersonId, number: int) -> None:
        self.do(a.Overturn(by=judge, number=number, why="a mistake"))

    def sets(self, judge: PersonId, first: int, second: int, draws: int = 0, *, table: int = 1) -> None:
        self.do(a.SetResult(by=judge, table=table, first=first, second=second, draws=draws, why="as ruled"))

    def holds(self, table: int = 1) -> None:
        self.do(a.PlaceHold(by=JUDGE, table=table))

    def resumes(self, table: int = 1) -> None:
        self.do(a.LiftHold(by=JUDGE, table=table))

    def closes_round(self) -> None:
        self.do(a.CloseRound(by=COORDINATOR))

    def begins(self, *pairs: tuple[PersonId, PersonId]) -> None:
        """Pair and begin in the present second."""
        self.pair(*pairs)
        self.do(a.BeginRound(by=COORDINATOR, dice=self.dice))

    def twin(self) -> Self:
        """Another one that stands where this one does, and goes its own way from here."""
        other = copy(self)
        other.entries, other.dice = list(self.entries), FixedDice(self.dice.faces)
        return other

    # --- what came of it ---

    def refuses(self, act: a.Act, refusal: type[R]) -> R:
        """The act is refused for this reason, and nothing has changed."""
        before = self.state
        with pytest.raises(refusal) as caught:
            self.do(act)
        assert self.state is before
        return caught.value

    def kept(self, kind: type[E]) -> list[E]:
        """The entries of one kind."""
        return [entry for entry in self.entries if isinstance(entry, kind)]

    @property
    def penalties(self) -> list[str]:
        """`12:10:00 bob tardiness.over_10_min game_loss`, as they fell due, without what no longer stands."""
        return [
            f"{p.due_at or p.issued_at:%H:%M:%S} {name(p.player)} {p.infraction} {p.level}"
            for p in sorted(self.state.penalties.values(), key=lambda p: p.number)
            if p.status in ("standing", "superseded")
        ]

    @property
    def statuses(self) -> list[str]:
        """How each penalty stands, in the order of their numbers."""
        return [p.status for _, p in sorted(self.state.penalties.items())]

    def score(self, table: int = 1) -> str:
        """`1-0 open`: games of the table's first and second player, drawn ones if any, and the outcome."""
        match = self.match(table)
        wins, draws = (match.wins, match.draws)
        if match.result is not None:
            wins, draws = match.result.wins, match.result.draws
        score = f"{wins[0]}-{wins[1]}" + (f"-{draws}" if draws else "")
        return f"{score} {match.result.outcome.value if match.result else 'open'}"

    def how(self, table: int = 1) -> e.HowMatch | None:
        result = self.match(table).result
        return None if result is None else result.how

    @property
    def ends(self) -> str:
        """When the match time is or was up."""
        ends_at = self.match().ends_at
        return "never" if ends_at is None else f"{ends_at:%H:%M:%S}"

    @property
    def calls(self) -> list[str]:
        """What the open calls are about, oldest first."""
        return [call.why for call in self.state.open_calls]

    def is_out(self, player: PersonId) -> bool:
        return not self.state.players[player].plays


def begun(**kwargs: object) -> Table:
    """ann and bob, their round just begun at 12:00:00."""
    table = Table(**kwargs)  # type: ignore[arg-type]  # the arguments are those of Event
    table.begin()
    return table


def playing(**kwargs: object) -> Table:
    """ann and bob in game 1, which runs from 12:01:00; ann has chosen."""
    table = begun(**kwargs)
    table.game_runs()
    return table


def single_elimination(best_of: int = 3) -> Table:
    """ann and bob in game 1 of a playoff match."""
    return playing(stage=Stage.PLAYOFF, best_of=best_of)


def minutes(count: int) -> timedelta:
    return timedelta(minutes=count)
