"""How a connection becomes somebody: NICK, USER, the welcome, and QUIT and PING on the way."""

import logging
import re

from bot.gateways.embedded import about
from bot.gateways.embedded.client import Client
from bot.gateways.embedded.limits import NICK_LENGTH, USER_LENGTH
from bot.gateways.embedded.lines import Line, format_line
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric

log = logging.getLogger(__name__)

_NICK = re.compile(rf"[A-Za-z\[\]\\`_^{{|}}][A-Za-z0-9\[\]\\`_^{{|}}-]{{0,{NICK_LENGTH - 1}}}")
_UNFIT_FOR_USER = re.compile(r"[^A-Za-z0-9._\[\]\\`^{|}~-]")


def nick(network: Network, client: Client, line: Line) -> None:
    """Take a nick, or another one; changing only the case of one's own is a change too."""
    if not line.params or not line.params[0]:
        client.reply(Numeric.NO_NICKNAME)
        return
    wanted = line.params[0]
    if not _NICK.fullmatch(wanted):
        client.reply(Numeric.BAD_NICKNAME, wanted)
    elif network.is_taken(wanted, by_other_than=client):
        client.reply(Numeric.NICKNAME_IN_USE, wanted)
    elif wanted != client.nick:
        network.name_client(client, wanted)
        welcome_when_complete(network, client)


def user(network: Network, client: Client, line: Line) -> None:
    """Say the user name and the real name."""
    if client.is_registered or client.user:
        client.reply(Numeric.ALREADY_REGISTERED)
        return
    client.user = _UNFIT_FOR_USER.sub("", line.params[0])[:USER_LENGTH] or "user"
    client.real_name = line.params[3]
    welcome_when_complete(network, client)


def password(network: Network, client: Client, line: Line) -> None:
    """Take a password and look at none: the server has no secrets."""
    if client.is_registered:
        client.reply(Numeric.ALREADY_REGISTERED)


def welcome_when_complete(network: Network, client: Client) -> None:
    """Welcome the client once it has said all that is needed."""
    if client.is_registered or client.is_negotiating or not client.nick or not client.user:
        return
    client.is_registered = True
    log.info("%s has connected from %s", client.nick, client.host)
    client.reply(Numeric.WELCOME, text=f"Welcome to {network.name}, {client.mask}")
    client.reply(Numeric.YOUR_HOST, text=f"Your host is {network.server_name}, running {about.SOFTWARE}")
    client.reply(Numeric.CREATED, text=f"This server was started {about.time_text(network.started_at)}")
    client.reply(Numeric.MY_INFO, network.server_name, about.SOFTWARE, "i", "imntov", "ov")
    about.isupport(network, client)
    about.tell_lusers(network, client)
    about.tell_motd(network, client)


def ping(network: Network, client: Client, line: Line) -> None:
    """Answer a PING with the word it came with."""
    if not line.params:
        client.reply(Numeric.NO_ORIGIN)
        return
    client.send(format_line(network.server_name, "PONG", network.server_name, text=line.params[0]))


def pong(network: Network, client: Client, line: Line) -> None:
    """Take a PONG: any bytes from a client have already shown that it lives."""


def quit_network(network: Network, client: Client, line: Line) -> None:
    """Leave for good. The text is marked: nobody may write what only the server says of lost connections."""
    words = line.params[0] if line.params else ""
    network.dismiss(client, f"Quit: {words or client.nick}")


def web_request(network: Network, client: Client, line: Line) -> None:
    """Close on a browser: a web page must not be able to speak on IRC through its visitor."""
    network.dismiss(client, "This is an IRC server")
