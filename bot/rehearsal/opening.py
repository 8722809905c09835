"""How a rehearsal begins: the service that its header describes, and the event that is open before the first line.

With `players:` the formalities of opening count as met, and everything else is checked as in a real event. What a
rulebook will not have is the fault of the transcript, so it is refused with the line of the header.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cache

from bot import books, config
from bot.app import Parts
from bot.chance import BadScript, ScriptedDice, SeededDice
from bot.config_values import Enforcement
from bot.gateways.console import Console
from bot.rehearsal.header import COIN, Header
from bot.rehearsal.moments import BadTranscript
from bot.staffing import OFFICES
from cogs.speech import Place, Where
from rules.acts import Dice, Drawn, OpenTournament, Register
from rules.authority import ORGANISERS
from rules.entries import PersonId, Role
from rules.refusals import BadSetting, Refusal
from rules.rulebook import RulebookError, to_data

NETWORK = "rehearsal"

NAME = "Rehearsal"
"""The name of an event that is open before the first line; no expectation should find its own title in it."""


def officials(header: Header) -> tuple[tuple[Role, str], ...]:
    """Who officiates: those of the header, else those whom the configuration names by default."""
    default = tuple((role, name) for role, key in OFFICES for name in getattr(config.Staff(), key))
    if "staff" not in header.lines:
        return default
    if any(role in ORGANISERS for role, _ in header.staff):
        return header.staff
    return (*header.staff, *(office for office in default if office[0] is Role.COORDINATOR))


def config_of(header: Header, url: str) -> config.Config:
    """The configuration of the service that is rehearsed. Raises BadTranscript."""
    try:
        house_rules = config.HouseRules(**header.house_rules)
    except TypeError:
        known = {key: limit for key, limit in header.house_rules.items() if key in _LIMITS}
        if not header.opens_itself:
            unknown = min(header.house_rules.keys() - known.keys())
            line = header.lines["house_rules"]
            raise BadTranscript(
                line, f"house_rules: {unknown} can be set only together with players:"
            ) from None
        house_rules = config.HouseRules(**known)
    staff = officials(header)
    return config.Config(
        store=config.Store(url=url),
        irc=config.Irc(enabled=False),
        board=config.Board(enabled=False),
        staff=config.Staff(
            coordinators=_holders(staff, Role.COORDINATOR),
            head_judges=_holders(staff, Role.HEAD_JUDGE),
            judges=_holders(staff, Role.JUDGE),
            directors=_holders(staff, Role.DIRECTOR),
        ),
        automatic=config.Automatic(**{key: Enforcement(value) for key, value in header.automatic.items()}),
        house_rules=house_rules,
    )


async def open_event(parts: Parts, console: Console, header: Header) -> None:
    """Open the event of the header, with its players registered. Raises BadTranscript."""
    keys = {"authorization": "rehearsal", **header.keys}
    keys |= {key: value for key, value in (("rel", header.rel), ("round", header.round)) if value}
    staff = tuple((role, parts.people.id_of_name(name, NETWORK), name) for role, name in officials(header))
    by, by_name = next((person, name) for role, person, name in staff if role in ORGANISERS)
    act = OpenTournament(
        by=by,
        by_name=by_name,
        name=NAME,
        rulebook=_book(header.rulebook),
        keys=keys,
        staff=staff,
        here=parts.office.people_here(),
        automatic={**parts.office.automatic(), **header.automatic},
        house_rules=header.house_rules,
        stage=header.stage,
        best_of=header.best_of if "best_of" in header.lines else None,
        previous_round_ends_at=header.previous_round_ends_at,
        formalities_met=True,
    )
    event = await _opened(parts, act, header)
    absent = {name.casefold() for name in header.absent}
    entering = [
        Register(
            by=_player(parts, console, header, name),
            name=name,
            deck="on file",
            here=name.casefold() not in absent,
        )
        for name in header.players
    ]
    try:
        await asyncio.gather(*(parts.office.enter(event, act) for act in entering))
    except Refusal as refusal:
        raise BadTranscript(header.lines["players"], f"players: {refusal}") from None


def _player(parts: Parts, console: Console, header: Header, name: str) -> PersonId:
    """Powers hang on the account that somebody logs in to; to play, one need not have logged in yet."""
    if name.casefold() in {official.casefold() for _, official in officials(header)}:
        return parts.people.id_of_name(name, NETWORK)
    return parts.people.who(console.person(name)).id


async def _opened(parts: Parts, act: OpenTournament, header: Header) -> str:
    try:
        return await parts.office.open(act, Place(network=NETWORK, where=Where.CHANNEL))
    except BadSetting as refusal:
        line = header.lines.get(refusal.key) or header.lines.get("set") or header.lines["players"]
        clause = f" ({refusal.clause})" if refusal.clause else ""
        problem = f"{refusal.key}: expected {refusal.expected}, found {refusal.value!r}{clause}"
        raise BadTranscript(line, problem) from None
    except RulebookError as error:
        raise BadTranscript(header.lines["house_rules"], str(error)) from None


@cache
def _book(name: str) -> Mapping[str, object]:
    """A rulebook as an entry holds it; many rehearsals in a row use the same one."""
    return to_data(books.load(name))


_LIMITS = frozenset(config.kinds_of(config.HouseRules))


def _holders(staff: tuple[tuple[Role, str], ...], role: Role) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for held, name in staff if held is role))


class Draws:
    """The draws of the header, each taken by the next that it can be for; then, and else, seeded ones.

    A flip waits for `heads` or `tails`, dice and the first choice for numbers: a transcript about a flip need not
    say who chose to play first before it.
    """

    def __init__(self, header: Header) -> None:
        self._left = list(header.draws)
        self._scripted = ScriptedDice(header.draws, header.seed)
        self._seeded = SeededDice(header.seed)
        self.fault: BadScript | None = None

    def coin(self, *, number: int, word: str) -> Drawn:
        """One face: 1 is heads, 2 is tails."""
        return self._watched(1, is_coin=True, draw=lambda dice: dice.coin(number=number, word=word))

    def roll(self, *, number: int, word: str, count: int, sides: int) -> Drawn:
        """`count` faces of 1 to `sides`."""

        def draw(dice: Dice) -> Drawn:
            return dice.roll(number=number, word=word, count=count, sides=sides)

        return self._watched(count, is_coin=False, draw=draw)

    def first_chooser(self, *, number: int) -> Drawn:
        """One face: the place at the table, 1 or 2, of the player who chooses first (2.4)."""
        return self._watched(1, is_coin=False, draw=lambda dice: dice.first_chooser(number=number))

    def _watched(self, count: int, *, is_coin: bool, draw: Callable[[Dice], Drawn]) -> Drawn:
        """The next draw; keeps it in mind when the header has one that cannot be."""
        if not self._left or (self._left[0] in COIN) != is_coin:
            return draw(self._seeded)
        del self._left[:count]
        try:
            return draw(self._scripted)
        except BadScript as fault:
            self.fault = fault
            raise


def people_there(header: Header) -> tuple[str, ...]:
    """Who is in the channel before the first line."""
    absent = {name.casefold() for name in header.absent}
    names = dict.fromkeys([*(name for _, name in officials(header)), *header.players])
    return tuple(name for name in names if name.casefold() not in absent)


def mere_officials(header: Header) -> tuple[str, ...]:
    """The officials who do not play."""
    players = {name.casefold() for name in header.players}
    return tuple(name for _, name in officials(header) if name.casefold() not in players)
