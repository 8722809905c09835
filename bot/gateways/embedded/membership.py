"""Being on channels: JOIN, PART, KICK, INVITE, TOPIC, NAMES, LIST."""

import re

from bot.gateways.embedded.channel import Channel, Topic
from bot.gateways.embedded.client import Client
from bot.gateways.embedded.limits import CHANNEL_LENGTH, TARGETS, TOPIC_LENGTH
from bot.gateways.embedded.lines import Line, format_line, shorten
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric

_CHANNEL = re.compile(r"#[^ ,:\x07]+")
_NAMES_BYTES = 380
"""Bytes of nicks in one line of NAMES or WHOIS; the rest of the line is for its head."""


def join(network: Network, client: Client, line: Line) -> None:
    """Join channels, or leave all of them with `JOIN 0`."""
    if line.params[0] == "0":
        for channel in network.channels_of(client):
            _part(network, client, channel, "")
        return
    for name in line.params[0].split(","):
        refusal = _why_not(network, client, name)
        if refusal is not None:
            client.reply(refusal, name)
        elif not _is_member(network, client, name):
            _join(network, client, name)


def _why_not(network: Network, client: Client, name: str) -> Numeric | None:
    if not _CHANNEL.fullmatch(name) or len(name.encode("utf-8", "surrogateescape")) > CHANNEL_LENGTH:
        return Numeric.NO_SUCH_CHANNEL
    if _is_member(network, client, name):
        return None
    if len(network.channels_of(client)) >= network.limits.channels_each:
        return Numeric.TOO_MANY_CHANNELS
    channel = network.channel(name)
    if network.is_named_operator(client):
        return None
    may_enter = network.admits(name, client.nick) and (channel is None or channel.may_be_entered_by(client))
    return None if may_enter else Numeric.INVITE_ONLY


def _is_member(network: Network, client: Client, name: str) -> bool:
    channel = network.channel(name)
    return channel is not None and client in channel.members


def _join(network: Network, client: Client, name: str) -> None:
    is_new = network.channel(name) is None
    channel = network.enter(client, name)
    if channel.topic is not None:
        _tell_topic(client, channel, channel.topic)
    _tell_names(network, client, channel)
    if channel.is_operator(client) and not is_new:
        network.grant(client, channel, channel.seen_by(client))


def part(network: Network, client: Client, line: Line) -> None:
    """Leave channels, with or without a word."""
    for name in line.params[0].split(","):
        channel = _own_channel(network, client, name)
        if channel is not None:
            _part(network, client, channel, line.params[1] if len(line.params) > 1 else "")


def _part(network: Network, client: Client, channel: Channel, reason: str) -> None:
    parting = format_line(client.mask, "PART", channel.name, text=reason or None)
    network.tell(channel.seen_by(client), parting)
    network.leave(client, channel)


def _own_channel(network: Network, client: Client, name: str) -> Channel | None:
    """The channel of that name, or None after a refusal if there is none or the client is not on it."""
    channel = network.channel(name)
    if channel is None:
        client.reply(Numeric.NO_SUCH_CHANNEL, name)
    elif client not in channel.members:
        client.reply(Numeric.NOT_ON_CHANNEL, channel.name)
    else:
        return channel
    return None


def kick(network: Network, client: Client, line: Line) -> None:
    """Throw people off a channel; for its operators."""
    channel = _own_channel(network, client, line.params[0])
    if channel is None:
        return
    if not channel.is_operator(client):
        client.reply(Numeric.NOT_OPERATOR, channel.name)
        return
    reason = line.params[2] if len(line.params) > 2 and line.params[2] else client.nick
    for nick in line.params[1].split(",")[:TARGETS]:
        target = network.find(nick, seen_by=client)
        if target is None:
            client.reply(Numeric.NO_SUCH_NICK, nick)
        elif target not in channel.members:
            client.reply(Numeric.NOT_IN_CHANNEL, target.nick, channel.name)
        else:
            kicking = format_line(client.mask, "KICK", channel.name, target.nick, text=reason)
            network.tell(channel.seen_by(client), kicking)
            network.leave(target, channel)


def invite(network: Network, client: Client, line: Line) -> None:
    """Ask somebody to a channel, which also lets them in if it is for the invited only."""
    channel = _own_channel(network, client, line.params[1])
    if channel is None:
        return
    target = network.find(line.params[0], seen_by=client)
    if target is None:
        client.reply(Numeric.NO_SUCH_NICK, line.params[0])
    elif target in channel.members:
        client.reply(Numeric.ALREADY_ON_CHANNEL, target.nick, channel.name)
    elif not channel.may_be_opened_by(client):
        client.reply(Numeric.NOT_OPERATOR, channel.name)
    else:
        channel.invited.add(target)
        client.reply(Numeric.INVITING, target.nick, channel.name)
        target.send(format_line(client.mask, "INVITE", target.nick, text=channel.name))


def topic(network: Network, client: Client, line: Line) -> None:
    """Show a channel's topic, or set it."""
    channel = _own_channel(network, client, line.params[0])
    if channel is None:
        return
    if len(line.params) == 1:
        if channel.topic is None:
            client.reply(Numeric.NO_TOPIC, channel.name)
        else:
            _tell_topic(client, channel, channel.topic)
    elif not channel.topic_may_be_set_by(client):
        client.reply(Numeric.NOT_OPERATOR, channel.name)
    else:
        text = shorten(line.params[1], TOPIC_LENGTH)
        channel.topic = Topic(text=text, by=client.mask, set_at=network.now()) if text else None
        network.tell(channel.seen_by(client), format_line(client.mask, "TOPIC", channel.name, text=text))


def _tell_topic(client: Client, channel: Channel, topic: Topic) -> None:
    client.reply(Numeric.TOPIC, channel.name, text=topic.text)
    client.reply(Numeric.TOPIC_WHO_TIME, channel.name, topic.by, str(int(topic.set_at.timestamp())))


def names(network: Network, client: Client, line: Line) -> None:
    """Say who is on a channel."""
    name = line.params[0].partition(",")[0] if line.params else "*"
    channel = network.channel(name)
    if channel is None:
        client.reply(Numeric.END_OF_NAMES, name)
    else:
        _tell_names(network, client, channel)


def _tell_names(network: Network, client: Client, channel: Channel) -> None:
    signed = [channel.signs(member, seen_by=client) + member.nick for member in channel.seen_by(client)]
    for words in packed(signed):
        client.reply(Numeric.NAMES_REPLY, "=", channel.name, text=words)
    client.reply(Numeric.END_OF_NAMES, channel.name)


def packed(words: list[str]) -> list[str]:
    """Join words to as few texts as fit in one line each."""
    texts: list[str] = []
    for word in words:
        if texts and len(f"{texts[-1]} {word}".encode("utf-8", "surrogateescape")) <= _NAMES_BYTES:
            texts[-1] += f" {word}"
        else:
            texts.append(word)
    return texts


def list_channels(network: Network, client: Client, line: Line) -> None:
    """Say which channels there are, or how the named ones stand."""
    wanted = line.params[0].split(",") if line.params else list(network.channels)
    client.reply(Numeric.LIST_START, "Channel")
    for name in wanted:
        channel = network.channel(name)
        if channel is not None:
            count = str(len(channel.seen_by(client)))
            client.reply(Numeric.LIST, channel.name, count, text=channel.topic.text if channel.topic else "")
    client.reply(Numeric.LIST_END)
