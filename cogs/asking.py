"""Asking aside: whether an own act is meant, put with its buttons where the act was said.

Everybody is asked in private as well; but where a network answers aside, that is where people look.
"""

from __future__ import annotations

from cogs import presses
from cogs.command import Call
from rules.entries import Question


async def ask_aside(call: Call) -> None:
    """Put the question that is open to who spoke, if it was said aside. Raises as `Call.reply`."""
    match = call.state.match_of(call.who.id)
    asked = match.side_of(call.who.id).asked if match is not None else None
    if match is None or asked is None or not call.is_aside:
        return
    is_match = asked.question is Question.CONCEDE_MATCH
    what, does = ("concede the match", "concedes the match") if is_match else ("drop out", "drops out")
    until = f"Nothing has changed until you say yes, by {asked.lapses_at:%H:%M:%S} UTC."
    yes = f"{call.who.name} {does}"
    buttons = presses.answers_to_question(match, call.who.id, yes)
    await call.reply(f"{call.who.name}, do you {what}? {until}", presses=buttons)
