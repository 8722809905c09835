"""IRC: what a network shows becomes `cogs.speech` words, and the bot's lines become IRC.

How it is cut. `gateway` supervises: it connects again and again, each time for one `visit` on a fresh `wire`,
which is the only module that meets the irc package; what it hears are `heard` facts.

Coming: `login` negotiates (capabilities, SASL, a nick of `nicks`), `isupport` and `casefold` know the server's
ways, `rooms` are our channels, `patience` is how long we wait for what.
Seeing: `lookout` turns what is heard into happenings. `census` asks who is there, `roll` keeps it up,
`departures` and `leaving` tell a split from a loss, `news` what is new from what is played back, `pulse` asks
for a sign of life.
Saying: `sending` is the queue, `splitting` and `cleaning` make lines that can be sent.
"""

from bot.gateways.irc.gateway import IrcGateway
from bot.gateways.irc.patience import Patience

__all__ = ["IrcGateway", "Patience"]
