"""Parts of a command that are filled in one by one: how they are read, and what is answered aside."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.command import Commands, Declared
from cogs.everything import every_cog, every_command
from cogs.fields import Field, Kind
from cogs.office import Identity, NotRecorded
from cogs.speech import Person, Place, Said, Where
from cogs.words import Misfit, Somebody, Words
from rules.acts import Act, CallJudge, Concede, Drop, DropPlayer, Extend, Penalise, ReportLife, ReportMatch
from rules.entries import Entry
from rules.rulebook import Rulebook
from tests.fake_office import NETWORK, NOON, FakeOffice, Room, begun, pid, playing, refuse

COMMANDS = every_command()
PLAYING = playing()


async def fill_in(
    room: Room,
    name: str,
    words: str,
    /,
    *,
    key: str = "",
    **options: str,
) -> list[str]:
    """Somebody gives a command with its fields; returns what is answered upon it."""
    person = Person(network=NETWORK, nick=name)
    place = Place(network=NETWORK, where=Where.CHANNEL, aside=f"aside of {name}")
    said = Said(person=person, place=place, words=words, at=NOON, key=key, options=options)
    before = len(room.office.said)
    await room.commands.handle(said, Identity(id=pid(name), name=name, verified=True, person=person))
    answers = room.office.said[before:]
    assert all(line.place == place for line in answers)
    return [line.text for line in answers]


@dataclasses.dataclass(slots=True)
class SlowOffice(FakeOffice):
    """An office whose store takes as long as a test wants."""

    is_asked: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)
    goes_on: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)

    async def enter(self, event: str, act: Act) -> tuple[Entry, ...]:
        self.is_asked.set()
        await self.goes_on.wait()
        self.acts.append(act)
        return ()


class Anybody:
    """Knows everybody, and the rulebook of an event."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def find(self, words: str) -> Somebody:
        return Somebody(pid(words), words)


FINDER = Anybody(Room(*PLAYING).office.books["autumn-12"].book)


def filled_in(declared: Declared, text: str) -> dict[str, str]:
    """What stands behind the word in its example, field by field."""
    words = Words(text)
    options: dict[str, str] = {}
    for slot in declared.form.slots:
        mark = words.mark()
        if not words:
            break
        try:
            slot.read(words, FINDER)
        except Misfit:
            words.back_to(mark)
            continue
        taken = text.strip()[mark : words.mark()].strip()
        parts = [taken] if len(slot.fields) == 1 else taken.split()
        options.update(zip((field.name for field in slot.fields), parts, strict=True))
    return options


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda declared: declared.name)
def test_fields_give_what_the_line_gives(declared: Declared) -> None:
    for line in (said[2:] for said in declared.exchange if said.startswith("> ")):
        text = line.partition(" ")[2]
        by_line = declared.form.read(text, FINDER)
        assert declared.form.read_each(filled_in(declared, text), FINDER) == by_line


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda declared: declared.name)
def test_every_field_is_described(declared: Declared) -> None:
    fields = declared.form.fields
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        assert field.name.islower()
        assert field.name.replace("_", "").isalpha()
        assert 4 <= len(field.about) <= 100
        assert field.about != field.name
        assert bool(field.choices) is (field.kind is Kind.CHOICE)
        assert field.least <= field.most


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda declared: declared.name)
def test_what_is_missing_is_named(declared: Declared) -> None:
    needed = [field for field in declared.form.fields if field.required]
    if not needed:
        assert declared.form.read_each({}, FINDER).keys() == {slot.name for slot in declared.form.slots}
        return
    with pytest.raises(Misfit, match=f"^{needed[0].title} is needed"):
        declared.form.read_each({}, FINDER)


def test_a_part_that_there_is_not_is_refused() -> None:
    with pytest.raises(Misfit, match="colour is no part of it"):
        form("report").read_each({"score": "2-1", "colour": "red"}, FINDER)


def form(name: str) -> Any:
    return next(declared.form for declared in COMMANDS if declared.name == name)


async def test_a_reason_that_begins_like_a_level_is_a_reason() -> None:
    room = Room(*PLAYING)
    await fill_in(
        room, "wren", "!penalty", nick="bob", infraction="slow play", why="game loss would be harsh"
    )
    assert room.office.acts == [
        Penalise(
            by=pid("wren"),
            player=pid("bob"),
            infraction="slow play",
            level=None,
            why="game loss would be harsh",
        )
    ]


async def test_a_reason_that_begins_with_a_name_drops_nobody_else() -> None:
    room = Room(*PLAYING)
    await fill_in(room, "birch", "!drop", why="bob was rude")
    await fill_in(room, "birch", "!drop", nick="bob", why="alice was rude")
    answers = await fill_in(room, "alice", "!drop", nick="nobody")
    assert room.office.acts == [
        Drop(by=pid("birch"), words="bob was rude"),
        DropPlayer(by=pid("birch"), player=pid("bob"), why="alice was rude"),
    ]
    assert answers == ["Nobody here is called nobody."]


async def test_a_word_that_is_no_choice_is_not_words() -> None:
    room = Room(*PLAYING)
    answers = await fill_in(room, "alice", "!concede", what="all of it", words="gg")
    assert room.office.acts == []
    assert answers == ["alice, what: game or match is needed here. Example: !concede"]


async def test_words_that_begin_like_a_choice_are_words() -> None:
    room = Room(*PLAYING)
    await fill_in(room, "alice", "!concede", what="game", words="match was fun")
    assert room.office.acts == [Concede(by=pid("alice"), game=True, words="match was fun")]


async def test_two_fields_of_one_part_are_both_needed() -> None:
    room = Room(*PLAYING)
    await fill_in(room, "wren", "!extend", table="3", minutes="5", why="7 minutes would be too long")
    await fill_in(room, "alice", "!life", mine="-3", theirs="7")
    assert room.office.acts == [
        Extend(
            by=pid("wren"),
            table=3,
            by_how_much=timedelta(minutes=5),
            why="7 minutes would be too long",
        ),
        ReportLife(by=pid("alice"), mine=-3, theirs=7),
    ]
    example = "Example: !extend 3 5 a long ruling"
    assert await fill_in(room, "wren", "!extend", table="3") == [f"wren, minutes is needed too. {example}"]
    assert await fill_in(room, "wren", "!extend", table="3 5", minutes="5") == [
        f"wren, table: one word is enough. {example}"
    ]


async def test_names_and_titles_need_no_quotes_and_may_have_them() -> None:
    for name in ("Autumn 12", '"Autumn 12"', '"Autumn', 'the "best" event'):
        room = Room()
        await fill_in(room, "birch", "!open", name=name, settings="kind=trial")
        assert [act.name for act in room.office.opened] == ["Autumn 12" if name == '"Autumn 12"' else name]


async def test_an_opponent_needs_no_versus() -> None:
    for against in ("bob", "vs bob", "BOB"):
        room = Room(*PLAYING)
        await fill_in(room, "alice", "!report", score="2-1", against=against)
        assert room.office.acts == [ReportMatch(by=pid("alice"), mine=2, theirs=1, against=pid("bob"))]


async def test_an_unknown_infraction_is_handed_on_whole() -> None:
    room = Room(*PLAYING)
    await fill_in(room, "wren", "!warn", nick="bob", infraction="slow motion play")
    assert room.office.acts == [
        Penalise(by=pid("wren"), player=pid("bob"), infraction="slow motion play", level="warning")
    ]


async def test_fields_may_come_on_top_of_words() -> None:
    """A button that says `overturn 17` and asks for the reason."""
    assert form("overturn").read_each({"why": "18 was meant"}, FINDER, "17") == {
        "number": 17,
        "why": "18 was meant",
    }


PIECES = st.lists(
    st.sampled_from(
        [
            "alice",
            "bob",
            "vs",
            "1",
            "3",
            "2-1",
            "match",
            "all",
            "5m",
            '"',
            "game loss",
            "off",
            "slow play",
            "x",
        ]
    ),
    max_size=4,
).map(" ".join)
HOSTILE = st.one_of(PIECES, st.text(max_size=40))


@given(data=st.data(), declared=st.sampled_from([one for one in COMMANDS if one.form.slots]))
def test_what_stands_in_one_field_is_read_from_it_alone(data: st.DataObject, declared: Declared) -> None:
    """Whatever the others say, a part that is read is what it would be alone."""
    options = {field.name: data.draw(HOSTILE) for field in declared.form.fields}
    try:
        together: Mapping[str, object] = declared.form.read_each(options, FINDER)
    except Misfit:
        return  # refused, which others test
    for slot in declared.form.slots:
        own = {field.name: options[field.name] for field in slot.fields}
        assert together[slot.name] == slot.read_fields(own, FINDER)


@given(
    data=st.data(),
    declared=st.sampled_from(COMMANDS),
    name=st.sampled_from(["alice", "wren", "birch", "zed"]),
)
def test_any_fields_get_an_answer_and_only_aside(data: st.DataObject, declared: Declared, name: str) -> None:
    room = Room(*PLAYING)
    fields: tuple[Field, ...] = declared.form.fields
    options = {field.name: data.draw(HOSTILE) for field in fields}
    answers = asyncio.run(fill_in(room, name, f"!{declared.name}", **options))
    assert answers
    assert not any("something failed" in text for text in answers)


# --- what is answered aside ---


async def test_what_was_recorded_is_answered_with_just_that() -> None:
    room = Room(*PLAYING)
    assert await fill_in(room, "alice", "!report", score="2-1") == ["Recorded: report 2-1"]
    assert await fill_in(room, "alice", "!judge", why="x" * 300) == [f"Recorded: judge {'x' * 113}…"]
    assert isinstance(room.office.acts[1], CallJudge)


async def test_a_look_up_is_answered_once() -> None:
    room = Room(*PLAYING)
    assert len(await fill_in(room, "alice", "!time")) == 1
    assert await fill_in(room, "wren", "!evidence", number="1") != []


async def test_a_private_refusal_is_told_aside_each_time() -> None:
    room = Room(*PLAYING)
    first, again = [await fill_in(room, "zed", "!calls") for _ in range(2)]
    assert first == again
    assert len(first) == 1
    assert first[0].startswith("zed, that is for")


async def test_a_store_that_fails_is_answered_with_that_alone() -> None:
    room = Room(*PLAYING)
    room.office.raises = NotRecorded("Not recorded: say it again.")
    assert await fill_in(room, "alice", "!lost") == ["Not recorded: say it again."]


async def test_a_fault_of_ours_is_answered_with_its_reference() -> None:
    room = Room(*PLAYING)
    room.office.raises = ZeroDivisionError("boom")
    answers = await fill_in(room, "alice", "!lost")
    assert len(answers) == 1
    assert "Nothing was changed" in answers[0]
    assert "reference" in answers[0]


async def test_a_second_delivery_is_answered_alike_and_does_nothing() -> None:
    room = Room(*PLAYING)
    first = await fill_in(room, "alice", "!report", key="interaction 1", score="2-1")
    again = await fill_in(room, "alice", "!report", key="interaction 1", score="2-1")
    assert first == again == ["Recorded: report 2-1"]
    assert len(room.office.acts) == 1


async def test_a_second_delivery_while_it_is_being_done_says_so() -> None:
    room = Room(*PLAYING)
    office = room.office = SlowOffice(room.office.books)
    room.commands = Commands(office, every_cog(), refuse)
    first = asyncio.create_task(fill_in(room, "alice", "!lost", key="interaction 1"))
    await office.is_asked.wait()
    assert await fill_in(room, "alice", "!lost", key="interaction 1") == ["That is being done."]
    office.goes_on.set()
    await first
    assert len(office.acts) == 1


async def test_a_word_that_is_none_is_answered_aside() -> None:
    room = Room(*PLAYING)
    assert await fill_in(room, "alice", "!regsiter") == [
        "No word !regsiter; nearest: !register. !help lists them."
    ]
    assert await fill_in(room, "alice", "?") == ["No word !?. !help lists them."]


async def test_aside_the_whole_list_is_shown_and_nothing_is_kept_from_its_reader() -> None:
    room = Room(*PLAYING)
    answers = await fill_in(room, "wren", "!penalties", nick="bob")
    assert "Ask me in private" not in answers[0]


async def test_a_late_player_s_command_is_contact_too() -> None:
    room = Room(*begun())
    await fill_in(room, "bob", "!time")
    assert [type(act).__name__ for act in room.office.acts] == ["MakeContact"]
