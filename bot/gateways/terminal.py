"""The terminal of `floorjudge run`: what is typed there is said on the console, and what the bot says is printed.

    alice: !concede             alice says this in the tournament channel
    alice -> bot: !status       alice says this to the bot in private
    alice @judges: !calls       alice says this in the judges' channel
    alice joins, alice leaves   come and go

The loop never waits for the terminal: typed lines are read when they are there, and a thread of its own prints, so
that a screen that was stopped with Ctrl-S stops nothing else. The end of input is no error.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Awaitable, Callable
from queue import Full, Queue
from threading import Thread

from bot.gateways.console import Console
from cogs.speech import Line, Where

log = logging.getLogger(__name__)

HELP = (
    "Type `alice: !ready` to speak as alice in the channel, `alice -> bot: !time` in private, "
    "`alice @judges: !calls` to the judges, `alice joins` or `alice leaves`; `help` shows this."
)

_NICK = r"(?P<nick>[^\s<>():,@]+)"
_SPOKEN = re.compile(rf"{_NICK}(?P<place> *-> *bot| *@judges)? *: *(?P<words>.*)", re.IGNORECASE)
_MOVED = re.compile(rf"{_NICK} (?P<move>joins|leaves)", re.IGNORECASE)

_MOST_WAITING = 1000
"""Lines that may wait for a screen that takes none; further ones are not shown."""

_LONGEST = 10_000
"""Bytes of a line that is still being typed; more than that is no line."""


class Terminal:
    """Keyboard and screen, by their file descriptors."""

    def __init__(self, keyboard: int, screen: int) -> None:
        self._keyboard = keyboard
        self._screen = screen
        self._typed = b""
        self._waiting: Queue[str] = Queue(maxsize=_MOST_WAITING)
        self._printer: Thread | None = None
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def show(self, line: Line) -> None:
        """Print a line that the bot says; its place stands before it."""
        place = {Where.CHANNEL: "bot", Where.JUDGES: "#judges bot"}.get(
            line.place.where, f"bot -> {line.place.nick}"
        )
        self.print(f"<{place}> {line.text}")

    def print(self, text: str) -> None:
        """Print a line, as soon as the screen takes it."""
        if self._printer is None:
            self._printer = Thread(target=self._print_on, name="terminal", daemon=True)
            self._printer.start()
        try:
            self._waiting.put_nowait(text)
        except Full:
            log.debug("the screen takes no lines: one is not shown")

    async def serve(self, console: Console) -> None:
        """Do what is typed, until the input ends; then return."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._keyboard, self._read)
        try:
            self.print(HELP)
            while (line := await self._lines.get()) is not None:
                await self._do(line, console)
        finally:
            loop.remove_reader(self._keyboard)

    async def _do(self, line: str, console: Console) -> None:
        deed = read_line(line)
        if deed is not None:
            await deed(console)
        elif line.strip():
            self.print(HELP)

    def _read(self) -> None:
        """Take what was typed. In the loop: a terminal gives whole lines, and gives them at once."""
        try:
            typed = os.read(self._keyboard, 4096)
        except OSError:  # the terminal is gone
            typed = b""
        if not typed:
            asyncio.get_running_loop().remove_reader(self._keyboard)
            self._lines.put_nowait(None)
            return
        *lines, self._typed = (self._typed + typed).split(b"\n")
        self._typed = self._typed[-_LONGEST:]
        for line in lines:
            self._lines.put_nowait(line.decode("utf-8", "replace").strip())

    def _print_on(self) -> None:
        while True:
            data = f"{self._waiting.get()}\n".encode("utf-8", "replace")
            try:
                while data:
                    data = data[os.write(self._screen, data) :]
            except OSError:  # nobody looks any more
                return


Deed = Callable[[Console], Awaitable[None]]


def read_line(line: str) -> Deed | None:
    """What a typed line does on the console; None when it is none of the forms."""
    if moved := _MOVED.fullmatch(line):
        nick = moved["nick"]
        if moved["move"].lower() == "joins":
            return lambda console: console.join(nick)
        return lambda console: console.quit([nick], "")
    spoken = _SPOKEN.fullmatch(line)
    if spoken is None:
        return None
    nick, words, place = spoken["nick"], spoken["words"], (spoken["place"] or "").strip()
    where = Where.PRIVATE if place.startswith("->") else Where.JUDGES if place else Where.CHANNEL
    return lambda console: console.speak(nick, where, words)
