"""What a person reads: a message as plain text, escapes undone, names for mentions, a line for each embed or button."""

import re
from datetime import UTC, datetime

from tests.discordlab.messages import Message, MessageFlag, parts_of
from tests.discordlab.refusals import Json
from tests.discordlab.world import World

_CODE = re.compile(r"```(?:[a-zA-Z0-9+-]*\n)?(.*?)```|``(.+?)``|`([^`]+)`", re.S)
_ESCAPE = re.compile(r"\\([^\sA-Za-z0-9])")
_SIGNS = re.compile(
    r"<@!?(\d+)>|<@&(\d+)>|<#(\d+)>|<t:(-?\d+)(?::([tTdDfFR]))?>|<a?:(\w+):\d+>|</([^:>]+):\d+>"
)
_EMPHASIS = re.compile(
    r"(\*\*\*|\*\*|\*|__|~~|\|\|)(?=\S)(.+?)(?<=\S)\1|(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)", re.S
)
_LINK = re.compile(r"\[([^\]]+)\]\(<?([^)\s>]+)>?\)")
_LEADING = re.compile(r"^(?:#{1,3} |-# |>>> |> )", re.M)
_STAMPS = {"t": "%H:%M", "T": "%H:%M:%S", "d": "%d/%m/%Y", "D": "%d %B %Y", "f": "%d %B %Y %H:%M"}
_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
_PRIVATE = 0xE000
"""Characters of the private area stand for what is already plain while the rest is rendered."""


def shown(world: World, message: Message) -> str:
    """The whole message as text, a line each for what embeds, buttons and menus say."""
    guild = world.guilds.get(message.guild_id or "")
    if message.flags & MessageFlag.LOADING:
        return f"{message.author.username} is thinking..."
    lines = [plain(world, message.content, guild.id if guild else None)] if message.content else []
    for embed in message.embeds:
        lines += _embed_lines(world, embed, message.guild_id)
    lines += [f"({attachment['filename']})" for attachment in message.attachments]
    lines += _component_lines(world, message.components, message.guild_id)
    return "\n".join(lines)


def plain(world: World, text: str, guild_id: str | None = None) -> str:
    """A text with its markdown rendered away."""
    kept: list[str] = []

    def keep(what: str) -> str:
        kept.append(what)
        return chr(_PRIVATE + len(kept) - 1)

    text = _ESCAPE.sub(lambda m: keep(m[1]) if m[1] in "`\\" else m[0], text)
    text = _CODE.sub(lambda m: keep((m[1] or m[2] or m[3] or "").strip("\n")), text)
    text = _ESCAPE.sub(lambda m: keep(m[1]), text)
    text = _SIGNS.sub(lambda m: keep(_sign(world, m, guild_id)), text)
    text = _LINK.sub(lambda m: m[1], text)
    text = _LEADING.sub("", text)
    before = None
    while before != text:
        before, text = text, _EMPHASIS.sub(lambda m: m[2] or m[3], text)
    return _restored(text, kept)


def _restored(text: str, kept: list[str]) -> str:
    for number in reversed(range(len(kept))):
        text = text.replace(chr(_PRIVATE + number), kept[number])
    return text


def _sign(world: World, match: "re.Match[str]", guild_id: str | None) -> str:
    user_id, role_id, channel_id, stamp, style, emoji, command = match.groups()
    guild = world.guilds.get(guild_id or "")
    if user_id:
        user = world.user_by_id(user_id)
        member = guild.members.get(user_id) if guild else None
        name = member.shown_as if member else (user.global_name or user.username) if user else "unknown-user"
        return f"@{name}"
    if role_id:
        return f"@{guild.roles[role_id].name}" if guild and role_id in guild.roles else "@deleted-role"
    if channel_id:
        return f"#{world.channels[channel_id].name}" if channel_id in world.channels else "#deleted-channel"
    if stamp:
        return _time(int(stamp), style or "f")
    return f":{emoji}:" if emoji else f"/{command}"


def _time(unix: int, style: str) -> str:
    at = datetime.fromtimestamp(unix, UTC)
    if style == "R":
        return _from_now((at - datetime.now(UTC)).total_seconds())
    return at.strftime(_STAMPS.get(style, "%A, %d %B %Y %H:%M"))


def _from_now(seconds: float) -> str:
    size, unit = next((u for u in _UNITS if abs(seconds) >= u[0]), _UNITS[-1])
    count = round(abs(seconds)) // size
    words = f"{count} {unit}{'' if count == 1 else 's'}"
    return f"in {words}" if seconds >= 0 else f"{words} ago"


def _embed_lines(world: World, embed: Json, guild_id: str | None) -> list[str]:
    lines = [embed.get("title"), embed.get("description")]
    lines += [f"{field['name']}: {field['value']}" for field in embed.get("fields") or []]
    lines += [(embed.get("footer") or {}).get("text")]
    return [plain(world, line, guild_id) for line in lines if line]


def _component_lines(world: World, components: list[Json], guild_id: str | None) -> list[str]:
    lines = []
    for part in parts_of(components):
        match part["type"]:
            case 2:
                label = part.get("label") or (part.get("emoji") or {}).get("name") or "?"
                lines.append(f"({label})" if part.get("disabled") else f"[{label}]")
            case 3:
                options = " | ".join(option["label"] for option in part["options"])
                lines.append(f"[{part.get('placeholder') or 'choose'}: {options}]")
            case 10:
                lines.append(plain(world, part["content"], guild_id))
    return lines
