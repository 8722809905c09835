"""The option `--config`, which several commands share, and how the configuration is read from it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot import books
from bot.config import Config, ConfigError, enabled_guilds, load_config
from cogs.command import DEFAULT_BOOK
from rules.rulebook import RulebookError
from storage.sqlite import file_of


def add_config_argument(parser: ArgumentParser) -> None:
    """Declare `--config FILE`."""
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="a TOML file; without one the defaults hold"
    )


def read_config(args: Namespace) -> Config:
    """The configuration that these arguments name, with the variables over it. Raises ConfigError."""
    path: Path | None = args.config
    return load_config(path, os.environ)


def read_service_config(args: Namespace) -> Config:
    """The same for a service: what it keeps and what it officiates by can be used too. Raises StoreError as well."""
    config = read_config(args)
    where = str(args.config or "the defaults")
    try:
        books.load(DEFAULT_BOOK).with_house_rules(config.house_rules.given())
    except RulebookError as fault:
        raise ConfigError(where, str(fault)) from None
    folder = file_of(config.store.url).parent
    if not folder.is_dir():
        raise ConfigError(where, f"store.url: there is no folder {folder}")
    _read_secrets(config)
    return config


def _read_secrets(config: Config) -> None:
    """Secrets that are needed must be there; they are read and forgotten. Raises ConfigError."""
    for irc in (config.irc, *config.irc_also):
        if irc.enabled and irc.sasl_user:
            irc.read_sasl_password()
    for discord in enabled_guilds(config):
        (discord if discord.has_token else config.discord).read_token()
