"""The option `--config`, which several commands share, and how the configuration is read from it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.config import Config, load_config


def add_config_argument(parser: ArgumentParser) -> None:
    """Declare `--config FILE`."""
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="a TOML file; without one the defaults hold"
    )


def read_config(args: Namespace) -> Config:
    """The configuration that these arguments name, with the variables over it. Raises ConfigError."""
    path: Path | None = args.config
    return load_config(path, os.environ)
