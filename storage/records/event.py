"""Records of the event itself, its players, and the names people go by in it."""

from __future__ import annotations

from rules.entries import (
    DeckFiled,
    DropUndone,
    EntryUndone,
    PlayerDropped,
    PlayerRegistered,
    RoundReopened,
    SettingsChanged,
    SettingsUndone,
    StaffNamed,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
)
from storage.records.changes import Change, Derives, Source, amend, given, put, put_if_new, remove
from storage.tables import people, players, tournaments

PUT_TOURNAMENT = put(tournaments)
END_TOURNAMENT = amend(tournaments, state=given("state"), ended_at=given("ended_at"))
CHANGE_REL = amend(tournaments, rel=given("rel"))
CHANGE_FORMAT = amend(tournaments, format=given("format"))
CHANGE_KIND = amend(tournaments, kind=given("kind"))
NAME_PERSON = put_if_new(people)
RENAME_PERSON = put(people, name=True, named_at=True, seq=True)
PUT_PLAYER = put(
    players,
    seq=True,
    name=True,
    deck=True,
    registered_at=True,
    dropped=lambda old, new: None,
    dropped_at=lambda old, new: None,
)
FILE_DECK = amend(players, "player", deck=given("deck"))
REMOVE_PLAYER = remove(players, "player")
DROP_PLAYER = amend(players, "player", dropped=given("dropped"), dropped_at=given("dropped_at"))


def _opened(source: Source, entry: TournamentOpened) -> list[Change]:
    tournament = source.put(
        PUT_TOURNAMENT,
        name=entry.name,
        rulebook=str(entry.rulebook.get("name", "")),
        rel=entry.rel,
        kind=entry.tournament_kind,
        format=entry.format,
        speed=entry.speed,
        state="open",
        opened_by=entry.by,
        opened_at=entry.at,
    )
    opener = source.put(NAME_PERSON, person=entry.by, name=entry.by_name, named_at=entry.at)
    return [tournament, opener]


def _settings_changed(source: Source, entry: SettingsChanged) -> list[Change]:
    changes = []
    if entry.rel is not None:
        changes.append(source.amend(CHANGE_REL, new_rel=entry.rel))
    if entry.format is not None:
        changes.append(source.amend(CHANGE_FORMAT, new_format=entry.format))
    if entry.tournament_kind is not None:
        changes.append(source.amend(CHANGE_KIND, new_kind=entry.tournament_kind))
    return changes


def _ended(source: Source, entry: TournamentEnded) -> list[Change]:
    return [source.amend(END_TOURNAMENT, new_state="ended", new_ended_at=entry.at)]


def _cancelled(source: Source, entry: TournamentCancelled) -> list[Change]:
    return [source.amend(END_TOURNAMENT, new_state="cancelled", new_ended_at=entry.at)]


def _staff_named(source: Source, entry: StaffNamed) -> list[Change]:
    return [source.put(NAME_PERSON, person=entry.person, name=entry.name, named_at=entry.at)]


def _registered(source: Source, entry: PlayerRegistered) -> list[Change]:
    # The name a player is entered under is the one that stands in every record of the event.
    name = source.put(RENAME_PERSON, person=entry.player, name=entry.name, named_at=entry.at)
    player = source.put(
        PUT_PLAYER, player=entry.player, name=entry.name, deck=entry.deck, registered_at=entry.at
    )
    return [name, player]


def _deck_filed(source: Source, entry: DeckFiled) -> list[Change]:
    return [source.amend(FILE_DECK, its_player=entry.player, new_deck=entry.deck)]


def _settings_undone(source: Source, entry: SettingsUndone) -> list[Change]:
    return [
        source.amend(CHANGE_REL, new_rel=entry.rel),
        source.amend(CHANGE_FORMAT, new_format=entry.format),
        source.amend(CHANGE_KIND, new_kind=entry.tournament_kind),
    ]


def _drop_undone(source: Source, entry: DropUndone) -> list[Change]:
    return [source.amend(DROP_PLAYER, its_player=entry.player, new_dropped=None, new_dropped_at=None)]


def _reopened(source: Source, entry: RoundReopened) -> list[Change]:
    return [
        source.amend(DROP_PLAYER, its_player=player, new_dropped=None, new_dropped_at=None)
        for player in entry.back
    ]


def _entry_undone(source: Source, entry: EntryUndone) -> list[Change]:
    """Who had left before is out again, from now on; who is new was never in it."""
    if entry.dropped is None:
        return [source.amend(REMOVE_PLAYER, its_player=entry.player)]
    out = entry.dropped.value
    return [source.amend(DROP_PLAYER, its_player=entry.player, new_dropped=out, new_dropped_at=entry.at)]


def _dropped(source: Source, entry: PlayerDropped) -> list[Change]:
    return [
        source.amend(
            DROP_PLAYER, its_player=entry.player, new_dropped=entry.how.value, new_dropped_at=entry.at
        )
    ]


DERIVES: Derives = {
    SettingsUndone: _settings_undone,
    DropUndone: _drop_undone,
    RoundReopened: _reopened,
    EntryUndone: _entry_undone,
    TournamentOpened: _opened,
    SettingsChanged: _settings_changed,
    TournamentEnded: _ended,
    TournamentCancelled: _cancelled,
    StaffNamed: _staff_named,
    PlayerRegistered: _registered,
    DeckFiled: _deck_filed,
    PlayerDropped: _dropped,
}
