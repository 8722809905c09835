"""The slash commands: made from the declarations, within Discord's limits, and kept in a list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from discord import AppCommandOptionType, app_commands

from bot.gateways.discord.shapes import listed
from bot.gateways.discord.slash import ABOUT_MESSAGE, command_of, commands_of, fields_of
from cogs.command import Declared
from cogs.everything import every_command
from cogs.suggestions import EVENT

COMMANDS = every_command()
LIST = Path(__file__).with_name("discord_commands.txt")


def test_the_list_of_commands_is_that_of_the_declarations() -> None:
    """Written anew by: python -m bot.gateways.discord.shapes > tests/discord_commands.txt."""
    assert listed(commands_of(COMMANDS)) == LIST.read_text(encoding="utf-8")


def test_there_are_no_more_than_discord_takes() -> None:
    made = commands_of(COMMANDS)
    names = [command.name for command in made]
    assert len(made) <= 100
    assert len(set(names)) == len(names) == len(COMMANDS) + 1
    assert names[-1] == ABOUT_MESSAGE
    assert len(ABOUT_MESSAGE) <= 32


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda declared: declared.name)
def test_a_command_is_within_the_limits(declared: Declared) -> None:
    command = command_of(declared)
    assert re.fullmatch(r"[a-z_-]{1,32}", command.name)
    assert 1 <= len(command.description) <= 100
    assert len(command.parameters) <= 25
    size = len(command.name) + len(command.description)
    for parameter in command.parameters:
        assert re.fullmatch(r"[a-z_-]{1,32}", parameter.name)
        assert 1 <= len(str(parameter.description)) <= 100
        assert len(parameter.choices) <= 25
        assert not (parameter.choices and parameter.autocomplete)
        size += len(parameter.name) + len(str(parameter.description))
        size += sum(len(choice.name) + len(str(choice.value)) for choice in parameter.choices)
    assert size <= 8000


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda declared: declared.name)
def test_what_is_needed_comes_first_and_the_event_last(declared: Declared) -> None:
    parameters = command_of(declared).parameters
    assert [parameter.name for parameter in parameters] == [field.name for field in fields_of(declared)]
    assert [parameter.required for parameter in parameters] == sorted(
        (parameter.required for parameter in parameters), reverse=True
    )
    named = {field.name for field in declared.form.fields}
    assert named == {parameter.name for parameter in parameters} - {EVENT}
    assert EVENT not in [parameter.name for parameter in parameters[:-1]]


def test_what_is_typed_is_proposed_where_it_can_be() -> None:
    by_name = {declared.name: command_of(declared) for declared in COMMANDS}

    def parameter(command: str, name: str) -> app_commands.Parameter:
        found = by_name[command].get_parameter(name)
        assert found is not None
        return found

    assert parameter("penalty", "nick").autocomplete
    assert parameter("penalty", "infraction").autocomplete
    assert parameter("claim", "number").autocomplete
    assert parameter("claim", "number").type is AppCommandOptionType.integer
    assert not parameter("cut", "players").autocomplete
    assert [choice.value for choice in parameter("concede", "what").choices] == ["game", "match"]
    assert not parameter("penalty", "why").autocomplete
