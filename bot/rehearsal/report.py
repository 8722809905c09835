"""How a rehearsal is told: the conversation with its times, then what failed; or one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TextIO

from bot.rehearsal.conversation import Conversation, Heard
from bot.rehearsal.final import dropped, match_points, matches, state_of
from bot.rehearsal.moments import write_moment
from bot.rehearsal.steps import (
    JUDGES,
    Befall,
    Going,
    Hear,
    HearNot,
    Join,
    Leave,
    LogIn,
    Rename,
    Speech,
    Step,
)
from cogs.speech import Where
from rules.tournament import Tournament

DONE, ANSWER_NO, UNUSABLE = 0, 1, 2
"""Exit statuses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one file. `unreadable`: it could not be played, and the one failure says why."""

    file: str
    failures: Sequence[str] = ()
    unreadable: bool = False
    title: str = ""
    # Whole events: a repr of them, which asyncio makes of a result when it restores a signal, takes milliseconds.
    conversation: Conversation = field(default_factory=Conversation, repr=False)
    state: Tournament | None = field(default=None, repr=False)
    penalties: Sequence[dict[str, Any]] = field(default=(), repr=False)

    @property
    def status(self) -> int:
        """The exit status that this file is worth."""
        if self.unreadable:
            return UNUSABLE
        return ANSWER_NO if self.failures else DONE


def tell(outcome: Outcome, out: TextIO, err: TextIO) -> None:
    """Print the conversation, and then what failed."""
    if outcome.unreadable:
        print(f"floorjudge rehearse: {outcome.file}: {outcome.failures[0]}", file=err)
        return
    print(f"--- {outcome.file}" + (f": {outcome.title}" if outcome.title else ""), file=out)
    for turn in outcome.conversation.turns:
        words = _heard(turn) if isinstance(turn, Heard) else _step(turn)
        if words:
            print(f"{write_moment(turn.at)} {words}", file=out)
    for failure in outcome.failures:
        print(f"FAILED {failure}", file=out)
    print("as expected" if not outcome.failures else f"{len(outcome.failures)} failed", file=out)


def as_json(outcome: Outcome) -> str:
    """The object that `--json` prints for a file, on one line."""
    told: dict[str, Any] = {
        "file": outcome.file,
        "ok": not outcome.failures,
        "failures": list(outcome.failures),
    }
    if not outcome.unreadable:
        told |= {
            "said": [_said(line) for line in outcome.conversation.said()],
            "penalties": list(outcome.penalties),
            **_state(outcome.state),
        }
    return json.dumps(told, ensure_ascii=False)


# --- the conversation ---


def _heard(line: Heard) -> str:
    speaker = {Where.CHANNEL: "bot", Where.JUDGES: f"{JUDGES} bot"}.get(line.where, f"bot -> {line.nick}")
    return f"<{speaker}> {line.text}"


def _step(step: Step) -> str:
    """A step as it stood on paper; empty for what is not heard in the room."""
    match step:
        case Speech(where=Where.PRIVATE):
            return f"<{step.nick} -> bot> {step.words}"
        case Speech(where=Where.JUDGES):
            return f"<{JUDGES} {step.nick}> {step.words}"
        case Speech():
            return f"<{step.nick}> {step.words}"
        case Leave():
            return f"* {' '.join(step.nicks)} {_left(step)}"
        case Join():
            return f"* {' '.join(step.nicks)} {'joins' if len(step.nicks) == 1 else 'join'}"
        case Rename():
            return f"* {step.nick} is now {step.new}"
        case LogIn(account=None):
            return f"* {step.nick} logs out"
        case LogIn():
            return f"* {step.nick} logs in as {step.account}"
        case Befall():
            present = "" if step.present is None else f" ({' '.join((*step.present, 'present'))})"
            return f"* the {step.trouble}{present}"
        case Hear() | HearNot():
            return ""
        case _:
            return "+ wait"


def _left(step: Leave) -> str:
    one = len(step.nicks) == 1
    verb = {
        Going.QUITS: "quits" if one else "quit",
        Going.PARTS: "parts" if one else "part",
        Going.KICKED: "is kicked" if one else "are kicked",
    }[step.how]
    return f"{verb} ({step.reason})" if step.reason else verb


# --- JSON ---


def _said(line: Heard) -> dict[str, str]:
    return {"at": f"{line.at:%Y-%m-%dT%H:%M:%SZ}", "to": line.to, "text": line.text}


def _state(state: Tournament | None) -> dict[str, Any]:
    if state is None:
        return {"matches": [], "calls": [], "dropped": [], "standings": []}
    return {
        "matches": list(_matches(state)),
        "calls": list(_calls(state)),
        "dropped": sorted(state.name_of(player) for player in dropped(state)),
        "standings": [
            {"player": state.name_of(player), "points": points}
            for player, points in match_points(state).items()
        ],
    }


def _matches(state: Tournament) -> Iterator[dict[str, Any]]:
    for match in matches(state):
        wins = match.wins if match.result is None else match.result.wins
        yield {
            "round": match.round,
            "table": match.table,
            "player1": state.name_of(match.players[0]),
            "player2": state.name_of(match.players[1]) if match.players[1] else None,
            "wins1": wins[0],
            "wins2": wins[1],
            "draws": match.draws if match.result is None else match.result.draws,
            "state": state_of(match),
        }


def _calls(state: Tournament) -> Iterator[dict[str, Any]]:
    for call in state.open_calls:
        yield {
            "number": call.number,
            "table": call.table or None,
            "by": None if call.by is None else state.name_of(call.by),
            "why": call.why,
            "claimed_by": None if call.claimed_by is None else state.name_of(call.claimed_by),
        }
