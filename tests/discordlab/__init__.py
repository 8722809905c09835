"""A loopback Discord of our own: REST v10 and the gateway in one process, for tests and for playing without an account.

    async with DiscordLab() as lab:      # lab.api_base and lab.gateway_url go into the bot's configuration
        await lab.join("alice")
        await lab.say("alice", "!time")
        await lab.until(lambda: lab.seen("alice"))

It knows nothing of discord.py: the bot may run in this process or in another one. `lab.py` says what people and the
network can do; `python -m tests.discordlab` lets you do it by hand.
"""

from tests.discordlab.channels import Channel
from tests.discordlab.guilds import Guild, Role
from tests.discordlab.interactions import Interaction
from tests.discordlab.lab import DiscordLab
from tests.discordlab.messages import Message
from tests.discordlab.people import Member, Status, User
from tests.discordlab.permissions import Overwrite, Permission
from tests.discordlab.refusals import CannotDo

__all__ = [
    "CannotDo",
    "Channel",
    "DiscordLab",
    "Guild",
    "Interaction",
    "Member",
    "Message",
    "Overwrite",
    "Permission",
    "Role",
    "Status",
    "User",
]
