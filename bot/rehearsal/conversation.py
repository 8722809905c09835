"""The conversation of a rehearsal: the steps that were played and the lines that the bot said, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from bot.rehearsal.steps import CHANNEL, JUDGES, Hear, HearNot, Step, Wait
from cogs.speech import Where

_NAMES = {Where.CHANNEL: CHANNEL, Where.JUDGES: JUDGES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A line that the bot said. `nick`: to whom, in private."""

    at: datetime
    where: Where
    nick: str
    text: str

    @property
    def to(self) -> str:
        """The channel, or the nick of the one it was said to."""
        return _NAMES.get(self.where, self.nick)


@dataclass(slots=True)
class Conversation:
    """Everything that was done and said, in order."""

    turns: list[Step | Heard] = field(default_factory=list)

    def said(self) -> Iterator[Heard]:
        """What the bot said."""
        return (turn for turn in self.turns if isinstance(turn, Heard))

    def since_last_deed(self, step: Step) -> Iterator[Heard]:
        """What the bot said before this step, back to the last thing that was said or done.

        Expectations are no deeds, and where nothing is said but time passes, nothing is done either.
        """
        heard: list[Heard] = []
        for turn in reversed(self.turns[: self.turns.index(step)]):
            if isinstance(turn, Heard):
                heard.append(turn)
            elif not isinstance(turn, Hear | HearNot | Wait):
                break
        return reversed(heard)
