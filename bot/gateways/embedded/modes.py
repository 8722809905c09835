"""MODE: what a channel forbids, who is its operator or has a voice, and the one mode a person has."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.gateways.embedded.channel import Channel, Flag, Status
from bot.gateways.embedded.client import Client
from bot.gateways.embedded.limits import MODE_PARAMETERS
from bot.gateways.embedded.lines import Line, format_line
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric

_FLAGS = {flag.value: flag for flag in Flag}
_STATUSES = {status.value: status for status in Status}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One letter of a MODE command: `+o alice` or `-m`."""

    is_set: bool
    letter: str
    nick: str | None = None

    @property
    def sign(self) -> str:
        """The plus or minus before the letter."""
        return "+" if self.is_set else "-"


def mode(network: Network, client: Client, line: Line) -> None:
    """Show or change the modes of a channel, or one's own."""
    target = line.params[0]
    if not target.startswith("#"):
        _user_mode(network, client, line)
        return
    channel = network.channel(target)
    if channel is None:
        client.reply(Numeric.NO_SUCH_CHANNEL, target)
    elif len(line.params) == 1:
        client.reply(Numeric.CHANNEL_MODE_IS, channel.name, channel.mode_text)
        client.reply(Numeric.CREATION_TIME, channel.name, str(int(channel.created_at.timestamp())))
    elif line.params[1].lstrip("+") == "b" and len(line.params) == 2:
        client.reply(Numeric.END_OF_BANS, channel.name)  # clients ask on every join; there are no bans
    elif not channel.is_operator(client):
        client.reply(Numeric.NOT_OPERATOR, channel.name)
    else:
        _change(network, client, channel, line.params[1:])


def _changes(words: tuple[str, ...]) -> Iterator[Change]:
    """Read `+o-v alice bob`; letters that lack their nick, and those past the limit, are passed over."""
    nicks = iter(words[1 : 1 + MODE_PARAMETERS])
    is_set = True
    for letter in words[0]:
        if letter in "+-":
            is_set = letter == "+"
        elif letter not in _STATUSES:
            yield Change(is_set=is_set, letter=letter)
        elif (nick := next(nicks, None)) is not None:
            yield Change(is_set=is_set, letter=letter, nick=nick)


def _change(network: Network, client: Client, channel: Channel, words: tuple[str, ...]) -> None:
    done = [change for change in _changes(words) if _apply(network, client, channel, change)]
    if done:
        letters = "".join(change.sign + change.letter for change in done)
        nicks = [change.nick for change in done if change.nick is not None]
        changed = format_line(client.mask, "MODE", channel.name, letters, *nicks)
        network.tell(channel.seen_by(client), changed)


def _apply(network: Network, client: Client, channel: Channel, change: Change) -> bool:
    """Make one change; returns whether it made a difference."""
    if change.nick is not None:
        return _apply_status(network, client, channel, change.nick, change)
    flag = _FLAGS.get(change.letter)
    if flag is None:
        client.reply(Numeric.UNKNOWN_MODE, change.letter)
        return False
    if (flag in channel.flags) == change.is_set:
        return False
    channel.flags ^= {flag}
    return True


def _apply_status(network: Network, client: Client, channel: Channel, nick: str, change: Change) -> bool:
    target = network.find(nick, seen_by=client)
    if target is None:
        client.reply(Numeric.NO_SUCH_NICK, nick)
        return False
    if target not in channel.members:
        client.reply(Numeric.NOT_IN_CHANNEL, target.nick, channel.name)
        return False
    held = channel.members[target]
    status = _STATUSES[change.letter]
    if (status in held) == change.is_set:
        return False
    held ^= {status}
    return True


def _user_mode(network: Network, client: Client, line: Line) -> None:
    if network.find(line.params[0], seen_by=client) is not client:
        client.reply(Numeric.NOT_YOUR_MODE)
        return
    if len(line.params) == 1:
        client.reply(Numeric.USER_MODE_IS, "+i" if client.is_invisible else "+")
        return
    changes = list(_changes((line.params[1],)))
    if any(change.letter != "i" for change in changes):
        client.reply(Numeric.UNKNOWN_USER_MODE)
    for change in changes:
        if change.letter == "i" and change.is_set != client.is_invisible:
            client.is_invisible = change.is_set
            client.send(format_line(client.mask, "MODE", client.nick, text=f"{change.sign}i"))
