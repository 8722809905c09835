"""What people do: say, edit, use commands, click, choose, fill in forms, as far as Discord's own client lets them."""

import asyncio
from typing import Any

from tests.discordlab import posting, threads
from tests.discordlab.channels import Channel
from tests.discordlab.commands import ON_MESSAGE, ON_USER, SLASH, leaf_options
from tests.discordlab.filling import filled
from tests.discordlab.interactions import ANSWER_WITHIN, Interaction, Kind
from tests.discordlab.messages import Message, parts_of
from tests.discordlab.options import Resolved, check_option, command_data, nested
from tests.discordlab.people import User
from tests.discordlab.permissions import Permission
from tests.discordlab.posting import Draft
from tests.discordlab.refusals import CannotDo, Json, Refusal
from tests.discordlab.routes_messages import reacted
from tests.discordlab.world import World

Where = Channel | str | None
_BUTTON, _TEXT_SELECT, _USER_SELECT, _LINK = 2, 3, 5, 5


class Acts:
    """People at their keyboards."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.answer_within = ANSWER_WITHIN

    # --- places

    def place(self, name: str, where: Where = None) -> Channel:
        """A channel for somebody: one by name, "dm" for their DM with the bot, None for the first they see."""
        if isinstance(where, Channel):
            return where
        user = self.world.user(name)
        if where == "dm":
            return self.world.dm_with(user)
        guilds = [guild for guild in self.world.guilds.values() if user.id in guild.members]
        for guild in guilds:
            for channel in (*guild.channels.values(), *guild.threads.values()):
                if where is None and Permission.VIEW_CHANNEL in guild.permissions_in(channel, user.id):
                    return channel
                if where is not None and channel.name == where.removeprefix("#"):
                    return channel
        raise CannotDo(f"{name} sees no channel {where or 'at all'}.")

    def _writable(self, user: User, channel: Channel) -> None:
        rights = self.world.permissions(channel, user)
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        if Permission.VIEW_CHANNEL not in rights or needed not in rights:
            raise CannotDo(f"{user.username} may not write in {channel.name}.")

    # --- messages

    async def say(
        self, name: str, text: str, where: Where = None, *, reply_to: Message | None = None, ping: bool = True
    ) -> Message:
        """Say something; ping=False is a reply without notifying its author."""
        user, channel = self.world.user(name), self.place(name, where)
        self._writable(user, channel)
        if len(text) > 2000:
            raise CannotDo("Your message is too long: 2000 characters at most.")
        body: Json = {"content": text}
        if reply_to is not None and not ping:
            body["allowed_mentions"] = {"parse": ["users", "roles", "everyone"], "replied_user": False}
        try:
            return posting.post(self.world, channel, Draft(author=user, body=body, referenced=reply_to))
        except Refusal as refusal:
            raise CannotDo(refusal.message) from refusal

    async def edit(self, name: str, message: Message, text: str) -> Message:
        """Edit one's own message."""
        self._own(name, message)
        return posting.edit(self.world, message, {"content": text})

    async def delete(self, name: str, message: Message) -> None:
        """Delete one's own message."""
        self._own(name, message)
        posting.delete(self.world, message)

    def _own(self, name: str, message: Message) -> None:
        if message.author is not self.world.user(name):
            raise CannotDo(f"That message is not {name}'s.")

    async def react(self, name: str, message: Message, emoji: str, *, remove: bool = False) -> None:
        """Add or remove a reaction."""
        reacted(self.world, message, emoji, name, added=not remove)

    async def type(self, name: str, where: Where = None) -> None:
        """Be seen typing."""
        user, channel = self.world.user(name), self.place(name, where)
        event: Json = {"channel_id": channel.id, "user_id": user.id, "timestamp": 0}
        guild = self.world.guild_of(channel)
        if guild is not None:
            event |= {"guild_id": guild.id, "member": guild.members[user.id].payload()}
        self.world.emit_in("TYPING_START", channel, event)

    async def start_thread(
        self, name: str, thread: str, where: Where = None, *, message: Message | None = None
    ) -> Channel:
        """Start a public thread, from a message or without one."""
        parent = self.place(name, where) if message is None else self.world.channels[message.channel_id]
        return threads.start(self.world, parent, self.world.user(name), {"name": thread, "type": 11}, message)

    async def change_thread(self, thread: Channel, **changes: Any) -> None:
        """A moderator archives, locks or renames a thread."""
        threads.update(self.world, thread, changes)

    # --- commands

    async def slash(self, name: str, command: str, /, where: Where = None, **options: Any) -> Interaction:
        """Use a slash command ("word" or "word subword") and wait for the bot's answer, 3 seconds at most."""
        channel, words = self.place(name, where), command.removeprefix("/").split()
        spec = self._command(name, words[0], SLASH, channel)
        declared = {option["name"]: option for option in leaf_options(spec, words[1:])}
        self._check_options(command, declared, options)
        resolved = Resolved(self.world, self.world.guild_of(channel))
        given = [
            {"name": key, "type": declared[key]["type"], "value": resolved.value(declared[key], value)}
            for key, value in options.items()
        ]
        data = command_data(spec, nested(spec, words[1:], given)) | resolved.payload()
        return await self._ask(name, Kind.COMMAND, channel, data)

    def _command(self, name: str, word: str, kind: int, channel: Channel) -> Json:
        spec = self.world.commands.find(word, kind, channel.guild_id)
        needed, user = spec.get("default_member_permissions"), self.world.user(name)
        rights = self.world.permissions(channel, user)
        if channel.guild_id and needed is not None and Permission(int(needed)) & ~rights:
            raise CannotDo(f"{name} is not offered {word}: it needs more permissions.")
        if channel.guild_id and Permission.USE_APPLICATION_COMMANDS not in rights:
            raise CannotDo(f"{name} may not use commands in {channel.name}.")
        return spec

    def _check_options(self, command: str, declared: dict[str, Json], given: dict[str, Any]) -> None:
        if unknown := given.keys() - declared.keys():
            raise CannotDo(
                f"/{command} has no option {min(unknown)}; it has {', '.join(declared) or 'none'}."
            )
        for key, option in declared.items():
            if key in given:
                check_option(option, given[key])
            elif option.get("required"):
                raise CannotDo(f"/{command} needs the option {key}.")

    async def autocomplete(
        self, name: str, command: str, focused: str, text: str, where: Where = None, **options: Any
    ) -> list[str]:
        """Type into an option; the names that the bot suggests."""
        channel, words = self.place(name, where), command.removeprefix("/").split()
        spec = self._command(name, words[0], SLASH, channel)
        declared = {option["name"]: option for option in leaf_options(spec, words[1:])}
        if not declared.get(focused, {}).get("autocomplete"):
            raise CannotDo(f"/{command} suggests nothing for {focused}.")
        resolved = Resolved(self.world, self.world.guild_of(channel))
        given = [
            {"name": key, "type": declared[key]["type"], "value": resolved.value(declared[key], value)}
            for key, value in options.items()
        ]
        given.append({"name": focused, "type": declared[focused]["type"], "value": text, "focused": True})
        data = command_data(spec, nested(spec, words[1:], given)) | resolved.payload()
        interaction = await self._ask(name, Kind.AUTOCOMPLETE, channel, data)
        return [choice["name"] for choice in interaction.choices]

    async def context(
        self, name: str, command: str, target: Message | str, where: Where = None
    ) -> Interaction:
        """Use a command of the menu on a message, or on somebody by name."""
        if isinstance(target, Message):
            channel = self.world.channels[target.channel_id]
            spec = self._command(name, command, ON_MESSAGE, channel)
            resolved: Json = {"messages": {target.id: target.payload(self.world.bot.id)}}
            data = {"target_id": target.id, "resolved": resolved}
        else:
            channel = self.place(name, where)
            spec = self._command(name, command, ON_USER, channel)
            people = Resolved(self.world, self.world.guild_of(channel))
            data = {"target_id": people.user(target), **people.payload()}
        return await self._ask(name, Kind.COMMAND, channel, command_data(spec, []) | data)

    # --- buttons, menus, forms

    async def click(self, name: str, message: Message, what: str) -> Interaction:
        """Click a button of a message, by its label or custom_id."""
        button = self._part(name, message, what, {_BUTTON})
        if button.get("style") == _LINK:
            raise CannotDo(f"{what} is a link.")
        return await self._use(name, message, button, {})

    async def select(self, name: str, message: Message, what: str, *values: str) -> Interaction:
        """Choose in a menu, by its custom_id or placeholder; values are option labels or values, or people's names."""
        menu = self._part(name, message, what, {_TEXT_SELECT, _USER_SELECT})
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(values) <= most:
            raise CannotDo(f"{what} takes {least} to {most} values.")
        if menu["type"] == _USER_SELECT:
            resolved = Resolved(self.world, self.world.guilds.get(message.guild_id or ""))
            return await self._use(
                name, message, menu, {"values": [resolved.user(v) for v in values]} | resolved.payload()
            )
        known = {key: o["value"] for o in menu["options"] for key in (o["label"], o["value"])}
        if missing := [value for value in values if value not in known]:
            raise CannotDo(f"{what} does not offer {missing[0]}.")
        return await self._use(name, message, menu, {"values": [known[value] for value in values]})

    def _part(self, name: str, message: Message, what: str, kinds: set[int]) -> Json:
        user, channel = self.world.user(name), self.world.channels[message.channel_id]
        if message.deleted:
            raise CannotDo("That message was deleted.")
        hidden = message.seen_only_by not in (None, user)
        if hidden or Permission.VIEW_CHANNEL not in self.world.permissions(channel, user):
            raise CannotDo(f"{name} does not see that message.")
        names = ("label", "custom_id", "placeholder")
        parts = [part for part in parts_of(message.components) if part["type"] in kinds]
        for part in parts:
            if what in (part.get(key) for key in names):
                if part.get("disabled"):
                    raise CannotDo(f"{what} is greyed out.")
                return part
        offered = ", ".join(str(next(p[k] for k in names if p.get(k))) for p in parts)
        raise CannotDo(f"That message has no {what}; it has {offered or 'nothing of the kind'}.")

    async def _use(self, name: str, message: Message, part: Json, more: Json) -> Interaction:
        data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"], **more}
        return await self._ask(name, Kind.COMPONENT, self.world.channels[message.channel_id], data, message)

    async def submit(self, name: str, opened: Interaction, **fields: str | list[str]) -> Interaction:
        """Fill in the form that an interaction opened, by the custom_ids or labels of its fields, and send it."""
        form = opened.modal
        if form is None:
            raise CannotDo("No form was opened.")
        if opened.user is not self.world.user(name):
            raise CannotDo(f"The form was opened for {opened.user.username}.")
        unknown = set(fields)
        components = []
        for number, row in enumerate(form["components"], start=1):
            row_sent, used = filled(row, fields, number)
            unknown -= used
            if row_sent:
                components.append(row_sent)
        if unknown:
            raise CannotDo(f"The form has no field {min(unknown)}.")
        data: Json = {"custom_id": form["custom_id"], "components": components}
        return await self._ask(name, Kind.MODAL, opened.channel, data, opened.on_message)

    # --- all of them

    async def _ask(
        self, name: str, kind: Kind, channel: Channel, data: Json, on_message: Message | None = None
    ) -> Interaction:
        user, guild = self.world.user(name), self.world.guild_of(channel)
        if guild is not None and user.id not in guild.members:
            raise CannotDo(f"{name} is not in {guild.name}.")
        interaction = Interaction(
            kind=kind,
            user=user,
            channel=channel,
            guild=guild,
            data=data,
            on_message=on_message,
            answer_within=self.answer_within,
        )
        self.world.interactions[interaction.token] = interaction
        content = on_message.payload(self.world.bot.id) if on_message is not None else None
        self.world.emit("INTERACTION_CREATE", guild, interaction.payload(self.world.app.id, content))
        try:
            await asyncio.wait_for(interaction.acknowledged.wait(), self.answer_within.total_seconds())
        except TimeoutError:
            interaction.failed = True
        return interaction
