"""The console: a line such as `say alice !time` makes somebody do something, and what the bot says is printed."""

import shlex
from collections.abc import Awaitable, Callable
from typing import Any

from tests.discordlab.channels import Channel
from tests.discordlab.commands import SLASH, leaf_options
from tests.discordlab.interactions import Interaction
from tests.discordlab.lab import DiscordLab
from tests.discordlab.messages import Message, parts_of
from tests.discordlab.people import Status
from tests.discordlab.refusals import CannotDo

Deed = Callable[[str], Awaitable[None]]

HELP = """\
say NAME TEXT             alice says it where she is: first in tournament
at NAME PLACE             alice goes to a channel or thread by its name, or to dm (her DM with the bot)
slash NAME COMMAND k=v    alice uses a slash command: slash alice register deck=ABC
menu NAME COMMAND         alice uses a command of the menu of the newest message where she is
click NAME LABEL          alice clicks the newest button of that label
select NAME MENU VALUE    alice chooses in a menu
fill NAME FIELD=TEXT      alice fills in and sends the form that she was shown
see PLACE                 what is in a channel or thread, with ids of who is pinged; see dm alice: in a DM
who                       who is there, and where
online NAME | offline NAME | join NAME [ROLE] | leave NAME | roles NAME [ROLE...] | nick NAME NICK
closedms NAME             alice takes no DMs any more
drop | op7 | op9 [resume] cut the gateway; ask for a reconnect; end the session (or not)
down | up                 refuse all connections; take them again
help | quit
"""


WORDS = (
    *("say", "at", "slash", "menu", "click", "select", "fill", "see", "who"),
    *("online", "offline", "join", "leave", "roles", "nick", "closedms"),
    *("drop", "op7", "op9", "down", "up", "help", "quit"),
)


class Console:
    """Turns lines into what people and the network do."""

    def __init__(self, lab: DiscordLab, write: Callable[[str], None]) -> None:
        self.lab, self.write = lab, write
        self.ended = False
        self._places: dict[str, Channel] = {}
        self._forms: dict[str, Interaction] = {}
        self._deeds: dict[str, Deed] = {word: getattr(self, f"_{word}") for word in WORDS}
        lab.world.hearers.append(self._hear)

    async def obey(self, line: str) -> None:
        """Do what a line says; a bad line gets one sentence and does nothing."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return
        deed = self._deeds.get(word)
        if deed is None:
            self.write(f"I do not know {word}; help lists what I know.")
            return
        try:
            await deed(rest.strip())
        except CannotDo as reason:
            self.write(str(reason))

    # --- people

    async def _say(self, rest: str) -> None:
        name, text = self._two(rest, "say NAME TEXT")
        await self.lab.say(name, text, self._place(name))

    async def _at(self, rest: str) -> None:
        name, place = self._two(rest, "at NAME PLACE")
        channel = self.lab.place(name, place)
        if not self.lab.world.permissions(channel, self.lab.user(name)):
            raise CannotDo(f"{name} does not see {place}.")
        self._places[name] = channel
        self.write(f"{name} is in {self._places[name].name}.")

    async def _slash(self, rest: str) -> None:
        name, used = self._two(rest, "slash NAME COMMAND [option=value]")
        parts = _split(used)
        words = [part for part in parts if "=" not in part]
        if not words:
            raise CannotDo("Say it so: slash NAME COMMAND [option=value]")
        channel = self._place(name)
        spec = self.lab.world.commands.find(words[0].removeprefix("/"), SLASH, channel.guild_id)
        kinds = {option["name"]: option["type"] for option in leaf_options(spec, words[1:])}
        given = {key: _typed(kinds.get(key, 3), value) for key, value in _pairs(parts).items()}
        self._after(await self.lab.slash(name, " ".join(words), channel, **given))

    async def _menu(self, rest: str) -> None:
        name, command = self._two(rest, "menu NAME COMMAND")
        channel = self._place(name)
        if not channel.messages:
            raise CannotDo(f"Nothing was said in {channel.name} yet.")
        newest = channel.messages[next(reversed(channel.messages))]
        self._after(await self.lab.context(name, command, newest))

    async def _click(self, rest: str) -> None:
        name, label = self._two(rest, "click NAME LABEL")
        self._after(await self.lab.click(name, self._newest_with(name, label), label))

    async def _select(self, rest: str) -> None:
        name, chosen = self._two(rest, "select NAME MENU VALUE")
        menu, *values = _split(chosen) or [""]
        self._after(await self.lab.select(name, self._newest_with(name, menu), menu, *values))

    async def _fill(self, rest: str) -> None:
        name, fields = self._two(rest, "fill NAME FIELD=TEXT")
        if name not in self._forms:
            raise CannotDo(f"{name} was shown no form.")
        sent = await self.lab.submit(name, self._forms[name], **_pairs(_split(fields)))
        del self._forms[name]
        self._after(sent)

    async def _online(self, rest: str) -> None:
        await self.lab.presence(self._one(rest, "online NAME"), Status.ONLINE)

    async def _offline(self, rest: str) -> None:
        await self.lab.presence(self._one(rest, "offline NAME"), Status.OFFLINE)

    async def _join(self, rest: str) -> None:
        name, *roles = self._one(rest, "join NAME [ROLE]").split()
        await self.lab.join(name, roles=tuple(roles))

    async def _leave(self, rest: str) -> None:
        await self.lab.leave(self._one(rest, "leave NAME"))

    async def _roles(self, rest: str) -> None:
        name, *roles = self._one(rest, "roles NAME [ROLE...]").split()
        await self.lab.set_roles(name, *roles)

    async def _nick(self, rest: str) -> None:
        name, nick = self._two(rest, "nick NAME NICK")
        await self.lab.nick(name, nick)

    async def _closedms(self, rest: str) -> None:
        self.lab.close_dms(self._one(rest, "closedms NAME"))

    # --- the network

    async def _drop(self, _: str) -> None:
        self.lab.gateway.drop()

    async def _op7(self, _: str) -> None:
        self.lab.gateway.ask_to_reconnect()

    async def _op9(self, rest: str) -> None:
        self.lab.gateway.invalidate(resumable=rest == "resume")

    async def _down(self, _: str) -> None:
        await self.lab.stop()

    async def _up(self, _: str) -> None:
        await self.lab.listen()

    # --- reading

    async def _see(self, rest: str) -> None:
        word, _, name = self._one(rest, "see PLACE").partition(" ")
        if word == "dm":
            channel = self.lab.place(self._one(name, "see dm NAME"), "dm")
        else:
            channel = self.lab.place(self.lab.world.app.owner.username, rest)
        for message in channel.messages.values():
            self._print(message, "")
        if not channel.messages:
            self.write(f"Nothing was said in {channel.name} yet.")

    async def _who(self, _: str) -> None:
        for member in self.lab.guild.members.values():
            roles = ", ".join(self.lab.guild.roles[role].name for role in member.roles)
            status = member.user.status
            self.write(f"{member.user.username} ({status}{', ' if roles else ''}{roles})")

    async def _help(self, _: str) -> None:
        self.write(HELP.rstrip())

    async def _quit(self, _: str) -> None:
        self.ended = True

    # --- what all of them need

    def _place(self, name: str) -> Channel:
        return self._places.get(name) or self.lab.place(name)

    def _one(self, rest: str, usage: str) -> str:
        if not rest:
            raise CannotDo(f"Say it so: {usage}")
        return rest

    def _two(self, rest: str, usage: str) -> tuple[str, str]:
        name, _, more = rest.partition(" ")
        if not more.strip():
            raise CannotDo(f"Say it so: {usage}")
        self.lab.user(name)
        return name, more.strip()

    def _newest_with(self, name: str, label: str) -> Message:
        """The newest message that somebody sees with such a button or menu."""
        world = self.lab.world
        answers = (m for i in world.interactions.values() if i.user.username == name for m in i.answers)
        said = [message for channel in world.channels.values() for message in channel.messages.values()]
        for message in sorted({*said, *answers}, key=lambda message: int(message.id), reverse=True):
            channel = world.channels[message.channel_id]
            theirs = message.seen_only_by in (None, world.user(name)) and not message.deleted
            if theirs and world.permissions(channel, world.user(name)) and _offers(message, label):
                return message
        raise CannotDo(f"{name} sees no {label} to click.")

    def _after(self, interaction: Interaction) -> None:
        """Tell what else came of a click or command."""
        name = interaction.user.username
        if interaction.failed:
            self.write(f"{name} reads: The application did not respond.")
        if (form := interaction.modal) is not None:
            self._forms[name] = interaction
            fields = [p["custom_id"] for p in parts_of(form["components"]) if p.get("custom_id")]
            self.write(
                f"{name} is shown the form {form['title']!r}: fill {name} {' '.join(f'{f}=' for f in fields)}"
            )

    def _hear(self, what: str, message: Message) -> None:
        if message.author is self.lab.world.bot:
            self._print(message, {"said": "", "edited": " (edited)", "deleted": " (deleted)"}[what])

    def _print(self, message: Message, mark: str) -> None:
        channel = self.lab.world.channels[message.channel_id]
        only = f" (only {message.seen_only_by.username} sees this)" if message.seen_only_by else ""
        place = channel.name if channel.is_dm else f"#{channel.name}"
        lines = self.lab.shown(message).splitlines() or ["(nothing)"]
        pings = f"   -> pings {', '.join(sorted(message.notified))}" if message.notified else ""
        self.write(f"{place} <{message.author.username}>{mark}{only} {lines[0]}{pings}")
        for line in lines[1:]:
            self.write(f"    {line}")


def _offers(message: Message, label: str) -> bool:
    keys = ("label", "custom_id", "placeholder")
    return any(label in (part.get(key) for key in keys) for part in parts_of(message.components))


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise CannotDo("A quotation mark is not closed.") from error


def _pairs(parts: list[str]) -> dict[str, str]:
    return dict(part.split("=", 1) for part in parts if "=" in part)


def _typed(kind: int, value: str) -> Any:
    """An option's value in the type that the command declares."""
    try:
        match kind:
            case 4:
                return int(value)
            case 5:
                return value.casefold() in ("true", "yes", "1")
            case 10:
                return float(value)
            case _:
                return value
    except ValueError as error:
        raise CannotDo(f"{value} is not a number.") from error
