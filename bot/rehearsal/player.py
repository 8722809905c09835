"""The player of a rehearsal: brings a transcript before the real application and has it played, step by step.

The application is the one that `floorjudge run` starts, with the console in place of the networks, a simulated clock
in place of the wall's, and a store of its own in a folder that is thrown away. Nothing sleeps: after each step the
player waits until everything is decided, stored and said.
"""

from __future__ import annotations

import os
import tempfile
from datetime import timedelta
from itertools import count
from pathlib import Path

from bot.app import App
from bot.clock import SimulatedClock
from bot.config_values import Identity
from bot.gateways.console import Console
from bot.networks import Network
from bot.pairing import Pairer
from bot.rehearsal.conversation import Conversation, Heard
from bot.rehearsal.expectations import judge
from bot.rehearsal.final import facts_of
from bot.rehearsal.header import Powers
from bot.rehearsal.moments import FIRST_DAY, BadTranscript
from bot.rehearsal.opening import (
    NETWORK,
    Draws,
    config_of,
    mere_officials,
    open_event,
    people_there,
)
from bot.rehearsal.report import Outcome
from bot.rehearsal.searching import SearchHere
from bot.rehearsal.steps import (
    Befall,
    Going,
    Join,
    Leave,
    LogIn,
    Rename,
    Speech,
    Step,
    Trouble,
    Wait,
)
from bot.rehearsal.transcript import Transcript, load
from cogs.speech import Line
from rules.entries import Leaving
from rules.fold import fold
from rules.tournament import Tournament
from storage.reading import Reading, Row
from storage.upkeep import upgrade

BEFORE = timedelta(minutes=1)
"""So long before the first line an event is opened that is open by then."""


async def rehearse(path: Path) -> Outcome:
    """Play a transcript and judge what it expects. Raises nothing for a file that cannot be read or played."""
    with tempfile.TemporaryDirectory(prefix="floorjudge-", dir=_quick_folder()) as folder:
        try:
            return await Rehearsal(load(path), Path(folder)).play(str(path))
        except BadTranscript as error:
            why = str(error)
        except OSError as error:
            why = f"cannot be read: {error.strerror}"
    return Outcome(file=str(path), failures=[why], unreadable=True)


class Rehearsal:
    """One playing of one transcript."""

    def __init__(self, transcript: Transcript, folder: Path) -> None:
        """The store is kept in this folder."""
        header = transcript.header
        steps = transcript.steps
        self._transcript = transcript
        self._header = header
        self._url = f"sqlite+aiosqlite:///{folder / 'rehearsal.db'}"
        self._config = config_of(header, self._url)
        self._clock = SimulatedClock((steps[0].at if steps else FIRST_DAY) - BEFORE)
        self._draws = Draws(header)
        seeds = (f"{header.seed}:{pairing}" for pairing in count(1))
        self._pairer = Pairer(SearchHere(), lambda: next(seeds))
        self._conversation = Conversation()
        by_account = header.identity is Powers.ACCOUNT
        self._console = Console(self._clock.now, self._hear, network=NETWORK, accounts=by_account)
        identity = Identity.ACCOUNT if by_account else Identity.NICK
        self._network = Network(gateway=self._console, identity=identity, trusted=not by_account)
        self._app: App | None = None
        self._store_fails = False

    async def play(self, file: str) -> Outcome:
        """Play it to its end. Raises BadTranscript for what shows only while it is played."""
        _prepare_store(self._url)
        self._console.bring_in(people_there(self._header))
        try:
            await self._come_up()
            await self._play_steps()
            state, penalties = await self._stored()
        finally:
            await self._go_down()
        return Outcome(
            file=file,
            title=self._header.title,
            failures=judge(self._transcript, self._conversation, facts_of(state, penalties)),
            conversation=self._conversation,
            state=state,
            penalties=penalties,
        )

    async def _play_steps(self) -> None:
        if self._header.opens_itself and self._app is not None:
            await open_event(self._app.parts, self._console, self._header)
            await self._settle()
            self._conversation.turns.clear()
        for step in self._transcript.steps:
            await self._let_time_pass(step)
            self._conversation.turns.append(step)
            await self._do(step)
            await self._settle()
        await self._work_off()

    async def _stored(self) -> tuple[Tournament | None, list[Row]]:
        """The last event as the store holds it, and every penalty."""
        if self._app is not None:
            return await _read(self._app.parts.store.reading)
        async with Reading.opened(self._url) as reading:
            return await _read(reading)

    def _hear(self, line: Line) -> None:
        place = line.place
        self._conversation.turns.append(
            Heard(at=self._clock.now(), where=place.where, nick=place.nick, text=line.text)
        )

    # --- time ---

    async def _let_time_pass(self, step: Step) -> None:
        """Up to the step; what falls due in its own second comes after it."""
        if self._app is None:
            self._clock.move_to(step.at)
        else:
            await self._app.pass_time(step.at)

    async def _work_off(self) -> None:
        """What is due in the present second."""
        if self._app is not None:
            await self._app.work_off()

    async def _settle(self) -> None:
        if self._app is not None:
            await self._app.settle()
        if self._draws.fault is not None:
            raise BadTranscript(self._header.lines.get("draws", 1), str(self._draws.fault))

    # --- steps ---

    async def _do(self, step: Step) -> None:
        """What the step says."""
        console = self._console
        match step:
            case Speech():
                await console.speak(step.nick, step.where, step.words)
            case Leave(how=Going.QUITS):
                await console.quit(step.nicks, step.reason)
            case Leave():
                how = Leaving.KICKED if step.how is Going.KICKED else Leaving.PARTED
                for nick in step.nicks:
                    await console.leave(nick, how, step.reason)
            case Join():
                for nick in step.nicks:
                    await console.join(nick)
            case Rename():
                await console.rename(step.nick, step.new)
            case LogIn():
                await console.log_in(step.nick, step.account)
            case Befall():
                await self._befall(step)
            case Wait():
                await self._work_off()
            case _:  # expectations are judged at the end
                pass

    async def _befall(self, step: Befall) -> None:
        if step.present is not None:
            self._console.settle_presence(step.present, staff=mere_officials(self._header))
        match step.trouble:
            case Trouble.CONNECTION_LOST:
                await self._console.lose_connection()
            case Trouble.CONNECTED_AGAIN:
                await self._console.connect_again()
            case Trouble.BOT_DOWN:
                await self._go_down()
            case Trouble.BOT_BACK:
                await self._come_up()
            case Trouble.STORE_FAILS:
                self._store_fails = True
                if self._app is not None:
                    self._app.parts.store.fail()
            case Trouble.STORE_RECOVERS:
                await self._recover_store()

    async def _recover_store(self) -> None:
        self._store_fails = False
        if self._app is not None:
            self._app.parts.store.recover()
            # In real time the next sweep finds what was missed, within a minute.
            await self._app.parts.ears.reconcile()

    # --- the application ---

    async def _come_up(self) -> None:
        """A new process on the same store, that comes to the channel and looks who is there."""
        if self._app is not None:
            return
        app = App(
            self._config, clock=self._clock, dice=self._draws, networks=[self._network], pairer=self._pairer
        )
        self._console.listen(app.hear)
        await app.start()
        self._app = app
        if self._store_fails:
            app.parts.store.fail()
        await self._console.entered.wait()
        await self._settle()

    async def _go_down(self) -> None:
        """The process is gone, and nobody listens any more."""
        if self._app is None:
            return
        app, self._app = self._app, None
        self._console.listen(None)
        await app.stop()


# --- the store ---


async def _read(reading: Reading) -> tuple[Tournament | None, list[Row]]:
    penalties = await reading.penalties()
    events = [row["tournament"] for row in await reading.tournaments()]
    scorebooks = await reading.entries(events[-1:])
    return next((fold(entries) for entries in scorebooks.values()), None), penalties


_TEMPLATE: list[bytes] = []
"""An empty store, made once: to make the tables takes longer than to play most transcripts."""


def _prepare_store(url: str) -> None:
    path = Path(url.partition("///")[2])
    if _TEMPLATE:
        path.write_bytes(_TEMPLATE[0])
    else:
        upgrade(url)
        _TEMPLATE.append(path.read_bytes())


def _quick_folder() -> str | None:
    """A folder in memory, where the machine has one: a rehearsal's store need not outlive it."""
    memory = "/dev/shm"  # noqa: S108 - the temporary folder within is made safely
    return memory if os.access(memory, os.W_OK) else None
