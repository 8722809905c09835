"""Who is where on the embedded server: nicks, channels, who sees whom, and who is told what.

A netsplit is faked by sides: those on the far side keep their connections and their places, but the two sides
do not see each other until they are joined again. Nicks stay unique over both sides, unlike in a real split.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from bot.gateways.embedded.channel import Channel, Status
from bot.gateways.embedded.client import Capability, Client
from bot.gateways.embedded.limits import Limits
from bot.gateways.embedded.lines import fold, format_line

log = logging.getLogger(__name__)


class Network:
    """The state of the server that all clients share; knows no sockets."""

    def __init__(
        self,
        *,
        server_name: str,
        name: str,
        motd: tuple[str, ...],
        operators: Iterable[str],
        limits: Limits,
        now: Callable[[], datetime],
    ) -> None:
        self.server_name = server_name
        self.name = name
        self.motd = motd
        self.limits = limits
        self.now = now
        self.started_at = now()
        self.clients: dict[Client, None] = {}
        """All connections in the order of their coming, welcomed or not."""
        self.channels: dict[str, Channel] = {}
        """By folded name."""
        self._nicks: dict[str, Client] = {}
        self._operators = frozenset(fold(nick) for nick in operators)
        self.admits: Callable[[str, str], bool] = lambda channel, nick: True
        """Whether this nick is let into this channel at all."""

    # Looking up.

    def people(self) -> list[Client]:
        """All who have been welcomed."""
        return [client for client in self.clients if client.is_registered]

    def find(self, nick: str, *, seen_by: Client | None = None) -> Client | None:
        """The welcomed client of that nick, if there is one on the side of `seen_by`."""
        client = self._nicks.get(fold(nick))
        if client is None or not client.is_registered:
            return None
        return client if seen_by is None or client.is_far == seen_by.is_far else None

    def channel(self, name: str) -> Channel | None:
        """The channel of that name, if anybody is on it."""
        return self.channels.get(fold(name))

    def channels_of(self, client: Client) -> list[Channel]:
        """The channels the client is on."""
        return [channel for channel in self.channels.values() if client in channel.members]

    def neighbours(self, client: Client) -> list[Client]:
        """All who share a channel with the client and see it, once each, itself not among them."""
        seen = dict.fromkeys(
            member for channel in self.channels_of(client) for member in channel.seen_by(client)
        )
        seen.pop(client, None)
        return list(seen)

    def is_named_operator(self, client: Client) -> bool:
        """Whether the nick is one of those that are channel operators wherever they join."""
        return fold(client.nick) in self._operators

    # Names.

    def is_taken(self, nick: str, *, by_other_than: Client) -> bool:
        """Whether somebody else holds the nick, in any case of its letters."""
        return self._nicks.get(fold(nick), by_other_than) is not by_other_than

    def name_client(self, client: Client, nick: str) -> None:
        """Give the client a nick that is free, and tell those who see it."""
        told = [client, *self.neighbours(client)] if client.is_registered else []
        self.tell(told, format_line(client.mask, "NICK", text=nick))
        self._nicks.pop(fold(client.nick), None)
        self._nicks[fold(nick)] = client
        client.nick = nick

    # Coming and going.

    def enter(self, client: Client, name: str) -> Channel:
        """Put the client on a channel, made if need be, and tell its members; the first is its operator."""
        channel = self.channels.setdefault(fold(name), Channel(name=name, created_at=self.now()))
        is_operator = not channel.members or self.is_named_operator(client)
        channel.members[client] = {Status.OPERATOR} if is_operator else set()
        channel.invited.discard(client)
        self.show_join(client, channel, channel.seen_by(client))
        return channel

    def leave(self, client: Client, channel: Channel) -> None:
        """Take the client off a channel without telling anybody; an empty channel ends."""
        channel.members.pop(client, None)
        if not channel.members:
            self.channels.pop(fold(channel.name), None)

    def dismiss(self, client: Client, reason: str) -> None:
        """End the client's stay: its neighbours see it quit, itself is told why, the connection is closed."""
        self.forget(client, reason)
        client.hang_up(reason)

    def forget(self, client: Client, reason: str) -> None:
        """Take the client out of everything and let its neighbours see it quit; once only."""
        if client not in self.clients:
            return
        del self.clients[client]
        if client.is_registered:
            log.info("%s has left: %s", ascii(client.nick), ascii(reason))
            self.tell(self.neighbours(client), format_line(client.mask, "QUIT", text=reason))
        if self._nicks.get(fold(client.nick)) is client:
            del self._nicks[fold(client.nick)]
        for channel in tuple(self.channels.values()):
            channel.invited.discard(client)
            self.leave(client, channel)

    # Telling.

    def tell(self, receivers: Iterable[Client], line: bytes, *, client_tags: str = "") -> None:
        """Send one line to many."""
        for receiver in receivers:
            receiver.send(line, client_tags=client_tags)

    def show_join(self, client: Client, channel: Channel, receivers: Iterable[Client]) -> None:
        """Let the receivers see the client join, in the form each asked for."""
        plain = format_line(client.mask, "JOIN", text=channel.name)
        extended = format_line(client.mask, "JOIN", channel.name, "*", text=client.real_name)
        for receiver in receivers:
            receiver.send(extended if Capability.EXTENDED_JOIN in receiver.capabilities else plain)
            if client.away is not None and receiver is not client:
                self.show_away(client, [receiver])

    def show_away(self, client: Client, receivers: Iterable[Client]) -> None:
        """Let those who asked for `away-notify` see that the client is away, or back."""
        line = format_line(client.mask, "AWAY", text=client.away)
        self.tell((each for each in receivers if Capability.AWAY_NOTIFY in each.capabilities), line)

    def grant(self, client: Client, channel: Channel, receivers: Iterable[Client]) -> None:
        """Make the client an operator of the channel, in the name of the server."""
        channel.members[client].add(Status.OPERATOR)
        self.tell(receivers, format_line(self.server_name, "MODE", channel.name, "+o", client.nick))

    # Splitting.

    def move(self, clients: Iterable[Client], *, far: bool, reason: str, mirrored: str) -> None:
        """Take clients to the far side or back, and let both sides see the others quit or join.

        `reason` is the text of the quits that the near side sees, `mirrored` that of those the far side sees.
        """
        moving = [client for client in clients if client.is_far != far]
        self._show_parting(moving, reason if far else mirrored, mirrored if far else reason)
        for client in moving:
            client.is_far = far
        for channel in self.channels.values():
            self._show_meeting(channel, [client for client in moving if client in channel.members])

    def _show_parting(self, moving: list[Client], seen_by_staying: str, seen_by_moving: str) -> None:
        for client in moving:
            staying = [each for each in self.neighbours(client) if each not in moving]
            self.tell(staying, format_line(client.mask, "QUIT", text=seen_by_staying))
            for each in staying:
                client.send(format_line(each.mask, "QUIT", text=seen_by_moving))

    def _show_meeting(self, channel: Channel, moved: list[Client]) -> None:
        for client in moved:
            met = [each for each in channel.seen_by(client) if each not in moved]
            self._show_arrival(client, channel, met)
            for each in met:
                self._show_arrival(each, channel, [client])

    def _show_arrival(self, client: Client, channel: Channel, receivers: list[Client]) -> None:
        self.show_join(client, channel, receivers)
        for status in Status:
            if status in channel.members[client]:
                mode = format_line(self.server_name, "MODE", channel.name, f"+{status.value}", client.nick)
                self.tell(receivers, mode)
