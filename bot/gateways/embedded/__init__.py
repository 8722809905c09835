"""A small IRC server of our own, for "try it now" and for tests; it stands on the standard library alone.

How it is cut: `lines` turns bytes into commands and back, `client` is one connection, `channel` one channel,
`network` knows who is where, `commands` lists what a client may say and the modules beside it answer,
`server` listens and keeps time. There are no services: nobody has an account.
"""

from bot.gateways.embedded.limits import Limits
from bot.gateways.embedded.server import EmbeddedServer

__all__ = ["EmbeddedServer", "Limits"]
