"""Play a match with no Discord account: `python -m tests.discordlab`, and the bot in another terminal."""

import argparse
import asyncio
import sys
import threading
from pathlib import Path

from tests.discordlab.console import Console
from tests.discordlab.lab import DiscordLab
from tests.discordlab.permissions import NONE, Overwrite, Permission

STAFF = {"coordinators": "tc", "head_judges": "hj", "judges": "judge"}
PEOPLE = {"tc": "coordinator", "hj": "head judge", "judge": "judge", "alice": None, "bob": None}


async def people_the_guild(lab: DiscordLab) -> None:
    """The officials with their roles, two players, and a channel that only officials see."""
    officials = []
    for name, role in PEOPLE.items():
        if role is not None:
            officials.append(await lab.add_role(role, mentionable=True))
        await lab.join(name, roles=(role,) if role else ())
    judges = lab.guild.channel("judges")
    for seer in (*officials, lab.guild.role(lab.world.bot.username)):
        judges.overwrites[seer.id] = Overwrite(target=seer.id, is_role=True, allow=Permission.VIEW_CHANNEL)
    judges.overwrites[lab.guild.id] = Overwrite(
        target=lab.guild.id, is_role=True, allow=NONE, deny=Permission.VIEW_CHANNEL
    )


def configuration(lab: DiscordLab) -> str:
    """What goes into the bot's configuration: where the lab is, and its officials, who are named by number."""
    lines = [
        f"# Secrets do not stand here: FLOORJUDGE_DISCORD__TOKEN={lab.token}",
        "[discord]",
        "enabled = true",
        f'api_base = "{lab.api_base}"',
        f'gateway = "{lab.gateway_url}"',
        "",
        "[staff]",
        *(f'{key} = ["{lab.user(name).id}"]  # {name}' for key, name in STAFF.items()),
    ]
    return "\n".join(lines) + "\n"


def lines_of_input() -> "asyncio.Queue[str | None]":
    """Standard input's lines, None at its end; read by a thread that dies with the process."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return lines


async def play(port_file: Path | None) -> None:
    """Serve until the input ends."""
    async with DiscordLab() as lab:
        await people_the_guild(lab)
        if port_file is not None:
            port_file.write_text(configuration(lab))  # noqa: ASYNC240 - a few lines, before anybody is served
        sys.stdout.write(configuration(lab))
        sys.stdout.write(f"# guild {lab.guild.id}; help lists what you can type\n")
        sys.stdout.flush()

        def write(line: str) -> None:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

        console, lines = Console(lab, write), lines_of_input()
        while not console.ended and (line := await lines.get()) is not None:
            await console.obey(line)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.discordlab", description=__doc__)
    parser.add_argument("--port-file", type=Path, help="write the addresses there too")
    arguments = parser.parse_args()
    try:
        asyncio.run(play(arguments.port_file))
    except KeyboardInterrupt:
        sys.stderr.write("The lab is closed.\n")


if __name__ == "__main__":
    main()
