"""Saying things: PRIVMSG, NOTICE, TAGMSG, and AWAY, which answers for who is not there."""

from bot.gateways.embedded.client import Capability, Client
from bot.gateways.embedded.limits import AWAY_LENGTH, TARGETS
from bot.gateways.embedded.lines import Line, format_line, shorten
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric


def privmsg(network: Network, client: Client, line: Line) -> None:
    """Say something to channels or people, and be told what did not arrive."""
    if not line.params:
        client.reply(Numeric.NO_RECIPIENT, text="No recipient given (PRIVMSG)")
    elif len(line.params) < 2 or not line.params[1]:
        client.reply(Numeric.NO_TEXT)
    else:
        client.spoke_at = network.now()
        for target in _targets(client, line):
            refusal = _say(network, client, line, target, text=line.params[1])
            if refusal is not None:
                client.reply(refusal, target)
            else:
                _tell_if_away(network, client, target)


def notice(network: Network, client: Client, line: Line) -> None:
    """Say something that must never be answered, not even by an error (RFC 2812 section 3.3.2)."""
    if len(line.params) >= 2 and line.params[1]:
        for target in line.params[0].split(",")[:TARGETS]:
            _say(network, client, line, target, text=line.params[1])


def tagmsg(network: Network, client: Client, line: Line) -> None:
    """Pass on tags alone, such as a sign that somebody is typing, to those who asked for `message-tags`."""
    if line.client_tags:
        for target in _targets(client, line):
            _say(network, client, line, target, text=None)


def _targets(client: Client, line: Line) -> list[str]:
    targets = line.params[0].split(",")
    if len(targets) <= TARGETS:
        return targets
    client.reply(Numeric.TOO_MANY_TARGETS, targets[TARGETS])
    return []


def _say(network: Network, client: Client, line: Line, target: str, *, text: str | None) -> Numeric | None:
    """Pass words on to one target; returns why not, if they were not."""
    reached = _reached(network, client, target)
    if isinstance(reached, Numeric):
        return reached
    if text is None:
        reached = [each for each in reached if Capability.MESSAGE_TAGS in each.capabilities]
    said = format_line(client.mask, line.command, target, text=text)
    network.tell(reached, said, client_tags=line.client_tags)
    return None


def _reached(network: Network, client: Client, target: str) -> list[Client] | Numeric:
    if not target.startswith("#"):
        person = network.find(target, seen_by=client)
        return Numeric.NO_SUCH_NICK if person is None else [person]
    channel = network.channel(target)
    if channel is None:
        return Numeric.NO_SUCH_CHANNEL
    if not channel.may_be_addressed_by(client):
        return Numeric.CANNOT_SEND
    return [member for member in channel.seen_by(client) if member is not client]


def _tell_if_away(network: Network, client: Client, target: str) -> None:
    person = network.find(target, seen_by=client)
    if person is not None and person.away is not None:
        client.reply(Numeric.AWAY, person.nick, text=person.away)


def away(network: Network, client: Client, line: Line) -> None:
    """Leave word that one is away, or take it back with no words."""
    words = shorten(line.params[0], AWAY_LENGTH) if line.params else ""
    client.away = words or None
    client.reply(Numeric.NOW_AWAY if words else Numeric.UNAWAY)
    network.show_away(client, network.neighbours(client))
