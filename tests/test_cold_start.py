"""A cold start, in a process of its own: Discord costs nothing where it is not configured, and holds up nobody."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.bench.starting import silent_server
from tests.irclab.processes import free_port

ROOT = Path(__file__).parents[1]
CONFIG = """
[irc]
embedded = true
port = {port}
[store]
url = "sqlite+aiosqlite:///{folder}/floorjudge.db"
[board]
enabled = false
"""
SILENT = """
[discord]
enabled = true
token_file = "{folder}/token.txt"
api_base = "http://127.0.0.1:{port}/api/v10"
gateway = "ws://127.0.0.1:{port}/"
"""
START = """
import asyncio, json, sys
from pathlib import Path
from bot.app import App
from bot.config import load_config

async def start():
    app = App(load_config(Path(sys.argv[1]), {}))
    await app.start()
    await {gateway.network: gateway for gateway in app.parts.gateways}["irc"].ready.wait()
    ready = [gateway.network for gateway in app.parts.gateways if gateway.ready.is_set()]
    loaded = "discord" in sys.modules
    await app.stop()
    print(json.dumps({"ready": ready, "loaded": loaded}))

asyncio.run(start())
"""


def configured(folder: Path, more: str = "") -> Path:
    (folder / "token.txt").write_text("token", encoding="utf-8")
    config = folder / "floorjudge.toml"
    config.write_text(CONFIG.format(port=free_port(), folder=folder) + more, encoding="utf-8")
    return config


async def started(config: Path) -> dict[str, Any]:
    """Start the service until it is on IRC: which networks are there by then, and whether discord.py is loaded."""
    command = [sys.executable, "-c", START, str(config)]
    done = await asyncio.to_thread(
        subprocess.run, command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


async def test_without_discord_in_the_configuration_its_library_is_not_loaded(tmp_path: Path) -> None:
    assert await started(configured(tmp_path)) == {"ready": ["irc"], "loaded": False}


async def test_who_is_on_irc_does_not_wait_for_discord(tmp_path: Path) -> None:
    async with silent_server() as port:
        found = await started(configured(tmp_path, SILENT.format(port=port, folder=tmp_path)))
    assert found == {"ready": ["irc"], "loaded": True}
