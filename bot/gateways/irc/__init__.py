"""IRC: what a network shows becomes `cogs.speech` words, and the bot's lines become IRC.

How it is cut: `wire` is one connection and the only module that meets the irc package; what it hears are
`heard` facts. `login` negotiates (CAP, SASL, nick), `visit` is one stay on a server from the welcome until
the connection is lost, with `rooms` (our channels), `roll` (who is in them), `departures` (why somebody is
gone) and `news` (is a line new, or played back). `sending` is the queue of what we say, `splitting` and
`cleaning` make its lines fit to be sent. `gateway` supervises: it connects again and again, each time on a
fresh connection.
"""

from bot.gateways.irc.gateway import IrcGateway
from bot.gateways.irc.patience import Patience

__all__ = ["IrcGateway", "Patience"]
