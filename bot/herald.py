"""The herald: speaks what is stored, in every place that it is for, and marks it said.

Stored first, then spoken. A line is marked once it was said wherever it could be said when it was announced,
so a crash in between repeats a sentence and loses none. A network that is away keeps its lines for itself and
holds up no other; what is overtaken by the time it is back is not said late. Answers to look-ups go the same
way, and are not stored.

A list takes long where few lines go through. It is not begun twice in one place, and when it is overtaken (the
round was paired anew) no more of it is said.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from bot.attachment import NOTHING
from bot.gateways import Gateway, SaysAtOnce, SeatsTables
from bot.tidings import LAPSE_AFTER, Tidings
from bot.voice import Utterance, Voice
from cogs.speech import Line, Place, Urgency, Where
from rules.entries import PersonId

log = logging.getLogger(__name__)

JUDGES, PERSON = "judges", "person:"
"""The places of stored lines that are not the channel."""

TURN = 50
"""So many lines are sent out before others have a turn."""

LineKey = tuple[str, int, int]


class Outbox(Protocol):
    """Where lines are marked."""

    async def mark_said(self, keys: Iterable[LineKey], at: datetime) -> None: ...

    async def mark_overtaken(self, keys: Iterable[LineKey], at: datetime) -> None: ...


class Audience(Protocol):
    """Who can hear, and where."""

    def nicks_of(self, person: PersonId, network: str) -> tuple[str, ...]:
        """Under which nicks somebody is in that network's channel."""
        ...


class _Errand:
    """A stored line, and the places where it has to be said before it counts as said."""

    def __init__(self, places: set[Place]) -> None:
        self._left = places
        self._heard = False

    def is_over(self, place: Place, *, heard: bool) -> bool:
        """It was said there, or will not be; whether that was the last place."""
        if place not in self._left:
            return False
        self._left.remove(place)
        self._heard |= heard
        return not self._left

    @property
    def was_heard(self) -> bool:
        """Whether it was said anywhere."""
        return self._heard


class Herald:
    """Speaks in the channels, in the judges' channels, and to people."""

    def __init__(
        self,
        outbox: Outbox,
        gateways: Iterable[Gateway],
        audience: Audience,
        sees: Callable[[str], bool],
        now: Callable[[], datetime],
        speed: float = 1.0,
        mark_of: Callable[[str], str] = lambda event: "",
    ) -> None:
        """`sees` says whether a network can be seen right now; `speed` is that of rule time.

        `mark_of` is what a line of an event begins with, so that one knows which event it is about.
        """
        self._mark_of = mark_of
        self._outbox = outbox
        self._gateways = {gateway.network: gateway for gateway in gateways}
        self._quick = {name: each for name, each in self._gateways.items() if isinstance(each, SaysAtOnce)}
        self._seats = {name: each for name, each in self._gateways.items() if isinstance(each, SeatsTables)}
        self._audience = audience
        self._sees = sees
        self._now = now
        self._lapse_after: timedelta = LAPSE_AFTER * speed
        self._voices: dict[Place, Voice] = {}
        self._away: dict[PersonId, list[Tidings]] = {}
        self._answers: set[Line] = set()
        self._listing: dict[tuple[Place, str], int] = {}
        self._issue: dict[str, int] = {}  # of each list, the entry that it is of or was overtaken by
        self._fresh: deque[Tidings] = deque()
        self._spreading: asyncio.Task[None] | None = None

    # --- what is stored ---

    def announce(self, tidings: Sequence[Tidings]) -> None:
        """Speak these, each where it belongs."""
        self._fresh.extend(tidings)
        if self._spreading is not None:
            return
        self._send_some()
        if self._fresh:
            self._spreading = asyncio.get_running_loop().create_task(self._spread_fresh(), name="herald")

    async def _spread_fresh(self) -> None:
        """In turns: ten thousand penalties of one second must not stop the loop."""
        try:
            while self._fresh:
                await asyncio.sleep(0)
                self._send_some()
        finally:
            self._spreading = None

    def _send_some(self) -> None:
        for _ in range(min(TURN, len(self._fresh))):
            self._send_out(self._fresh.popleft())

    def _send_out(self, tidings: Tidings) -> None:
        if tidings.overtakes:
            self._overtake(tidings.overtakes, tidings.unsaid.seq)
        place = tidings.unsaid.line.place
        if place.startswith(PERSON):
            self._tell(PersonId(place.removeprefix(PERSON)), tidings)
        else:
            where = Where.JUDGES if place == JUDGES else Where.CHANNEL
            # the story of the event, for the log; what is private stays out of it
            log.info("%s, %s: %s", tidings.unsaid.tournament, where, tidings.unsaid.line.text)
            self._spread(tidings, list(self._public(tidings, where)))

    def _public(self, tidings: Tidings, where: Where) -> Iterator[Place]:
        """Each network's channel; where tables have places of their own, what is of one table goes there."""
        for network in self._gateways:
            seats = self._seats.get(network)
            with_it = tidings.attachment if seats is not None and seats.seats_tables else NOTHING
            if with_it.table is not None:
                yield Place(network=network, where=where, table=with_it.table)
            if with_it.table is None or with_it.is_for_all:
                yield Place(network=network, where=where)

    def _overtake(self, lists: str, seq: int) -> None:
        """What is listed there is no longer so: nothing of it is said from now on. Lines of one entry stay together."""
        if self._issue.get(lists) == seq:
            return
        self._issue[lists] = seq
        for voice in list(self._voices.values()):
            voice.look_again()

    def _is_current(self, lists: str) -> Callable[[], bool]:
        """Whether a list that is put now has not been overtaken; for what is no list, always."""
        issue = self._issue.get(lists)
        return lambda: not lists or self._issue.get(lists) == issue

    def person_came(self, person: PersonId) -> None:
        """Somebody was away until now: say what waited and lasts. What runs now is told by `PersonSeen`."""
        for each in self._away.pop(person, ()):
            self._tell(person, each, missed=True)

    def person_found(self, person: PersonId) -> None:
        """Somebody is seen again who may have been there all the time: say all that waited."""
        for each in self._away.pop(person, ()):
            self._tell(person, each)

    def _tell(self, person: PersonId, tidings: Tidings, *, missed: bool = False) -> None:
        places = [
            Place(network=network, where=Where.PRIVATE, nick=nick)
            for network in self._gateways
            for nick in self._audience.nicks_of(person, network)
        ]
        if places:
            self._spread(tidings, places, missed=missed)
        else:
            self._away.setdefault(person, []).append(tidings)

    def _spread(self, tidings: Tidings, places: Sequence[Place], *, missed: bool = False) -> None:
        seen = {place for place in places if self._sees(place.network)}
        errand = _Errand(seen or set(places))
        for place in places:
            self._put(place, tidings, errand, missed=missed)

    def _put(self, place: Place, tidings: Tidings, errand: _Errand, *, missed: bool) -> None:
        unsaid = tidings.unsaid
        key = "/".join(map(str, (*unsaid.key, "table") if place.table is not None else unsaid.key))
        shown = tidings.attachment if place.network in self._seats else NOTHING
        line = Line(
            place=place,
            text=f"{self._mark_of(unsaid.tournament)}{unsaid.line.text}",
            urgency=Urgency(unsaid.line.urgency),
            key=key,
            lists=tidings.lists,
            mentions=shown.mentions,
            presses=shown.presses,
            facts=shown.facts,
            is_told_to_all=place.table is not None and shown.is_for_all,
        )
        is_current = self._is_current(tidings.lists)
        self._begin_list(line)

        async def done(heard: bool) -> None:
            self._end_list(line)
            if errand.is_over(place, heard=heard):
                mark = self._outbox.mark_said if errand.was_heard else self._outbox.mark_overtaken
                await mark([unsaid.key], self._now())

        self._voice(place).put(
            Utterance(
                line=line,
                is_stale=lambda: (
                    not is_current() or tidings.is_overtaken(self._now(), self._lapse_after, missed=missed)
                ),
                done=done,
            )
        )

    # --- answers ---

    def answer(self, line: Line) -> None:
        """Say something that is not stored. To a network that is away for long it is not said late.

        The same answer to the same place is not said twice in one go, nor a list that is being listed there.
        """
        if (line.place, line.lists) in self._listing:
            text = f"The {line.lists} are being listed here right now."
            line = Line(place=line.place, text=text, urgency=Urgency.ANSWER)
        quick = self._quick.get(line.place.network)
        if quick is not None and line.place not in self._voices and quick.say_at_once(line):
            return
        if line in self._answers:
            return  # it waits to be said already, and to say it twice would hold up the others
        self._answers.add(line)
        self._begin_list(line)
        is_current = self._is_current(line.lists)
        asked_at = self._now()

        async def done(heard: bool) -> None:
            self._answers.discard(line)
            self._end_list(line)
            if not heard:
                log.warning("%s: an answer was not said", line.place.network)

        self._voice(line.place).put(
            Utterance(
                line=line,
                is_stale=lambda: (
                    not line.place.aside  # aside somebody waits for just this
                    and (not is_current() or self._now() - asked_at > self._lapse_after)
                ),
                done=done,
            )
        )

    # --- lists ---

    def _begin_list(self, line: Line) -> None:
        if line.lists:
            listing = line.place, line.lists
            self._listing[listing] = self._listing.get(listing, 0) + 1

    def _end_list(self, line: Line) -> None:
        if line.lists:
            listing = line.place, line.lists
            self._listing[listing] -= 1
            if not self._listing[listing]:
                del self._listing[listing]

    # --- the voices ---

    async def silent(self) -> None:
        """Wait until everything that can be said now is said."""
        while not self.is_silent:
            if self._spreading is not None:
                await asyncio.wait([self._spreading])
            await asyncio.gather(*(voice.silent() for voice in self._speaking()))

    @property
    def is_silent(self) -> bool:
        """Whether nothing is left that can be said now."""
        return self._spreading is None and not self._speaking()

    async def stop(self) -> None:
        """Say nothing more; what is stored stays to be said."""
        if self._spreading is not None:
            self._spreading.cancel()
            await asyncio.wait([self._spreading])
        await asyncio.gather(*(voice.stop() for voice in list(self._voices.values())))

    def _speaking(self) -> list[Voice]:
        return [voice for place, voice in self._voices.items() if self._sees(place.network)]

    def _voice(self, place: Place) -> Voice:
        voice = self._voices.get(place)
        if voice is None:
            voice = Voice(self._gateways[place.network], lambda: self._voices.pop(place, None))
            self._voices[place] = voice
        return voice
