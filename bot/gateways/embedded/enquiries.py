"""Asking after people: WHO and WHOX, WHOIS, WHOWAS, ISON, USERHOST."""

from collections.abc import Iterable

from bot.gateways.embedded.channel import Channel
from bot.gateways.embedded.client import Client
from bot.gateways.embedded.lines import Line
from bot.gateways.embedded.membership import packed
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric

_WHOX_ORDER = "tcuihsnfdlaor"
"""The fields of a 354, in the order in which they come, however they were asked for."""


def who(network: Network, client: Client, line: Line) -> None:
    """List people: those of a channel, the one of a nick, or all for `*`; with `%tna,7` as WHOX does."""
    mask = line.params[0] if line.params else "*"
    options = line.params[1] if len(line.params) > 1 else ""
    fields, _, token = options.partition("%")[2].partition(",")
    channel = network.channel(mask)
    for person in _matching(network, client, mask, channel):
        if fields:
            facts = _facts(network, client, person, channel)
            facts["t"] = token or "0"
            shown = [facts[field] for field in _WHOX_ORDER if field in fields]
            text = shown.pop() if "r" in fields else None
            client.reply(Numeric.WHOX_REPLY, *shown, text=text)
        else:
            _tell_who(network, client, person, channel)
    client.reply(Numeric.END_OF_WHO, mask)


def _matching(network: Network, client: Client, mask: str, channel: Channel | None) -> Iterable[Client]:
    if channel is not None:
        return channel.seen_by(client)
    if mask in ("*", "0"):
        near = set(network.neighbours(client)) | {client}
        people = (each for each in network.people() if each.is_far == client.is_far)
        return [each for each in people if not each.is_invisible or each in near]
    person = network.find(mask, seen_by=client)
    return [] if person is None else [person]


def _facts(network: Network, client: Client, person: Client, channel: Channel | None) -> dict[str, str]:
    """What is known of a person, by the letters of WHOX. `a` is 0: nobody has an account here."""
    signs = channel.signs(person, seen_by=client) if channel is not None else ""
    idle = int((network.now() - person.spoke_at).total_seconds())
    return {
        "c": channel.name if channel is not None else "*",
        "u": person.user,
        "i": "255.255.255.255",
        "h": person.host,
        "s": network.server_name,
        "n": person.nick,
        "f": ("H" if person.away is None else "G") + signs,
        "d": "0",
        "l": str(idle),
        "a": "0",
        "o": "n/a",
        "r": person.real_name,
    }


def _tell_who(network: Network, client: Client, person: Client, channel: Channel | None) -> None:
    facts = _facts(network, client, person, channel)
    shown = [facts[field] for field in "cuhsnf"]
    client.reply(Numeric.WHO_REPLY, *shown, text=f"0 {person.real_name}")


def whois(network: Network, client: Client, line: Line) -> None:
    """Say who somebody is."""
    nick = line.params[-1].partition(",")[0] or "*"
    person = network.find(nick, seen_by=client)
    if person is None:
        client.reply(Numeric.NO_SUCH_NICK, nick)
    else:
        client.reply(Numeric.WHOIS_USER, person.nick, person.user, person.host, "*", text=person.real_name)
        channels = [
            channel.signs(person, seen_by=client) + channel.name for channel in network.channels_of(person)
        ]
        for words in packed(channels):
            client.reply(Numeric.WHOIS_CHANNELS, person.nick, text=words)
        client.reply(Numeric.WHOIS_SERVER, person.nick, network.server_name, text=network.name)
        if person.away is not None:
            client.reply(Numeric.AWAY, person.nick, text=person.away)
        idle = int((network.now() - person.spoke_at).total_seconds())
        signed_on = int(person.connected_at.timestamp())
        client.reply(Numeric.WHOIS_IDLE, person.nick, str(idle), str(signed_on))
    client.reply(Numeric.END_OF_WHOIS, nick)


def whowas(network: Network, client: Client, line: Line) -> None:
    """Say that nobody is remembered: clients ask this by themselves when WHOIS finds nobody."""
    client.reply(Numeric.WAS_NO_SUCH_NICK, line.params[0])
    client.reply(Numeric.END_OF_WHOWAS, line.params[0])


def ison(network: Network, client: Client, line: Line) -> None:
    """Say which of these nicks are here."""
    found = (network.find(nick, seen_by=client) for words in line.params for nick in words.split())
    client.reply(Numeric.ISON, text=" ".join(person.nick for person in found if person is not None))


def userhost(network: Network, client: Client, line: Line) -> None:
    """Say whence up to five people are."""
    found = (network.find(nick, seen_by=client) for nick in line.params[:5])
    client.reply(
        Numeric.USERHOST,
        text=" ".join(
            f"{person.nick}={'+' if person.away is None else '-'}{person.user}@{person.host}"
            for person in found
            if person is not None
        ),
    )
