"""How entries change a tournament: `apply(state, entry)`, the one place where state comes from.

Entries about one match go to `rules.matchfold`; what concerns all matches (a hold, a blind spell, the begin of the
round) goes to each. `apply` never refuses: what is in the scorebook happened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime
from typing import Any

from rules import changes as c
from rules import entries as e
from rules import foldback, judgingfold, matchfold
from rules.bracket import Bracket
from rules.bracket import made as bracket_of
from rules.facts import replace
from rules.folding import Folds
from rules.frozenmap import FrozenMap
from rules.likeness import skeletons
from rules.rulebook import from_data
from rules.tablefold import at_all, at_seat, at_table
from rules.tournament import (
    Bye,
    Hold,
    Player,
    Round,
    Tournament,
)

folds: Folds[Tournament] = Folds()
FOLDS = folds.by_class
FOLDS.update(foldback.FOLDS)
FOLDS.update(judgingfold.FOLDS)


def apply(state: Tournament | None, entry: e.Entry) -> Tournament:
    """The tournament after one more entry. The first entry of a scorebook opens it."""
    if isinstance(entry, e.TournamentOpened):
        return _opened(entry)
    if state is None:
        raise ValueError(f"a scorebook begins with {e.TournamentOpened.kind}, not with {entry.kind}")
    function = FOLDS.get(type(entry))
    if function is not None:
        return function(state, entry)
    return at_table(state, entry)


def fold(entries: Iterable[e.Entry]) -> Tournament:
    """The tournament after a whole scorebook. Raises ValueError for an empty one."""
    state: Tournament | None = None
    for entry in entries:
        state = apply(state, entry)
    if state is None:
        raise ValueError("an empty scorebook is no tournament")
    return state


# --- where an entry about a match goes ------------------------------------------------------------


@folds(e.MatchCorrected)
def _corrected(state: Tournament, entry: e.MatchCorrected) -> Tournament:
    if state.has_role(entry.by, e.Role.COORDINATOR, e.Role.HEAD_JUDGE):
        change = c.ResultSet(by=entry.by, at=entry.at, round=entry.round, table=entry.table)
        state = c.remembering(state, change)
    return at_table(state, entry)


# --- the event ------------------------------------------------------------------------------------


def _opened(entry: e.TournamentOpened) -> Tournament:
    return Tournament(
        name=entry.name,
        book=from_data(entry.rulebook),
        kind=entry.tournament_kind,
        rel=entry.rel,
        format=entry.format,
        opened_at=entry.at,
        stage=entry.stage,
        best_of=entry.best_of,
        playoff_best_of=entry.playoff_best_of,
        round_limit=entry.round_limit,
        playoff_limit=entry.playoff_limit,
        two_judges=entry.two_judges,
        automatic=entry.automatic,
        speed=entry.speed,
        keys=entry.keys,
        previous_round_ends_at=entry.previous_round_ends_at,
        names=FrozenMap({entry.by: entry.by_name}),
        authorization=entry.authorization,
        starts_at=entry.starts_at,
        start_set_at=entry.at,
        formalities_met=entry.formalities_met,
    )


@folds(e.SettingsChanged)
def _settings(state: Tournament, entry: e.SettingsChanged) -> Tournament:
    named = ("rel", "best_of", "playoff_best_of", "stage", "two_judges", "format", "authorization")
    changes: dict[str, Any] = {name: value for name in named if (value := getattr(entry, name)) is not None}
    if entry.round_limit is not None or entry.untimed:
        changes["round_limit"] = entry.round_limit
    if entry.playoff_limit is not None or entry.playoff_untimed:
        changes["playoff_limit"] = entry.playoff_limit
    if entry.tournament_kind is not None:
        changes["kind"] = entry.tournament_kind
    if entry.starts_at is not None or entry.starts_now:
        changes |= {"starts_at": entry.starts_at, "start_set_at": entry.at, "reminded_of_start": frozenset()}
    after = replace(state, keys={**state.keys, **entry.keys}, **changes)
    before = {
        field.name: was
        for field in fields(state)
        if (was := getattr(state, field.name)) != getattr(after, field.name)
    }
    return c.remembering(after, c.Set(by=entry.by, at=entry.at, before=before))


def _remembered(
    state: Tournament,
    entry: e.PhaseSet | e.StaffNamed | e.StaffRemoved,
    change: c.Change,
) -> Tournament:
    """With this change to take back; if it takes one back itself, without that one."""
    if not entry.undoes:
        return c.remembering(state, change)
    last = c.last_of(state, change.by)
    return state if last is None else c.taken_back(state, last, entry.at)


@folds(e.StartReminded)
def _start_reminded(state: Tournament, entry: e.StartReminded) -> Tournament:
    return replace(state, reminded_of_start=state.reminded_of_start | {entry.left})


@folds(e.CoordinatorMissed)
def _coordinator_missed(state: Tournament, entry: e.CoordinatorMissed) -> Tournament:
    return replace(state, unled_told=True)


def _led(state: Tournament, at: datetime) -> Tournament:
    """1.3: whether a coordinator is in the channel, and else since when none is."""
    if any(role is e.Role.COORDINATOR and state.is_here(person) for role, person in state.staff):
        return replace(state, unled_since=None, unled_told=False)
    return replace(state, unled_since=state.unled_since or at)


@folds(e.PhaseSet)
def _phase(state: Tournament, entry: e.PhaseSet) -> Tournament:
    change = c.PhaseChanged(by=entry.by, at=entry.at, before=state.phase)
    return _remembered(replace(state, phase=entry.phase), entry, change)


@folds(e.StaffNamed)
def _staff_named(state: Tournament, entry: e.StaffNamed) -> Tournament:
    if entry.by is not None and (entry.role, entry.person) not in state.staff:
        change = c.Named(by=entry.by, at=entry.at, role=entry.role, person=entry.person)
        state = _remembered(state, entry, change)
    state = replace(
        state,
        staff=state.staff | {(entry.role, entry.person)},
        titled=_titled(state, entry),
        names=state.names.put(entry.person, state.names.get(entry.person, entry.name)),
        present=state.present.put(entry.person, entry.here or state.is_here(entry.person)),
    )
    return _led(state, entry.at) if state.unled_since is not None else state


def _titled(state: Tournament, entry: e.StaffNamed) -> frozenset[tuple[e.Role, e.PersonId]]:
    """Who is named by hand keeps the office whatever the network's roles say."""
    office = {(entry.role, entry.person)}
    return state.titled | office if entry.title else state.titled - office


@folds(e.StaffRemoved)
def _staff_removed(state: Tournament, entry: e.StaffRemoved) -> Tournament:
    office = {(entry.role, entry.person)}
    if not entry.untitled:
        change = c.Removed(by=entry.by, at=entry.at, role=entry.role, person=entry.person)
        state = _remembered(state, entry, change)
    return replace(state, staff=state.staff - office, titled=state.titled - office)


@folds(e.PlayerRegistered)
def _registered(state: Tournament, entry: e.PlayerRegistered) -> Tournament:
    before = state.players.get(entry.player)
    if entry.by is not None:
        change = c.Entered(by=entry.by, at=entry.at, player=entry.player, before=before, round=_number(state))
        state = c.remembering(state, change)
    deck = entry.deck or (before.deck if before is not None else "")
    player = Player(id=entry.player, name=entry.name, deck=deck, registered_at=entry.at)
    return replace(
        state,
        playing=state.playing + (before is None or not before.plays),
        called=state.called.put(entry.name.casefold(), entry.player),
        alike=_looking(state, entry.player, entry.name),
        players=state.players.put(entry.player, player),
        names=state.names.put(entry.player, entry.name),
        present=state.present.put(entry.player, entry.here),
    )


def _looking(state: Tournament, person: e.PersonId, name: str) -> FrozenMap[str, e.PersonId]:
    """Who looks like what, with this one; whoever came first stays the one to be taken for."""
    alike = state.alike
    for skeleton in skeletons(name):
        if skeleton not in alike:
            alike = alike.put(skeleton, person)
    return alike


@folds(e.NameHeld)
def _name_held(state: Tournament, entry: e.NameHeld) -> Tournament:
    return replace(state, turned_away=state.turned_away.put(entry.player, f"like {entry.like}"))


def _number(state: Tournament) -> int:
    return state.round.number if state.round is not None else 0


@folds(e.DeckFiled)
def _deck(state: Tournament, entry: e.DeckFiled) -> Tournament:
    return _with_player(state, entry.player, deck=entry.deck)


@folds(e.DropAnnounced)
def _dropping(state: Tournament, entry: e.DropAnnounced) -> Tournament:
    return _with_player(state, entry.player, dropping=True)


@folds(e.PlayerDropped)
def _dropped(state: Tournament, entry: e.PlayerDropped) -> Tournament:
    if entry.how is e.Departure.TECHNICAL and entry.by is not None:
        before = state.players[entry.player]
        change = c.Dropped(by=entry.by, at=entry.at, before=before, round=_number(state))
        state = c.remembering(state, change)
    state = replace(
        state,
        no_shows=tuple(item for item in state.no_shows if item[0] != entry.player),
        playing=state.playing - state.players[entry.player].plays,
    )
    return _with_player(state, entry.player, dropping=False, dropped=entry.how)


def _with_player(state: Tournament, player: e.PersonId, **changes: Any) -> Tournament:
    return replace(state, players=state.players.put(player, replace(state.players[player], **changes)))


@folds(e.ContactMade)
def _contact(state: Tournament, entry: e.ContactMade) -> Tournament:
    no_shows = tuple(item for item in state.no_shows if item[0] != entry.player)
    return at_seat(replace(state, no_shows=no_shows), entry.player, entry)


@folds(e.ReadyEarly, e.PlayerArrived)
def _arrived(state: Tournament, entry: e.ReadyEarly | e.PlayerArrived) -> Tournament:
    """Whoever comes is no no-show of the round before."""
    no_shows = tuple(item for item in state.no_shows if item[0] != entry.player)
    return at_table(replace(state, no_shows=no_shows), entry)


@folds(e.TournamentEnded, e.TournamentCancelled)
def _ended(state: Tournament, entry: e.TournamentEnded | e.TournamentCancelled) -> Tournament:
    return replace(state, ended_at=entry.at, cancelled=isinstance(entry, e.TournamentCancelled))


@folds(e.AnnouncementMade, e.PersonRenamed, e.ClockStepped, e.DrawPressed, e.CaseOpened, e.CaseClosed)
def _only_said(state: Tournament, entry: e.Entry) -> Tournament:
    return state


# --- rounds ---------------------------------------------------------------------------------------


@folds(e.RoundPaired)
def _paired(state: Tournament, entry: e.RoundPaired) -> Tournament:
    state = _with_pairing_to_undo(state, entry)
    past = state.past
    if state.round is not None and state.round.number < entry.round:
        for table, match in state.matches.items():
            past = past.put((state.round.number, table), match)
    early = frozenset(
        side.player
        for match in state.matches.values()
        for side in match.sides
        if side.ready_early and match.begun_at is None
    )
    away = frozenset(p for pair in entry.pairs for p in pair if not state.is_here(p))
    tables = range(1, len(entry.pairs) + 1)
    return replace(
        state,
        past=past,
        round=Round(
            number=entry.round,
            stage=entry.stage,
            best_of=entry.best_of,
            limit=entry.limit,
            paired_at=entry.at,
            sitting_out=entry.sitting_out,
            byes=entry.byes,
        ),
        swiss_rounds=entry.rounds or state.swiss_rounds,
        bracket=_row(state.bracket, entry),
        matches=FrozenMap((table, matchfold.new_match(entry, table, early, away)) for table in tables),
        seats=FrozenMap((player, table) for table in tables for player in entry.pairs[table - 1]),
        previous_round_ends_at=_scheduled_end(state),
        holds=tuple(hold for hold in state.holds if not hold.table),
    )


def _with_pairing_to_undo(state: Tournament, entry: e.RoundPaired) -> Tournament:
    """A pairing that replaces another one goes back to the round before as well."""
    change = next((x for x in state.changes if isinstance(x, c.Paired) and x.round == entry.round), None)
    if change is not None:
        return c.remembering(c.forgetting(state, change), replace(change, by=entry.by, at=entry.at))
    return c.remembering(
        state,
        c.Paired(
            by=entry.by,
            at=entry.at,
            round=entry.round,
            before=state.round,
            previous_round_ends_at=state.previous_round_ends_at,
            swiss_rounds=state.swiss_rounds,
            bracket=state.bracket,
        ),
    )


def _row(bracket: Bracket | None, entry: e.RoundPaired) -> Bracket | None:
    """The bracket with the row that meets in this round."""
    if bracket is None or not entry.slots:
        return bracket
    slots = tuple(None if slot == e.NOBODY else slot for slot in entry.slots)
    before = bracket.before if bracket.round == entry.round else bracket
    return replace(bracket, slots=slots, round=entry.round, before=before)


@folds(e.PlayoffCut)
def _cut(state: Tournament, entry: e.PlayoffCut) -> Tournament:
    change = c.Cut(by=entry.by, at=entry.at, stage=state.stage, drawn=entry.drawn)
    state = c.remembering(state, change)
    return replace(state, stage=e.Stage.PLAYOFF, bracket=bracket_of(entry.seeds))


def _scheduled_end(state: Tournament) -> datetime | None:
    """2.2: the lateness of the next round counts from here at the earliest."""
    if state.round is not None and state.round.begun_at is not None:
        return state.round.scheduled_end_at
    return state.previous_round_ends_at


@folds(e.RoundBegun)
def _begun(state: Tournament, entry: e.RoundBegun) -> Tournament:
    current = state.round
    if current is None:
        return state
    change = c.Begun(
        by=entry.by,
        at=entry.at,
        round=entry.round,
        owed=state.owed,
        byes=state.byes,
        last_number=state.last_number,
    )
    state = c.remembering(state, change)
    begun = replace(current, begun_at=entry.at, late_from=entry.late_from)
    owed = tuple(owed for owed in state.owed if owed.player not in state.seats)  # who plays pays now
    state = at_all(replace(state, round=begun, owed=owed), entry)
    if state.blind_since is not None:
        state = at_all(state, e.SightLost(at=entry.at, why="began while the bot could not see"))
    return state


@folds(e.ByeGiven)
def _bye(state: Tournament, entry: e.ByeGiven) -> Tournament:
    bye = Bye(round=entry.round, table=entry.table, player=entry.player, wins=entry.wins)
    return replace(state, byes=(*state.byes, bye))


@folds(e.RoundWarningCalled)
def _warned(state: Tournament, entry: e.RoundWarningCalled) -> Tournament:
    if state.round is None:
        return state
    return replace(state, round=replace(state.round, warned=state.round.warned | {entry.left}))


@folds(e.RoundClosed)
def _closed(state: Tournament, entry: e.RoundClosed) -> Tournament:
    current = state.round
    if current is None:
        return state
    no_shows = state.no_shows
    if entry.no_shows_at is not None:
        no_shows = (*no_shows, *((player, entry.no_shows_at) for player in entry.no_shows))
    leaving = tuple(player.id for player in state.players.values() if player.dropping)
    change = c.Closed(by=entry.by, at=entry.at, round=entry.round, leaving=leaving, no_shows=entry.no_shows)
    state = c.remembering(state, change)
    return replace(state, round=replace(current, closed_at=entry.at), no_shows=no_shows)


# --- presence, sight, holds -----------------------------------------------------------------------


@folds(e.PersonSeen)
def _seen(state: Tournament, entry: e.PersonSeen) -> Tournament:
    state = replace(
        state,
        present=state.present.put(entry.person, True),
        split_off=state.split_off.without(entry.person),
    )
    if state.unled_since is not None:
        state = _led(state, entry.at)
    return at_seat(state, entry.person, entry)


@folds(e.PersonLeft)
def _left(state: Tournament, entry: e.PersonLeft) -> Tournament:
    split_off = state.split_off.put(entry.person, entry.split) if entry.split else state.split_off
    state = replace(state, present=state.present.put(entry.person, False), split_off=split_off)
    if state.has_role(entry.person, e.Role.COORDINATOR):
        state = _led(state, entry.at)
    return at_seat(state, entry.person, entry)


@folds(e.SightLost)
def _blind(state: Tournament, entry: e.SightLost) -> Tournament:
    return at_all(replace(state, blind_since=state.blind_since or entry.at), entry)


@folds(e.SightRestored)
def _sees(state: Tournament, entry: e.SightRestored) -> Tournament:
    there = set(entry.present)
    present = FrozenMap((person, person in there) for person in (*state.present, *there))
    split_off = FrozenMap((person, split) for person, split in state.split_off.items() if person not in there)
    no_shows = _later(state.no_shows, entry.at, state.blind_since)
    was_led = any(state.is_here(person) for person in state.holders(e.Role.COORDINATOR))
    state = replace(state, blind_since=None, present=present, split_off=split_off, no_shows=no_shows)
    if was_led or state.unled_since is not None:
        state = _led(replace(state, unled_since=None), entry.at)  # of the blind spell nobody can say
    return at_all(state, entry)


def _later(
    no_shows: tuple[tuple[e.PersonId, datetime], ...], at: datetime, stood_since: datetime | None
) -> tuple[tuple[e.PersonId, datetime], ...]:
    """Nobody is dropped as a no-show for the time in which everything stood still."""
    lasted = at - (stood_since or at)
    return tuple((player, due_at + lasted) for player, due_at in no_shows)


@folds(e.HoldPlaced)
def _held(state: Tournament, entry: e.HoldPlaced) -> Tournament:
    hold = Hold(table=entry.table, by=entry.by, since=entry.at, call=entry.call)
    state = replace(state, holds=(*state.holds, hold))
    if entry.table:
        return _hold_at(state, entry.table, entry)
    if state.round is not None and state.round.runs:
        state = replace(state, round=replace(state.round, held_since=entry.at))
    return at_all(state, entry)


@folds(e.HoldLifted)
def _resumed(state: Tournament, entry: e.HoldLifted) -> Tournament:
    since = state.held_all_since
    state = replace(state, holds=tuple(hold for hold in state.holds if hold.table != entry.table))
    if entry.table:
        return _hold_at(state, entry.table, entry)
    state = _schedule_moved(state, entry, since)
    current = state.round
    if current is not None and current.held_since is not None:
        credit = current.credit + (entry.at - current.held_since)
        state = replace(state, round=replace(current, held_since=None, credit=credit))
    return at_all(state, entry)


@folds(e.HoldReminded)
def _hold_reminded(state: Tournament, entry: e.HoldReminded) -> Tournament:
    holds = tuple(
        replace(hold, reminded_at=entry.at) if hold.table == entry.table else hold for hold in state.holds
    )
    return replace(state, holds=holds)


def _schedule_moved(state: Tournament, entry: e.HoldLifted, since: datetime | None) -> Tournament:
    """What was due when the hold of all tables began is due so much later."""
    ends_at = state.previous_round_ends_at
    if since is not None and ends_at is not None and ends_at > since:
        ends_at += entry.at - since
    no_shows = _later(state.no_shows, entry.at, since)
    return replace(state, previous_round_ends_at=ends_at, no_shows=no_shows)


def _hold_at(state: Tournament, table: int, entry: e.HoldPlaced | e.HoldLifted) -> Tournament:
    match = matchfold.fold(state.matches[table], entry)
    return replace(state, matches=state.matches.put(table, match))


# --- chance ---------------------------------------------------------------------------------------


@folds(e.CoinFlipped, e.DiceRolled)
def _drawn(state: Tournament, entry: e.CoinFlipped | e.DiceRolled) -> Tournament:
    return replace(state, draws=state.draws.put(entry.number, entry), last_draw=entry.number)


@folds(e.FirstPlayerRolled)
def _first_player(state: Tournament, entry: e.FirstPlayerRolled) -> Tournament:
    state = replace(state, draws=state.draws.put(entry.number, entry), last_draw=entry.number)
    return at_table(state, entry)


@folds(e.RegistrationRefused)
def _registration_refused(state: Tournament, entry: e.RegistrationRefused) -> Tournament:
    return replace(state, turned_away=state.turned_away.put(entry.player, entry.standing))


@folds(e.FlipRefused)
def _flip_refused(state: Tournament, entry: e.FlipRefused) -> Tournament:
    return state
