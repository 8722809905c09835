"""Holds: clocks and automation stand still, for a table or for all, and go on with their time given back."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.marks import marks
from bot.wording.presence import new_times
from bot.wording.quotes import said
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.times import at_time, format_duration
from cogs.speech import Urgency
from rules.entries import HoldLifted, HoldPlaced, HoldReminded


@says(HoldPlaced)
def placed(scene: Scene, entry: HoldPlaced) -> Iterator[Spoken]:
    what, their = _what(entry.table)
    # what a player said with a panic may be for the judges alone: they have it with the call
    why = "" if entry.call else said(entry.why, ": ")
    call = f", call {entry.call}" if entry.call else ""
    yield scene.say(
        f"{what} on hold ({scene.name(entry.by)}{call}){why}. {their} clocks stand still until a judge says "
        f"!resume {entry.table or 'all'}.",
        Urgency.NOW,
        at=scene.state.matches.get(entry.table),
    )


def _what(table: int) -> tuple[str, str]:
    return (f"Table {table} is", "Its") if table else ("All tables are", "All")


@says(HoldReminded)
def reminded(scene: Scene, entry: HoldReminded) -> Iterator[Spoken]:
    what, _ = _what(entry.table)
    call = f", call {entry.call}" if entry.call else ""
    lasts = format_duration(entry.at - entry.since)
    yield scene.tell_judges(
        f"{what} still on hold ({scene.name(entry.by)}{call}), since {at_time(entry.since)} ({lasts}). "
        f"!resume {entry.table or 'all'} lets the clocks go on."
    )


@says(HoldLifted)
def lifted(scene: Scene, entry: HoldLifted) -> Iterator[Spoken]:
    """With the time that everybody has now: both kinds of clock were credited."""
    current = scene.state.round
    over = scene.state.matches.get(entry.table)
    if over is not None and over.is_over:
        text = f"The hold of table {entry.table} is lifted ({scene.name(entry.by)}); its match is over."
        yield scene.say(text, Urgency.ANSWER, at=over)
        return
    match = scene.match_at(current.number, entry.table) if current and entry.table else None
    matches = scene.state.open_tables if not entry.table else (match,) if match else ()
    held = [] if entry.table else [m.table for m in scene.state.open_tables if m.is_held]
    what = f"Table {entry.table} goes" if entry.table else "All other tables go" if held else "All tables go"
    end = match.ends_at if match else current.ends_at if current else None
    time = f", time is called at {scene.by_time(end)}" if end is not None and end > entry.at else ""
    head = f"{what} on after {format_duration(entry.lasted)} ({scene.name(entry.by)}){time}."
    if held:
        head += f" Still on hold: {', '.join(f'table {t}, !resume {t}' for t in held)}."
    running = [mark for one in matches for mark in marks(scene, one)]
    yield scene.say_many(new_times(scene, head, running), Urgency.NOW, at=match)
