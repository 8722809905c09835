"""Application commands: what the bot declared, and the limits that Discord sets to such declarations."""

import re

from tests.discordlab.forms import Form
from tests.discordlab.ids import snowflake
from tests.discordlab.refusals import CannotDo, Json, Refusal

SLASH, ON_USER, ON_MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
_NAME = re.compile(r"^[-_'\w]{1,32}$")
_MOST = {SLASH: 100, ON_USER: 15, ON_MESSAGE: 15}


class Commands:
    """The commands of one application, global and by guild."""

    def __init__(self, app_id: str) -> None:
        self.app_id = app_id
        self._sets: dict[str | None, list[Json]] = {None: []}

    def put(self, guild_id: str | None, declared: list[Json]) -> list[Json]:
        """Replace the whole set of a guild, or the global one; Refusal when one of them is not as it must be."""
        self._check(declared)
        old = {(c["type"], c["name"]): c["id"] for c in self.of(guild_id)}
        self._sets[guild_id] = [
            {
                "type": SLASH,
                "description": "",
                "default_member_permissions": None,
                "nsfw": False,
                **command,
                "id": old.get((command.get("type", SLASH), command["name"])) or snowflake(),
                "application_id": self.app_id,
                "version": snowflake(),
                **({"guild_id": guild_id} if guild_id else {}),
            }
            for command in declared
        ]
        return self.of(guild_id)

    def of(self, guild_id: str | None) -> list[Json]:
        """The set of a guild, or with None the global one."""
        return self._sets.get(guild_id, [])

    def find(self, name: str, kind: int, guild_id: str | None) -> Json:
        """The command that somebody in that guild (None: in a DM) picks; CannotDo when they do not see one."""
        command: Json
        for command in (*(self.of(guild_id) if guild_id else ()), *self.of(None)):
            if command["name"] == name and command["type"] == kind and _offered(command, guild_id):
                return command
        raise CannotDo(
            f"The bot offers no command {name} here; it offers {', '.join(self.names(guild_id)) or 'none'}."
        )

    def names(self, guild_id: str | None = None) -> list[str]:
        """The names offered in a guild (None: in a DM)."""
        sets = (*(self.of(guild_id) if guild_id else ()), *self.of(None))
        return [command["name"] for command in sets if _offered(command, guild_id)]

    def _check(self, declared: list[Json]) -> None:
        for kind, most in _MOST.items():
            if sum(1 for command in declared if command.get("type", SLASH) == kind) > most:
                raise Refusal(400, 30032, f"Maximum number of application commands reached ({most})")
        form = Form()
        names: set[tuple[int, str]] = set()
        for number, command in enumerate(declared):
            key = (command.get("type", SLASH), str(command.get("name")))
            if key in names:
                form.problems[str(number)] = (
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
            names.add(key)
            _check_command(form, str(number), command)
        form.refuse()


def _offered(command: Json, guild_id: str | None) -> bool:
    contexts = command.get("contexts")
    if contexts is not None:
        return (0 if guild_id else 1) in contexts
    return bool(guild_id) or (command.get("dm_permission", True) and not command.get("guild_id"))


def _check_command(form: Form, path: str, command: Json) -> None:
    if command.get("type", SLASH) != SLASH:
        form.length(f"{path}.name", command.get("name"), 32, 1, required=True)
        if command.get("description") or command.get("options"):
            form.problems[path] = (
                "APPLICATION_COMMAND_CONTEXT_MENU_NO_DESCRIPTION",
                "Context menu commands cannot have a description or options",
            )
        return
    _check_name(form, f"{path}.name", command.get("name"))
    form.length(f"{path}.description", command.get("description"), 100, 1, required=True)
    _check_options(form, path, command.get("options") or [])
    if _size(command) > 8000:
        form.problems[path] = ("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _check_name(form: Form, path: str, name: object) -> None:
    if not isinstance(name, str) or not _NAME.match(name) or name != name.lower():
        form.problems[path] = (
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid: 1 to 32 lower-case letters, digits, - and _",
        )


def _check_options(form: Form, path: str, options: list[Json]) -> None:
    form.count(f"{path}.options", options, 25)
    names = [option.get("name") for option in options]
    if len(set(names)) < len(names):
        form.problems[f"{path}.options"] = (
            "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
            "Option names must be unique",
        )
    optional_seen = False
    for number, option in enumerate(options):
        where = f"{path}.options.{number}"
        _check_name(form, f"{where}.name", option.get("name"))
        form.length(f"{where}.description", option.get("description"), 100, 1, required=True)
        if option.get("type") in (SUBCOMMAND, GROUP):
            _check_options(form, where, option.get("options") or [])
            continue
        if option.get("required") and optional_seen:
            form.problems[where] = (
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen |= not option.get("required")
        _check_choices(form, where, option)


def _check_choices(form: Form, path: str, option: Json) -> None:
    choices = option.get("choices") or []
    form.count(f"{path}.choices", choices, 25)
    if choices and option.get("autocomplete"):
        form.problems[path] = (
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES",
            "Autocomplete may not be set to true if choices are present",
        )
    for number, choice in enumerate(choices):
        form.length(f"{path}.choices.{number}.name", choice.get("name"), 100, 1, required=True)
        if option.get("type") == STRING:
            form.length(f"{path}.choices.{number}.value", choice.get("value"), 100)


def _size(part: Json) -> int:
    own = len(str(part.get("name") or "")) + len(str(part.get("description") or ""))
    own += sum(len(str(c.get("name"))) + len(str(c.get("value"))) for c in part.get("choices") or [])
    return own + sum(_size(option) for option in part.get("options") or [])


def leaf_options(command: Json, words: list[str]) -> list[Json]:
    """The options of the subcommand that words lead to; CannotDo when they lead nowhere."""
    options: list[Json] = command.get("options") or []
    for word in words:
        found = next((o for o in options if o["name"] == word and o["type"] in (SUBCOMMAND, GROUP)), None)
        if found is None:
            raise CannotDo(f"/{command['name']} has no {word}.")
        options = found.get("options") or []
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        raise CannotDo(f"/{command['name']} needs one more word: {', '.join(o['name'] for o in options)}.")
    return options
