"""Faults on demand: an answer that is an error, comes late, or never comes because the connection is cut."""

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any

from tests.discordlab.refusals import Json


@dataclass(slots=True, kw_only=True, eq=False)
class Fault:
    """What happens to the next requests that match."""

    method: str
    path: str
    """A regular expression, searched in the path behind the version."""
    times: int = 1
    status: int = 500
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    after: bool = False
    """The deed is done, and then the answer is this fault."""
    cut: bool = False
    """The TCP connection is cut instead of an answer."""
    until: asyncio.Event | None = None
    """The answer hangs until this is set; then it is the true one."""
    met: int = 0
    """How often it has happened."""

    def meets(self, method: str, path: str) -> bool:
        """Whether a request is hit."""
        return self.times > 0 and method in (self.method, "") and re.search(self.path, path) is not None

    def hit(self) -> None:
        """Count one request that was hit."""
        self.times -= 1
        self.met += 1


class Faults:
    """The faults that wait for their requests."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Let a fault happen from now on."""
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Everything works again; what hangs is answered."""
        for fault in self._waiting:
            if fault.until is not None:
                fault.until.set()
        self._waiting.clear()

    def next_for(self, method: str, path: str) -> Fault | None:
        """The fault that hits a request, counted; None when all is well."""
        for fault in self._waiting:
            if fault.meets(method, path):
                fault.hit()
                return fault
        return None


def rate_limited(retry_after_seconds: float, *, is_global: bool = False) -> Json:
    """The body of a 429."""
    return {"message": "You are being rate limited.", "retry_after": retry_after_seconds, "global": is_global}
