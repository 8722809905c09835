"""A process that appends until it is killed, and prints each page once it is stored.

    python -m tests.storage.appender FILE WRITERS [LIMIT_BYTES]

Each writer has a scorebook of its own. A line is `writer seq`. With a limit no file of this process may grow
beyond it, so that appends begin to fail as on a full disk; a line `writer refused` then ends that writer.
"""

from __future__ import annotations

import asyncio
import itertools
import resource
import signal
import sys
from pathlib import Path

from storage.store import NotStored, Store
from tests.storage.samples import page, rolled, url_of


async def append_on_and_on(store: Store, tournament: str) -> None:
    """Append page after page, and say which ones are stored."""
    last = len(await store.load(tournament))
    for seq in itertools.count(last + 1):
        try:
            await store.append(page(tournament, seq, rolled(seq), says=[f"{tournament} {seq}"]))
        except NotStored:
            print(tournament, "refused", flush=True)  # as on a full disk
            return
        print(tournament, seq, flush=True)


async def main(path: Path, writers: int, limit: int | None) -> None:
    store = await Store.open(url_of(path))
    if limit is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    await asyncio.gather(*(append_on_and_on(store, f"t{writer}") for writer in range(writers)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else None))
