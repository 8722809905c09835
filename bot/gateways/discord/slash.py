"""Slash commands: every declared command as one of Discord's, made from its declaration, and nothing else.

A command's fields become its options; what is filled in goes to `asides` as it stands, and is read by the same
grammar as a line. Only the words that are names are shown; other words of a command stay words of lines. The
commands belong to the guilds of the configuration: they are written there at the first sight of a guild, when what
Discord has is not what we have. None is global, so in private messages words are said as on a line.

On a message, a judge can be called about it.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import secrets
import textwrap
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands

from bot.gateways.discord.asides import OF_ANOTHER_GUILD, Asides, gateway_of
from bot.gateways.discord.escaping import clean
from bot.gateways.discord.shapes import Ours, shape_of, shape_shown
from bot.gateways.irc.patience import Waits
from cogs.command import Declared
from cogs.fields import Field, Kind
from cogs.suggestions import EVENT, LONGEST_EVENT, Asked, event_field, has_any

if TYPE_CHECKING:
    from bot.gateways.discord.client import FloorClient
    from bot.gateways.discord.gateway import DiscordGateway

log = logging.getLogger(__name__)

ABOUT_MESSAGE = "Call a judge about this message"
STALE = "Discord shows you an old list of commands. Reload Discord (Ctrl+R), or write it as a line: {example}"
UNKNOWN = "That command is no more. /help says which ones there are."
STARTING = "I am just starting here. Say it again in a moment."
FAILED = "Something failed here (reference {reference}). Say it again, or write it as a line in the channel."

_OF_NO_EVENT = frozenset({"help", "link", "unlink", "open", "standing", "setstanding", "history"})
"""Commands that are not about one event."""

_LONGEST = 100
"""So many letters a description may have."""
_QUOTED = 200
"""So many letters of a message are quoted to the judges."""

_RANGE: Any = app_commands.Range  # its bounds are known only here, at run time
_FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError)

Interaction = discord.Interaction[Any]


def commands_of(declared: Sequence[Declared]) -> list[Ours]:
    """All commands of a guild, the one on messages last."""
    about = app_commands.ContextMenu(name=ABOUT_MESSAGE, callback=_call_about)
    about.guild_only = True
    return [*map(command_of, declared), about]


def command_of(declared: Declared) -> app_commands.Command[Any, ..., Any]:
    """One command. Raises TypeError or ValueError for what Discord would not take."""
    fields = fields_of(declared)
    parameters = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=_type_of(declared, field),
            default=inspect.Parameter.empty if field.required else None,
        )
        for field in fields
    ]

    async def run(interaction: Interaction, /, **filled: str | int | None) -> None:
        given = {name: str(value) for name, value in filled.items() if value is not None}
        event = "-".join(clean(given.pop(EVENT, "")).split())[
            :LONGEST_EVENT
        ]  # one word, with nothing behind it
        words = f"{declared.name}@{event}" if event else declared.name
        await _asides(interaction).take(interaction, words, options=given)

    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=Interaction)
    vars(run)["__signature__"] = inspect.Signature([first, *parameters])
    callback = app_commands.describe(**{field.name: _short(field.about) for field in fields})(run)
    chosen = {
        field.name: [
            app_commands.Choice(name=value.replace("_", " "), value=value) for value in field.choices
        ]
        for field in fields
        if field.choices
    }
    callback = app_commands.choices(**chosen)(callback)
    proposed = {field.name: _complete(declared, field) for field in fields if has_any(declared.name, field)}
    callback = app_commands.autocomplete(**proposed)(callback)
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=declared.name, description=_short(declared.summary), callback=callback
    )
    command.guild_only = True
    return command


def fields_of(declared: Declared) -> tuple[Field, ...]:
    """The options of a command: what Discord needs first is what must be filled in; last, the event."""
    fields = sorted(declared.form.fields, key=lambda field: not field.required)
    return (*fields, event_field()) if declared.name not in _OF_NO_EVENT else tuple(fields)


def _type_of(declared: Declared, field: Field) -> Any:
    if field.kind is Kind.NUMBER:
        return _RANGE[int, field.least, field.most]
    return str if field.choices else _RANGE[str, 1, field.most]


def _short(text: str) -> str:
    return textwrap.shorten(text, _LONGEST, placeholder=" …")


def _asides(interaction: Interaction) -> Asides:
    """Who answers, on the client of this interaction. Raises TypeError where nobody was given to it."""
    asides = interaction.client.asides
    if not isinstance(asides, Asides):
        raise TypeError("the client has nobody to answer")
    return asides


# --- while it is filled in ---


def _complete(declared: Declared, field: Field) -> Any:
    """What proposes values for a field."""

    async def propose(interaction: Interaction, current: str) -> list[app_commands.Choice[Any]]:
        try:
            return _proposals(interaction, declared, field, str(current))
        except Exception:  # it is an aid to typing: without it people type on, and nothing else must fail
            log.exception("nothing could be proposed for %s of /%s", field.name, declared.name)
            return []

    return propose


def _proposals(
    interaction: Interaction, declared: Declared, field: Field, typed: str
) -> list[app_commands.Choice[Any]]:
    gateway = gateway_of(interaction)
    if gateway is None:
        return []
    options = {name: str(value) for name, value in vars(interaction.namespace).items()}
    asked = Asked(
        command=declared.name, part=field, typed=clean(typed), options=options, event=options.get(EVENT, "")
    )
    found = gateway.suggest(gateway.members.speaker(interaction.user), asked)
    is_number = field.kind is Kind.NUMBER
    return [
        app_commands.Choice(
            name=clean(one.label) or one.value, value=int(one.value) if is_number else one.value
        )
        for one in found
    ]


# --- on a message ---


async def _call_about(interaction: Interaction, message: discord.Message) -> None:
    """Call a judge, with who wrote what, and where it stands."""
    words = clean(message.content) or "no words"
    quoted = words if len(words) <= _QUOTED else f"{words[: _QUOTED - 1]}…"
    why = (
        f"{message.jump_url} {message.author.name} wrote “{quoted}”"  # the link first: what is cut is the end
    )
    await _asides(interaction).take(interaction, "judge", options={"why": why})


# --- at the client ---


class SlashCommands:
    """The commands of one bot account: given to each of its clients, and written to each of its guilds."""

    def __init__(self, declared: Sequence[Declared], asides: Asides) -> None:
        self._declared = tuple(declared)
        self._asides = asides
        self._synced: set[int] = set()
        self._has_no_globals = False

    def equip(self, client: FloorClient) -> None:
        """Give them to a client that is not connected yet."""
        client.asides = self._asides
        client.tree.error(self._own_up)

        async def show(gateway: DiscordGateway) -> None:
            await self._show(client, gateway)

        client.on_taken.append(show)
        for gateway in client.gateways:
            self._add(client, gateway)

    def _add(self, client: FloorClient, gateway: DiscordGateway) -> discord.Object | None:
        """Have the client know them in this guild; None while it is not known which guild that is."""
        if gateway.guild_id is None:
            return None
        guild = discord.Object(gateway.guild_id)
        if not client.tree.get_commands(guild=guild):
            for command in commands_of(self._declared):
                client.tree.add_command(command, guild=guild)
        return guild

    async def _show(self, client: FloorClient, gateway: DiscordGateway) -> None:
        """Have the commands in this guild, on this client and at Discord."""
        guild = self._add(client, gateway)
        if guild is None:
            return
        waits = Waits(gateway.patience.resend, gateway.patience.commands)
        while guild.id not in self._synced and not client.is_closed():
            try:
                await self._sync(client, guild)
                self._synced.add(guild.id)
            except _FAILURES as error:
                wait: timedelta = waits.next()
                seconds = wait.total_seconds()
                log.warning(
                    "%s: slash commands are not up to date, next try in %.0f s: %s",
                    gateway.network,
                    seconds,
                    str(error) or type(error).__name__,
                )
                await asyncio.sleep(seconds)

    async def _sync(self, client: FloorClient, guild: discord.Object) -> None:
        """Write them where Discord has others; a global one of an earlier time is taken away."""
        ours = client.tree.get_commands(guild=guild)
        wanted = _sorted(shape_of(one) for one in ours if not isinstance(one, app_commands.Group))
        if wanted != _sorted(map(shape_shown, await client.tree.fetch_commands(guild=guild))):
            await client.tree.sync(guild=guild)
            log.info("guild %s: %d slash commands are written", guild.id, len(ours))
        if not self._has_no_globals:
            if await client.tree.fetch_commands():
                await client.tree.sync()
            self._has_no_globals = True

    async def _own_up(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """What failed before or beside the grammar: tell the one who asked, and log what is our fault."""
        if gateway_of(interaction) is None:
            text = OF_ANOTHER_GUILD
        elif isinstance(error, app_commands.CommandNotFound):
            is_ours = any(one.name == error.name for one in self._declared)
            text = STARTING if is_ours else UNKNOWN
        elif isinstance(error, app_commands.CommandSignatureMismatch):
            text = STALE.format(example=self._example(error.command.name))
        else:
            reference = secrets.token_hex(3)
            name = interaction.command.name if interaction.command is not None else "an interaction"
            log.error("/%s failed, reference %s", name, reference, exc_info=error)
            text = FAILED.format(reference=reference)
        try:
            if interaction.response.is_done():
                await interaction.followup.send(text, ephemeral=True)
            else:
                await interaction.response.send_message(text, ephemeral=True)
        except _FAILURES as lost:
            log.warning("Discord: that it failed was not told: %s", lost)

    def _example(self, name: str) -> str:
        return next((one.example for one in self._declared if one.name == name), "!help")


def _sorted(shapes: Any) -> list[Any]:
    return sorted(shapes, key=lambda shape: (shape["type"], shape["name"]))
