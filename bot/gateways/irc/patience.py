"""How long the gateway waits for what."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from secrets import SystemRandom

_chance = SystemRandom()


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """All waits in one place; tests bring shorter ones."""

    connect: timedelta = timedelta(seconds=15)
    register: timedelta = timedelta(seconds=30)
    """From the open connection to the end of the welcome; InspIRCd alone takes up to a second."""
    sasl: timedelta = timedelta(seconds=10)
    """For services to answer; then we go on without an account."""
    silence: timedelta = timedelta(seconds=30)
    """A server silent for so long is pinged, and given up after as long again."""
    answer: timedelta = timedelta(seconds=10)
    """For the answer to a JOIN or WHO."""
    reconnect: timedelta = timedelta(seconds=2)
    """The first wait before another connection; it doubles up to `longest`."""
    rejoin: timedelta = timedelta(seconds=2)
    """The first wait before another JOIN; it doubles up to `longest`."""
    reclaim: timedelta = timedelta(seconds=30)
    """Between two attempts to get the wanted nick."""
    longest: timedelta = timedelta(seconds=60)
    farewell: timedelta = timedelta(seconds=2)
    """For the server to take our QUIT and close."""
    sight: timedelta = timedelta(seconds=3)
    """For the answer to a PING before somebody is judged by what was seen."""
    same_moment: timedelta = timedelta(seconds=1)
    """People who quit with the same text within so long went by one cause: a split."""


class Waits:
    """Waits that double, up to a longest one; the second half of each is left to chance.

    Chance keeps the bots of one network from coming back in step.
    """

    def __init__(
        self, first: timedelta, longest: timedelta, *, chance: Callable[[], float] = _chance.random
    ) -> None:
        self._first = first
        self._longest = longest
        self._chance = chance
        self._next = first

    def next(self) -> timedelta:
        """The wait that is due now, never longer than the longest."""
        wait = min(self._next, self._longest)
        self._next = min(self._next * 2, self._longest)
        return wait * (0.5 + 0.5 * self._chance())

    def reset(self) -> None:
        """Begin with the first wait again: it went well."""
        self._next = self._first
