"""Options: the values that people give to a command, as Discord's client checks them and sends them along."""

from typing import Any

from tests.discordlab.channels import Channel
from tests.discordlab.guilds import Guild, Role
from tests.discordlab.people import User
from tests.discordlab.refusals import CannotDo, Json
from tests.discordlab.world import World

_OPTION_KINDS: dict[int, tuple[type, ...]] = {3: (str,), 4: (int,), 5: (bool,), 10: (int, float)}


def command_data(spec: Json, options: list[Json]) -> Json:
    """The data of a command that is used."""
    data: Json = {"id": spec["id"], "name": spec["name"], "type": spec["type"], "options": options}
    if spec.get("guild_id"):
        data["guild_id"] = spec["guild_id"]
    return data


def nested(spec: Json, words: list[str], options: list[Json]) -> list[Json]:
    """Options inside the subcommands that lead to them."""
    for depth, word in reversed(list(enumerate(words))):
        kind = 1 if depth == len(words) - 1 else 2
        options = [{"name": word, "type": kind, "options": options}]
    return options


def check_option(option: Json, value: Any) -> None:
    """CannotDo for a value that Discord's client would not take."""
    name = option["name"]
    kinds = _OPTION_KINDS.get(option["type"])
    if kinds and (not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds)):
        raise CannotDo(f"{name} cannot be {value!r}.")
    choices = option.get("choices") or []
    if choices and value not in [choice["value"] for choice in choices]:
        raise CannotDo(f"{name} is one of {', '.join(str(choice['value']) for choice in choices)}.")
    size = len(value) if isinstance(value, str) else value
    for key, wrong in (("min_length", -1), ("min_value", -1), ("max_length", 1), ("max_value", 1)):
        if option.get(key) is not None and isinstance(size, int | float) and (size - option[key]) * wrong > 0:
            raise CannotDo(f"{name} is outside its limit: {key.replace('_', ' ')} {option[key]}.")


class Resolved:
    """The people, roles and channels that options name, as Discord sends them along."""

    def __init__(self, world: World, guild: Guild | None) -> None:
        self.world, self.guild = world, guild
        self._parts: dict[str, Json] = {}

    def value(self, option: Json, value: Any) -> Any:
        """An option's value; a name of somebody becomes their id."""
        match option["type"]:
            case 6:
                return self.user(value.username if isinstance(value, User) else str(value))
            case 7:
                return self.channel(value)
            case 8:
                return self.role(value)
            case _:
                return value

    def user(self, name: str) -> str:
        """Somebody's id."""
        user = self.world.user(name)
        self._parts.setdefault("users", {})[user.id] = user.payload()
        if self.guild and (member := self.guild.members.get(user.id)):
            rights = str(int(self.guild.base_permissions(user.id)))
            partial = {key: part for key, part in member.partial().items() if key not in ("deaf", "mute")}
            self._parts.setdefault("members", {})[user.id] = partial | {"permissions": rights}
        return user.id

    def channel(self, channel: Channel | str) -> str:
        """A channel's id."""
        if self.guild is None:
            raise CannotDo("There are no channels to choose here.")
        found = channel if isinstance(channel, Channel) else self.guild.channel(channel)
        self._parts.setdefault("channels", {})[found.id] = found.payload() | {"permissions": "0"}
        return found.id

    def role(self, role: Role | str) -> str:
        """A role's id."""
        if self.guild is None:
            raise CannotDo("There are no roles to choose here.")
        found = role if isinstance(role, Role) else self.guild.role(role)
        self._parts.setdefault("roles", {})[found.id] = found.payload()
        return found.id

    def payload(self) -> Json:
        """What goes beside the options."""
        return {"resolved": self._parts} if self._parts else {}
