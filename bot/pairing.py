"""Pairing a Swiss round: has the best pairing found by another process, and enters it.

The search takes as long as it takes, and the event goes on meanwhile. If it has moved by the time that the pairing is
there (a result corrected, a player gone) the rules refuse it, and another is found. Whatever befalls the other process,
nothing has changed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from bot.desk import Desk, Restarting
from bot.places import read_drawing, write_places
from rules.acts import Act, PairBracket, PairSwiss
from rules.entries import Entry
from rules.pairing import Contender, places, proposal, ranked
from rules.programme import is_single_elimination
from rules.recorder import Recorder
from rules.refusals import EventOver, PairingFailed, PairingOvertaken
from rules.rounds import to_be_paired
from rules.swiss import Drawing, Place
from rules.tournament import Tournament

log = logging.getLogger(__name__)

TRIES = 3
"""So often a pairing is found before the event is left alone that moves each time."""
PATIENCE_S = 60.0
"""A search that takes longer has failed; 4,096 players take a few seconds."""
_PROGRAM = ("-m", "bot.matching")
_ROOT = Path(__file__).parents[1]
_FAULT_SHOWN = 2000  # characters of what a process has said before it died


class Fruitless(Exception):
    """No pairing came of a search; the message is for the log."""


class Search(Protocol):
    """Finds the best pairing of places."""

    async def __call__(self, places: Sequence[Place]) -> Drawing:
        """The best pairing. Raises `Fruitless`, or OSError when no process can be started."""
        ...

    async def close(self) -> None:
        """End what is still searched for."""
        ...


class SearchElsewhere:
    """Searches in processes of their own, each for one pairing."""

    def __init__(self, program: Sequence[str] = _PROGRAM, patience_s: float = PATIENCE_S) -> None:
        self._program = program
        self._patience_s = patience_s
        self._searching: set[Process] = set()
        self._ended = False

    async def __call__(self, places: Sequence[Place]) -> Drawing:
        asked = await asyncio.to_thread(write_places, places)
        process = await asyncio.create_subprocess_exec(
            sys.executable, *self._program, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=_ROOT
        )
        self._searching.add(process)
        try:
            answer, said = await asyncio.wait_for(process.communicate(asked), self._patience_s)
        except TimeoutError:
            raise Fruitless(f"nothing was found within {self._patience_s:g} s") from None
        finally:
            self._searching.discard(process)
            await _end(process)
        if self._ended:
            raise Restarting("the bot is about to stop; nothing has changed. Say it again when it is back.")
        try:
            return await asyncio.to_thread(read_drawing, answer)
        except (ValueError, TypeError):
            last_words = said.decode(errors="replace")[-_FAULT_SHOWN:]
            raise Fruitless(f"the process ended with {process.returncode}: {last_words}") from None

    @property
    def is_searching(self) -> bool:
        """Whether somebody waits for a pairing."""
        return bool(self._searching)

    async def close(self) -> None:
        """End what is still searched for."""
        self._ended = True
        await asyncio.gather(*(_end(process) for process in self._searching))


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
        await process.wait()


class Pairer:
    """Pairs the rounds of every event."""

    def __init__(self, search: Search, seed: Callable[[], str] = lambda: secrets.token_hex(16)) -> None:
        """`seed` is drawn anew for each pairing: by it lots are drawn within equal points."""
        self._search = search
        self._seed = seed

    async def pair(
        self, desk: Desk[Tournament], asked: Act, at: datetime, now: Callable[[], datetime]
    ) -> tuple[Entry, ...]:
        """Have the next Swiss round found and entered, as `asked` at this moment. Raises as `Desk.enter`."""
        for _ in range(TRIES):
            try:
                return await self._pair(desk, asked, at, now())
            except PairingOvertaken:
                log.info("%s has moved while a pairing was searched", desk.scorebook)
        raise PairingOvertaken

    async def close(self) -> None:
        """Search no longer: whoever waits is told that nothing has changed."""
        await self._search.close()

    async def _pair(
        self, desk: Desk[Tournament], asked: Act, at: datetime, now: datetime
    ) -> tuple[Entry, ...]:
        state = desk.state
        if state is None:
            raise EventOver
        if state.bracket is not None or is_single_elimination(state):
            bracket = PairBracket(by=asked.by, verified=asked.verified, seed=self._seed())
            return await desk.enter(bracket, at)
        everybody = await asyncio.to_thread(to_be_paired, Recorder(state, now), asked)
        seed = self._seed()
        try:
            drawing = await self._search(await asyncio.to_thread(_places, everybody, seed))
        except (Fruitless, OSError) as fault:
            reference = secrets.token_hex(3)
            log.exception("%s: no pairing, reference %s", desk.scorebook, reference)
            raise PairingFailed(reference=reference) from fault
        found = await asyncio.to_thread(proposal, everybody, seed, drawing, state)
        return await desk.enter(PairSwiss(by=asked.by, verified=asked.verified, proposal=found), at)


def _places(everybody: Sequence[Contender], seed: str) -> tuple[Place, ...]:
    return places(ranked(everybody, seed), seed)
