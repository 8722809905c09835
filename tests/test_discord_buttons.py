"""Discord's buttons carry all that they say in their ids, so that they work after a restart (S079)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import discord
import pytest

from bot.gateways.discord import buttons
from bot.gateways.discord.buttons import ID, PressButton, Spelled, answer_form, view_of
from cogs.presses import LONGEST_LABEL
from cogs.speech import Press
from rules.acts import Pressed

LATEST = Pressed(round=99, table=5000, turn=2 * 4_000_000_000 + 1)
LONGEST_EVENT = "x" * 44


def shown(*presses: Press) -> list[PressButton]:
    view = view_of(presses)
    return [] if view is None else [item for item in view.children if isinstance(item, PressButton)]


async def pressed(button: PressButton) -> PressButton:
    """The button as it is made from what the message shows, by a client that has never seen it."""
    match = PressButton.__discord_ui_compiled_template__.fullmatch(button.custom_id)
    assert match is not None
    return await PressButton.from_custom_id(FakeInteraction(Taker()), button.item, match)  # type: ignore[arg-type]  # what it needs of one


class Taker:
    """Whoever takes what is pressed: keeps it."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, Mapping[str, str] | None, Pressed | None]] = []

    async def take(
        self,
        interaction: object,
        words: str,
        *,
        options: Mapping[str, str] | None = None,
        pressed: Pressed | None = None,
    ) -> None:
        self.taken.append((words, options, pressed))


class FakeResponse:
    def __init__(self) -> None:
        self.forms: list[discord.ui.Modal] = []

    async def send_modal(self, form: discord.ui.Modal) -> None:
        self.forms.append(form)


class FakeInteraction:
    """What a button needs of an interaction."""

    def __init__(self, asides: Taker, data: Mapping[str, Any] | None = None) -> None:
        self.client = type("Client", (), {"asides": asides})()
        self.response = FakeResponse()
        self.data = data
        self.type = discord.InteractionType.modal_submit if data else discord.InteractionType.component


@pytest.mark.parametrize(
    "words", ["confirm", "report 2-1-1", "concede match", "overturn 123456", "relay failed"]
)
@pytest.mark.parametrize("moment", [None, LATEST])
async def test_an_id_says_all_and_fits(words: str, moment: Pressed | None) -> None:
    press = Press(label="x", words=words, event=LONGEST_EVENT, pressed=moment, asks="why")
    (button,) = shown(press)
    assert len(button.custom_id) <= ID
    again = await pressed(button)
    assert again.spelled == Spelled(words=words, event=LONGEST_EVENT, pressed=moment, asks="why")
    assert len(again.spelled.id("fjm")) <= ID


async def test_a_press_is_told_as_its_words_with_its_moment() -> None:
    taker, moment = Taker(), Pressed(round=2, table=3, turn=17)
    (button,) = shown(Press(label="Claim call 7", words="claim 7", event="autumn-12", pressed=moment))
    await (await pressed(button)).callback(FakeInteraction(taker))  # type: ignore[arg-type]  # what it needs of one
    assert taker.taken == [("claim@autumn-12 7", None, moment)]


async def test_what_asks_opens_a_form_whose_answer_needs_no_memory() -> None:
    taker, moment = Taker(), Pressed(round=2, table=3, turn=17)
    (button,) = shown(Press(label="Dispute", words="dispute", event="cup", pressed=moment, asks="why"))
    opening = FakeInteraction(taker)
    await (await pressed(button)).callback(opening)  # type: ignore[arg-type]  # what it needs of one
    (form,) = opening.response.forms
    assert (form.title, taker.taken) == ("Dispute", [])
    data = {
        "custom_id": form.custom_id,
        "components": [
            {"type": 18, "component": {"type": 4, "custom_id": "why", "value": "game 3\n was mine"}}
        ],
    }
    await answer_form(FakeInteraction(taker, data))  # type: ignore[arg-type]  # what it needs of one
    assert taker.taken == [("dispute@cup", {"why": "game 3 was mine"}, moment)]


async def test_a_form_in_rows_is_read_as_well_and_another_one_is_not_ours() -> None:
    taker = Taker()
    (button,) = shown(Press(label="Appeal", words="appeal 7", event="cup", asks="why"))
    rows = [{"type": 1, "components": [{"type": 4, "custom_id": "why", "value": "no"}]}]
    ours = button.spelled.id("fjm")
    for form in (ours, "somebody:else", f"{ours}!"):
        data = {"custom_id": form, "components": rows}
        await answer_form(FakeInteraction(taker, data))  # type: ignore[arg-type]  # what it needs of one
    assert taker.taken == [("appeal@cup 7", {"why": "no"}, None)]


@pytest.mark.parametrize(
    "bad",
    [
        "fj::::cup",
        "fj:1.2::confirm:cup",
        "fj:1.2.x::confirm:cup",
        "fj:1.2.3::confirm @all:cup",
        "fj:1.2.3::Confirm:cup",
        "fj:1.2.3::confirm:cup:more",
        "fj:1.2.3::confirm:cup\n",
        "fj:١.2.3::confirm:cup",
        "xfj:1.2.3::confirm:cup",
    ],
)
def test_an_id_that_is_none_of_ours_is_not_taken(bad: str) -> None:
    template: re.Pattern[str] = PressButton.__discord_ui_compiled_template__
    assert template.fullmatch("fj:1.2.3::confirm:cup")
    assert template.fullmatch(bad) is None


def test_what_cannot_be_spelled_out_has_no_button() -> None:
    assert view_of([Press(label="x", words="announce hello @everyone", event="cup")]) is None
    assert view_of([]) is None


def test_a_message_has_no_more_buttons_than_it_may_and_none_twice() -> None:
    many = [Press(label=f"{number}", words=f"claim {number}", event="cup") for number in range(40)]
    assert len(shown(*many)) == buttons.BUTTONS
    twice = Press(label="once", words="confirm", event="cup")
    assert [
        button.item.label for button in shown(twice, Press(label="twice", words="confirm", event="cup"))
    ] == ["once"]


def test_grave_ones_are_red_and_welcome_ones_green() -> None:
    grave = Press(label="Yes, alice concedes the match", words="yes", event="cup", is_grave=True)
    one, other = shown(grave, Press(label="Confirm", words="confirm", event="cup"))
    assert (one.item.style, other.item.style) == (discord.ButtonStyle.danger, discord.ButtonStyle.success)
    assert one.item.label == "Yes, alice concedes the match"
    assert LONGEST_LABEL == buttons.LABEL


async def test_nothing_is_kept_of_a_view_that_was_sent() -> None:
    view = view_of([Press(label="Confirm", words="confirm", event="cup")])
    assert view is not None
    assert view.is_finished()


@pytest.mark.parametrize("name", ["a\nb", "\u202eevil", "x" * 200, "\x03", "   "])
async def test_a_name_in_a_label_cannot_break_it(name: str) -> None:
    (button,) = shown(Press(label=name, words="confirm", event="cup", asks="why"))
    label = button.item.label
    assert label is not None
    assert 0 < len(label) <= buttons.LABEL
    assert label.isprintable()
