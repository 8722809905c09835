"""The README's way to invite the bot to a Discord server: its address asks for what the bot needs, and no more."""

from __future__ import annotations

import re
from pathlib import Path

import discord

from bot.config import load_config
from bot.gateways.discord.places import FOR_THREADS, NEEDED

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("## On Discord")[2].partition("\n## ")[0]


def test_the_address_asks_for_what_the_bot_looks_for() -> None:
    found = re.search(r"scope=bot\+applications\.commands&permissions=(\d+)", SECTION)
    assert found is not None
    wanted = discord.Permissions(**dict.fromkeys((*NEEDED, *FOR_THREADS), True))
    assert int(found[1]) == wanted.value


def test_each_permission_stands_there_with_its_reason() -> None:
    rows = re.findall(r"^ +\| ([A-Z][A-Za-z, ]+) \| (.+) \|$", SECTION, re.MULTILINE)
    shown = {name for names, reason in rows if reason for name in names.split(", ")}
    needed = {name.replace("view_channel", "view_channels") for name in (*NEEDED, *FOR_THREADS)}
    assert {name.replace("_", " ").title().replace(" In ", " in ") for name in needed} <= shown
    assert {"Server Members", "Message Content", "Presence"} <= shown


def test_the_configuration_that_it_shows_is_understood(tmp_path: Path) -> None:
    found = re.search(r"```toml\n(.*?)```", SECTION, re.DOTALL)
    assert found is not None
    file = tmp_path / "config.toml"
    file.write_text("\n".join(line.strip() for line in found[1].splitlines()), encoding="utf-8")
    config = load_config(file, {})
    assert config.discord.enabled
    assert config.staff.judges == ("wren", "@Judges")
