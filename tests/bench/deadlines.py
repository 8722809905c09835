"""T1 and T3: many deadlines in one second, and a restart while many are open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile

from tests.bench.children import measured
from tests.bench.figures import Comparison, Figure, Measures, alone
from tests.bench.size import Size


def penalties(size: Size, folder: Path) -> list[Figure]:
    """T1: everybody is late in the same second. Raises RuntimeError when a penalty is missing or doubled."""
    _, reminded = _evenings(size, folder)
    ours: list[Measures] = []
    floor: list[Measures] = []
    for number in range(size.rounds_of_deadlines):
        floor.append(
            measured("floors.deadlines", "penalties", folder / f"floor-{number}.db", 2 * size.tables)
        )
        store = folder / f"ours-{number}.db"
        copyfile(reminded, store)
        ours.append(measured("official", "penalties", store))
        _check_each_once(ours[-1], size)
    what = f"{2 * size.tables} in one second"
    both = Comparison(part="T1", ours=ours, floor=floor)
    return [
        both.figure("durable_s", f"{what}: all durable, each once", "s", at_most=4, cap=1.5),
        both.figure("stall_ms", f"{what}: longest stall of the loop", "ms", cap=50),
        alone("T1", ours, "roll_p99_ms", "a roll asked meanwhile, p99", "ms", cap=250),
    ]


def restart(size: Size, folder: Path) -> list[Figure]:
    """T3: the same many deadlines are open when the process starts."""
    begun, _ = _evenings(size, folder)
    ours: list[Measures] = []
    floor: list[Measures] = []
    for number in range(size.rounds_of_deadlines):
        file = folder / f"floor-restart-{number}.db"
        floor.append(measured("floors.deadlines", "restart", file, 2 * size.tables))
        ours.append(measured("official", "restart", begun))
    what = f"restart with {2 * size.tables} deadlines"
    both = Comparison(part="T3", ours=ours, floor=floor)
    return [
        both.figure("armed_s", f"{what}: read, folded, armed", "s", at_most=3, cap=0.25),
        alone("T3", ours, "opened_s", "of that: opening the store", "s"),
    ]


def _evenings(size: Size, folder: Path) -> Sequence[Path]:
    """The two stores of `evening`, made once."""
    files = folder / "begun.db", folder / "reminded.db"
    if not files[1].exists():
        measured("evening", size.tables, *files)
    return files


def _check_each_once(ours: Measures, size: Size) -> None:
    if not ours["penalties"] == ours["players"] == 2 * size.tables:
        raise RuntimeError(
            f"{ours['penalties']} penalties for {ours['players']} of {2 * size.tables} players"
        )
