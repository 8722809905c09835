"""The gateway to Discord: one connection with a bot account, and a gateway for each guild that is officiated on it.

`connection` keeps a client of discord.py up, a fresh one again and again; `client` hands what that client is told
to the guilds; `gateway` is one guild as the rest of the bot knows networks. It has `places` (its channels),
`members` (who is there, `people`), `hearing` (what they say), `sighting` (until when it was seen) and `delivery`
(what is said to them: `messages` fits lines into what Discord takes, `escaping` makes text plain). Only this folder
knows discord.py, and it is imported only where Discord is configured.
"""

from bot.gateways.discord.connection import DiscordConnection, reach
from bot.gateways.discord.gateway import DiscordGateway

__all__ = ["DiscordConnection", "DiscordGateway", "reach"]
