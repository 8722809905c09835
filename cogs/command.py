"""Commands: each declared once, for every network.

How it works. `@command` on a method of a `Cog` declares its words; the method's signature is its grammar and
its docstring its help. `Commands` gathers the declarations of all cogs into one table at start. A line is a
command when it begins with `!` and its first word stands in the table; all other lines are looked at no further
than that. In private a marked word that does not stand there is answered with the nearest one, and the mark may be
left out where no prose can be meant: `back` is a command, `back in 5 minutes` is not. Prose of a player whose
first sign of life is awaited is contact (3.2).

Where a network asks for an answer aside (a slash command, a button), every answer goes there, and there always is
one: a word that was recorded and answered by nothing is answered with just that.

A command's method turns words into an act and has it entered, or answers a look-up. It never decides: `by=`
only explains, sorts and hides. Refusals, questions back and faults are all answered here.
"""

from __future__ import annotations

import inspect
import itertools
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from difflib import get_close_matches
from enum import Flag, auto
from typing import Any, TypedDict, TypeVar

from cogs import impostors, numbers
from cogs.grammar import Form, form_of
from cogs.office import Identity, NotRecorded, Office, Unclear
from cogs.speech import Line, Place, Press, Said, Urgency, Where, list_of
from cogs.words import Misfit, Somebody
from rules.acts import Act, Dice, MakeContact, OpenTournament, Pressed
from rules.entries import Entry, PersonId
from rules.refusals import Refusal
from rules.rulebook import Rulebook
from rules.tournament import Tournament

log = logging.getLogger(__name__)

MARK = "!"
LONGEST_LINE = 1000  # an IRC line holds half of it
_LONGEST_WORD = 60  # with its @event
_KEYS_KEPT = 4096
_NOT_AGAIN_WITHIN = timedelta(minutes=1)
_LONGEST_GIST = 120
_LIKE_A_WORD = re.compile(r"[\w-]{2,30}")

DEFAULT_BOOK = "ogaming"
"""The rulebook of an event that names none, and of a look-up outside any event."""


class By(Flag):
    """Whose word it is. Explains and hides; the rules decide."""

    ANYONE = auto()
    PLAYER = auto()
    JUDGE = auto()
    HEAD_JUDGE = auto()
    COORDINATOR = auto()
    DIRECTOR = auto()


class Author(TypedDict):
    """Who wants an act: `Concede(**call.author)`."""

    by: PersonId
    verified: bool
    pressed: Pressed | None


class Call:
    """One command as it was said: who, where, when, in which event, and the ways to answer."""

    __slots__ = (
        "_event",
        "answered",
        "commands",
        "entered",
        "is_bare",
        "named",
        "office",
        "said",
        "who",
        "word",
    )

    def __init__(
        self,
        commands: Commands,
        said: Said,
        who: Identity,
        word: str = "",
        named: str | None = None,
        *,
        is_bare: bool = False,
    ) -> None:
        self.commands = commands
        self.office: Office = commands.office
        self.said = said
        self.who = who
        self.word = word
        self.named = named
        self.is_bare = is_bare  # said in private, without the mark
        self.entered = False  # something was recorded for this word
        self.answered = ""  # the first answer
        self._event: str | None = None

    @property
    def place(self) -> Place:
        return self.said.place

    @property
    def is_aside(self) -> bool:
        """Whether the answer is for the one who asked alone, wherever it was asked."""
        return bool(self.place.aside)

    @property
    def is_public(self) -> bool:
        """Whether the channel hears the answer."""
        return self.place.where is Where.CHANNEL and not self.is_aside

    @property
    def at(self) -> datetime:
        """When it was said, UTC."""
        return self.said.at

    @property
    def event(self) -> str:
        """The id of the event that it is about. Raises Unclear when that cannot be said."""
        if self._event is None:
            self._event = self.office.event_for(self.who.id, self.place, self.named)
        return self._event

    @property
    def state(self) -> Tournament:
        """The event as it stands. Raises Unclear."""
        return self.office.state(self.event)

    @property
    def state_if_any(self) -> Tournament | None:
        """The event as it stands; None outside any. Raises Unclear for a named event that is not there."""
        try:
            return self.state
        except Unclear:
            if self.named is not None:
                raise
            return None

    @property
    def dice(self) -> Dice:
        return self.office.dice

    @property
    def author(self) -> Author:
        return Author(by=self.who.id, verified=self.who.verified, pressed=self.said.pressed)

    @property
    def book(self) -> Rulebook:
        """The event's rulebook. Raises Unclear."""
        return self.state.book

    def find(self, words: str) -> Somebody:
        """The person that these words name exactly. Raises Unclear, which names the candidates."""
        event = self.event if self.office.events() else None
        return Somebody(*self.office.find(words, self.said.person.network, event))

    def is_here(self, person: PersonId) -> bool:
        """In the tournament channel right now."""
        return person in self.office.people_here()

    def is_present(self, person: PersonId) -> bool:
        """There for this event: one that says so does without who is shown as offline. Raises Unclear."""
        return person in self.office.people_here(self.event)

    async def recall(self, words: str) -> Somebody:
        """The same, and besides whom only the records know, in whichever event. Raises Unclear."""
        event = self.event if self.state_if_any is not None else None
        return Somebody(*await self.office.recall(words, self.said.person.network, event))

    async def enter(self, act: Act) -> tuple[Entry, ...]:
        """Have it decided and stored; the herald speaks it. Raises Refusal, NotRecorded, Unclear."""
        entries = await self.office.enter(self.event, act)
        self.entered = True
        return entries

    async def pair(self) -> tuple[Entry, ...]:
        """Have the next Swiss round paired and stored. Raises as `enter`."""
        entries = await self.office.pair(self.event, Act(**self.author))
        self.entered = True
        return entries

    async def enter_league(self, act: Act) -> tuple[Entry, ...]:
        """The same outside any event: a flip or a roll, a standing."""
        entries = await self.office.enter_league(act)
        self.entered = True
        return entries

    async def open(self, act: OpenTournament) -> str:
        """Open an event in this place; returns its id. Raises Refusal, NotRecorded, Unclear."""
        event = await self.office.open(act, self.place)
        self.entered = True
        return event

    async def reply(
        self, text: str, urgency: Urgency = Urgency.ANSWER, *, presses: Iterable[Press] = ()
    ) -> None:
        """Answer where it was asked, with these buttons about the event; not stored."""
        buttons = tuple(replace(press, event=self.event) for press in presses)
        await self._say(Line(place=self.place, text=text, urgency=urgency, presses=buttons))

    async def reply_list(self, text: str, what: str) -> None:
        """Answer with a list of the event, unless `what` is being listed there. Raises Unclear."""
        lists = list_of(what, self.event)
        await self._say(Line(place=self.place, text=text, urgency=Urgency.LIST, lists=lists))

    async def tell(self, text: str, urgency: Urgency = Urgency.ANSWER) -> None:
        """Answer in private, wherever it was asked; not stored."""
        private = Place(network=self.place.network, where=Where.PRIVATE, nick=self.said.person.nick)
        await self._say(Line(place=self.place if self.is_aside else private, text=text, urgency=urgency))

    async def _say(self, line: Line) -> None:
        await self.office.say(line)
        self.answered = self.answered or line.text

    async def close(self) -> None:
        """Aside an answer is awaited: give one where the command gave none."""
        if self.is_aside and not self.answered:
            await self.reply(f"Recorded: {_gist(self.said)}" if self.entered else "There is nothing to show.")


Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])
Run = Callable[..., Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A command: its words (the first is its name), whose it is, its grammar and its help.

    `prose`: in private free words may follow its name without the mark; a word too many does no harm.
    """

    words: tuple[str, ...]
    by: By
    form: Form
    summary: str
    exchange: tuple[str, ...]
    prose: bool = False

    @property
    def name(self) -> str:
        return self.words[0]

    @property
    def usage(self) -> str:
        """As in help: `!extend <table> <minutes> [why]`."""
        return f"{MARK}{self.name} {self.form.usage}".rstrip()

    @property
    def example(self) -> str:
        """What somebody says in its exchange: `!extend 3 5`."""
        return next(line[2:] for line in self.exchange if line.startswith("> "))

    @property
    def answers(self) -> tuple[str, ...]:
        """What the official answers in its exchange."""
        return tuple(line[2:] for line in self.exchange if line.startswith("< "))


def command(*words: str, by: By = By.ANYONE, prose: bool = False) -> Callable[[Method], Method]:
    """Declare a method of a cog as a command. Its docstring is a line of help and an exchange."""

    def declare(method: Method) -> Method:
        lines = [line.strip() for line in (inspect.getdoc(method) or "").splitlines()]
        exchange = tuple(line for line in lines if line.startswith(("> ", "< ")))
        if not lines or not any(line.startswith(f"> {MARK}") for line in exchange):
            raise TypeError(f"{words[0]}: a command's docstring is a line of help and an exchange")
        vars(method)["declared"] = Declared(
            words=words, by=by, form=form_of(method), summary=lines[0], exchange=exchange, prose=prose
        )
        return method

    return declare


class Cog:
    """A group of commands about one thing that people do."""

    def declared(self) -> list[tuple[Declared, Run]]:
        """The commands of this cog, in the order in which they are written."""
        found = []
        for name, method in vars(type(self)).items():
            declared = getattr(method, "declared", None)
            if isinstance(declared, Declared):
                found.append((declared, getattr(self, name)))
        return found


Refuse = Callable[[Refusal, Tournament | None, Identity], str]
"""Turns a refusal into the one line to answer."""


class Commands:
    """All commands. Knows which line is one, runs it, and answers whatever goes wrong."""

    def __init__(self, office: Office, cogs: Iterable[Cog], refuse: Refuse) -> None:
        """Raises TypeError when two commands have a word in common."""
        self.office = office
        self._refuse = refuse
        self._table: dict[str, tuple[Declared, Run]] = {}
        self._run_keys: OrderedDict[str, str] = OrderedDict()  # with what was answered aside
        self._told_at: OrderedDict[tuple[PersonId, str], datetime] = OrderedDict()
        self._faults = itertools.count(1)
        self._start = secrets.token_hex(2)  # references of two runs of the program must not be alike
        for cog in cogs:
            for declared, run in cog.declared():
                self._add(declared, run)

    def _add(self, declared: Declared, run: Run) -> None:
        for word in declared.words:
            if word in self._table:
                raise TypeError(f"two commands are called {word}")
            self._table[word] = (declared, run)

    @property
    def all(self) -> list[Declared]:
        """Every command once, in the order of declaration."""
        return [declared for word, (declared, _) in self._table.items() if word == declared.name]

    def named(self, word: str) -> Declared | None:
        """The command with this name or other name, with or without its mark."""
        found = self._table.get(word.strip().removeprefix(MARK).casefold())
        return found[0] if found else None

    async def handle(self, said: Said, who: Identity) -> bool:
        """Run a line if it is a command; False when it is none. Raises nothing but cancellation."""
        line = said.words.lstrip() if said.words[:1].isspace() else said.words
        is_private, is_aside = said.place.where is Where.PRIVATE, bool(said.place.aside)
        is_bare = line[:1] != MARK and not is_aside
        if is_bare and not is_private:
            return False
        head, rest = _split(line)
        word, _, named = head.partition("@")
        found = self._table.get(word.casefold() if is_bare else word.casefold().rstrip(".,;:!?"))
        if found is None and not (is_private or is_aside):
            return False
        call = Call(self, said, who, word, named or None, is_bare=is_bare)
        if self._is_repeat(said.key):
            await self._answer_again(call)
        elif found is None:
            await self._take_unknown(call, line)
        else:
            await self._answer(found, call, rest)
        return found is not None

    def _is_repeat(self, key: str) -> bool:
        """Whether the network has shown this very message before."""
        if not key:
            return False
        if key in self._run_keys:
            return True
        self._run_keys[key] = ""
        if len(self._run_keys) > _KEYS_KEPT:
            self._run_keys.popitem(last=False)
        return False

    async def _answer_again(self, call: Call) -> None:
        """The same question once more: nothing is done, and aside the answer is the same."""
        if not call.is_aside:
            return
        try:
            await call.reply(self._run_keys[call.said.key] or "That is being done.")
        except Exception:  # as under every command
            await self._own_up(call)

    async def _answer(self, found: tuple[Declared, Run], call: Call, rest: str) -> None:
        """Run a command and answer what went wrong; a fault of ours must not end the officiating."""
        try:
            answer = await self._run(found, call, rest)
            if answer is not None:
                await call.reply(answer)
            await call.close()
            if call.is_aside and call.said.key in self._run_keys:
                self._run_keys[call.said.key] = call.answered
            await self._note_contact(call)
        except Exception:  # the last net under every command: log it, tell the person, go on
            await self._own_up(call)

    async def _take_unknown(self, call: Call, line: str) -> None:
        """Prose in private is contact, and gets no answer; a slip of a word with its mark gets one."""
        if call.is_bare:
            await self._note_contact(call, line[:LONGEST_LINE].strip())
        elif call.is_aside or _LIKE_A_WORD.fullmatch(call.word):
            try:
                await call.reply(self._nearest(call.word))
                await self._note_contact(call)
            except Exception:  # as under every command
                await self._own_up(call)

    def _nearest(self, word: str) -> str:
        near = get_close_matches(word.casefold(), self._table, n=1)
        nearest = f"; nearest: {MARK}{near[0]}" if near else ""
        return f"No word {MARK}{word}{nearest}. {MARK}help lists them."

    async def _run(self, found: tuple[Declared, Run], call: Call, rest: str) -> str | None:
        """Run it; returns what is to be said when it was not done."""
        declared, run = found
        try:
            arguments = _arguments(declared, call, rest)
            if call.is_bare and declared.form.is_prose(arguments) and not _may_be_prose(declared, call.word):
                raise Misfit(f"with more behind it I act only on !{call.word}, with its mark")
            await run(call, **arguments)
        except Misfit as misfit:
            reason = misfit.reason or f"the form is {declared.usage}"
            return f"{call.who.name}, {reason}. Example: {_example(declared, call)}"
        except Refusal as refusal:
            answer = self._refuse(refusal, call.state_if_any, call.who)
            await self._warn_of_impostor(refusal, call)
            if not refusal.is_private:
                return answer
            if call.is_aside or not self._was_just_told(call, answer):
                await call.tell(answer)
        except (Unclear, NotRecorded) as why:
            return str(why)
        return None

    async def _warn_of_impostor(self, refusal: Refusal, call: Call) -> None:
        """Let the judges know, once, who passes for an official."""
        text = impostors.warning(refusal, call.state_if_any, call.who, call.word)
        if text and not self._was_just_told(call, text):
            place = Place(network=call.place.network, where=Where.JUDGES)
            await self.office.say(Line(place=place, text=text, urgency=Urgency.NOW))

    def _was_just_told(self, call: Call, answer: str) -> bool:
        """Whether this person was given this very answer within the last minute: more of it would be noise."""
        key, now = (call.who.id, answer), self.office.now()
        told_at = self._told_at.get(key)
        if told_at is not None and now - told_at < _NOT_AGAIN_WITHIN:
            return True
        self._told_at[key] = now
        self._told_at.move_to_end(key)
        if len(self._told_at) > _KEYS_KEPT:
            self._told_at.popitem(last=False)
        return False

    async def _note_contact(self, call: Call, words: str = "") -> None:
        """3.2: any word to the official is contact, also one that was refused; entered once. Raises nothing."""
        try:
            if not _owes_contact(call.state, call.who.id):
                return
            by, verified = call.who.id, call.who.verified  # whatever was pressed: it is a sign of life
            await self.office.enter(call.event, MakeContact(by=by, verified=verified, words=words))
        except Unclear:
            return  # in no event, so nobody waits for a word
        except (Refusal, NotRecorded) as why:
            log.warning("contact of %s was not entered: %s", call.who.id, why)
        except Exception:  # nothing was asked, so nobody waits for an answer
            log.exception("contact of %s failed", call.who.id)

    async def _own_up(self, call: Call) -> None:
        """Log the fault under a reference and tell the person. Raises nothing."""
        reference = f"{self._start}-{next(self._faults)}"
        log.exception("!%s by %s failed, reference %s", call.word, call.who.id, reference)
        done = "Your word was recorded" if call.entered else "Nothing was changed"
        answer = (
            f"{call.who.name}, something failed here (reference {reference}). {done}; officiating goes on."
        )
        try:
            await call.reply(answer)
        except Exception:  # the way out is broken too: the log is all that is left
            log.exception("the answer with reference %s could not be said", reference)


def _arguments(declared: Declared, call: Call, rest: str) -> dict[str, Any]:
    """What the words give, or the fields. Raises Misfit, Unclear."""
    options = call.said.options
    length = len(call.said.words) + sum(map(len, (options or {}).values()))
    if length > LONGEST_LINE:
        raise Misfit(f"a line has at most {LONGEST_LINE} letters")
    if options is None:
        return declared.form.read(rest, call)
    return declared.form.read_each(options, call, rest)


def _gist(said: Said) -> str:
    """What was said, with what was filled in, cut to be read at a glance."""
    head, rest = _split(said.words.strip())
    spoken = (head.partition("@")[0], rest, *(said.options or {}).values())
    words = " ".join(part for part in spoken if part)
    return words if len(words) <= _LONGEST_GIST else f"{words[: _LONGEST_GIST - 1]}…"


def _example(declared: Declared, call: Call) -> str:
    """The command's example, with a number that stands for something where one is known."""
    try:
        state = call.state_if_any
    except Unclear:
        return declared.example
    return numbers.example(state, call.who.id, declared.example, in_public=call.is_public)


def _may_be_prose(declared: Declared, word: str) -> bool:
    return declared.prose and word.casefold() == declared.name


def _split(line: str) -> tuple[str, str]:
    """The first word without its mark, and the rest. Looks no further than a word can be long."""
    start = line[: _LONGEST_WORD + 1].split(None, 1)
    if not start:
        return "", ""
    return start[0].removeprefix(MARK), line[len(start[0]) :].strip()


def _owes_contact(state: Tournament, player: PersonId) -> bool:
    """Whether a word of this player would be the first sign of life in a round (3.2, OG-R26)."""
    entered = state.players.get(player)
    if entered is None or not entered.plays or state.is_over:
        return False
    if any(person == player for person, _ in state.no_shows):
        return True
    if state.round is None or not state.round.runs:
        return False
    match = state.match_of(player)
    if match is None:
        return False
    side = match.side_of(player)
    return side.arrived_at is None and not side.contact
