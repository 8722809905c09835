"""What holds at the end of a rehearsal, as facts that can be compared.

The block after `expect` is read into these, and `bot.rehearsal.final` makes the same from the state and the
store. Names of players are compared in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.rehearsal.moments import MOMENT, BadTranscript, read_moment, shown, write_moment


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyFact:
    """A penalty: when it fell due (or was given, if no clock caused it), and how it stands ("" for any)."""

    at: datetime
    player: str
    infraction: str
    penalty: str
    status: str = ""

    def __str__(self) -> str:
        words = ("penalty", write_moment(self.at), self.player, self.infraction, self.penalty, self.status)
        return " ".join(word for word in words if word)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFact:
    """A table's score and state. `round` 0: of the last round paired. `player2` is `bye` for a bye."""

    player1: str
    player2: str
    wins1: int
    wins2: int
    draws: int
    state: str
    round: int = 0

    def __str__(self) -> str:
        score = f"{self.wins1}-{self.wins2}" + (f"-{self.draws}" if self.draws else "")
        number = f"{self.round} " if self.round else ""
        return f"match {number}{self.player1} {score} {self.player2} {self.state}"

    @property
    def turned(self) -> MatchFact:
        """The same table, named from the other side."""
        return MatchFact(
            player1=self.player2,
            player2=self.player1,
            wins1=self.wins2,
            wins2=self.wins1,
            draws=self.draws,
            state=self.state,
            round=self.round,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsFact:
    """So many judge calls are open."""

    count: int

    def __str__(self) -> str:
        return f"calls {self.count}" if self.count else "no calls"


@dataclass(frozen=True, slots=True, kw_only=True)
class DropFact:
    """A player is out of the event, and not disqualified."""

    player: str

    def __str__(self) -> str:
        return f"dropped {self.player}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndFact:
    """When the match time of these two is or was up."""

    at: datetime
    players: frozenset[str]

    def __str__(self) -> str:
        return f"ends {write_moment(self.at)} {' '.join(sorted(self.players))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceFact:
    """Who has, or had, the choice of playing first in this game of the player's last match."""

    player: str
    game: int

    def __str__(self) -> str:
        return f"chooses {self.player} {self.game}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingFact:
    """A player's match points."""

    player: str
    points: int

    def __str__(self) -> str:
        return f"standing {self.player} {self.points} points"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFact:
    """What the league keeps of a player: `rating`, `cards` or `status`."""

    kind: str
    player: str
    value: str

    def __str__(self) -> str:
        return f"{self.kind} {self.player} {self.value}"


Fact = PenaltyFact | MatchFact | CallsFact | DropFact | EndFact | ChoiceFact | StandingFact | LeagueFact


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """A line of the `expect` block. `fact` None: there is nothing of this kind (`no penalties`)."""

    line: int
    text: str
    kind: type[Fact]
    fact: Fact | None


def read_fact(text: str, line: int) -> Iterator[Expected]:
    """The facts that a line of the `expect` block expects. Raises BadTranscript."""
    if text in _NOTHING:
        kind, fact = _NOTHING[text]
        yield Expected(line=line, text=text, kind=kind, fact=fact)
        return
    word = text.split(maxsplit=1)[0]
    if word not in _FORMS:
        kinds = ", ".join([*_FORMS, *_NOTHING])
        raise BadTranscript(line, f"expected one of {kinds}, found {shown(text)}")
    pattern, example, read = _FORMS[word]
    found = pattern.fullmatch(" ".join(text.split()))
    if found is None:
        raise BadTranscript(line, f"expected {example}, found {shown(text)}")
    for fact in read(found, line):
        yield Expected(line=line, text=text, kind=type(fact), fact=fact)


# --- one reader for each kind of fact ---

_LEVELS = "caution|warning|game_loss|match_loss|disqualification|yellow_card|red_card|double_red_card|points"
_STATUSES = "standing|pending|overturned|superseded|dismissed"


def _penalty(found: re.Match[str], line: int) -> Iterator[Fact]:
    yield PenaltyFact(
        at=read_moment(found["at"], line),
        player=found["player"].lower(),
        infraction=found["infraction"],
        penalty=found["penalty"],
        status=found["status"] or "",
    )


def _match(found: re.Match[str], line: int) -> Iterator[Fact]:
    yield MatchFact(
        round=int(found["round"] or 0),
        player1=found["player1"].lower(),
        player2=found["player2"].lower(),
        wins1=int(found["wins1"]),
        wins2=int(found["wins2"]),
        draws=int(found["draws"] or 0),
        state=found["state"],
    )


def _calls(found: re.Match[str], line: int) -> Iterator[Fact]:
    yield CallsFact(count=int(found["count"]))


def _dropped(found: re.Match[str], line: int) -> Iterator[Fact]:
    for player in found["players"].split():
        yield DropFact(player=player.lower())


def _ends(found: re.Match[str], line: int) -> Iterator[Fact]:
    players = frozenset({found["player1"].lower(), found["player2"].lower()})
    yield EndFact(at=read_moment(found["at"], line), players=players)


def _chooses(found: re.Match[str], line: int) -> Iterator[Fact]:
    yield ChoiceFact(player=found["player"].lower(), game=int(found["game"]))


def _standing(found: re.Match[str], line: int) -> Iterator[Fact]:
    yield StandingFact(player=found["player"].lower(), points=int(found["points"]))


def _league(found: re.Match[str], line: int) -> Iterator[Fact]:
    yield LeagueFact(kind=found["kind"], player=found["player"].lower(), value=found["value"])


Read = Callable[[re.Match[str], int], Iterator[Fact]]


def _form(pattern: str, example: str, read: Read) -> tuple[re.Pattern[str], str, Read]:
    return re.compile(pattern, re.ASCII), example, read


_FORMS: dict[str, tuple[re.Pattern[str], str, Read]] = {
    "penalty": _form(
        rf"penalty (?P<at>{MOMENT}) (?P<player>\S+) (?P<infraction>[a-z0-9_.]+) (?P<penalty>{_LEVELS})"
        rf"(?: (?P<status>{_STATUSES}))?",
        "penalty 12:12:30 bob disconnection game_loss, perhaps with a status",
        _penalty,
    ),
    "match": _form(
        r"match (?:(?P<round>\d{1,4}) )?(?P<player1>\S+) (?P<wins1>\d{1,2})-(?P<wins2>\d{1,2})"
        r"(?:-(?P<draws>\d{1,2}))? (?P<player2>\S+) (?P<state>open|final|disputed|double_loss|unplayed)",
        "match alice 1-0 bob open (or final, disputed, double_loss, unplayed)",
        _match,
    ),
    "calls": _form(r"calls (?P<count>\d{1,6})", "calls 1", _calls),
    "dropped": _form(r"dropped (?P<players>\S+(?: \S+)*)", "dropped bob", _dropped),
    "ends": _form(
        rf"ends (?P<at>{MOMENT}) (?P<player1>\S+) (?P<player2>\S+)", "ends 12:55:00 ann bob", _ends
    ),
    "chooses": _form(r"chooses (?P<player>\S+) (?P<game>\d{1,2})", "chooses bob 2", _chooses),
    "standing": _form(
        r"standing (?P<player>\S+) (?P<points>\d{1,6}) points?", "standing bob 3 points", _standing
    ),
    "rating": _form(r"(?P<kind>rating) (?P<player>\S+) (?P<value>-?\d{1,6})", "rating bob 2", _league),
    "cards": _form(
        r"(?P<kind>cards) (?P<player>\S+) (?P<value>yellow \d{1,4} red \d{1,4})",
        "cards bob yellow 1 red 0",
        _league,
    ),
    "status": _form(
        r"(?P<kind>status) (?P<player>\S+) (?P<value>ok|excluded_rest|suspended_rest|out|banned)",
        "status bob ok (or excluded_rest, suspended_rest, out, banned)",
        _league,
    ),
}

_NOTHING: dict[str, tuple[type[Fact], Fact | None]] = {
    "no penalties": (PenaltyFact, None),
    "no calls": (CallsFact, CallsFact(count=0)),
    "no drops": (DropFact, None),
}
