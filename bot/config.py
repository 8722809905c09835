"""The configuration: one TOML file, every key with a default, overridden by variables.

Each section is a dataclass whose annotations say how a key is read; the file, the variables
(`FLOORJUDGE_STORE__URL`) and the error messages all follow from them. What is unknown or ill-typed stops the
start with one sentence that names the file or variable, the key, and what was expected. Secrets never stand
in the file: they come from a variable or from a file that a `*_file` key names, and are read when used.
"""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from pathlib import Path
from typing import Any, get_type_hints

from bot.config_values import (
    Channel,
    Duration,
    Enforcement,
    EnforcementKind,
    File,
    Flag,
    Identity,
    IdentityKind,
    Kind,
    Names,
    Place,
    Port,
    Secret,
    Text,
    Word,
)

PREFIX = "FLOORJUDGE_"


_HOW_TO_GET_ONE = (
    "a token is made at https://discord.com/developers/applications (New Application, then Bot, Reset Token): "
    "put it into a file and name that file by discord.token_file"
)


class ConfigError(Exception):
    """The configuration cannot be used; `where` is the file or variable, `problem` names the key."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """Where the scorebook is kept, and where pairings are taken from."""

    # A PostgreSQL address may hold a password, so it is in no repr, and so in no log.
    url: Text = field(default="sqlite+aiosqlite:///floorjudge.db", repr=False)
    pairings: File = Path("pairings")


@dataclass(frozen=True, slots=True, kw_only=True)
class Irc:
    """One IRC network, or the server inside this process."""

    enabled: Flag = True
    embedded: Flag = True
    host: Word = "127.0.0.1"
    port: Port = 6667
    tls: Flag = False
    nick: Word = "FloorJudge"
    channel: Channel = "#tournament"
    judges: Channel = "#judges"
    identity: IdentityKind = Identity.AUTO
    sasl_user: Text = ""
    sasl_password_file: File = None
    sasl_password: Secret = field(default="", repr=False)

    def read_sasl_password(self) -> str:
        """The password of `sasl_user`, read now; raises ConfigError when there is none to be read."""
        return _read_secret(self.sasl_password, self.sasl_password_file, "irc", "sasl_password")


@dataclass(frozen=True, slots=True, kw_only=True)
class Discord:
    """One Discord guild."""

    enabled: Flag = False
    token_file: File = None
    guild: Place = ""
    channel: Place = "tournament"
    judges_channel: Place = "judges"
    threads: Flag = True
    api_base: Text = ""
    gateway: Text = ""
    token: Secret = field(default="", repr=False)

    @property
    def has_token(self) -> bool:
        """Whether a token is named here. A further guild without one shares that of the first section."""
        return bool(self.token or self.token_file)

    def read_token(self) -> str:
        """The bot's token, read now; raises ConfigError, which says how to get one, when there is none to be read."""
        try:
            return _read_secret(self.token, self.token_file, "discord", "token")
        except ConfigError as error:
            raise ConfigError(error.where, f"{error.problem}; {_HOW_TO_GET_ONE}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The web page that shows the event."""

    enabled: Flag = True
    host: Word = "127.0.0.1"
    port: Port = 8080


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """Who officiates in every event of this service."""

    coordinators: Names = ("tc",)
    head_judges: Names = ("hj",)
    judges: Names = ("judge",)
    directors: Names = ()


PLACEHOLDERS = frozenset((*Staff().coordinators, *Staff().head_judges, *Staff().judges))
"""The names that every copy of the example configuration has: among strangers they are nobody's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Automatic:
    """What the official does by itself when a clock of the rules has run out."""

    tardiness: EnforcementKind = Enforcement.ISSUE
    disconnection: EnforcementKind = Enforcement.ISSUE
    pregame: EnforcementKind = Enforcement.ISSUE
    shuffle: EnforcementKind = Enforcement.ISSUE


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """Limits of this house in place of the rulebook's; None leaves the rulebook's."""

    late_game_loss: Duration = None
    late_match_loss: Duration = None
    gone_game_loss: Duration = None
    gone_match_loss: Duration = None
    pregame: Duration = None
    shuffle: Duration = None

    def given(self) -> dict[str, timedelta]:
        """The limits that this house has set, by key."""
        limits = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: limit for name, limit in limits.items() if limit is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole configuration; `Config()` is a working service."""

    store: Store = Store()
    irc: Irc = Irc()
    discord: Discord = Discord()
    board: Board = Board()
    staff: Staff = Staff()
    automatic: Automatic = Automatic()
    house_rules: HouseRules = HouseRules()
    irc_also: tuple[Irc, ...] = ()
    discord_also: tuple[Discord, ...] = ()


SECTIONS: Mapping[str, type[Any]] = {
    "store": Store,
    "irc": Irc,
    "discord": Discord,
    "board": Board,
    "staff": Staff,
    "automatic": Automatic,
    "house_rules": HouseRules,
}

# The lists of further networks, and where their defaults differ: only one server is embedded in the process,
# and whoever lists a guild wants it.
LISTS: Mapping[str, tuple[type[Any], Mapping[str, object]]] = {
    "irc_also": (Irc, {"embedded": False}),
    "discord_also": (Discord, {"enabled": True}),
}


def kinds_of(section: type[Any]) -> dict[str, Kind]:
    """The keys of a section, and how each is read."""
    hints = get_type_hints(section, include_extras=True)
    return {each.name: hints[each.name].__metadata__[0] for each in fields(section)}


def variable_of(section: str, key: str) -> str:
    """The variable that overrides a key."""
    return f"{PREFIX}{section.upper()}__{key.upper()}"


def load_config(path: Path | None, environ: Mapping[str, str]) -> Config:
    """Read the file, if one is named, and the variables over it.

    Raises ConfigError for a file that cannot be read, and for the first unknown or ill-typed key or variable.
    """
    document = _document(path) if path else {}
    where = str(path)
    for name in document:
        if name not in SECTIONS and name not in LISTS:
            raise ConfigError(where, f"unknown section {name}; {_nearest(name, [*SECTIONS, *LISTS])}")
    values = {name: _section(where, name, cls, document.get(name, {})) for name, cls in SECTIONS.items()}
    for section, key, value in _overrides(environ):
        values[section][key] = value
    parts: dict[str, Any] = {name: cls(**values[name]) for name, cls in SECTIONS.items()}
    parts |= {name: _networks(where, name, document.get(name, [])) for name in LISTS}
    config = Config(**parts)
    _two_places(where, config)
    _one_discord(where, config)
    return config


def enabled_guilds(config: Config) -> tuple[Discord, ...]:
    """The Discord guilds to officiate in."""
    return tuple(guild for guild in (config.discord, *config.discord_also) if guild.enabled)


def _one_discord(where: str, config: Config) -> None:
    """One process speaks to one Discord, which is reached by web addresses."""
    guilds = enabled_guilds(config)
    for key, schemes in (("api_base", ("http://", "https://")), ("gateway", ("ws://", "wss://"))):
        found = {str(getattr(guild, key)) for guild in guilds}
        if len(found) > 1:
            raise ConfigError(where, f"discord.{key}: expected one for all guilds, found {sorted(found)}")
        for address in found:
            if address and not address.startswith(schemes):
                expected = " or ".join(schemes)
                raise ConfigError(where, f"discord.{key}: expected {expected}…, found {_shown(address)}")


def _two_places(where: str, config: Config) -> None:
    """The judges talk among themselves: their channel is not the tournament's."""
    for irc in (config.irc, *config.irc_also):
        if irc.channel.casefold() == irc.judges.casefold():
            raise ConfigError(
                where, f"irc.judges: expected another channel than irc.channel, found {irc.judges!r}"
            )
    for discord in enabled_guilds(config):
        if discord.channel.removeprefix("#") == discord.judges_channel.removeprefix("#"):
            found = repr(discord.judges_channel)
            raise ConfigError(
                where, f"discord.judges_channel: expected another channel than discord.channel, found {found}"
            )


def _document(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(str(path), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(str(path), f"cannot be read: not UTF-8 at byte {error.start}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(str(path), f"is not TOML: {error}") from error


def _section(where: str, name: str, section: type[Any], given: object) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise ConfigError(where, f"{name}: expected a section [{name}], found {_shown(given)}")
    kinds = kinds_of(section)
    return {key: _value(where, name, key, kinds, value) for key, value in given.items()}


def _value(where: str, name: str, key: str, kinds: Mapping[str, Kind], value: object) -> Any:
    if key not in kinds:
        known = [f"{name}.{each}" for each, kind in kinds.items() if not kind.is_secret]
        raise ConfigError(where, f"unknown key {name}.{key}; {_nearest(f'{name}.{key}', known)}")
    kind = kinds[key]
    if kind.is_secret:
        raise ConfigError(where, f"{name}.{key}: secrets do not stand here; name a file by {name}.{key}_file")
    try:
        return kind.read(value)
    except ValueError as error:
        raise ConfigError(where, f"{name}.{key}: expected {kind.expected}, found {_shown(value)}") from error


def _networks(where: str, name: str, given: object) -> tuple[Any, ...]:
    if not isinstance(given, list):
        raise ConfigError(where, f"{name}: expected sections [[{name}]], found {_shown(given)}")
    section, usual = LISTS[name]
    networks = [_section(where, f"{name}[{index}]", section, each) for index, each in enumerate(given)]
    return tuple(section(**{**usual, **each}) for each in networks)


def _overrides(environ: Mapping[str, str]) -> Iterable[tuple[str, str, Any]]:
    """The keys that variables set, and their values. A variable without `__` names no key: left alone."""
    known = {variable_of(name, key): (name, key) for name, cls in SECTIONS.items() for key in kinds_of(cls)}
    for variable in sorted(environ):
        if not variable.startswith(PREFIX) or "__" not in variable:
            continue
        if variable not in known:
            raise ConfigError(variable, f"unknown variable; {_nearest(variable, known)}")
        section, key = known[variable]
        kind = kinds_of(SECTIONS[section])[key]
        try:
            yield section, key, kind.read(kind.from_words(environ[variable]))
        except ValueError as error:
            found = _shown(environ[variable])
            raise ConfigError(variable, f"expected {kind.expected}, found {found}") from error


def _nearest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.0)
    return f"the nearest known is {near[0]}"


def _shown(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:59]}…"


def _read_secret(given: str, file: Path | None, section: str, key: str) -> str:
    if given:
        return given
    where = f"{section}.{key}_file"
    if file is None:
        raise ConfigError(where, f"is not set, and neither is {variable_of(section, key)}")
    try:
        secret = file.read_text(encoding="utf-8").strip("\r\n")
    except OSError as error:
        raise ConfigError(where, f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        # Not chained: the error's own text quotes the secret.
        raise ConfigError(where, f"{file} cannot be read: not UTF-8") from None
    if not secret:
        raise ConfigError(where, f"{file} is empty")
    return secret
