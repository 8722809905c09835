"""The command `floorjudge check-config`: read the configuration as `run` would, and say what it comes to."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from bot.config import Config, ConfigError, enabled_guilds
from bot.settings import add_config_argument, read_service_config
from storage.store import StoreError


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `floorjudge check-config` takes."""
    add_config_argument(parser)


def run(args: Namespace) -> int:
    """Say what the configuration comes to; 0 when it can be used, else 2 and the key that is wrong."""
    try:
        config = read_service_config(args)
    except (ConfigError, StoreError) as error:
        print(f"floorjudge check-config: {error}", file=sys.stderr)
        return 2
    print(f"{args.config or 'the defaults'}: can be used. {_summary(config)}")
    return 0


def _summary(config: Config) -> str:
    """Where it officiates and where it keeps the scorebook, in a sentence. No secret is in it."""
    places = [
        f"IRC {irc.host}:{irc.port}{' (embedded)' if irc.embedded else ''} {irc.channel}"
        for irc in (config.irc, *config.irc_also)
        if irc.enabled
    ]
    places += [
        f"Discord {discord.guild or 'the only guild'} {discord.channel}" for discord in enabled_guilds(config)
    ]
    # A PostgreSQL address may hold a password.
    kind = config.store.url.partition(":")[0]
    store = config.store.url if kind.startswith("sqlite") else kind
    return f"Officiates on {'; '.join(places) or 'no network'}. Store: {store}."
