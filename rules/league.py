"""The league's own scorebook: what belongs to no event. Flips and rolls outside events, and the members' standings.

The same two functions as for a tournament: `league_apply` folds, `league_decide` decides. Standings are a ledger: a
new one is another entry, and what a member's standing is follows from the latest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rules import entries as e
from rules import refusals as r
from rules.acts import Act, FlipCoin, RollDice, SetStanding
from rules.drawing import decides_a_match, flipped, rolled
from rules.facts import replace
from rules.frozenmap import FrozenMap


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """What is true of the league outside its events. `standings`: everything on record of a member, oldest first."""

    draws: FrozenMap[int, e.CoinFlipped | e.DiceRolled] = field(default_factory=FrozenMap)
    last_draw: int = 0
    standings: FrozenMap[e.PersonId, tuple[e.StandingSet, ...]] = field(default_factory=FrozenMap)

    def standing_of(self, person: e.PersonId) -> e.StandingSet | None:
        """What was set last for this member; None when nothing is on record."""
        record = self.standings.get(person, ())
        return record[-1] if record else None

    def standing_for(self, person: e.PersonId, name: str) -> e.StandingSet | None:
        """What a registration should know: what is on record of this person, else of a member of the same name."""
        return self.standing_of(person) or next(iter(self.called(name)), None)

    def called(self, name: str) -> tuple[e.StandingSet, ...]:
        """The latest entries of the members whose standing was set under this name; case does not count."""
        latest = (record[-1] for record in self.standings.values())
        return tuple(one for one in latest if one.name.casefold() == name.casefold())


def league_apply(state: League, entry: e.Entry) -> League:
    """The league after one more entry. Raises TypeError for an entry that belongs to an event."""
    match entry:
        case e.CoinFlipped() | e.DiceRolled():
            return replace(state, draws=state.draws.put(entry.number, entry), last_draw=entry.number)
        case e.StandingSet():
            record = (*state.standings.get(entry.person, ()), entry)
            return replace(state, standings=state.standings.put(entry.person, record))
        case _:
            raise TypeError(f"{entry.kind} does not belong to the league")


def league_decide(state: League, act: Act, now: datetime) -> tuple[tuple[e.Entry, ...], League]:
    """The entries of an act outside any event, and the league after them. Raises a `Refusal`."""
    entry: e.CoinFlipped | e.DiceRolled | e.StandingSet
    number = state.last_draw + 1
    match act:
        case FlipCoin():
            if decides_a_match(act.words):
                raise r.FlipForbidden
            entry = flipped(act, number=number, at=now)
        case RollDice():
            entry = rolled(act, number=number, at=now)
        case SetStanding():
            entry = _standing(state, act, now)
        case _:
            raise TypeError(f"{type(act).__name__} is no act of the league")
    return (entry,), league_apply(state, entry)


def _standing(state: League, act: SetStanding, now: datetime) -> e.StandingSet:
    """7.4: only directors set one, with a verified account; an unusual path is noted, and allowed."""
    if act.by not in act.directors:
        raise r.NotAllowed(need=(e.Role.DIRECTOR,), what="setstanding")
    if not act.verified:
        raise r.NotVerified
    row = act.standings.get(act.standing)
    if row is None:
        raise r.UnknownStanding(standing=act.standing, known=tuple(act.standings))
    last = state.standing_of(act.person)
    before = act.default if last is None else last.standing
    return e.StandingSet(
        at=now,
        person=act.person,
        name=act.name,
        standing=row.key,
        before=before,
        usual=row.follows(before),
        by=act.by,
        by_name=act.by_name,
        why=act.why,
        speed=act.speed,
    )
