"""How long the connection to Discord waits for what."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """All waits in one place; tests bring shorter ones."""

    guilds: timedelta = timedelta(milliseconds=250)
    """After the last guild that Discord showed at the start for another one; a later one is taken as it comes."""
    identify: timedelta = timedelta(seconds=5)
    """Before a new session: Discord takes one in five seconds."""
    connect: timedelta = timedelta(seconds=60)
    """For a client to see Discord, at first or again; then it is given up for a fresh one."""
    heartbeat: timedelta = timedelta(seconds=60)
    """A gateway that is silent for so long is given up."""
    reconnect: timedelta = timedelta(seconds=2)
    """The first wait before another client; it doubles up to `longest`."""
    longest: timedelta = timedelta(minutes=2)
    """Discord takes 1000 clients a day of one bot, and then its token away."""
    unusable: timedelta = timedelta(minutes=5)
    """Before another attempt with a token, or intents, that Discord has refused."""
    resend: timedelta = timedelta(seconds=1)
    """The first wait before a message is sent once more; it doubles up to `longest`."""
    sight: timedelta = timedelta(seconds=3)
    """For the answer of the gateway before somebody is judged by what was seen."""
    farewell: timedelta = timedelta(seconds=2)
    """For what was seen to be taken before we leave, and for the client to close."""
    complaint: timedelta = timedelta(hours=1)
    """Before somebody is told once more, in the channel, that private messages do not reach them."""
    commands: timedelta = timedelta(minutes=5)
    """The longest wait before the slash commands are written once more, where that failed."""
