"""What waits for a decision: open appeals and proposed penalties, by whom, and with which words.

A proposal is told to judges and coordinators alone, so nothing here goes to the channel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.wording.lines import series
from bot.wording.marks import clauses
from bot.wording.quotes import listed, named
from bot.wording.scene import Scene, Spoken
from bot.wording.titles import title
from cogs.speech import Urgency
from rules.authority import appeal_judges
from rules.decisions import deciders, ruled, undecided_for, waiting
from rules.entries import PersonId, Role
from rules.tournament import AppealState, Tournament


def whose(state: Tournament, number: int) -> str:
    """Who decides it, by name."""
    return _names(state, deciders(state, number))


def appeal_asks(state: Tournament, number: int) -> str:
    """Whom an appeal of this ruling would go to, by name."""
    return _names(state, appeal_judges(state, *ruled(state, number)))


def _names(state: Tournament, people: Sequence[PersonId]) -> str:
    if people:
        return listed([named(state.name_of(person)) for person in people], "or")
    return "a judge who has no part in it" if state.holders(Role.HEAD_JUDGE) else "the head judge"


def next_words(state: Tournament, number: int) -> str:
    """How it is decided: `!approve 8 or !dismiss 8`."""
    if number in state.appeals:
        return f"!uphold {number} or !overturn {number} <why>"
    return f"!approve {number} or !dismiss {number}"


def subject(state: Tournament, number: int) -> str:
    """`penalty 3` or `ruling 7`."""
    return f"{'penalty' if number in state.penalties else 'ruling'} {number}"


def brief(state: Tournament, number: int) -> str:
    """`appeal 4 of ruling 1 by alice`, `penalty 8 for bob, Game Loss (A.II.6)`."""
    one = waiting(state, number)
    if isinstance(one, AppealState):
        return f"appeal {number} of {subject(state, one.of)} by {named(state.name_of(one.by))}"
    who, level = named(state.name_of(one.player)), title(state.book, one.level)
    return f"penalty {number} for {who}, {level} ({clauses(one.clause)})"


def still_open(scene: Scene, head: str) -> Iterator[Spoken]:
    """To judges and coordinators: what is not decided yet, by whom it is, and with which words."""
    state = scene.state
    items = [f"{brief(state, n)} ({whose(state, n)}: {next_words(state, n)})" for n in state.undecided]
    if items:
        text = series(head, items)
        yield scene.tell_judges(text)
        for person in state.holders(Role.COORDINATOR):
            yield scene.tell(person, text, Urgency.NOW)


def tell_of_waiting(scene: Scene, person: PersonId) -> Iterator[Spoken]:
    """Who has just come learns what waits for this person, each with its next words."""
    state = scene.state
    items = [f"{brief(state, n)}: {next_words(state, n)}" for n in undecided_for(state, person)]
    if items:
        yield scene.tell(person, series(f"{scene.name(person)}, this waits for you: ", items), Urgency.NOW)


def tell_nobody_is_here(scene: Scene, number: int) -> Iterator[Spoken]:
    """The coordinators learn that nobody who could decide it is in the channel, and can name another (1.6)."""
    state, people = scene.state, deciders(scene.state, number)
    if any(map(state.is_here, people)):
        return
    head_judges = state.holders(Role.HEAD_JUDGE)
    office = "judge" if head_judges and not set(head_judges) & set(people) else "head_judge"
    away = f"{whose(state, number)}, not in the channel now" if people else f"{whose(state, number)}"
    for person in state.holders(Role.COORDINATOR):
        yield scene.tell(
            person,
            f"{scene.name(person)}, {brief(state, number)} waits for {away}. "
            f"!staff {office} <nick> names another (1.6).",
            Urgency.NOW,
        )
