"""The floors of words: the smallest bots on `irc.client_aio` that answer a line.

`python -m tests.bench.floors.bots echo|durable PORT NICK CHANNEL FILE`. The first answers at once. The second commits
a row before it answers, as the official does: one writer on SQLAlchemy Core, which puts whatever waits into one
transaction. Both live until they are ended or the server goes.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Protocol

from irc.client_aio import AioSimpleIRCClient
from sqlalchemy import Column, Integer, MetaData, String, Table, insert
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.bench.floors.deadlines import opened

metadata = MetaData()
rolls = Table(
    "rolls",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("nick", String, nullable=False),
    Column("face", Integer, nullable=False),
)


class Answers(Protocol):
    """How a bot comes to its answer."""

    def heard(self, bot: Bot, nick: str, place: str) -> None: ...


class Bot(AioSimpleIRCClient):  # type: ignore[misc]  # the package has no types
    """Sits in one channel and has every line that begins with a mark answered."""

    def __init__(self, channel: str, answers: Answers) -> None:
        super().__init__()
        self._channel = channel
        self._answers = answers

    def on_welcome(self, connection: Any, event: Any) -> None:
        connection.join(self._channel)

    def on_pubmsg(self, connection: Any, event: Any) -> None:
        if event.arguments[0].startswith("!"):
            self._answers.heard(self, event.source.nick, event.target)

    def answer(self, nick: str, place: str) -> None:
        """Say it."""
        self.connection.privmsg(place, f"{nick}: 1d20 is 17")

    def on_disconnect(self, connection: Any, event: Any) -> None:
        raise SystemExit(0)


class Echo:
    """Answers at once."""

    def heard(self, bot: Bot, nick: str, place: str) -> None:
        bot.answer(nick, place)


class Durable:
    """Answers when the row is on the disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Bot, str, str]] = []
        self._writer: asyncio.Task[None] | None = None

    async def prepare(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(metadata.create_all)

    def heard(self, bot: Bot, nick: str, place: str) -> None:
        self._waiting.append((bot, nick, place))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.get_event_loop().create_task(self._write())

    async def _write(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            async with self._engine.begin() as connection:
                await connection.execute(insert(rolls), [{"nick": nick, "face": 17} for _, nick, _ in group])
            for bot, nick, place in group:
                bot.answer(nick, place)


def main(kind: str, port: int, nick: str, channel: str, file: str) -> None:
    """Serve until the end."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    answers: Answers = Echo()
    if kind == "durable":
        answers = durable = Durable(opened(file))
        loop.run_until_complete(durable.prepare())
    bot = Bot(channel, answers)
    bot.connect("127.0.0.1", port, nick)
    bot.start()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
