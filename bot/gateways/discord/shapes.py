"""Shapes: what people see of a slash command, as plain data, ours and Discord's alike.

Two equal shapes need no sync. `python -m bot.gateways.discord.shapes > tests/discord_commands.txt` writes anew
the list of all commands that is kept with the tests, so that a change of them is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

Shape = dict[str, Any]
"""A command with its options; what is not given is left out."""

Ours = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu


def shape_of(command: Ours) -> Shape:
    """How a command of ours is shown."""
    if isinstance(command, app_commands.ContextMenu):
        return {"name": command.name, "type": command.type.name}
    return {
        "name": command.name,
        "type": discord.AppCommandType.chat_input.name,
        "description": command.description,
        "options": [_ours(parameter) for parameter in command.parameters],
    }


def shape_shown(command: app_commands.AppCommand) -> Shape:
    """How Discord has a command."""
    if command.type is not discord.AppCommandType.chat_input:
        return {"name": command.name, "type": command.type.name}
    return {
        "name": command.name,
        "type": command.type.name,
        "description": command.description,
        "options": [
            _shown(option) for option in command.options if isinstance(option, app_commands.Argument)
        ],
    }


def _ours(parameter: app_commands.Parameter) -> Shape:
    bounds = (parameter.min_value, parameter.max_value)
    return _option(parameter, bounds, bool(parameter.autocomplete))


def _shown(option: app_commands.Argument) -> Shape:
    is_text = option.type is discord.AppCommandOptionType.string
    bounds = (option.min_length, option.max_length) if is_text else (option.min_value, option.max_value)
    return _option(option, bounds, bool(option.autocomplete))


def _option(
    option: app_commands.Parameter | app_commands.Argument,
    bounds: tuple[int | float | None, int | float | None],
    autocomplete: bool,
) -> Shape:
    least, most = bounds
    found = {
        "name": str(option.name),
        "description": str(option.description),
        "type": option.type.name,
        "required": option.required,
        "choices": [choice.value for choice in option.choices],
        "least": least,
        "most": most,
        "autocomplete": autocomplete,
    }
    return {key: value for key, value in found.items() if value not in (None, [], False)}


def listed(commands: Iterable[Ours]) -> str:
    """All commands as text to be read: a line for each, and below it one for each option."""
    shapes = sorted(map(shape_of, commands), key=lambda shape: (shape["type"], shape["name"]))
    return "".join(f"{line}\n" for shape in shapes for line in _lines(shape))


def _lines(shape: Shape) -> list[str]:
    if "options" not in shape:
        return [f"on a {shape['type']}: {shape['name']}"]
    options = [
        f"  {option['name']} ({_kind(option)}): {option['description']}" for option in shape["options"]
    ]
    return [f"/{shape['name']}: {shape['description']}", *options]


def _kind(option: Shape) -> str:
    """`needed string, 1 to 500, proposed`."""
    needed = "needed " if "required" in option else ""
    bounds = [f"{option['least']} to {option['most']}"] if "most" in option else []
    choices = ["|".join(option["choices"])] if "choices" in option else []
    proposed = ["proposed"] if "autocomplete" in option else []
    return ", ".join([f"{needed}{option['type']}", *bounds, *choices, *proposed])


if __name__ == "__main__":
    from bot.gateways.discord.slash import commands_of
    from cogs.everything import every_command

    print(listed(commands_of(every_command())), end="")
