"""The command `floorjudge run`: the service, from its configuration to its last line.

On a terminal it is a console as well: what is typed there is said as somebody, and what the bot says is printed.
The log goes to standard error; INFO tells the story of the event.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import QueueHandler, QueueListener
from queue import SimpleQueue

from bot.app import App, WrongSpeed
from bot.config import Config, ConfigError
from bot.garbage import look_seldom
from bot.gateways.console import Console
from bot.gateways.terminal import Terminal
from bot.settings import add_config_argument, read_service_config
from storage.store import StoreError

log = logging.getLogger(__name__)

HIGHEST_SPEED = 1000.0
"""Faster than that, seconds of rule time pass while a word is on its way."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `floorjudge run` takes."""
    add_config_argument(parser)
    parser.add_argument(
        "--speed",
        metavar="N",
        type=_speed,
        default=1.0,
        help="a rehearsal on real networks: clocks run N times faster, and every event says so",
    )


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 1 <= speed <= HIGHEST_SPEED:
        raise ArgumentTypeError(f"expected a number from 1 to {HIGHEST_SPEED:g}, found {text!r}")
    return speed


def run(args: Namespace) -> int:
    """Officiate until stopped; 0 then, 2 when the configuration or the store cannot be used."""
    try:
        config = read_service_config(args)
        with _logging():
            asyncio.run(_serve(config, args.speed))
    except (ConfigError, StoreError, WrongSpeed) as error:
        print(f"floorjudge run: {error}", file=sys.stderr)
        return 2
    except OSError as error:  # the embedded server cannot listen
        print(f"floorjudge run: irc.port: {error.strerror or error}", file=sys.stderr)
        return 2
    return 0


async def _serve(config: Config, speed: float) -> None:
    terminal = _terminal()
    if terminal is None:
        await _officiate(App(config, speed=speed))
        return
    console = Console(lambda: app.parts.clock.now(), terminal.show)
    app = App(config, speed=speed, console=console, notice=terminal.print)
    console.listen(app.hear)
    await _officiate(app, terminal, console)


async def _officiate(app: App, terminal: Terminal | None = None, console: Console | None = None) -> None:
    await app.start()
    look_seldom()
    log.info("officiating; Ctrl-C stops in order")
    typing = None
    if terminal is not None and console is not None:
        typing = asyncio.create_task(terminal.serve(console))
    try:
        await app.run_until_stopped()
    finally:
        if typing is not None:
            typing.cancel()
            await asyncio.gather(typing, return_exceptions=True)


def _terminal() -> Terminal | None:
    """Keyboard and screen, if there is somebody before them."""
    try:
        keyboard, screen = sys.stdin.fileno(), sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):  # closed, or replaced by something that is no file
        return None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    return Terminal(keyboard, screen)


@contextmanager
def _logging() -> Iterator[None]:
    """Log to standard error, from a thread: a screen that was stopped must not stop the loop."""
    written = logging.StreamHandler()
    written.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    lines: SimpleQueue[logging.LogRecord] = SimpleQueue()
    listener = QueueListener(lines, written)
    root = logging.getLogger()
    root.addHandler(QueueHandler(lines))
    root.setLevel(logging.INFO)
    for noisy in ("apscheduler", "alembic", "asyncio", "discord"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    for told_by_us in ("discord.client", "discord.shard"):  # why it is away, in one line without a traceback
        logging.getLogger(told_by_us).setLevel(logging.CRITICAL)
    listener.start()
    try:
        yield
    finally:
        listener.stop()
