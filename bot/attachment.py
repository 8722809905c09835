"""What goes with a stored line for networks that can show it: its table, buttons, mentions and facts.

It is stored beside the line as JSON, so that a line which is said only after a restart has all of it. Most lines
have none, and then nothing is stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.wording.scene import Spoken
from cogs.speech import Press, TableRef
from rules.acts import Pressed
from rules.entries import PersonId

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """`table`: the only one that the line is about; `is_for_all`: it belongs in the channel as well."""

    table: TableRef | None = None
    is_for_all: bool = False
    mentions: tuple[PersonId, ...] = ()
    presses: tuple[Press, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


NOTHING = Attachment()


def written(line: Spoken) -> str | None:
    """What goes with this line, as it is stored; None for nothing."""
    if line.table is None and not (line.mentions or line.presses or line.facts):
        return None
    extra: dict[str, object] = {}
    if line.table is not None:
        extra["table"] = line.table
    if line.is_for_all:
        extra["for_all"] = True
    if line.mentions:
        extra["mentions"] = line.mentions
    if line.presses:
        extra["presses"] = [_press_written(press) for press in line.presses]
    if line.facts:
        extra["facts"] = line.facts
    return _write(extra)


def _press_written(press: Press) -> dict[str, object]:
    written: dict[str, object] = {"label": press.label, "words": press.words}
    if press.pressed is not None:
        written["at"] = (press.pressed.round, press.pressed.table, press.pressed.turn)
    if press.asks:
        written["asks"] = press.asks
    if press.is_grave:
        written["grave"] = True
    return written


def read(extra: str | None, event: str) -> Attachment:
    """What goes with a stored line of this event."""
    if extra is None:
        return NOTHING
    found: Mapping[str, Any] = json.loads(extra)
    table = found.get("table")
    return Attachment(
        table=TableRef(event=event, round=table[0], table=table[1]) if table else None,
        is_for_all=found.get("for_all", False),
        mentions=tuple(PersonId(person) for person in found.get("mentions", ())),
        presses=tuple(_press_read(press, event) for press in found.get("presses", ())),
        facts=tuple((label, text) for label, text in found.get("facts", ())),
    )


def _press_read(found: Mapping[str, Any], event: str) -> Press:
    at = found.get("at")
    return Press(
        label=found["label"],
        words=found["words"],
        event=event,
        pressed=Pressed(round=at[0], table=at[1], turn=at[2]) if at else None,
        asks=found.get("asks", ""),
        is_grave=found.get("grave", False),
    )
