"""Routes: which function answers which request. A path is a template such as `channels/{}/messages`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.discordlab.channels import Channel
from tests.discordlab.messages import Message
from tests.discordlab.permissions import Permission
from tests.discordlab.refusals import Json, missing_access, missing_permissions, unknown
from tests.discordlab.world import World


@dataclass(slots=True, kw_only=True)
class Request:
    """One request of the bot, read and taken apart."""

    world: World
    method: str
    path: str
    ids: tuple[str, ...] = ()
    """What stood where the template has braces."""
    query: dict[str, str] = field(default_factory=dict)
    body: Any = field(default_factory=dict)
    attachments: list[Json] = field(default_factory=list)

    def channel(self, *needed: Permission) -> Channel:
        """The channel of the path's first id; Refusal when the bot does not see it or lacks a permission there."""
        channel = self.world.channel_for_bot(self.ids[0])
        require(self.world, channel, *needed)
        return channel

    def message(self, *needed: Permission) -> Message:
        """The message of the path's first two ids; Refusal when there is none."""
        message = self.channel(*needed).messages.get(self.ids[1])
        if message is None:
            raise unknown("Message", 10008)
        return message


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What is answered."""

    status: int = 200
    body: Any = None


EMPTY = Response(status=204)
Handler = Callable[[Request], Response]


def require(world: World, channel: Channel, *needed: Permission) -> None:
    """Refuse what the bot may not do in a channel: 50001 where it sees nothing, else 50013."""
    rights = world.permissions(channel, world.bot)
    if Permission.VIEW_CHANNEL not in rights:
        raise missing_access()
    if any(permission not in rights for permission in needed):
        raise missing_permissions()


class Routes:
    """All requests that the lab knows."""

    def __init__(self) -> None:
        self._by_shape: dict[tuple[str, int, str], list[tuple[str, tuple[str, ...], Handler]]] = {}

    def on(self, method: str, template: str) -> Callable[[Handler], Handler]:
        """Declare the function that answers such requests."""

        def declare(handler: Handler) -> Handler:
            parts = tuple(template.split("/"))
            self._by_shape.setdefault((method, len(parts), parts[0]), []).append((template, parts, handler))
            return handler

        return declare

    def find(self, method: str, path: str) -> tuple[str, tuple[str, ...], Handler] | None:
        """The template, the ids of the path and the function; None when the lab has no such request."""
        steps = path.split("/")
        for template, parts, handler in self._by_shape.get((method, len(steps), steps[0]), []):
            if all(part in ("{}", step) for part, step in zip(parts, steps, strict=True)):
                return (
                    template,
                    tuple(s for part, s in zip(parts, steps, strict=True) if part == "{}"),
                    handler,
                )
        return None


ROUTES = Routes()
