"""What people read: the messages of a place as somebody sees them, and what they were notified of."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from tests.discordlab.acts import Acts, Where
from tests.discordlab.interactions import Interaction
from tests.discordlab.messages import Message
from tests.discordlab.permissions import Permission
from tests.discordlab.shown import shown

T = TypeVar("T")


class Reading(Acts):
    """People at their screens."""

    def seen(self, name: str, where: Where = None) -> list[Message]:
        """The messages of a place that somebody sees, oldest first, with those that only they see."""
        user, channel = self.world.user(name), self.place(name, where)
        if Permission.VIEW_CHANNEL not in self.world.permissions(channel, user):
            return []
        private = [
            message
            for interaction in self.world.interactions.values()
            if interaction.channel is channel and interaction.user is user
            for message in interaction.answers
            if message.ephemeral and not message.deleted
        ]
        return sorted((*channel.messages.values(), *private), key=lambda message: int(message.id))

    def texts(self, name: str, where: Where = None) -> list[str]:
        """The same as plain text."""
        return [self.shown(message) for message in self.seen(name, where)]

    def shown(self, message: Message) -> str:
        """A message as plain text."""
        return shown(self.world, message)

    def last(self, name: str, where: Where = None) -> Message | None:
        """The newest message that the bot said in a place, as somebody sees it."""
        theirs = [message for message in self.seen(name, where) if message.author is self.world.bot]
        return theirs[-1] if theirs else None

    def notified(self, name: str) -> list[Message]:
        """Every message that pinged somebody, oldest first, also those deleted since."""
        return [message for message in self.world.said if name in message.notified]

    async def until(self, condition: Callable[[], T | None], timeout: float = 10.0, what: str = "") -> T:  # noqa: ASYNC109 - the caller's patience in seconds; the failure must say what was waited for
        """Wait until a condition gives something true, and give that; AssertionError after so many seconds."""
        end = time.monotonic() + timeout
        while not (found := condition()):
            if time.monotonic() > end:
                raise AssertionError(f"waited {timeout} s in vain" + (f" for {what}" if what else ""))
            await self.world.changed(0.01)
            await asyncio.sleep(0)
        return found

    async def finished(self, interaction: Interaction, timeout: float = 10.0) -> Message:  # noqa: ASYNC109 - as above
        """The answer of an interaction once the bot no longer 'thinks'."""
        await self.until(lambda: interaction.done, timeout, "an answer")
        if interaction.message is None:
            raise AssertionError("the interaction brought no message")
        return interaction.message
