"""Server processes for tests: started in a folder of their own, on free ports, and ended by their own id."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.conftest import SERVER_PATH

START = timedelta(seconds=20)
"""How long a server may take to listen; Anope as root alone waits for three seconds."""
STOP = timedelta(seconds=5)


def free_port() -> int:
    """A port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_open(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class ServerProcess:
    """One process. It may be started again after it was stopped or killed."""

    def __init__(self, command: Sequence[str], folder: Path, is_up: Callable[[str], bool]) -> None:
        """`is_up` looks at what the process has printed, or elsewhere, for a sign that it serves."""
        self._command = command
        self._folder = folder
        self._is_up = is_up
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def _printed(self) -> Path:
        return self._folder / "printed.txt"

    def start(self) -> None:
        """Start it and wait until it serves. Raises RuntimeError with what it printed when it does not."""
        with self._printed.open("wb") as printed:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                # InspIRCd 3.15 crashes while it unloads its modules at the end: no core file for that.
                preexec_fn=_no_core_file,
                env=os.environ | {"PATH": SERVER_PATH},
            )
        give_up = time.monotonic() + START.total_seconds()
        while not self._is_up(self._text()):
            if self._process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"{self._command[0]} does not serve: {self._text()[-2000:]}")
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        """The process's id. Raises RuntimeError before it is started."""
        if self._process is None:
            raise RuntimeError(f"{self._command[0]} does not run")
        return self._process.pid

    def _text(self) -> str:
        return self._printed.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """End it in order, or at last by force."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGCONT)
        self._process.terminate()
        try:
            self._process.wait(STOP.total_seconds())
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait(STOP.total_seconds())

    def freeze(self) -> None:
        """Let it hang: its sockets stay open and nothing answers."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _no_core_file() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
