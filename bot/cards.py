"""Cards: whenever a table stands otherwise, its card is shown anew on the networks that have a place for it.

What is stored is looked at, at most about once a second: many changes of one second are one look, and the last one
is always shown. Matches are facts that never change, so a table that is still the same object need not be looked at.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.clock import Clock
from bot.gateways import SeatsTables
from bot.wording.cards import card_of
from cogs.speech import Card, CardRow
from rules.match import Match
from rules.tournament import Tournament

log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
"""So long changes are gathered before cards are made of them."""

AT_A_TIME = 50
"""So many cards are made before others have a turn."""


@dataclass(slots=True)
class _Shown:
    """What was shown last of an event."""

    state: Tournament | None = None
    matches: dict[int, Match] = field(default_factory=dict)
    cards: dict[int, Card] = field(default_factory=dict)


class Cards:
    """The cards of all events."""

    def __init__(
        self,
        states: Callable[[], Mapping[str, Tournament]],
        gateways: Sequence[SeatsTables],
        clock: Clock,
        *,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        """`states` gives the events as they are stored. `clock` is rule time, `wall` what readers' clocks show."""
        self._look_every_s = look_every_s
        self._states = states
        self._gateways = gateways
        self._clock = clock
        self._wall = wall
        self._shown: dict[str, _Shown] = {}
        self._look: asyncio.TimerHandle | None = None
        self._work: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Something may have changed: look soon."""
        if self._look is None and self._is_wanted():
            self._look = asyncio.get_running_loop().call_later(self._look_every_s, self._begin)

    async def stop(self) -> None:
        """Look no more."""
        if self._look is not None:
            self._look.cancel()
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait([self._work])

    def _is_wanted(self) -> bool:
        return any(gateway.seats_tables for gateway in self._gateways)

    def _begin(self) -> None:
        self._look = None
        if self._work is not None and not self._work.done():
            self.changed()  # one look at a time
            return
        self._work = asyncio.get_running_loop().create_task(self._look_at_all(), name="cards")

    async def _look_at_all(self) -> None:
        states = self._states()
        for event in self._shown.keys() - states.keys():
            del self._shown[event]
        for event, state in states.items():
            try:
                await self._look_at(event, state)
            except Exception:  # one event that cannot be shown must not cost the others their cards
                log.exception("%s: its cards failed", event)

    async def _look_at(self, event: str, state: Tournament) -> None:
        for made, card in enumerate(self._new_cards(event, state), 1):
            for gateway in self._gateways:
                if gateway.seats_tables:
                    gateway.show(self._on_the_wall(card))
            if made % AT_A_TIME == 0:
                await asyncio.sleep(0)

    def _new_cards(self, event: str, state: Tournament) -> Iterator[Card]:
        """The cards that are not as they were shown last."""
        shown = self._shown.setdefault(event, _Shown())
        before, shown.state = shown.state, state
        if before is state:
            return
        if before is not None:
            yield from _corrected(event, before, state)
            if _is_other_round(before, state):
                yield from self._closed(event, state, shown, shown.cards.keys())
        yield from self._closed(event, state, shown, shown.cards.keys() - state.matches.keys())
        # a call, a penalty, an office or the end of the event may show at any table
        is_same_around = before is not None and _is_same_around(before, state)
        for table, match in state.matches.items():
            if is_same_around and shown.matches.get(table) is match:
                continue
            shown.matches[table] = match
            if match.begun_at is None and table not in shown.cards:
                continue  # pairings may still be replaced
            card = card_of(event, state, match)
            if shown.cards.get(table) != card:
                shown.cards[table] = card
                yield card

    def _closed(
        self, event: str, state: Tournament, shown: _Shown, tables: Collection[int]
    ) -> Iterator[Card]:
        """Tables that are not played any more: of a round that is over, or taken back."""
        for table in list(tables):
            card = shown.cards.pop(table)
            shown.matches.pop(table, None)
            past = state.past.get((card.table.round, table))
            last = _given_up(card) if past is None else card_of(event, state, past)
            if last != card:
                yield replace(last, presses=(), is_over=True)

    def _on_the_wall(self, card: Card) -> Card:
        """With the moments of its clocks as readers' own clocks will show them."""
        ahead = self._wall() - self._clock.now()
        if self._clock.speed == 1 and abs(ahead) < timedelta(seconds=1):
            return card
        rows = tuple(
            row if row.due_at is None else replace(row, due_at=self._moment(row.due_at)) for row in card.rows
        )
        return replace(card, rows=rows)

    def _moment(self, due_at: datetime) -> datetime:
        moment = self._wall() + (due_at - self._clock.now()) / self._clock.speed
        return moment.replace(microsecond=0)


def _corrected(event: str, before: Tournament, after: Tournament) -> Iterator[Card]:
    """Tables of earlier rounds whose result is another one now."""
    if before.past is after.past:
        return
    for key, match in after.past.items():
        earlier = before.past.get(key)
        if earlier is not None and earlier is not match:
            yield replace(card_of(event, after, match), presses=(), is_over=True)


def _given_up(card: Card) -> Card:
    """The last card of a table whose round was taken back: nothing runs there any more."""
    rows = (card.rows[0], CardRow(label="Now", text="This round was taken back."))
    return replace(card, rows=rows, presses=(), is_over=True)


def _is_other_round(before: Tournament, after: Tournament) -> bool:
    number = before.round.number if before.round is not None else 0
    return number != (after.round.number if after.round is not None else 0)


def _is_same_around(before: Tournament, after: Tournament) -> bool:
    return (
        before.calls is after.calls
        and before.penalties is after.penalties
        and before.names is after.names
        and before.is_over == after.is_over
        and before.automatic == after.automatic
    )
