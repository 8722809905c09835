"""The IRC server that a run of the bench speaks through: a real ngircd, else the embedded one in its own process.

`python -m tests.bench.server PORT` serves the embedded one until it is ended.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.gateways.embedded import EmbeddedServer
from tests.bench.children import ROOT
from tests.conftest import SERVER_PATH
from tests.irclab.ngircd import Ngircd
from tests.irclab.processes import ServerProcess, free_port, is_open


def program(
    folder: Path, is_up: Callable[[str], bool], module: str, *words: object, variables: Sequence[str] = ()
) -> ServerProcess:
    """`python -m module words…`, to be started in this folder; `variables` are arguments of `env`."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["env", *variables, f"PYTHONPATH={ROOT}", sys.executable, "-m", module, *map(str, words)]
    return ServerProcess(command, folder, is_up)


def any_server(folder: Path) -> tuple[ServerProcess, int]:
    """A server that is not started yet, and its port."""
    if shutil.which("ngircd", path=SERVER_PATH):
        ngircd = Ngircd(folder)
        return ngircd, ngircd.port
    port = free_port()
    return program(folder, lambda printed: is_open(port), "tests.bench.server", port), port


async def serve(port: int) -> None:
    """Serve without end."""
    await EmbeddedServer(port=port).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
