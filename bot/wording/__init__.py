"""Wording: entries and refusals as sentences, in one place and in one voice.

One line an act; the name first; a time as a time and as what is left, such as 20:22:02 (5:00), in UTC; the
clause once; what can be said next. `speak` words what was entered (`speak_league` outside any event), `refuse`
words why something was not. One noun to a file; whoever words a new kind of entry registers it there
(`speaking.says`), or gives the reason for silence (`speaking.silent`).

Nothing here decides anything or reads a clock: the same batch gives the same lines.
"""

from bot.wording import (
    absences,
    appeals,
    arrivals,
    calls,
    chance,
    claims,
    connecting,
    draws,
    event,
    final,
    games,
    holds,
    match_time,
    penalties,
    players,
    presence,
    questions,
    report,
    results,
    rounds,
    shuffles,
    standings,
    undoing,
)
from bot.wording.league import speak_league
from bot.wording.refusals import refuse
from bot.wording.scene import CHANNEL, JUDGES, Spoken
from bot.wording.speaking import SAYERS, SILENT, speak, speak_plainly

__all__ = [
    "CHANNEL",
    "JUDGES",
    "SAYERS",
    "SILENT",
    "Spoken",
    "refuse",
    "speak",
    "speak_league",
    "speak_plainly",
]

NOUNS = (
    absences,
    appeals,
    arrivals,
    calls,
    chance,
    claims,
    connecting,
    draws,
    event,
    final,
    games,
    holds,
    match_time,
    penalties,
    players,
    presence,
    questions,
    report,
    results,
    rounds,
    shuffles,
    standings,
    undoing,
)
"""The files whose import registers their sayers."""
