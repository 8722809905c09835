"""All that a client may say to the server: each command's name, what it needs, and who answers it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.gateways.embedded import about, capabilities, enquiries, membership, modes, registration, talk
from bot.gateways.embedded.client import Client
from bot.gateways.embedded.lines import Line
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command: who answers it, and when it is heard at all."""

    answer: Callable[[Network, Client, Line], None]
    params: int = 0
    """How many parameters it needs at least."""
    is_for_strangers: bool = False
    """Whether it is heard before the welcome."""


COMMANDS: Mapping[str, Command] = {
    "AWAY": Command(answer=talk.away),
    "CAP": Command(answer=capabilities.cap, params=1, is_for_strangers=True),
    "INVITE": Command(answer=membership.invite, params=2),
    "ISON": Command(answer=enquiries.ison, params=1),
    "JOIN": Command(answer=membership.join, params=1),
    "KICK": Command(answer=membership.kick, params=2),
    "LIST": Command(answer=membership.list_channels),
    "LUSERS": Command(answer=about.lusers),
    "MODE": Command(answer=modes.mode, params=1),
    "MOTD": Command(answer=about.motd),
    "NAMES": Command(answer=membership.names),
    "NICK": Command(answer=registration.nick, is_for_strangers=True),
    "NOTICE": Command(answer=talk.notice),
    "PART": Command(answer=membership.part, params=1),
    "PASS": Command(answer=registration.password, is_for_strangers=True),
    "PING": Command(answer=registration.ping, is_for_strangers=True),
    "PONG": Command(answer=registration.pong, is_for_strangers=True),
    "PRIVMSG": Command(answer=talk.privmsg),
    "QUIT": Command(answer=registration.quit_network, is_for_strangers=True),
    "TAGMSG": Command(answer=talk.tagmsg, params=1),
    "TIME": Command(answer=about.time),
    "TOPIC": Command(answer=membership.topic, params=1),
    "USER": Command(answer=registration.user, params=4, is_for_strangers=True),
    "USERHOST": Command(answer=enquiries.userhost, params=1),
    "VERSION": Command(answer=about.version),
    "WHO": Command(answer=enquiries.who),
    "WHOIS": Command(answer=enquiries.whois, params=1),
    "WHOWAS": Command(answer=enquiries.whowas, params=1),
}

_WEB_REQUESTS = {
    verb: Command(answer=registration.web_request, is_for_strangers=True)
    for verb in ("GET", "HEAD", "OPTIONS", "POST", "PUT")
}


def answer(network: Network, client: Client, line: Line) -> None:
    """Let the right module answer a command, or say why it was not heard."""
    command = COMMANDS.get(line.command)
    if command is None and not client.is_registered:
        command = _WEB_REQUESTS.get(line.command)
    if not client.is_registered and (command is None or not command.is_for_strangers):
        client.reply(Numeric.NOT_REGISTERED)
    elif command is None:
        client.reply(Numeric.UNKNOWN_COMMAND, line.command)
    elif len(line.params) < command.params:
        client.reply(Numeric.NEED_MORE_PARAMS, line.command)
    else:
        command.answer(network, client, line)
