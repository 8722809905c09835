"""CAP: what a client asks to be told beyond plain IRC (IRCv3 capability negotiation, version 302)."""

from bot.gateways.embedded import registration
from bot.gateways.embedded.client import Capability, Client
from bot.gateways.embedded.lines import Line, format_line
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric


def cap(network: Network, client: Client, line: Line) -> None:
    """List, grant or refuse capabilities; LS and REQ hold up the welcome until END."""
    match line.params[0].upper():
        case "LS":
            _hold_up(client)
            _answer(network, client, "LS", " ".join(Capability))
        case "LIST":
            _answer(network, client, "LIST", " ".join(sorted(client.capabilities)))
        case "REQ":
            _hold_up(client)
            _request(network, client, line.params[1] if len(line.params) > 1 else "")
        case "END":
            client.is_negotiating = False
            registration.welcome_when_complete(network, client)
        case _:
            client.reply(Numeric.INVALID_CAP, line.params[0])


def _hold_up(client: Client) -> None:
    client.is_negotiating = not client.is_registered


def _request(network: Network, client: Client, wanted: str) -> None:
    """Grant all that is asked for in one request, or none of it."""
    names = wanted.split()
    known = {capability.value for capability in Capability}
    if any(name.removeprefix("-") not in known for name in names):
        _answer(network, client, "NAK", wanted)
        return
    for name in names:
        if name.startswith("-"):
            client.capabilities.discard(Capability(name[1:]))
        else:
            client.capabilities.add(Capability(name))
    _answer(network, client, "ACK", wanted)


def _answer(network: Network, client: Client, verb: str, text: str) -> None:
    client.send(format_line(network.server_name, "CAP", client.name, verb, text=text))
