"""The configuration: its defaults, its file, its variables, and how each mistake names itself."""

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from bot.config import (
    LISTS,
    SECTIONS,
    Config,
    ConfigError,
    Discord,
    Irc,
    kinds_of,
    load_config,
    variable_of,
)
from bot.config_values import Enforcement, Identity

EXAMPLE = Path(__file__).parents[1] / "config.example.toml"


@pytest.fixture
def config_file(tmp_path: Path) -> Path:
    return tmp_path / "event.toml"


def test_the_defaults_alone_are_a_working_service() -> None:
    config = load_config(None, {})
    assert config == Config()
    assert (config.irc.embedded, config.irc.host, config.irc.port) == (True, "127.0.0.1", 6667)
    assert (config.board.host, config.board.port) == ("127.0.0.1", 8080)
    assert config.store.url == "sqlite+aiosqlite:///floorjudge.db"
    assert not config.discord.enabled
    assert config.house_rules.given() == {}


def test_the_example_changes_nothing() -> None:
    assert load_config(EXAMPLE, {}) == Config()


def test_the_example_shows_every_key_with_a_comment() -> None:
    shown = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    keys = {(name, key) for name in SECTIONS for key in shown[name]}
    open_keys = {
        (name, key)
        for name, section in SECTIONS.items()
        for key, kind in kinds_of(section).items()
        if not kind.is_secret
    }
    assert keys == open_keys
    assert set(shown) == {*SECTIONS, *LISTS}


def test_the_file_sets_what_it_names_and_leaves_the_rest(config_file: Path) -> None:
    config_file.write_text(
        """
        [irc]
        embedded = false
        host = "irc.example.org"
        identity = "account"
        [discord]
        guild = 123456789012345678
        [staff]
        judges = ["ann", "ben"]
        [automatic]
        shuffle = "propose"
        [house_rules]
        gone_game_loss = "90s"
        """,
        encoding="utf-8",
    )
    config = load_config(config_file, {})
    assert config.irc == Irc(embedded=False, host="irc.example.org", identity=Identity.ACCOUNT)
    assert config.discord.guild == "123456789012345678"
    assert config.staff.judges == ("ann", "ben")
    assert config.staff.head_judges == ("hj",)
    assert config.automatic.shuffle is Enforcement.PROPOSE
    assert config.house_rules.given() == {"gone_game_loss": timedelta(seconds=90)}


def test_a_further_network_is_not_embedded_and_a_further_guild_is_wanted(config_file: Path) -> None:
    config_file.write_text(
        '[[irc_also]]\nhost = "one.test"\n[[irc_also]]\nhost = "two.test"\n[[discord_also]]\nguild = "G"',
        encoding="utf-8",
    )
    config = load_config(config_file, {})
    assert config.irc_also == (
        Irc(embedded=False, host="one.test"),
        Irc(embedded=False, host="two.test"),
    )
    assert config.discord_also == (Discord(enabled=True, guild="G"),)


def test_variables_override_the_file(config_file: Path) -> None:
    config_file.write_text('[board]\nport = 1\n[store]\nurl = "from the file"', encoding="utf-8")
    config = load_config(
        config_file,
        {
            "FLOORJUDGE_STORE__URL": "sqlite+aiosqlite:///other.db",
            "FLOORJUDGE_BOARD__PORT": "9090",
            "FLOORJUDGE_IRC__EMBEDDED": "No",
            "FLOORJUDGE_IRC__SASL_PASSWORD_FILE": "secret.password",
            "FLOORJUDGE_STAFF__JUDGES": "ann, ben",
            "FLOORJUDGE_STAFF__COORDINATORS": "",
            "FLOORJUDGE_AUTOMATIC__PREGAME": "off",
            "FLOORJUDGE_HOUSE_RULES__PREGAME": "2m",
        },
    )
    assert config.store.url == "sqlite+aiosqlite:///other.db"
    assert config.board.port == 9090
    assert config.irc.embedded is False
    assert config.irc.sasl_password_file == Path("secret.password")
    assert config.staff.judges == ("ann", "ben")
    assert config.staff.coordinators == ()
    assert config.automatic.pregame is Enforcement.OFF
    assert config.house_rules.pregame == timedelta(minutes=2)


def test_variables_that_name_no_key_are_left_alone() -> None:
    assert load_config(None, {"FLOORJUDGE_REQUIRE_SERVERS": "1", "PATH": "x__y"}) == Config()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[irc]\nprot = 6667", ["unknown key irc.prot", "irc.port"]),
        ("[ircc]\nport = 6667", ["unknown section ircc", "nearest known is irc"]),
        ("port = 6667", ["unknown section port"]),
        ("store = 5", ["store: expected a section [store], found 5"]),
        ("[irc]\nport = '6667'", ["irc.port", "whole number from 0 to 65535", "'6667'"]),
        ("[irc]\nport = 65536", ["irc.port", "65536"]),
        ("[irc]\nport = true", ["irc.port", "True"]),
        ("[irc]\nenabled = 'yes'", ["irc.enabled", "true or false", "'yes'"]),
        ("[irc]\nchannel = ''", ["irc.channel", '"#tournament"']),
        ("[irc]\nchannel = 'tournament'", ["irc.channel", '"#tournament"', "'tournament'"]),
        ("[irc]\njudges = '#one,#two'", ["irc.judges", "one IRC channel"]),
        ("[irc]\nnick = 'Floor Judge'", ["irc.nick", "a word without blanks"]),
        ("[irc]\nidentity = 'face'", ["irc.identity", '"auto", "account" or "nick"', "'face'"]),
        ("[automatic]\ntardiness = true", ["automatic.tardiness", '"issue", "propose" or "off"']),
        ("[staff]\njudges = 'ann'", ["staff.judges", "a list of names", "'ann'"]),
        ("[staff]\njudges = ['ann', 5]", ["staff.judges", "a list of names"]),
        ("[house_rules]\nshuffle = 3", ["house_rules.shuffle", '"90s", "3m"', "found 3"]),
        ("[house_rules]\nshuffle = 'soon'", ["house_rules.shuffle", "'soon'"]),
        ("[discord]\nguild = 1.5", ["discord.guild", "a name or an id"]),
        ("[discord]\ntoken_file = 1", ["discord.token_file", "the name of a file"]),
        ("[[irc_also]]\nport = 1\n[[irc_also]]\nport = 'x'", ["irc_also[1].port", "'x'"]),
        ("[irc_also]\nport = 1", ["irc_also", "[[irc_also]]"]),
        ("\n[irc]\nport 1", ["is not TOML", "line 3"]),
    ],
)
def test_a_mistake_in_the_file_names_file_key_and_expectation(
    config_file: Path, text: str, parts: list[str]
) -> None:
    config_file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as stop:
        load_config(config_file, {})
    assert stop.value.where == str(config_file)
    for part in [str(config_file), *parts]:
        assert part in str(stop.value)
    assert "\n" not in str(stop.value)


@pytest.mark.parametrize(
    ("variable", "words", "expected"),
    [
        ("FLOORJUDGE_IRC__PROT", "1", "FLOORJUDGE_IRC__PORT"),
        ("FLOORJUDGE_IRK__PORT", "1", "FLOORJUDGE_IRC__PORT"),
        ("FLOORJUDGE_IRC__PORT", "many", "a whole number from 0 to 65535, found 'many'"),
        ("FLOORJUDGE_IRC__TLS", "maybe", "true or false"),
        ("FLOORJUDGE_STAFF__JUDGES", "ann,,ben", "a list of names"),
        ("FLOORJUDGE_HOUSE_RULES__SHUFFLE", "3", "a duration such as"),
        ("FLOORJUDGE_AUTOMATIC__SHUFFLE", "ISSUE", '"issue", "propose" or "off"'),
    ],
)
def test_a_mistake_in_a_variable_names_the_variable(variable: str, words: str, expected: str) -> None:
    with pytest.raises(ConfigError) as stop:
        load_config(None, {variable: words})
    assert stop.value.where == variable
    assert expected in str(stop.value)


def test_a_file_that_is_not_there_is_named(config_file: Path) -> None:
    with pytest.raises(ConfigError, match=r"event\.toml: cannot be read: No such file"):
        load_config(config_file, {})


def test_a_file_that_is_not_utf_8_is_named(config_file: Path) -> None:
    config_file.write_bytes(b"# ok\n\xff")
    with pytest.raises(ConfigError, match=r"event\.toml: cannot be read: not UTF-8 at byte 5"):
        load_config(config_file, {})


@pytest.mark.parametrize("key", ["irc.sasl_password", "discord.token"])
def test_a_secret_in_the_file_is_refused_and_not_repeated(config_file: Path, key: str) -> None:
    section, name = key.split(".")
    config_file.write_text(f'[{section}]\n{name} = "hunter2"', encoding="utf-8")
    with pytest.raises(ConfigError, match=f"{key}_file") as stop:
        load_config(config_file, {})
    assert "hunter2" not in str(stop.value)


def test_a_secret_comes_from_its_file_when_it_is_used(tmp_path: Path) -> None:
    irc = Irc(sasl_user="floor", sasl_password_file=tmp_path / "later.password")
    with pytest.raises(
        ConfigError, match=r"irc\.sasl_password_file: .*later\.password cannot be read: No such"
    ):
        irc.read_sasl_password()
    (tmp_path / "later.password").write_text("hunter2\n", encoding="utf-8")
    assert irc.read_sasl_password() == "hunter2"


def test_a_secret_comes_from_its_variable_before_its_file_and_stays_out_of_sight() -> None:
    environ = {variable_of("discord", "token"): "hunter2", "FLOORJUDGE_DISCORD__TOKEN_FILE": "nowhere"}
    config = load_config(None, environ)
    assert config.discord.read_token() == "hunter2"
    assert "hunter2" not in repr(config)


@pytest.mark.parametrize(("content", "problem"), [(b"\n", "is empty"), (b"pass\xff", "not UTF-8")])
def test_a_secret_that_cannot_be_used_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "bad.token").write_bytes(content)
    with pytest.raises(ConfigError, match=problem):
        Discord(token_file=tmp_path / "bad.token").read_token()


def test_a_missing_secret_says_where_it_could_stand() -> None:
    with pytest.raises(ConfigError, match=r"discord\.token_file.*FLOORJUDGE_DISCORD__TOKEN"):
        Discord().read_token()


def test_the_judges_have_a_channel_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "floorjudge.toml"
    file.write_text('[irc]\nchannel = "#floor"\njudges = "#Floor"\n')
    with pytest.raises(ConfigError, match=r"floorjudge\.toml.*irc\.judges.*another channel"):
        load_config(file, {})


def test_discord_without_a_token_says_how_to_get_one() -> None:
    with pytest.raises(ConfigError, match=r"discord\.com/developers.*Reset Token.*discord\.token_file"):
        Discord(enabled=True).read_token()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[discord]\nchannel = "judges"\nenabled = true', "discord.judges_channel: expected another channel"),
        ('[discord]\nenabled = true\napi_base = "ftp://x"', "discord.api_base: expected http:// or https://"),
        ('[discord]\nenabled = true\n[[discord_also]]\ngateway = "ws://x"', "discord.gateway: expected one"),
    ],
)
def test_a_discord_that_cannot_be_reached_is_refused(config_file: Path, text: str, expected: str) -> None:
    config_file.write_text(text)
    with pytest.raises(ConfigError) as raised:
        load_config(config_file, {})
    assert expected in str(raised.value)
