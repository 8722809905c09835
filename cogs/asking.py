"""Asking: whether an own act is meant is asked by a stored line, which goes to where the act was said."""

from __future__ import annotations

from cogs.command import Call

ASKED = "I have asked you whether you mean it."


def leave_it_to_the_question(call: Call) -> None:
    """The question is the answer to the word, for nothing was recorded of what it wants."""
    match = call.state.match_of(call.who.id)
    if match is not None and match.side_of(call.who.id).asked is not None:
        call.answered = call.answered or ASKED
