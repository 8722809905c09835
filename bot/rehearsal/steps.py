"""What can stand on the lines of a transcript: what is said, what happens, what is expected in between."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.rehearsal.moments import BadTranscript, shown
from cogs.speech import Where

JUDGES = "#judges"
CHANNEL = "#tournament"
_CHANNELS = {JUDGES: Where.JUDGES, CHANNEL: Where.CHANNEL}

_NICK = r"[^\s<>()#,*@!]+"
_REASON = r"(?: \((?P<reason>.*)\))?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of a transcript: its number in the file, and when it happens."""

    line: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech(Step):
    """Somebody says something in a channel, or to the bot in private."""

    nick: str
    where: Where
    words: str


class Going(StrEnum):
    """How somebody leaves, by the verb that the transcript uses."""

    QUITS = "quits"
    PARTS = "parts"
    KICKED = "kicked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Step):
    """These leave at once."""

    nicks: tuple[str, ...]
    how: Going
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Step):
    """These come into the tournament channel."""

    nicks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(Step):
    nick: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogIn(Step):
    """Somebody logs in; out when `account` is None."""

    nick: str
    account: str | None


class Trouble(StrEnum):
    """What can befall the bot itself; the words stand in the transcript after `* the `."""

    CONNECTION_LOST = "bot loses its connection"
    CONNECTED_AGAIN = "bot is connected again"
    BOT_DOWN = "bot goes down"
    BOT_BACK = "bot comes back"
    STORE_FAILS = "store fails"
    STORE_RECOVERS = "store recovers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Befall(Step):
    """Something befalls the bot. `present`: the players there when it sees again (None: as before)."""

    trouble: Trouble
    present: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(Step):
    """Nothing is said; time passes up to here, and what is due in this second is worked off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hear(Step):
    """Within this second the bot says such a line. `nick`: to whom, in private."""

    where: Where
    nick: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HearNot(Step):
    """Since the last thing said or done the bot has said nothing that contains this."""

    text: str


def read_step(rest: str, at: datetime, line: int) -> Step:
    """Read what stands behind the time of a line. Raises BadTranscript."""
    sign, _, words = rest.partition(" ")
    if rest.startswith("<"):
        return _speech(rest, at, line)
    if sign == "*":
        return _happening(words, at, line)
    if sign == "+":
        if words != "wait":
            raise BadTranscript(line, f"expected + wait, found {shown(rest)}")
        return Wait(line=line, at=at)
    if sign == "=":
        return _hear(words, at, line)
    if sign == "!":
        return HearNot(line=line, at=at, text=_wanted(words, line))
    raise BadTranscript(line, f"expected <nick> words, * what happens, + wait, = or !, found {shown(rest)}")


_SPEECH = re.compile(rf"<(?:(?P<channel>#\S*) )?(?P<nick>{_NICK})(?P<private> -> bot)?> ?(?P<words>.*)")


def _speech(rest: str, at: datetime, line: int) -> Speech:
    found = _SPEECH.fullmatch(rest)
    if found is None or (found["channel"] and found["private"]):
        raise BadTranscript(
            line, f"expected <nick>, <nick -> bot> or <#judges nick> and the words, found {shown(rest)}"
        )
    where = Where.PRIVATE if found["private"] else _channel(found["channel"] or CHANNEL, line)
    return Speech(line=line, at=at, nick=found["nick"], where=where, words=found["words"])


def _channel(name: str, line: int) -> Where:
    where = _CHANNELS.get(name.lower())
    if where is None:
        raise BadTranscript(line, f"the bot is in {CHANNEL} and {JUDGES}, not in {shown(name)}")
    return where


_HEARD_IN = re.compile(rf"<(?:bot -> (?P<nick>{_NICK})|(?P<channel>#\S*))> ?(?P<text>.*)")


def _hear(words: str, at: datetime, line: int) -> Hear:
    if not words.startswith(("<bot", "<#")):
        return Hear(line=line, at=at, where=Where.CHANNEL, nick="", text=_wanted(words, line))
    found = _HEARD_IN.fullmatch(words)
    if found is None:
        raise BadTranscript(line, f"expected <bot -> nick> or <#judges> and a text, found {shown(words)}")
    where = _channel(found["channel"], line) if found["channel"] else Where.PRIVATE
    text = _wanted(found["text"], line)
    return Hear(line=line, at=at, where=where, nick=found["nick"] or "", text=text)


def _wanted(text: str, line: int) -> str:
    if not text.strip():
        raise BadTranscript(line, "expected a text that the bot says, found nothing")
    return text.strip()


# --- what happens ---

Reader = Callable[[re.Match[str], datetime, int], Step]


def _happening(words: str, at: datetime, line: int) -> Step:
    for pattern, read in _HAPPENINGS:
        found = pattern.fullmatch(words)
        if found is not None:
            return read(found, at, line)
    raise BadTranscript(
        line,
        "expected * and what happens, such as * bob quits (Ping timeout), * bob parts, * bob joins, "
        "* bob is kicked, * bob is now bob_, * bob logs in as bob, * bob logs out, "
        "* ann bob quit (a.net b.net), "
        f"* the bot goes down, * the store fails; found {shown('* ' + words)}",
    )


def _befall(found: re.Match[str], at: datetime, line: int) -> Step:
    present = found.groupdict().get("present")
    return Befall(
        line=line,
        at=at,
        trouble=Trouble(found["trouble"]),
        present=None if present is None else tuple(present.split()),
    )


def _leave(found: re.Match[str], at: datetime, line: int) -> Step:
    verb = found["verb"].rstrip("s")
    how = Going.QUITS if verb == "quit" else Going.PARTS
    return Leave(line=line, at=at, nicks=tuple(found["nicks"].split()), how=how, reason=found["reason"] or "")


def _kicked(found: re.Match[str], at: datetime, line: int) -> Step:
    nicks = tuple(found["nicks"].split())
    return Leave(line=line, at=at, nicks=nicks, how=Going.KICKED, reason=found["reason"] or "")


def _join(found: re.Match[str], at: datetime, line: int) -> Step:
    return Join(line=line, at=at, nicks=tuple(found["nicks"].split()))


def _rename(found: re.Match[str], at: datetime, line: int) -> Step:
    return Rename(line=line, at=at, nick=found["nick"], new=found["new"])


def _log_in(found: re.Match[str], at: datetime, line: int) -> Step:
    return LogIn(line=line, at=at, nick=found["nick"], account=found.groupdict().get("account"))


_SEVERAL = rf"(?P<nicks>{_NICK}(?: {_NICK})+)"
_ONE = rf"(?P<nicks>{_NICK})"
_PRESENT = rf"(?: \((?P<present>(?:{_NICK} )*)present\))?"

_PATTERNS: tuple[tuple[str, Reader], ...] = (
    (r"the (?P<trouble>bot loses its connection|bot goes down|store fails|store recovers)", _befall),
    (r"the (?P<trouble>bot is connected again|bot comes back)" + _PRESENT, _befall),
    (_ONE + r" (?P<verb>quits|parts)" + _REASON, _leave),
    (_SEVERAL + r" (?P<verb>quit|part)" + _REASON, _leave),
    (_ONE + r" is kicked" + _REASON, _kicked),
    (_SEVERAL + r" are kicked" + _REASON, _kicked),
    (_ONE + r" joins", _join),
    (_SEVERAL + r" join", _join),
    (rf"(?P<nick>{_NICK}) is now (?P<new>{_NICK})", _rename),
    (rf"(?P<nick>{_NICK}) logs in as (?P<account>{_NICK})", _log_in),
    (rf"(?P<nick>{_NICK}) logs out", _log_in),
)
_HAPPENINGS = tuple((re.compile(pattern), read) for pattern, read in _PATTERNS)
