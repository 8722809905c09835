"""The command line: `floorjudge run`, `rehearse`, `export`, `penalty` and the rest.

Each command is one module, imported when it is asked for: a look-up in a rulebook loads no database and no network.
What cannot be used is one line on standard error and exit status 2, never a traceback.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

DONE, UNUSABLE, INTERRUPTED = 0, 2, 130
"""Exit statuses: done, input that cannot be used, stopped by Ctrl-C."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command: the module that declares its arguments and runs it, or None while that is still to come."""

    help: str
    module: str | None = None


COMMANDS: dict[str, Command] = {
    "run": Command(module="bot.service", help="the service: officiate on the networks of the configuration"),
    "rehearse": Command(module="bot.rehearsal.command", help="play transcripts in simulated time"),
    "export": Command(module="bot.exports", help="penalties, results, rulings or the scorebook"),
    "penalty": Command(module="bot.lookup", help="what a rulebook says of an infraction"),
    "standings": Command(module="bot.standings", help="standings and tie-breaks from results alone"),
    "rulebook": Command(help="show or check a rulebook"),
    "verify": Command(help="recompute the flips and rolls of a closed event"),
    "store": Command(module="bot.storekeeping", help="bring the store up to date, check it, copy it"),
    "check-config": Command(
        module="bot.checking", help="read the configuration and say what is wrong with it"
    ),
}


class Parser(ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and exit."""
        self.exit(UNUSABLE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that is asked for; returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    named = words[0] if words else ""
    if named in COMMANDS and COMMANDS[named].module is None:
        print(f"floorjudge {named}: this version cannot do that yet", file=sys.stderr)
        return UNUSABLE
    args = _parser(named).parse_args(words)
    run: Callable[[Namespace], int] = args.run
    try:
        status = run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _parser(named: str) -> Parser:
    """The parser of the command that is named; of the others it knows what help says."""
    parser = Parser(
        prog="floorjudge",
        description="Officiates tournament matches on IRC.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for name, command in COMMANDS.items():
        if command.module is None:
            continue
        own = commands.add_parser(name, help=command.help, description=command.help)
        if name == named and command.module is not None:
            module = import_module(command.module)
            module.add_arguments(own)
            own.set_defaults(run=module.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
