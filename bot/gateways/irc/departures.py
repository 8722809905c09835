"""People who quit: told at once if the reason is sure, else a moment later: several at once are a split."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.gateways.irc.leaving import QuitReader, Reading
from cogs.speech import Left, Person
from rules.entries import Leaving

_SEVERAL = 3
_ONE_SPLIT = timedelta(seconds=10)
"""A big split takes a while to be shown; later than this the same text is another one."""


@dataclass(slots=True, kw_only=True)
class _Held:
    """People who quit with one text in one moment."""

    reading: Reading
    timer: asyncio.TimerHandle
    people: list[tuple[Person, datetime]] = field(default_factory=list)


class Departures:
    """What happens between a QUIT on the wire and the `Left` that is told."""

    def __init__(
        self,
        reader: QuitReader,
        tell: Callable[[Left], None],
        *,
        moment: timedelta,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`moment`: within how long several with the same text went by one cause."""
        self._monotonic = monotonic
        self._reader = reader
        self._tell = tell
        self._moment = moment
        self._held: dict[str, _Held] = {}
        self._splits: dict[str, tuple[str, float]] = {}

    def quit(self, person: Person, text: str, at: datetime) -> Leaving | None:
        """Somebody quit; returns how if that is sure now."""
        reading = self._reader.read(text, person.nick)
        if reading.is_sure:
            self._leave(person, reading.how, text, at)
            return reading.how
        if text not in self._held:
            loop = asyncio.get_running_loop()
            timer = loop.call_later(self._moment.total_seconds(), self._release, text)
            self._held[text] = _Held(reading=reading, timer=timer)
        self._held[text].people.append((person, at))
        return None

    def release(self) -> None:
        """Tell all that is held, because something is told after which it would come late."""
        for text in list(self._held):
            self._release(text)

    def _release(self, text: str) -> None:
        held = self._held.pop(text)
        held.timer.cancel()
        how = Leaving.SPLIT if len(held.people) >= _SEVERAL else held.reading.how
        for person, at in held.people:
            self._leave(person, how, text, at)

    def _leave(self, person: Person, how: Leaving, text: str, at: datetime) -> None:
        split = self._split(text, at) if how is Leaving.SPLIT else ""
        self._tell(Left(person=person, how=how, reason=text, at=at, split=split))

    def _split(self, text: str, at: datetime) -> str:
        """The name of a split, the same for all its people."""
        moment = self._monotonic()
        name, last = self._splits.get(text, ("", moment))
        if not name or moment - last > _ONE_SPLIT.total_seconds():
            name = f"{text} {at:%Y-%m-%dT%H:%M:%S}"
        self._splits[text] = (name, moment)
        return name
