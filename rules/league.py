"""The league's own scorebook: what belongs to no event. Flips and rolls outside events, the members' standings, and
which accounts are one person's.

The same two functions as for a tournament: `league_apply` folds, `league_decide` decides. Standings are a ledger: a
new one is another entry, and what a member's standing is follows from the latest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rules import entries as e
from rules import refusals as r
from rules.acts import Act, FlipCoin, RollDice, SetStanding, TieAccounts, UntieAccounts
from rules.drawing import decides_a_match, flipped, rolled
from rules.facts import replace
from rules.frozenmap import FrozenMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One account of a person: who that is there, under which name, and on which network."""

    id: e.PersonId
    name: str
    on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """What is true of the league outside its events. `standings`: everything on record of a member, oldest first.

    `ties`: for each account that is tied, all that are this person's, itself among them, the first tied first.
    """

    draws: FrozenMap[int, e.CoinFlipped | e.DiceRolled] = field(default_factory=FrozenMap)
    last_draw: int = 0
    standings: FrozenMap[e.PersonId, tuple[e.StandingSet, ...]] = field(default_factory=FrozenMap)

    ties: FrozenMap[e.PersonId, tuple[Account, ...]] = field(default_factory=FrozenMap)

    def ids_of(self, person: e.PersonId) -> tuple[e.PersonId, ...]:
        """Every id of this person, the first tied first; only this one where nothing is tied."""
        return tuple(account.id for account in self.ties.get(person, ())) or (person,)

    def record_of(self, person: e.PersonId) -> tuple[e.StandingSet, ...]:
        """Everything on record of this member under any account, oldest first."""
        found = [entry for one in self.ids_of(person) for entry in self.standings.get(one, ())]
        return tuple(sorted(found, key=lambda entry: entry.at))

    def standing_of(self, person: e.PersonId) -> e.StandingSet | None:
        """What was set last for this member; None when nothing is on record."""
        record = self.record_of(person)
        return replace(record[-1], person=person) if record else None

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
        case e.AccountsTied():
            return _grouped(state, _tied(state, entry))
        case e.AccountsUntied():
            left = tuple(one for one in state.ties.get(entry.person, ()) if one.id != entry.person)
            return _grouped(replace(state, ties=state.ties.without(entry.person)), left)
        case _:
            raise TypeError(f"{entry.kind} does not belong to the league")


def league_decide(state: League, act: Act, now: datetime) -> tuple[tuple[e.Entry, ...], League]:
    """The entries of an act outside any event, and the league after them. Raises a `Refusal`."""
    entry: e.CoinFlipped | e.DiceRolled | e.StandingSet | e.AccountsTied | e.AccountsUntied
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
        case TieAccounts():
            entry = _tie(state, act, now)
        case UntieAccounts():
            entry = _untie(state, act, now)
        case _:
            raise TypeError(f"{type(act).__name__} is no act of the league")
    return (entry,), league_apply(state, entry)


def _tied(state: League, entry: e.AccountsTied) -> tuple[Account, ...]:
    """Everybody's accounts that are one person's from this entry on."""
    one = Account(id=entry.person, name=entry.name, on=entry.on)
    other = Account(id=entry.other, name=entry.other_name, on=entry.other_on)
    return (*state.ties.get(one.id, (one,)), *state.ties.get(other.id, (other,)))


def _grouped(state: League, accounts: tuple[Account, ...]) -> League:
    """The league in which these are one person's; a single one is tied to nothing."""
    ties = state.ties
    for account in accounts:
        ties = ties.put(account.id, accounts) if len(accounts) > 1 else ties.without(account.id)
    return replace(state, ties=ties)


def _tie(state: League, act: TieAccounts, now: datetime) -> e.AccountsTied:
    """Only who is vouched for may; nobody has two accounts on one network, or is two people in one event."""
    if not act.verified:
        raise r.NotVerified
    own = state.ties.get(act.by, (Account(id=act.by, name=act.name, on=act.on),))
    others = state.ties.get(act.other, (Account(id=act.other, name=act.other_name, on=act.other_on),))
    if any(one.id == act.other for one in own):
        raise r.TiedAlready(others=tuple(one.name for one in own if one.id != act.by))
    for other in others:
        for one in own:
            if one.on == other.on:
                raise r.TiedElsewhere(name=one.name if one.id != act.by else other.name, on=one.on)
    if act.event:
        raise r.ApartInEvent(event=act.event)
    return e.AccountsTied(
        at=now,
        person=act.other,
        name=act.other_name,
        on=act.other_on,
        other=act.by,
        other_name=act.name,
        other_on=act.on,
    )


def _untie(state: League, act: UntieAccounts, now: datetime) -> e.AccountsUntied:
    """Not while an event knows this person: a player would vanish from a match, or be two."""
    if not act.verified:
        raise r.NotVerified
    if act.by not in state.ties:
        raise r.NotTied
    if act.event:
        raise r.TiedInEvent(event=act.event)
    for one in state.ties[act.by]:
        record = state.standings.get(one.id, ())
        if record and record[-1].standing != record[0].before:  # before the first one it was as everybody's
            raise r.TiedByStanding(standing=record[-1].standing)
    return e.AccountsUntied(at=now, person=act.by, name=act.name, on=act.on)


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
