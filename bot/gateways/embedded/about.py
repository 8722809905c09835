"""What the server says of itself: MOTD, LUSERS, VERSION, TIME, and the 005 by which clients know its ways."""

from datetime import UTC, datetime

from bot.gateways.embedded.client import Client
from bot.gateways.embedded.limits import (
    AWAY_LENGTH,
    CHANNEL_LENGTH,
    MODE_PARAMETERS,
    NICK_LENGTH,
    TARGETS,
    TOPIC_LENGTH,
    USER_LENGTH,
)
from bot.gateways.embedded.lines import Line
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric

SOFTWARE = "floorjudge-embedded"


def isupport(network: Network, client: Client) -> None:
    """Send the 005 lines; each promises only what the server keeps."""
    one = f"PRIVMSG:{TARGETS},NOTICE:{TARGETS},TAGMSG:{TARGETS},KICK:{TARGETS},JOIN:,PART:,NAMES:1,WHOIS:1"
    client.reply(
        Numeric.ISUPPORT,
        f"NETWORK={network.name.replace(' ', '_')}",
        *("CASEMAPPING=rfc1459", "CHANTYPES=#", "CHANMODES=,,,imnt", "PREFIX=(ov)@+", "WHOX"),
        *(f"CHANLIMIT=#:{network.limits.channels_each}", f"TARGMAX={one}"),
    )
    client.reply(
        Numeric.ISUPPORT,
        *(f"NICKLEN={NICK_LENGTH}", f"USERLEN={USER_LENGTH}", f"CHANNELLEN={CHANNEL_LENGTH}"),
        *(f"TOPICLEN={TOPIC_LENGTH}", f"AWAYLEN={AWAY_LENGTH}", f"MODES={MODE_PARAMETERS}"),
    )


def motd(network: Network, client: Client, line: Line) -> None:
    """Send the message of the day."""
    tell_motd(network, client)


def tell_motd(network: Network, client: Client) -> None:
    """Send the message of the day, or say that there is none."""
    if not network.motd:
        client.reply(Numeric.NO_MOTD)
        return
    client.reply(Numeric.MOTD_START, text=f"- {network.server_name} message of the day")
    for words in network.motd:
        client.reply(Numeric.MOTD, text=f"- {words}")
    client.reply(Numeric.END_OF_MOTD)


def lusers(network: Network, client: Client, line: Line) -> None:
    """Say how many are here."""
    tell_lusers(network, client)


def tell_lusers(network: Network, client: Client) -> None:
    """Send the counts of people and channels."""
    count = len(network.people())
    client.reply(Numeric.LUSER_CLIENT, text=f"There are {count} users and 0 services on 1 server")
    client.reply(Numeric.LUSER_CHANNELS, str(len(network.channels)))
    client.reply(Numeric.LUSER_ME, text=f"I have {count} clients and 0 servers")


def version(network: Network, client: Client, line: Line) -> None:
    """Say what runs here."""
    client.reply(Numeric.VERSION, SOFTWARE, network.server_name, text="a small server for one tournament")
    isupport(network, client)


def time(network: Network, client: Client, line: Line) -> None:
    """Say the server's time."""
    client.reply(Numeric.TIME, network.server_name, text=time_text(network.now()))


def time_text(moment: datetime) -> str:
    """A moment as the server writes it for people."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
