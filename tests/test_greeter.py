"""Newcomers hear what the event was announced with: once, in private, and no crowd floods the line."""

from __future__ import annotations

from datetime import timedelta

from bot.greeter import MOST_A_MINUTE, Greeter
from rules import acts as a
from rules.entries import PersonId
from rules.tournament import Tournament
from tests.playing import ANN, COORDINATOR, START, Event

ZED, DORA = PersonId("nick:zed"), PersonId("nick:dora")


class Door:
    """A greeter at the door of one event."""

    def __init__(self) -> None:
        self.event = Event()
        self.now = START
        self.told: list[PersonId] = []
        self.greeter = Greeter(self._events, self._tell, lambda: self.now, lambda state: [state.name])

    def _events(self) -> dict[str, Tournament]:
        return {"autumn-12": self.event.state}

    def _tell(self, person: PersonId, text: str) -> None:
        assert text == "Autumn 12"
        self.told.append(person)


def test_a_newcomer_is_told_once_and_who_was_there_never() -> None:
    door = Door()
    door.greeter.opened("autumn-12", [DORA])
    for person in (ZED, DORA, ANN, ZED):
        door.greeter.came(person)
    assert door.told == [ZED]


def test_a_crowd_is_greeted_as_far_as_a_minute_allows() -> None:
    door = Door()
    crowd = [PersonId(f"nick:p{number}") for number in range(MOST_A_MINUTE + 5)]
    for person in crowd:
        door.greeter.came(person)
    assert door.told == crowd[:MOST_A_MINUTE]
    door.now += timedelta(minutes=1)
    door.greeter.came(crowd[-1])
    assert door.told[-1] == crowd[-1]


def test_of_an_event_that_is_over_nobody_is_told() -> None:
    door = Door()
    door.event.do(a.CancelTournament(by=COORDINATOR, why="no power"))
    door.greeter.came(ZED)
    assert door.told == []
