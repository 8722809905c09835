"""Every command as it is declared: its words, its help, and that its own example runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cogs.command import By, Declared
from cogs.everything import every_cog, every_command
from cogs.help import explain, overview, table
from rules import acts as a
from rules.fold import fold
from tests.fake_office import Room, opened, pid, playing

COMMANDS = every_command()

PAPER = {
    # anyone
    "help": "commands",
    "time": "timeleft tl timer",
    "status": "",
    "pairings": "",
    "pairing": "opponent table",
    "standings": "",
    "rule": "rules",
    "flip": "coin ct",
    "roll": "dice",
    "verify": "",
    "penalties": "record",
    "standing": "",
    # players
    "register": "join",
    "deck": "",
    "drop": "leave",
    "ready": "r here checkin back",
    "choose": "",
    "shuffle": "",
    "done": "",
    "disconnected": "linklost",
    "cantconnect": "",
    "relay": "",
    "consent": "",
    "lost": "",
    "won": "",
    "drawn": "",
    "report": "result score",
    "scores": "",
    "confirm": "",
    "dispute": "",
    "yes": "",
    "no": "",
    "cancel": "",
    "concede": "ff forfeit",
    "draw": "id",
    "accept": "",
    "decline": "",
    "playing": "",
    "skipfinal": "",
    "reporterror": "",
    "endturn": "",
    "life": "",
    "judge": "call",
    "panic": "",
    "appeal": "",
    "contact": "",
    "ack": "",
    "link": "",
    "unlink": "",
    # judges
    "calls": "",
    "claim": "take",
    "release": "",
    "ruling": "resolve",
    "extend": "extension",
    "penalty": "",
    "warn": "",
    "overturn": "void",
    "uphold": "",
    "hold": "pause freeze",
    "resume": "thaw",
    "reconnect": "",
    "excuse": "",
    "refusal": "",
    "deckcheck": "",
    "break": "",
    "evidence": "",
    "approve": "",
    "dismiss": "",
    "history": "warninfo",
    "setresult": "fix",
    "dq": "",
    "setstanding": "",
    # coordinator and head judge
    "open": "",
    "set": "",
    "staff": "",
    "unstaff": "",
    "stage": "",
    "pair": "",
    "begin": "",
    "endround": "",
    "cut": "",
    "end": "",
    "cancelevent": "",
    "undo": "",
    "late": "",
    "announce": "",
    "export": "",
    "bracket": "",
}
"""The words and their other names, as people have them on paper."""

SPEAKERS = {
    By.PLAYER: "alice",
    By.JUDGE: "wren",
    By.HEAD_JUDGE: "hawk",
    By.COORDINATOR: "birch",
    By.ANYONE: "alice",
    By.DIRECTOR: "dora",
}


def speaker(declared: Declared, line: str) -> str:
    """Somebody whose word it is."""
    if line.startswith("!drop bob"):
        return "birch"
    return next(name for flag, name in SPEAKERS.items() if flag in declared.by)


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda declared: declared.name)
def test_a_word_means_what_it_means_on_paper(declared: Declared) -> None:
    assert declared.name in PAPER
    assert declared.words[1:] == tuple(PAPER[declared.name].split())


def test_nothing_is_declared_twice() -> None:
    words = [word for declared in COMMANDS for word in declared.words]
    assert len(words) == len(set(words))
    assert len({declared.summary for declared in COMMANDS}) == len(COMMANDS)


EXAMPLES = [
    (declared, line[2:]) for declared in COMMANDS for line in declared.exchange if line.startswith("> ")
]


@pytest.mark.parametrize(("declared", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
async def test_an_example_runs(declared: Declared, line: str) -> None:
    room = Room(*playing())
    assert await room.say(speaker(declared, line), line)
    done = [*room.office.acts, *room.office.league_acts, *room.office.opened, *room.office.codes]
    assert len(done) + len(room.office.said) >= 1
    assert not any("Example:" in text and not line.startswith("!help") for text in room.office.texts)
    assert not any("something failed" in text for text in room.office.texts)


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda declared: declared.name)
async def test_a_command_has_help_of_one_line_and_one_example(declared: Declared) -> None:
    assert declared.summary.endswith(".")
    assert declared.answers
    assert explain(declared).count("Example:") == 1
    room = Room(*playing())
    for word in (declared.name, f"!{declared.words[-1].upper()}"):
        await room.say("alice", f"!help {word}")
    assert room.office.texts == [explain(declared)] * 2
    assert len(explain(declared)) < 380


@pytest.mark.parametrize("declared", COMMANDS, ids=lambda declared: declared.name)
async def test_too_many_words_get_one_line_with_one_example(declared: Declared) -> None:
    if declared.form.slots and declared.form.slots[-1].takes_rest:
        return  # it takes whatever is said
    room = Room(*playing())
    await room.say("alice", f"{declared.example} and much more besides")
    assert room.office.acts_of_command == []
    assert len(room.office.texts) == 1
    answers = (f"Example: {declared.example}", "Nobody here is called and.")
    assert room.office.texts[0].endswith(answers)


async def test_help_shows_what_the_speaker_can_say() -> None:
    room = Room(*playing())
    for name in ("alice", "wren", "birch", "zed"):
        await room.say(name, "!help")
    player, judge, coordinator, stranger = room.office.texts
    assert "!ready" in player
    assert "!claim" not in player
    assert "!claim" in judge
    assert "!reconnect" not in judge
    assert "!pair " in coordinator
    assert "!time" in coordinator
    assert "!register" in stranger


async def test_help_for_a_word_that_is_none_says_where_to_look() -> None:
    room = Room(*opened())
    await room.say("alice", "!help castle")
    assert room.office.texts == ["alice, there is no such word. All that you can say: !help"]


async def test_help_needs_no_event() -> None:
    room = Room()
    await room.say("zed", "!help")
    assert room.office.texts[0].endswith("No event is open; a coordinator opens one with !open.")
    assert "!endround" not in room.office.texts[0]


async def test_help_between_several_events_is_about_the_offices_held_in_them() -> None:
    room = Room(*opened())
    room.office.books = {"autumn-12": fold(opened()), "winter-1": fold(opened())}
    for name in ("zed", "wren"):
        await room.say(name, "!help")
    stranger, judge = room.office.texts
    assert "!register" in stranger
    assert "!claim" in judge
    assert "!endround" not in stranger + judge


def test_the_overview_names_each_word_once() -> None:
    everything = overview(COMMANDS, "alice", By(63))
    words = [word.strip(";.") for word in everything.split() if word.startswith("!")]
    assert sorted(words[:-1]) == sorted(f"!{declared.name}" for declared in COMMANDS)


def test_the_table_of_the_readme_has_a_row_for_each_command() -> None:
    rows = table(COMMANDS).splitlines()
    assert len(rows) == len(COMMANDS) + 2
    assert all(row.replace("\\|", "").count("|") == 5 for row in rows)
    assert rows[2].startswith("| `!help [word]` | `!commands` | anyone |")


def test_the_table_can_be_printed() -> None:
    printed = subprocess.run([sys.executable, "-m", "cogs.help"], capture_output=True, text=True, check=True)
    assert printed.stdout.rstrip("\n") == table(COMMANDS)


def test_every_cog_has_commands() -> None:
    assert all(cog.declared() for cog in every_cog())


# --- what becomes of words ---


async def test_drop_with_a_name_is_the_coordinators_and_without_ones_own() -> None:
    room = Room(*playing())
    await room.say("alice", "!drop")
    await room.say("alice", "!drop my train leaves")
    await room.say("birch", "!drop bob lost the line")
    await room.say("alice", "!drop bob lost the line")
    assert [type(act) for act in room.office.acts] == [a.Drop, a.Drop, a.DropPlayer, a.DropPlayer]
    assert room.office.acts[2] == a.DropPlayer(by=pid("birch"), player=pid("bob"), why="lost the line")


async def test_a_coordinators_slip_in_a_name_drops_nobody() -> None:
    room = Room(*playing())
    await room.say("birch", "!drop bbo lost the line")
    assert room.office.acts == []
    assert room.office.texts == ["Nobody here is called bbo."]


async def test_registering_tells_whether_the_player_is_here() -> None:
    room = Room(*opened())
    await room.say("zed", "!join ABC123")
    assert room.office.acts == [
        a.Register(by=pid("zed"), name="zed", deck="ABC123", here=True, bot_names=("FloorJudge",))
    ]


async def test_a_judge_may_name_the_table_of_a_relay() -> None:
    room = Room(*playing())
    await room.say("wren", "!relay failed 2")
    await room.say("wren", "!consent no table 2")
    relay, consent = room.office.acts
    assert isinstance(relay, a.ReportRelay)
    assert isinstance(consent, a.GiveConsent)
    assert (relay.works, relay.table, consent.yes, consent.table) == (False, 2, False, 2)


async def test_a_staff_code_is_handed_on_and_its_answer_given() -> None:
    room = Room()
    await room.tell("wren", "link 7F3K-22")
    assert room.office.codes == ["7F3K-22"]
    assert room.office.texts == ["wren is staff."]
