"""The header of an event: what it was announced with, as it is said on opening, to newcomers and by `!status`."""

from __future__ import annotations

from datetime import UTC

from rules.durations import format_duration
from rules.entries import Role
from rules.settings import NOTHING, PUBLISHED, publishes, watches_presence
from rules.starting import needs_decks
from rules.tournament import Tournament


def header(state: Tournament) -> list[str]:
    """Its sentences, the most important first."""
    invited = state.keys.get("invited", "")
    found = [
        f"{_rules(state)}.",
        _staff(state),
        f"Authorization {state.authorization}." if state.authorization else "",
        "Decks are to be on file: !deck <code>." if needs_decks(state) else "",
        f"By invitation, {len(invited.split(','))} are invited." if invited else "",
        "Who is shown as offline is absent." if watches_presence(state.keys) else "",
        _published(state),
        _speed(state),
    ]
    return [sentence for sentence in found if sentence]


def _rules(state: Tournament) -> str:
    return ", ".join(part for part in _parts(state) if part)


def _parts(state: Tournament) -> tuple[str, ...]:
    book, limit = state.book, state.round_limit
    return (
        f"{book.title}, version {book.version}",
        state.kind,
        state.format,
        f"REL {state.rel}",
        f"best of {state.best_of}",
        f"best of {state.playoff_best_of} in the playoff" if state.playoff_best_of != state.best_of else "",
        _programme(state),
        f"{format_duration(limit)} a round" if limit is not None else "untimed rounds",
        f"starts {state.starts_at.astimezone(UTC):%d %b %H:%M:%S} UTC" if state.starts_at else "",
    )


def _programme(state: Tournament) -> str:
    """The stages and the number of rounds, as far as they were announced."""
    stages = state.keys.get("stages", "").replace("_", " ").replace("+top", " and a top ")
    rounds = state.keys.get("rounds", "")
    counted = f"{rounds} round{'' if rounds == '1' else 's'}" if rounds else ""
    return ", ".join(part for part in (stages, counted) if part)


def _staff(state: Tournament) -> str:
    """Who judges; in a two-judge event that has to be announced beforehand (1.9)."""
    two = (
        f" Two-judge event (1.9), secondary judge: {_holders(state, Role.SECONDARY_JUDGE)}."
        if state.two_judges
        else ""
    )
    return f"Head judge: {_holders(state, Role.HEAD_JUDGE)}.{two}"


def _holders(state: Tournament, role: Role) -> str:
    names = [state.name_of(person) for person in state.holders(role)]
    return " or ".join(names) or "not named yet"


def _published(state: Tournament) -> str:
    """0.7: what everybody may see, and that lists are nobody's before the end."""
    shown = [what for what in PUBLISHED if publishes(state.keys, what)]
    return f"Public: {' and '.join(shown) or NOTHING}; decks after the end."


def _speed(state: Tournament) -> str:
    if state.speed == 1:
        return ""
    return f"A rehearsal: clocks run {state.speed:g} times as fast, and nothing counts for the league."
