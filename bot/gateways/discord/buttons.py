"""Buttons: presses under a message, which work for as long as the message stands, also after a restart.

A button carries all that it says in its id: its words, its event and the moment that it belongs to. Nothing is kept
here and nothing waits: a press is told as what its words say, at once, and the rules know whether its moment is over
and whose it is. Where a reason is asked for first, the id goes on into the form, and comes back with it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import aiohttp
import discord
from discord import ButtonStyle

from bot.gateways.discord.escaping import clean
from cogs.speech import Press
from rules.acts import Pressed

LABEL, ID, BUTTONS, TITLE, REASON = 80, 100, 25, 45, 400
"""What Discord takes: letters of a label and of an id, buttons of a message, letters of a form's title; and how long
a reason may be here."""

_NUMBER = r"[0-9]{1,12}"
_SAYS = (
    r"(?:(?P<round>[0-9]{1,4})\.(?P<table>[0-9]{1,6})\.(?P<turn>" + _NUMBER + r"))?"
    r":(?P<asks>[a-z_]{0,12})"
    r":(?P<words>[a-z]{1,12}(?: [a-z0-9-]{1,12}){0,2})"
    r":(?P<event>[a-z0-9-]{0,44})"
)
_BUTTON = re.compile("fj:" + _SAYS, re.ASCII)
_FORM = re.compile("fjm:" + _SAYS, re.ASCII)

_WELCOME = frozenset({"confirm", "accept", "ready", "approve", "ack", "claim"})
"""Words that let things go on, shown in green."""


log = logging.getLogger(__name__)


class TakesPresses(Protocol):
    """Who takes what is said by slash commands and buttons (`bot.gateways.discord.asides`)."""

    async def take(
        self,
        interaction: discord.Interaction[Any],
        words: str,
        *,
        options: Mapping[str, str] | None = None,
        pressed: Pressed | None = None,
    ) -> None:
        """Acknowledge it, and tell it as said."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelled:
    """What the id of a button spells out."""

    words: str
    event: str
    pressed: Pressed | None
    asks: str

    @property
    def said(self) -> str:
        """As it is typed: `claim@autumn-12 7`."""
        word, blank, rest = self.words.partition(" ")
        return f"{word}@{self.event}{blank}{rest}" if self.event else self.words

    def id(self, kind: str) -> str:
        """The id: of a button (`fj`), or of the form that it opens (`fjm`)."""
        at = self.pressed
        moment = f"{at.round}.{at.table}.{at.turn}" if at is not None else ""
        return f"{kind}:{moment}:{self.asks}:{self.words}:{self.event}"


def _spelled(match: re.Match[str]) -> Spelled:
    pressed = None
    if match["turn"] is not None:
        pressed = Pressed(round=int(match["round"]), table=int(match["table"]), turn=int(match["turn"]))
    return Spelled(words=match["words"], event=match["event"], pressed=pressed, asks=match["asks"])


# --- showing --------------------------------------------------------------------------------------


def view_of(presses: Sequence[Press]) -> discord.ui.View | None:
    """The buttons under a message; None for no buttons. Of equal ones the first is shown, and no more than fit."""
    shown: dict[str, PressButton] = {}
    for press, spelled in _fitting(presses):
        button = PressButton(spelled, label=press.label, is_grave=press.is_grave)
        shown.setdefault(spelled.id("fj"), button)
    if not shown:
        return None
    view = discord.ui.View(timeout=None)
    for button in list(shown.values())[:BUTTONS]:
        view.add_item(button)
    view.stop()  # it need not be kept: each button says what it means
    return view


def _fitting(presses: Sequence[Press]) -> Iterator[tuple[Press, Spelled]]:
    """Those whose meaning an id has room for."""
    for press in presses:
        spelled = Spelled(words=press.words, event=press.event, pressed=press.pressed, asks=press.asks)
        if len(spelled.id("fjm")) <= ID and _BUTTON.fullmatch(spelled.id("fj")):
            yield press, spelled


class PressButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=_BUTTON):
    """One press. It is made anew from its id whenever it is pressed."""

    def __init__(self, spelled: Spelled, *, label: str = "", is_grave: bool = False) -> None:
        """`label` is what it shows; none is needed to answer it."""
        self.spelled = spelled
        word = spelled.words.partition(" ")[0]
        style = ButtonStyle.success if word in _WELCOME else ButtonStyle.secondary
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            style=ButtonStyle.danger if is_grave else style,
            label=clean(label)[:LABEL].strip() or word.capitalize(),
            custom_id=spelled.id("fj"),
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> PressButton:
        """The button that was pressed."""
        return cls(_spelled(match), label=getattr(item, "label", None) or "")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Say its words, or first ask for what belongs to them."""
        spelled = self.spelled
        if spelled.asks:
            await _open(interaction, _form(spelled, self.item.label or ""))
        else:
            await _takes(interaction).take(interaction, spelled.said, pressed=spelled.pressed)


# --- forms ----------------------------------------------------------------------------------------

_QUESTIONS = {"why": "Why? (one sentence)", "text": "Your ruling"}
_NEEDED = frozenset({"overturn", "ruling"})
"""Words that say nothing without it."""


def _form(spelled: Spelled, title: str) -> discord.ui.Modal:
    """A form with one field. What comes back is read from its id, so that it outlives a restart."""
    form = discord.ui.Modal(title=title[:TITLE] or "FloorJudge", custom_id=spelled.id("fjm"), timeout=None)
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        label=_QUESTIONS.get(spelled.asks, spelled.asks.replace("_", " ").capitalize()),
        custom_id=spelled.asks,
        style=discord.TextStyle.paragraph,
        required=spelled.words.partition(" ")[0] in _NEEDED,
        max_length=REASON,
    )
    form.add_item(field)
    form.stop()  # it need not be kept either
    return form


_OPENED_ALREADY = 40060
"""Discord's code for an answer that it has had: the first one was taken, and only its receipt was lost."""


async def _open(interaction: discord.Interaction[Any], form: discord.ui.Modal) -> None:
    """Show a form. What cannot be shown any more is pressed again by whoever wants it."""
    try:
        await interaction.response.send_modal(form)
    except discord.HTTPException as error:
        if error.code != _OPENED_ALREADY:
            log.warning("a form could not be opened: %s", error)
    except (aiohttp.ClientError, OSError, RuntimeError) as error:
        log.warning("a form was lost on the way: %s", str(error) or type(error).__name__)


async def answer_form(interaction: discord.Interaction[Any]) -> None:
    """Say what a form of ours came back with; any other interaction is not ours to answer."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    match = _FORM.fullmatch(str(data.get("custom_id", "")))
    if match is None:
        return
    spelled = _spelled(match)
    filled_in = dict(_fields(data.get("components", ())))
    options = {spelled.asks: " ".join(filled_in.get(spelled.asks, "").split())}
    await _takes(interaction).take(interaction, spelled.said, options=options, pressed=spelled.pressed)


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The fields of a form, however they are nested: id and text."""
    for component in components:
        if "value" in component and "custom_id" in component:
            yield str(component["custom_id"]), str(component["value"])
        yield from _fields(component.get("components", ()))
        if isinstance(inner := component.get("component"), Mapping):
            yield from _fields((inner,))


# --- the client -----------------------------------------------------------------------------------

ITEMS = (PressButton,)
"""What a client has to know to answer the buttons of messages that it has not sent itself."""


def _takes(interaction: discord.Interaction[Any]) -> TakesPresses:
    asides: TakesPresses | None = getattr(interaction.client, "asides", None)
    if asides is None:
        raise RuntimeError("nobody takes what is pressed")
    return asides


def install(client: discord.Client) -> None:
    """Make a client answer all buttons and forms, those from before its start among them."""

    async def on_interaction(interaction: discord.Interaction[Any]) -> None:
        await answer_form(interaction)

    client.add_dynamic_items(*ITEMS)
    client.event(on_interaction)
