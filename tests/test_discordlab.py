"""The loopback Discord itself: an unmodified discord.py meets there what it meets at Discord."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import discord
import discord.gateway
import discord.http
import pytest
import yarl
from discord import app_commands

from bot.config import load_config
from tests.discordlab import CannotDo, DiscordLab, Message, Permission, Status
from tests.discordlab.console import Console
from tests.discordlab.ratelimits import Limit


class Confirming(discord.ui.View):
    """A button, a button that is grey, and a menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Confirm", custom_id="confirm", style=discord.ButtonStyle.success)
    async def confirm(
        self, interaction: discord.Interaction, button: discord.ui.Button["Confirming"]
    ) -> None:
        """Grey out, and say who clicked."""
        button.disabled = True
        await interaction.response.edit_message(content=f"confirmed by {interaction.user.name}", view=self)

    @discord.ui.select(
        custom_id="result",
        placeholder="Result",
        options=[discord.SelectOption(label="2-0", value="w"), discord.SelectOption(label="0-2", value="l")],
    )
    async def result(self, interaction: discord.Interaction, select: discord.ui.Select["Confirming"]) -> None:
        """Say in private what was chosen."""
        await interaction.response.send_message(f"chosen: {select.values[0]}", ephemeral=True)


class Readying(discord.ui.View):
    """A button that is taken first and answered later."""

    @discord.ui.button(label="Ready")
    async def ready(self, interaction: discord.Interaction, _: discord.ui.Button["Readying"]) -> None:
        """Edit the message by the interaction's token."""
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"{interaction.user.name} is ready", view=None)


class Calling(discord.ui.Modal, title="Call a judge"):
    """A form with one field."""

    why: discord.ui.TextInput["Calling"] = discord.ui.TextInput(label="Why", custom_id="why", max_length=50)

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        """Answer aloud."""
        await interaction.response.send_message(f"called: {self.why.value}")


class Client(discord.Client):
    """A bot that writes down what it is told."""

    def __init__(self, intents: discord.Intents | None = None, **more: Any) -> None:
        super().__init__(intents=intents or discord.Intents.all(), guild_ready_timeout=0.02, **more)
        self.told: list[str] = []
        self.heard: list[discord.Message] = []
        self.seen_at_update: list[tuple[str, str]] = []

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Write down every event's name."""
        self.told.append(event)
        super().dispatch(event, *args, **kwargs)

    async def on_message(self, message: discord.Message) -> None:
        """Keep messages of others."""
        if message.author != self.user:
            self.heard.append(message)

    async def on_presence_update(self, _: discord.Member, after: discord.Member) -> None:
        """Keep who came and went."""
        self.seen_at_update.append((after.name, str(after.status)))


class Commanded(Client):
    """A bot with commands."""

    def __init__(self) -> None:
        super().__init__()
        self.tree = app_commands.CommandTree(self)
        self.slow = asyncio.Event()
        self.form_title = "Call a judge"
        self.errors: list[app_commands.AppCommandError] = []
        self.tree.error(self.on_app_command_error)
        declared: tuple[Any, ...] = (play, deck, call, judge_here, slow, hidden)
        for command in declared:
            self.tree.add_command(command)

    async def on_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Keep what went wrong."""
        self.errors.append(error)

    async def setup_hook(self) -> None:
        """Declare the commands."""
        self.add_view(Confirming())
        await self.tree.sync()


class Sharded(discord.AutoShardedClient):
    """A bot of several connections."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Lose no time between them: the lab lets 16 in at once."""


@app_commands.command(description="Challenge somebody")
async def play(
    interaction: discord.Interaction, opponent: discord.Member, best_of: app_commands.Range[int, 1, 9] = 3
) -> None:
    """Name both, then say it better, then say one thing more."""
    embed = discord.Embed(title="Match", description=f"{opponent.mention} is asked")
    await interaction.response.send_message(
        f"{opponent.mention}: best of {best_of}", embed=embed, view=Confirming()
    )
    await interaction.edit_original_response(content=f"{opponent.mention}: now best of {best_of}")
    await interaction.followup.send("Good luck.")


deck = app_commands.Group(name="deck", description="Decks")


@deck.command(name="register", description="Register a deck")
async def register(interaction: discord.Interaction, code: str) -> None:
    """Answer in private."""
    await interaction.response.send_message(f"{code} is registered.", ephemeral=True)


@register.autocomplete("code")
async def codes(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest what begins so."""
    return [
        app_commands.Choice(name=code, value=code) for code in ("ABC", "ABD", "XYZ") if code.startswith(typed)
    ]


@app_commands.command(description="Call a judge")
async def call(interaction: discord.Interaction) -> None:
    """Open the form."""
    assert isinstance(interaction.client, Commanded)
    await interaction.response.send_modal(Calling(custom_id="calling", title=interaction.client.form_title))


@app_commands.context_menu(name="Call a judge about this message")
async def judge_here(interaction: discord.Interaction, message: discord.Message) -> None:
    """Quote it."""
    await interaction.response.send_message(f"about: {message.content}")


@app_commands.command(description="Think")
async def slow(interaction: discord.Interaction) -> None:
    """Defer until the test says so."""
    await interaction.response.defer()
    assert isinstance(interaction.client, Commanded)
    await interaction.client.slow.wait()
    await interaction.followup.send("thought")


@app_commands.command(description="Answer too late")
async def hidden(interaction: discord.Interaction) -> None:
    """Wait before the first word."""
    assert isinstance(interaction.client, Commanded)
    await interaction.client.slow.wait()
    await interaction.response.send_message("late")


def point(monkeypatch: pytest.MonkeyPatch, api_base: str, gateway: str) -> None:
    """Lead discord.py to a lab by its two public addresses."""
    monkeypatch.setattr(discord.http.Route, "BASE", api_base)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(gateway))


@pytest.fixture
async def lab(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordLab]:
    """A lab with alice, bob and a judge; discord.py's two public addresses lead to it."""
    async with DiscordLab() as lab:
        await lab.add_role("judge", mentionable=True)
        await lab.join("alice", "bob")
        await lab.join("judge", roles=("judge",))
        point(monkeypatch, lab.api_base, lab.gateway_url)
        yield lab


@asynccontextmanager
async def running(lab: DiscordLab, client: discord.Client) -> AsyncIterator[asyncio.Task[None]]:
    """The client is ready, and closed at the end."""
    task = asyncio.create_task(client.start(lab.token))
    try:
        await lab.until(lambda: task.done() or client.is_ready(), 5, "on_ready")
        if task.done():
            await task
        yield task
    finally:
        await client.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def channel(lab: DiscordLab, client: discord.Client, name: str = "tournament") -> discord.TextChannel:
    """A channel as the client has it."""
    found = client.get_channel(int(lab.guild.channel(name).id))
    assert isinstance(found, discord.TextChannel)
    return found


def spoken(lab: DiscordLab) -> Message:
    """The newest message of the bot in the first channel."""
    message = lab.last("alice")
    assert message is not None
    return message


async def test_a_message_comes_and_is_answered(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        await lab.say("alice", "!time")
        heard = await lab.until(lambda: client.heard)
        assert (heard[0].content, heard[0].author.name) == ("!time", "alice")
        await heard[0].reply("No clock runs.", mention_author=True)
        answer = spoken(lab)
        assert lab.shown(answer) == "No clock runs."
        assert answer.notified == {"alice"}


# --- guilds and people


async def test_the_guild_is_as_it_was_set_up(lab: DiscordLab) -> None:
    await lab.add_guild("Second", channels=("lobby",))
    client = Client()
    async with running(lab, client):
        guild = client.get_guild(int(lab.guild.id))
        assert guild is not None
        assert [guild.name for guild in client.guilds] == ["Lab", "Second"]
        assert [channel.name for channel in guild.text_channels] == ["tournament", "judges"]
        assert {member.name for member in guild.members} == {"owner", "floorjudge", "alice", "bob", "judge"}
        judge = guild.get_member_named("judge")
        assert judge is not None
        assert [role.name for role in judge.roles] == ["@everyone", "judge"]


async def test_people_come_go_and_change(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        guild = client.guilds[0]
        await lab.join("carol")
        carol = await lab.until(lambda: guild.get_member_named("carol"))
        await lab.nick("carol", "Caro")
        await lab.rename("carol", username="carola", global_name="Carola")
        await lab.set_roles("carola", "judge")
        await lab.until(lambda: (carol.name, carol.nick, len(carol.roles)) == ("carola", "Caro", 2))
        await lab.go_offline("carola")
        await lab.until(lambda: ("carola", "offline") in client.seen_at_update)
        await lab.leave("carola")
        await lab.until(lambda: guild.get_member(carol.id) is None)


async def test_a_guild_has_an_outage_and_the_bot_is_thrown_out(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        await lab.outage()
        await lab.until(lambda: "guild_unavailable" in client.told)
        await lab.outage(over=True)
        await lab.until(lambda: "guild_available" in client.told)
        where = channel(lab, client)
        await lab.remove_bot()
        await lab.until(lambda: not client.guilds)
        with pytest.raises(discord.NotFound):
            await where.send("still here?")
        await lab.bring_bot_back(lab.guild)
        await lab.until(lambda: "guild_join" in client.told)


async def test_a_large_guild_is_told_in_chunks(lab: DiscordLab) -> None:
    await lab.join(*(f"player{number}" for number in range(5000)))
    client = Client(discord.Intents(guilds=True, members=True), chunk_guilds_at_startup=False)
    async with running(lab, client):
        assert len(client.guilds[0].members) == 1
        assert len(await client.guilds[0].chunk()) == 5005
        found = await client.guilds[0].query_members("player49", limit=5)
        assert len(found) == 5


# --- intents


@pytest.mark.parametrize("missing", ["members_granted", "presences_granted", "content_granted"])
async def test_an_intent_that_is_not_granted_ends_the_connection(lab: DiscordLab, missing: str) -> None:
    setattr(lab.app, missing, False)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(lab, Client()):
            pass


async def test_without_intents_little_is_told(lab: DiscordLab) -> None:
    client = Client(discord.Intents(guilds=True, messages=True))
    async with running(lab, client):
        assert [member.name for member in client.guilds[0].members] == ["floorjudge"]
        await lab.say("alice", "!time")
        await lab.say("alice", f"{lab.bot.mention} !time")
        await lab.say("alice", "!time in private", "dm")
        await lab.go_offline("bob")
        await lab.until(lambda: len(client.heard) == 3)
        assert [message.content for message in client.heard] == [
            "",
            f"{lab.bot.mention} !time",
            "!time in private",
        ]
        assert client.seen_at_update == []


# --- the gateway's outages


async def test_a_wrong_token_is_refused(lab: DiscordLab) -> None:
    lab.app.token = "another"
    with pytest.raises(discord.LoginFailure):
        async with running(lab, Client()):
            pass


async def test_a_token_that_is_withdrawn_ends_the_session(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client) as task:
        await lab.gateway.close(4004)
        await lab.until(task.done)
        error = task.exception()
        assert isinstance(error, discord.ConnectionClosed)
        assert error.code == 4004


@pytest.mark.parametrize("how", ["drop", "op7", "op9", "4000"])
async def test_a_session_is_resumed_and_nothing_is_lost(lab: DiscordLab, how: str) -> None:
    client = Client()
    async with running(lab, client):
        match how:
            case "drop":
                lab.gateway.drop()
            case "op7":
                lab.gateway.ask_to_reconnect()
            case "op9":
                lab.gateway.invalidate(resumable=True)
            case _:
                await lab.gateway.close(4000)
        await lab.say("alice", "said meanwhile")
        await lab.until(lambda: "resumed" in client.told, 10)
        await lab.until(lambda: client.heard)
        assert [message.content for message in client.heard] == ["said meanwhile"]
        assert len(lab.gateway.identifies) == 1


async def test_a_session_that_cannot_be_resumed_begins_anew(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        await lab.stop(rest=False)
        lab.gateway.forget_sessions()
        await lab.say("alice", "lost")
        client.told.clear()
        await lab.listen()
        await lab.until(lambda: "ready" in client.told, 15)
        assert len(lab.gateway.identifies) == 2
        assert client.heard == []


async def test_a_gateway_that_no_longer_answers_is_given_up(lab: DiscordLab) -> None:
    lab.gateway.heartbeat_seconds = 0.1
    client = Client(heartbeat_timeout=0.4)
    async with running(lab, client):
        await lab.until(lambda: lab.gateway.heartbeats > 1)
        lab.gateway.acks_muted = True
        await lab.until(lambda: lab.gateway.resumes, 10)
        lab.gateway.acks_muted = False


async def test_the_gateway_refuses_the_first_connection(lab: DiscordLab) -> None:
    await lab.stop(rest=False)
    with pytest.raises(
        AttributeError, match="sequence"
    ):  # discord.py's own fault: it has no socket to resume yet
        async with running(lab, Client()):
            pass


async def test_a_sharded_bot_gets_each_guild_once(lab: DiscordLab) -> None:
    lab.gateway.shards, lab.gateway.sharding_required = 2, True
    client = Sharded(intents=discord.Intents.all(), guild_ready_timeout=0.02)
    async with running(lab, client):
        assert [identify["shard"] for identify in lab.gateway.identifies] == [[0, 2], [1, 2]]
        assert [guild.name for guild in client.guilds] == ["Lab"]


async def test_sharding_can_be_required(lab: DiscordLab) -> None:
    lab.gateway.shards, lab.gateway.sharding_required = 2, True
    with pytest.raises(discord.ConnectionClosed) as refused:
        async with running(lab, Client()):
            pass
    assert refused.value.code == 4011


# --- messages


async def test_messages_are_sent_edited_deleted_and_read(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        where = channel(lab, client)
        sent = [await where.send(str(number)) for number in range(5)]
        await sent[1].edit(content="one")
        await sent[2].delete()
        assert lab.texts("alice") == ["0", "one", "3", "4"]
        assert [message.content async for message in where.history(limit=2)] == ["4", "3"]
        assert [m.content async for m in where.history(before=sent[3], oldest_first=True)] == ["0", "one"]
        assert [m.content async for m in where.history(after=sent[1])] == ["3", "4"]
        assert [m.content async for m in where.history(around=sent[1], limit=3)] == ["3", "one", "0"]
        assert (await where.fetch_message(sent[0].id)).content == "0"
        with pytest.raises(discord.NotFound):
            await where.fetch_message(sent[2].id)


async def test_a_file_comes_with_its_text(lab: DiscordLab, tmp_path: Path) -> None:
    (tmp_path / "standings.txt").write_text("1. alice")
    client = Client()
    async with running(lab, client):
        sent = await channel(lab, client).send("Standings", file=discord.File(tmp_path / "standings.txt"))
        assert lab.shown(spoken(lab)) == "Standings\n(standings.txt)"
        assert spoken(lab).attachments[0]["text"] == "1. alice"
        (tmp_path / "standings.txt").write_text("1. bob")
        await sent.edit(attachments=[discord.File(tmp_path / "standings.txt")])
        assert [attachment["text"] for attachment in spoken(lab).attachments] == ["1. bob"]


async def test_the_same_nonce_is_one_message(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        first = await channel(lab, client).send("once", nonce="outbox-17")
        second = await channel(lab, client).send("once", nonce="outbox-17")
        assert (first.id, len(lab.seen("alice"))) == (second.id, 1)
        lab.forget_nonces()
        third = await channel(lab, client).send("once", nonce="outbox-17")
        assert third.id != first.id


async def test_messages_are_pinned_and_reacted_to(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        sent = await channel(lab, client).send("Round 1")
        await sent.pin()
        assert [m.content async for m in channel(lab, client).pins()] == ["Round 1"]
        await sent.unpin()
        assert [m async for m in channel(lab, client).pins()] == []
        await sent.add_reaction("\N{WHITE HEAVY CHECK MARK}")
        await lab.react("alice", lab.seen("alice")[0], "\N{WHITE HEAVY CHECK MARK}")
        await lab.until(lambda: "reaction_add" in client.told)
        assert (await channel(lab, client).fetch_message(sent.id)).reactions[0].count == 2
        async with channel(lab, client).typing():
            assert lab.guild.channel("tournament").typing == [lab.bot.id]


async def test_dms_can_be_closed(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        alice = client.guilds[0].get_member_named("alice")
        assert alice is not None
        await alice.send("hello")
        assert lab.texts("alice", "dm") == ["hello"]
        lab.close_dms("alice")
        with pytest.raises(discord.Forbidden) as refused:
            await alice.send("hello?")
        assert refused.value.code == 50007


async def test_a_thread_lives(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        where = channel(lab, client)
        thread = await (await where.send("Table 4")).create_thread(name="Table 4: alice vs bob")
        await thread.send(f"{lab.user('alice').mention} you play here")
        table = lab.guild.channel("Table 4: alice vs bob")
        assert lab.user("alice").id in table.thread_members
        await thread.edit(archived=True)
        await lab.say("alice", "we are done", table)
        await lab.until(lambda: not table.archived and not thread.archived)
        await thread.edit(archived=True, locked=True)
        with pytest.raises(CannotDo, match="archived"):
            await lab.say("alice", "really", table)
        await thread.send("the bot may, it manages threads")
        assert not table.archived
        await thread.edit(name="Table 4")
        await thread.delete()
        assert "Table 4" not in [thread.name for thread in lab.guild.threads.values()]


async def test_a_thread_without_a_message_is_told_in_the_channel(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        kind = discord.ChannelType.public_thread
        thread = await channel(lab, client).create_thread(name="Deck check", type=kind)
        await thread.add_user(discord.Object(int(lab.user("bob").id)))
        assert lab.texts("alice") == ["Deck check"]
        assert [member.id for member in await thread.fetch_members()][1] == int(lab.user("bob").id)
        assert [t.name for t in await client.guilds[0].active_threads()] == ["Deck check"]
        await thread.edit(archived=True)
        assert [t.name async for t in channel(lab, client).archived_threads()] == ["Deck check"]


async def test_the_bot_hears_of_threads_when_it_may_see_the_channel(lab: DiscordLab) -> None:
    hall, everyone = lab.guild.channel("tournament"), lab.guild.role("@everyone")
    await lab.overwrite(hall, everyone, deny=Permission.VIEW_CHANNEL)
    await lab.start_thread("owner", "Secret table", hall)
    client = Client()
    async with running(lab, client):
        assert list(client.guilds[0].threads) == []
        with pytest.raises(discord.Forbidden) as refused:
            await channel(lab, client).send("may I?")
        assert refused.value.code == 50001
        await lab.overwrite(hall, everyone)
        await lab.until(lambda: [thread.name for thread in client.guilds[0].threads] == ["Secret table"])


# --- whom a message pings


ALL = discord.AllowedMentions.all()
NONE = discord.AllowedMentions.none()


@pytest.mark.parametrize(
    ("text", "allowed", "pinged"),
    [
        ("{alice} and {bob}", ALL, {"alice", "bob"}),
        ("{alice} and {bob}", NONE, set()),
        ("{role}", ALL, {"judge"}),
        ("@everyone", ALL, {"owner", "alice", "bob", "judge"}),
        ("@here", ALL, {"owner", "alice", "judge"}),
        ("@everyone", discord.AllowedMentions(everyone=False), set()),
        ("\\{alice} \\@everyone", ALL, set()),
        ("\\\\{alice}", ALL, {"alice"}),
        ("`{alice}`", ALL, {"alice"}),
        ("@alice", ALL, set()),
    ],
)
async def test_whom_a_message_pings(
    lab: DiscordLab, text: str, allowed: discord.AllowedMentions, pinged: set[str]
) -> None:
    client = Client()
    await lab.go_offline("bob")
    async with running(lab, client):
        alice, bob, role = lab.user("alice").mention, lab.user("bob").mention, lab.guild.role("judge").mention
        text = text.format(alice=alice, bob=bob, role=role)
        embed = discord.Embed(description=f"{alice} @everyone")
        await channel(lab, client).send(text, allowed_mentions=allowed, embed=embed)
        assert spoken(lab).notified == pinged


async def test_an_edit_pings_nobody(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        sent = await channel(lab, client).send("soon")
        await sent.edit(content=lab.user("alice").mention)
        assert lab.notified("alice") == []


async def test_a_ping_is_not_taken_back(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        sent = await channel(lab, client).send(lab.user("alice").mention)
        await sent.delete()
        assert lab.seen("alice") == []
        assert [message.deleted for message in lab.notified("alice")] == [True]


# --- what may not be said


def rows(count: int) -> discord.ui.View:
    """Buttons with ids of their own."""
    view = discord.ui.View()
    for number in range(count):
        view.add_item(discord.ui.Button(label=f"b{number}"))
    return view


def two_with_one_id() -> discord.ui.View:
    """Two buttons that cannot be told apart."""
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="a", custom_id="x"))
    view.add_item(discord.ui.Button(label="b", custom_id="x"))
    return view


def embed_with(count: int = 1, name: str = "n", value: str = "v") -> discord.Embed:
    """An embed of fields."""
    embed = discord.Embed()
    for _ in range(count):
        embed.add_field(name=name, value=value)
    return embed


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"content": "x" * 2001}, "In content: Must be 2000 or fewer in length."),
        ({"embed": discord.Embed(title="x" * 257)}, "In embeds.0.title: Must be 256 or fewer in length."),
        ({"embed": discord.Embed(description="x" * 4097)}, "In embeds.0.description: Must be 4096 or fewer"),
        ({"embed": embed_with(26)}, "In embeds.0.fields: Must be 25 or fewer in length."),
        ({"embed": embed_with(name="")}, "In embeds.0.fields.0.name: This field is required"),
        ({"embed": embed_with(value="x" * 1025)}, "In embeds.0.fields.0.value: Must be 1024 or fewer"),
        (
            {"embed": discord.Embed().set_footer(text="x" * 2049)},
            "In embeds.0.footer.text: Must be 2048 or fewer",
        ),
        ({"embeds": [discord.Embed(description="x" * 3001)] * 2}, "Embed size exceeds maximum size of 6000"),
        ({"view": two_with_one_id}, "Component custom id cannot be duplicated"),
        ({"nonce": "x" * 26, "content": "x"}, "In nonce: Must be 25 or fewer in length."),
    ],
)
async def test_a_form_is_refused_as_discord_refuses_it(
    lab: DiscordLab, said: dict[str, Any], sentence: str
) -> None:
    client = Client()
    async with running(lab, client):
        said = {key: part() if callable(part) else part for key, part in said.items()}
        with pytest.raises(discord.HTTPException) as refused:
            await channel(lab, client).send(**said)
        assert refused.value.code == 50035
        assert sentence in str(refused.value)
        assert lab.seen("alice") == []


def button(**more: Any) -> dict[str, Any]:
    """A button as JSON."""
    return {"type": 2, "style": 1, "label": "b", "custom_id": "x", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    """A row as JSON."""
    return {"type": 1, "components": list(parts)}


def menu(count: int, **more: Any) -> dict[str, Any]:
    """A menu as JSON."""
    options = [{"label": str(number), "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "m", "options": options, **more}


@pytest.mark.parametrize(
    ("components", "sentence"),
    [
        (
            [row(button(custom_id=str(number))) for number in range(6)],
            "In components: Must be 5 or fewer in length.",
        ),
        (
            [row(*(button(custom_id=str(number)) for number in range(6)))],
            "In components.0.components: Must be between",
        ),
        ([row(button(label="x" * 81))], "In components.0.components.0.label: Must be 80 or fewer in length."),
        (
            [row(button(custom_id="x" * 101))],
            "In components.0.components.0.custom_id: Must be between 1 and 100",
        ),
        ([row(button(label=""))], "A button must have a label or emoji"),
        ([row(menu(26))], "In components.0.components.0.options: Must be between 1 and 25 in length."),
        ([row(menu(2), button())], "The layout width of 5 is exceeded"),
        ([button()], "Value of field"),
    ],
)
async def test_components_that_discord_py_would_not_build_are_refused(
    lab: DiscordLab, components: list[Any], sentence: str
) -> None:
    client = Client()
    async with running(lab, client):
        where = channel(lab, client)
        path = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=where.id)
        with pytest.raises(discord.HTTPException) as refused:
            await client.http.request(path, json={"content": "x", "components": components})
        assert sentence in str(refused.value)


async def test_long_names_are_refused(lab: DiscordLab) -> None:
    client = Commanded()
    async with running(lab, client):
        sent = await channel(lab, client).send("x")
        with pytest.raises(discord.HTTPException, match="In name: Must be between 1 and 100"):
            await sent.create_thread(name="x" * 101)
        client.form_title = "x" * 46
        lab.answer_within = timedelta(seconds=1)
        opened = await lab.slash("alice", "call")
        assert opened.failed
        assert "In data.title: Must be between 1 and 45" in str(client.errors[0])


async def test_an_empty_message_is_refused(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        with pytest.raises(discord.HTTPException) as refused:
            await channel(lab, client).send(" ")
        assert refused.value.code == 50006


async def test_25_buttons_are_taken(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        await channel(lab, client).send("choose", view=rows(25))
        assert len(spoken(lab).buttons) == 25


async def test_threads_need_permissions_of_their_own(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        hall, role = lab.guild.channel("tournament"), lab.guild.role("floorjudge")
        mine = await (await channel(lab, client).send("Table 4")).create_thread(name="Table 4")
        await lab.start_thread("alice", "Table 5", hall)
        theirs = await lab.until(lambda: client.guilds[0].get_thread(int(lab.guild.channel("Table 5").id)))
        await lab.overwrite(hall, role, deny=Permission.MANAGE_THREADS | Permission.SEND_MESSAGES_IN_THREADS)
        for deed in (mine.send("x"), theirs.edit(archived=True), mine.edit(locked=True), mine.delete()):
            with pytest.raises(discord.Forbidden, match="50013"):
                await deed
        await mine.edit(archived=True)  # the starter's own right
        assert lab.guild.channel("Table 4").archived


async def test_only_who_may_mentions_everyone(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        role, judges = lab.guild.role("floorjudge"), await lab.add_role("quiet")
        await lab.set_roles("bob", "quiet")
        await lab.overwrite(lab.guild.channel("tournament"), role, deny=Permission.MENTION_EVERYONE)
        text = f"@everyone @here {judges.mention}"
        await channel(lab, client).send(text, allowed_mentions=discord.AllowedMentions.all())
        assert spoken(lab).notified == frozenset()


@pytest.mark.parametrize(
    ("lacking", "do"),
    [
        (Permission.SEND_MESSAGES, "send"),
        (Permission.EMBED_LINKS, "embed"),
        (Permission.CREATE_PUBLIC_THREADS, "thread"),
        (Permission.MANAGE_MESSAGES | Permission.PIN_MESSAGES, "pin"),
        (Permission.READ_MESSAGE_HISTORY, "fetch"),
    ],
)
async def test_what_the_bot_may_not_do_is_refused(lab: DiscordLab, lacking: Permission, do: str) -> None:
    client = Client()
    async with running(lab, client):
        where = channel(lab, client)
        sent = await where.send("first")
        role = lab.guild.role("floorjudge")
        await lab.overwrite(lab.guild.channel("tournament"), role, deny=lacking)
        deeds: dict[str, Callable[[], Awaitable[Any]]] = {
            "send": lambda: where.send("x"),
            "embed": lambda: where.send(embed=discord.Embed(title="x")),
            "thread": lambda: sent.create_thread(name="x"),
            "pin": sent.pin,
            "fetch": lambda: where.fetch_message(sent.id),
        }
        with pytest.raises(discord.Forbidden) as refused:
            await deeds[do]()
        assert refused.value.code == 50013
        assert lab.limits.invalid_requests == 1


# --- commands


async def test_a_slash_command_with_all_that_follows(lab: DiscordLab) -> None:
    async with running(lab, Commanded()):
        interaction = await lab.slash("alice", "play", opponent="bob", best_of=5)
        assert interaction.took is not None
        assert interaction.took < lab.answer_within
        await lab.until(lambda: interaction.followups)
        first, second = interaction.answers
        assert lab.shown(first) == "@Bob: now best of 5\nMatch\n@Bob is asked\n[Confirm]\n[Result: 2-0 | 0-2]"
        assert (lab.shown(second), first.notified) == ("Good luck.", frozenset({"bob"}))
        clicked = await lab.click("bob", first, "Confirm")
        assert clicked.message is first
        assert lab.shown(first).startswith("confirmed by bob")
        with pytest.raises(CannotDo, match="greyed out"):
            await lab.click("bob", first, "confirm")
        chosen = await lab.select("alice", first, "Result", "2-0")
        assert [lab.shown(message) for message in chosen.answers] == ["chosen: w"]
        assert chosen.ephemeral
        assert "chosen: w" in lab.texts("alice")
        assert "chosen: w" not in lab.texts("bob")


async def test_a_subcommand_suggests_and_answers_in_private(lab: DiscordLab) -> None:
    async with running(lab, Commanded()):
        assert await lab.autocomplete("alice", "deck register", "code", "AB") == ["ABC", "ABD"]
        interaction = await lab.slash("alice", "deck register", code="ABC")
        assert [lab.shown(message) for message in interaction.answers] == ["ABC is registered."]
        assert interaction.ephemeral
        in_private = await lab.slash("bob", "deck register", "dm", code="XYZ")
        assert [lab.shown(message) for message in in_private.answers] == ["XYZ is registered."]


@pytest.mark.parametrize("where", ["tournament", "dm"])
async def test_a_form_is_opened_and_sent(lab: DiscordLab, where: str) -> None:
    async with running(lab, Commanded()):
        opened = await lab.slash("alice", "call", where)
        assert opened.modal is not None
        with pytest.raises(CannotDo, match="Why must be filled in"):
            await lab.submit("alice", opened)
        sent = await lab.submit("alice", opened, why="a question")
        assert [lab.shown(message) for message in sent.answers] == ["called: a question"]


async def test_a_command_on_a_message(lab: DiscordLab) -> None:
    async with running(lab, Commanded()):
        message = await lab.say("bob", "he drew two")
        asked = await lab.context("alice", "Call a judge about this message", message)
        assert [lab.shown(answer) for answer in asked.answers] == ["about: he drew two"]


async def test_an_answer_is_deferred(lab: DiscordLab) -> None:
    client = Commanded()
    async with running(lab, client):
        interaction = await lab.slash("alice", "slow")
        assert lab.texts("alice") == ["floorjudge is thinking..."]
        client.slow.set()
        assert lab.shown(await lab.finished(interaction)) == "thought"
        assert lab.texts("alice") == ["thought"]


async def test_a_click_is_taken_without_a_word(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        await channel(lab, client).send("Ready?", view=Readying(timeout=None))
        message = spoken(lab)
        await lab.click("alice", message, "Ready")
        await lab.until(lambda: lab.shown(message) == "alice is ready")


async def test_an_answer_that_is_late_is_refused(lab: DiscordLab) -> None:
    client = Commanded()
    lab.answer_within = timedelta(milliseconds=50)
    async with running(lab, client):
        interaction = await lab.slash("alice", "hidden")
        assert interaction.failed
        client.slow.set()
        await lab.until(lambda: client.errors)
        assert "10062" in str(client.errors[0])
        assert interaction.took is not None
        assert interaction.took >= timedelta(milliseconds=50)
        assert lab.texts("alice") == []


async def test_the_token_of_an_interaction_ends(lab: DiscordLab) -> None:
    client = Commanded()
    async with running(lab, client):
        interaction = await lab.slash("alice", "slow")
        interaction.expired = True
        client.slow.set()
        await lab.until(lambda: client.errors)
        assert "50027" in str(client.errors[0])


async def test_a_lost_acknowledgement_is_refused_the_second_time(lab: DiscordLab) -> None:
    client = Commanded()
    lab.fail("POST", "callback$", 500, after=True)
    async with running(lab, client):
        await lab.slash("alice", "deck register", code="ABC")
        await lab.until(lambda: client.errors)
        assert "40060" in str(client.errors[0])
        assert lab.texts("alice") == ["ABC is registered."]


async def test_what_a_client_would_stop_does_not_reach_the_bot(lab: DiscordLab) -> None:
    async with running(lab, Commanded()):
        for options, sentence in (
            ({}, "needs the option opponent"),
            ({"opponent": "bob", "best_of": 10}, "outside its limit"),
            ({"opponent": "bob", "best_of": "three"}, "cannot be 'three'"),
            ({"opponent": "bob", "colour": 1}, "has no option colour"),
            ({"opponent": "zed"}, "nobody called zed"),
        ):
            with pytest.raises(CannotDo, match=sentence):
                await lab.slash("alice", "play", **options)
        with pytest.raises(CannotDo, match="offers no command win"):
            await lab.slash("alice", "win")
        assert lab.asked("POST", "callback") == []


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ({"name": "Play", "description": "x"}, "Command name is invalid"),
        ({"name": "play", "description": "x" * 101}, "Must be between 1 and 100 in length."),
        (
            {
                "name": "play",
                "description": "x",
                "options": [
                    {"type": 3, "name": "a", "description": "x"},
                    {"type": 3, "name": "b", "description": "x", "required": True},
                ],
            },
            "Required options must be placed before non-required options",
        ),
        (
            {
                "name": "play",
                "description": "x",
                "options": [{"type": 3, "name": f"o{number}", "description": "x"} for number in range(26)],
            },
            "Must be 25 or fewer in length.",
        ),
    ],
)
async def test_commands_have_limits(lab: DiscordLab, command: dict[str, Any], sentence: str) -> None:
    client = Client()
    async with running(lab, client):
        declared: list[Any] = [command]
        with pytest.raises(discord.HTTPException, match=sentence):
            await client.http.bulk_upsert_global_commands(int(lab.app.id), declared)
        assert lab.world.commands.names() == []


# --- faults and limits


async def test_a_429_is_waited_for_and_one_without_via_is_raised(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        lab.rate_limit("POST", "messages$", 0.05)
        await channel(lab, client).send("patient")
        assert lab.limits.answered_429 == 1
        lab.rate_limit("POST", "messages$", 0.05, via=False)
        with pytest.raises(discord.HTTPException) as refused:
            await channel(lab, client).send("banned")
        assert refused.value.status == 429


async def test_a_403_on_demand(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        lab.fail("POST", "messages$", 403, body={"code": 50013, "message": "Missing Permissions"})
        with pytest.raises(discord.Forbidden):
            await channel(lab, client).send("no")
        assert lab.seen("alice") == []


async def test_a_502_after_the_deed_leaves_one_message(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        lab.fail("POST", "messages$", 502, after=True)
        await channel(lab, client).send("once")
        assert lab.texts("alice") == ["once"]
        assert len(lab.asked("POST", "messages")) == 2


@pytest.mark.parametrize("after", [False, True])
async def test_the_connection_is_cut_in_a_request(lab: DiscordLab, after: bool) -> None:
    client = Client()
    async with running(lab, client):
        lab.cut("POST", "messages$", after=after)
        with pytest.raises((OSError, discord.HTTPException, Exception), match="disconnected"):
            await channel(lab, client).send("cut")
        assert len(lab.seen("alice")) == int(after)


async def test_an_answer_hangs(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        go_on = lab.hang("POST", "messages$", after=True)
        sending = asyncio.create_task(channel(lab, client).send("slow"))
        await lab.until(lambda: lab.seen("alice"))
        assert not sending.done()
        go_on.set()
        assert (await sending).content == "slow"


async def test_five_messages_in_five_seconds(lab: DiscordLab) -> None:
    lab.limits.on = True
    first, second = (f"{lab.api_base}/channels/{c.id}/messages" for c in lab.guild.channels.values())
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {lab.token}"}) as web:
        for left in (4, 3, 2, 1, 0):
            async with web.post(first, json={"content": "hi"}) as answer:
                assert (answer.status, answer.headers["X-RateLimit-Remaining"]) == (200, str(left))
        async with web.post(first, json={"content": "hi"}) as answer:
            assert (answer.status, "Via" in answer.headers) == (429, True)
            assert 4 < (await answer.json())["retry_after"] <= 5
        async with web.post(second, json={"content": "hi"}) as answer:
            assert answer.status == 200
    assert (lab.limits.answered_429, lab.limits.invalid_requests) == (1, 1)


async def test_all_requests_share_one_limit(lab: DiscordLab) -> None:
    lab.limits.on = True
    lab.limits.whole.limit = Limit(
        requests=50, seconds=60
    )  # a slow machine may need more than Discord's second
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {lab.token}"}) as web:
        statuses = []
        for user in [lab.user("alice"), lab.user("bob")] * 30:
            async with web.get(f"{lab.api_base}/users/{user.id}") as answer:
                statuses.append(answer.status)
        assert statuses == [200] * 50 + [429] * 10
        async with web.get(f"{lab.api_base}/users/@me") as answer:
            assert (await answer.json())["global"] is True


async def test_a_client_keeps_to_the_limit_that_it_is_told(lab: DiscordLab) -> None:
    lab.limits.on = True
    lab.limits.limits["POST", "channels/{}/messages"] = Limit(requests=2, seconds=0.3)
    client = Client()
    async with running(lab, client):
        began = time.monotonic()
        for number in range(5):
            await channel(lab, client).send(str(number))
        assert time.monotonic() - began > 0.5
        assert lab.limits.answered_429 == 0


async def test_all_goes_away_and_comes_back_on_the_same_ports(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        before = lab.api_base, lab.gateway_url
        await lab.stop()
        with pytest.raises(OSError, match="Cannot connect"):
            await client.http.get_user(client.application_id or 0)
        await lab.listen()
        assert (lab.api_base, lab.gateway_url) == before
        await lab.until(lambda: "resumed" in client.told, 15)


async def test_a_thousand_messages_are_held(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        where = channel(lab, client)
        for number in range(1000):
            await where.send(str(number))
        assert lab.texts("alice") == [str(number) for number in range(1000)]
        read = [message.content async for message in where.history(limit=None, oldest_first=True)]
        assert read == lab.texts("alice")


# --- what people read


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("a\\_b \\*c\\* \\<@1>", "a_b *c* <@1>"),
        ("**bold** *it* __u__ ~~s~~ `co_de*` snake_case_name", "bold it u s co_de* snake_case_name"),
        ("```\n1. alice\n2. bob\n```", "1. alice\n2. bob"),
        ("at <t:1700000000:T>", "at 22:13:20"),
        ("> quoted\n-# small", "quoted\nsmall"),
        ("3 * 4 * 5", "3 * 4 * 5"),
    ],
)
async def test_markdown_is_read_as_people_read_it(lab: DiscordLab, said: str, read: str) -> None:
    message: Message = await lab.say("alice", said)
    assert lab.shown(message) == read


async def test_mentions_are_read_as_names(lab: DiscordLab) -> None:
    role, hall = lab.guild.role("judge"), lab.guild.channel("tournament")
    await lab.nick("bob", "Bobby")
    message = await lab.say("alice", f"{lab.user('bob').mention} {role.mention} {hall.mention}")
    assert lab.shown(message) == "@Bobby @judge #tournament"


# --- playing by hand


async def test_the_console_plays(lab: DiscordLab) -> None:
    printed: list[str] = []
    console = Console(lab, printed.append)
    async with running(lab, Commanded()):
        await console.obey("slash alice play opponent=bob best_of=5")
        await lab.until(lambda: any("Good luck." in line for line in printed))
        assert "#tournament <floorjudge> @Bob: best of 5   -> pings bob" in printed
        await console.obey("click bob Confirm")
        assert "#tournament <floorjudge> (edited) confirmed by bob   -> pings bob" in printed
        await console.obey("slash alice call")
        await console.obey("fill alice why='too slow'")
        await lab.until(lambda: "#tournament <floorjudge> called: too slow" in printed)
        await console.obey("offline bob")
        assert lab.user("bob").status is Status.OFFLINE


async def test_a_bot_in_another_process_is_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.discordlab", "--port-file", str(tmp_path / "lab.toml")),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdout.readuntil(b"type\n")
    token = (tmp_path / "lab.toml").read_text().splitlines()[0].partition("=")[2]
    config = load_config(tmp_path / "lab.toml", {"FLOORJUDGE_DISCORD__TOKEN": token})
    assert config.discord.enabled
    assert config.staff.judges[0].isdecimal(), "a placeholder is nobody on Discord"
    point(monkeypatch, config.discord.api_base, config.discord.gateway)
    client = Client()
    await client.login(config.discord.read_token())
    connected = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    process.stdin.write(b"say alice !time\n")
    heard = await client.wait_for("message")
    await heard.reply("No clock runs.")
    assert await process.stdout.readline() == b"#tournament <floorjudge> No clock runs.   -> pings alice\n"
    await client.close()
    await connected
    printed, _ = await process.communicate(b"at alice judges\nsee tournament\n")
    assert printed.decode().splitlines()[:2] == ["alice does not see judges.", "#tournament <alice> !time"]
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("dance", "I do not know dance; help lists what I know."),
        ("say alice", "Say it so: say NAME TEXT"),
        ("say zed hello", "There is nobody called zed."),
        ("click alice Confirm", "alice sees no Confirm to click."),
        ("slash alice win", "The bot offers no command win here; it offers none."),
        ("slash alice deck=ABC", "Say it so: slash NAME COMMAND [option=value]"),
        ("select alice Result 2-0", "alice sees no Result to click."),
        ("fill alice a=b", "alice was shown no form."),
        ("see somewhere", "owner sees no channel somewhere."),
        ("join alice", "alice is in Lab already."),
        ("roles alice king", "Lab has no role king."),
        ("nick alice", "Say it so: nick NAME NICK"),
        ("leave zed", "There is nobody called zed."),
        ("slash alice 'x", "A quotation mark is not closed."),
    ],
)
async def test_a_bad_line_gets_one_sentence(lab: DiscordLab, line: str, sentence: str) -> None:
    printed: list[str] = []
    await Console(lab, printed.append).obey(line)
    assert printed == [sentence]
