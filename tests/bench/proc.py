"""What the system says of a running process: the memory it holds, the processor time it has used."""

from __future__ import annotations

import os
from pathlib import Path

TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def resident_mib(process: int | str) -> float:
    """What this process holds in memory, in MiB. Raises ValueError when it has ended."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise ValueError(f"{process} holds no memory")


def processor_s(process: int | str) -> float:
    """Processor time that this process has used so far, in seconds; counted in hundredths."""
    behind_name = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2]
    user, system = behind_name.split()[11:13]
    return (int(user) + int(system)) / TICKS_PER_S
