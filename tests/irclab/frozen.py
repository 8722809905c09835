"""A client in a process of its own, which can be frozen: its socket stays open, and it answers no PING."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

CLIENT = """
import socket, sys, threading
port, nick, channel = int(sys.argv[1]), sys.argv[2], sys.argv[3]
server = socket.create_connection(("127.0.0.1", port))
server.sendall(f"NICK {nick}\\r\\nUSER {nick} 0 * :{nick}\\r\\n".encode())
def speak():
    for line in sys.stdin:
        server.sendall(f"PRIVMSG {channel} :{line.strip()}\\r\\n".encode())
threading.Thread(target=speak, daemon=True).start()
for raw in server.makefile("rb"):
    words = raw.decode(errors="replace").split()
    if words[0] == "PING":
        server.sendall(f"PONG {words[1]}\\r\\n".encode())
    elif words[1] == "001":
        server.sendall(f"JOIN {channel}\\r\\n".encode())
"""


class FrozenClient:
    """Such a client, in a channel."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    @asynccontextmanager
    async def at(cls, port: int, nick: str, channel: str) -> AsyncIterator["FrozenClient"]:
        """A client that joins a channel; it is ended at the end."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", CLIENT, str(port), nick, channel, stdin=asyncio.subprocess.PIPE
        )
        try:
            yield cls(process)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def say(self, words: str) -> None:
        """Say something in the channel, while it still can."""
        if self._process.stdin is None:
            raise RuntimeError("the client has no standard input")
        self._process.stdin.write(f"{words}\n".encode())
        await self._process.stdin.drain()

    def freeze(self) -> None:
        """Let it hang."""
        os.kill(self._process.pid, signal.SIGSTOP)
