"""Which lines are commands, how their words are read, and what is answered when something is wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.command import By, Call, Cog, Commands, command
from cogs.everything import every_command
from cogs.grammar import form_of
from cogs.office import NotRecorded
from cogs.readers import LONGEST_MIXED, NO_WORDS, Text, Throw
from cogs.speech import Place, Where
from cogs.words import Misfit, Somebody, Words
from rules import entries as e
from rules.acts import (
    Act,
    CallJudge,
    Concede,
    Disqualify,
    Extend,
    FlipCoin,
    LiftHold,
    MakeContact,
    OpenTournament,
    PairByHand,
    Penalise,
    PlaceHold,
    PressReady,
    ReportGame,
    ReportMatch,
    RollDice,
    SetResult,
)
from rules.entries import Role
from rules.refusals import NotAllowed, NothingToConfirm
from tests.fake_office import (
    JUDGES,
    NETWORK,
    NOON,
    FakeOffice,
    Room,
    after,
    begun,
    opened,
    pid,
    playing,
    refuse,
)


@pytest.fixture
def room() -> Room:
    return Room(*playing())


# --- which lines are commands ---


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "!",
        "!!",
        "! ready",
        "hello",
        "ready",
        "!nosuchword",
        "!READYY",
        "x" * 100_000,
        "!" + "x" * 100_000,
    ],
)
async def test_a_line_that_is_no_command_is_ignored(room: Room, line: str) -> None:
    assert not await room.say("alice", line)
    assert room.office.texts == []
    assert room.office.acts == []


async def test_a_strange_line_in_private_is_ignored_too(room: Room) -> None:
    for line in ("", "   ", "hello there", "½", "!", "! ready"):
        assert not await room.tell("alice", line)
    assert room.office.texts == []


async def test_a_slip_with_its_mark_is_answered_in_private_with_the_nearest_word(room: Room) -> None:
    for line in ("!regsiter", "!Losst", "!confrim@autumn-12 now", "!xyzzyx"):
        assert not await room.tell("alice", line)
    assert room.office.texts == [
        "No word !regsiter; nearest: !register. !help lists them.",
        "No word !Losst; nearest: !lost. !help lists them.",
        "No word !confrim; nearest: !confirm. !help lists them.",
        "No word !xyzzyx. !help lists them.",
    ]
    assert room.office.acts == []


async def test_a_slip_in_a_channel_or_without_its_mark_is_not_answered(room: Room) -> None:
    assert not await room.say("alice", "!regsiter")
    for line in ("regsiter", "!!", "!?", "!" + "x" * 1000, "!\x02lost"):
        assert not await room.tell("alice", line)
    assert room.office.texts == []


async def test_a_slip_that_the_network_shows_twice_is_answered_once(room: Room) -> None:
    place = Place(network=NETWORK, where=Where.PRIVATE, nick="alice")
    for _ in range(2):
        await room.say("alice", "!regsiter", place, key="m1")
    assert len(room.office.texts) == 1


async def test_a_late_player_s_slip_in_private_is_contact_too() -> None:
    room = Room(*begun())
    await room.tell("bob", "!redddy")
    assert room.office.acts == [MakeContact(by=pid("bob"))]


@pytest.mark.parametrize("line", ["!lost", "!LOST", "!Lost", "!lost.", "!lost ", "!lost!", "  !lost"])
async def test_a_command_is_known_in_any_case_and_with_a_full_stop(room: Room, line: str) -> None:
    assert await room.say("alice", line)
    assert room.office.acts == [ReportGame(by=pid("alice"), won=False)]


async def test_in_private_the_mark_may_be_left_out(room: Room) -> None:
    assert await room.tell("alice", "lost")
    assert await room.tell("alice", "!lost")
    assert len(room.office.acts) == 2


@pytest.mark.parametrize(
    "line",
    [
        "back in 5 minutes",
        "here we go",
        "draw me a card",
        "drop it",
        "leave me alone",
        "concede that to me",
        "panic is no answer",
        "call me later",
        "lost, sorry",
        "ready?",
        "time to go",
        "yes please",
        "flip the table",
    ],
)
async def test_prose_in_private_runs_no_command(room: Room, line: str) -> None:
    await room.tell("alice", line)
    assert room.office.acts == []
    assert room.office.league_acts == []


async def test_a_word_with_prose_behind_it_is_answered_with_the_mark(room: Room) -> None:
    assert await room.tell("alice", "back in 5 minutes")
    assert room.office.texts == [
        "alice, with more behind it I act only on !back, with its mark. Example: !ready"
    ]


async def test_in_private_what_fits_and_a_call_for_a_judge_need_no_mark(room: Room) -> None:
    for line in ("report 2-1", "concede match", "contact late, on my way", "judge he has two decks"):
        assert await room.tell("alice", line)
    assert room.office.acts == [
        ReportMatch(by=pid("alice"), mine=2, theirs=1),
        Concede(by=pid("alice"), match=True),
        MakeContact(by=pid("alice"), words="late, on my way"),
        CallJudge(by=pid("alice"), why="he has two decks"),
    ]


@pytest.mark.parametrize("line", ["late, on my way", "late on my way", "!late on my way", "my train is late"])
async def test_a_late_player_s_prose_in_private_is_contact(line: str) -> None:
    room = Room(*begun())
    await room.tell("alice", line)
    assert room.office.acts[0] == MakeContact(by=pid("alice"), words=line.removeprefix("!"))
    assert room.office.texts == []


async def test_late_with_a_name_is_the_coordinators(room: Room) -> None:
    await room.say("birch", "!late zed")
    await room.say("birch", "!late zed now")
    assert [type(act).__name__ for act in room.office.acts] == ["Register"]
    assert room.office.texts == ["birch, the form is !late [nick]. Example: !late bob"]


async def test_nobody_concedes_for_somebody_else(room: Room) -> None:
    for words in ("bob match", "Bob", "bob, match"):
        await room.say("alice", f"!concede {words}")
    assert room.office.acts == []
    assert set(room.office.texts) == {
        "alice, only bob can concede for bob. Yours: !concede, or !concede match."
    }


@pytest.mark.parametrize("words", ["alice match", "the match", "alice", "this match, well played"])
async def test_a_match_is_not_taken_for_a_game(room: Room, words: str) -> None:
    await room.say("alice", f"!concede {words}")
    assert room.office.acts == []
    assert room.office.texts == ["alice, game or match is needed right behind !concede. Example: !concede"]


async def test_in_a_channel_the_mark_is_needed(room: Room) -> None:
    assert not await room.say("alice", "lost")
    assert not await room.say("wren", "calls", JUDGES)
    assert room.office.acts == []


async def test_answers_go_where_the_question_was_asked(room: Room) -> None:
    await room.say("wren", "!calls", JUDGES)
    await room.tell("alice", "time")
    assert [line.place.where for line in room.office.said] == [Where.JUDGES, Where.PRIVATE]
    assert room.office.said[1].place.nick == "alice"


async def test_a_message_that_the_network_shows_twice_runs_once(room: Room) -> None:
    assert await room.say("alice", "!lost", key="m1")
    assert await room.say("alice", "!lost", key="m1")
    assert await room.say("alice", "!lost", key="m2")
    assert len(room.office.acts) == 2


async def test_a_command_longer_than_a_line_is_answered_and_not_run(room: Room) -> None:
    assert await room.say("alice", "!judge " + "x" * 5000)
    assert room.office.acts == []
    assert "at most 1000 letters" in room.office.texts[0]


async def test_a_name_in_the_text_is_never_the_speaker(room: Room) -> None:
    assert not await room.say("zed", "<hawk> !dq alice cheating all along")
    assert room.office.acts == []


# --- events ---


async def test_a_word_may_name_its_event() -> None:
    room = Room(*playing())
    room.office.books["cube-3"] = room.office.books["autumn-12"]
    await room.say("alice", "!lost")
    assert room.office.acts == []
    assert room.office.texts == ["Which event? autumn-12, cube-3"]
    await room.say("alice", "!lost@cube-3")
    assert len(room.office.acts) == 1
    await room.say("alice", "!lost@spring")
    assert room.office.texts[-1] == "No event is called spring."


async def test_outside_an_event_a_flip_goes_to_the_league() -> None:
    room = Room()
    await room.say("zed", "!flip")
    await room.say("zed", "!roll")
    assert [type(act) for act in room.office.league_acts] == [FlipCoin, RollDice]
    assert room.office.acts == []


async def test_after_the_end_a_flip_goes_to_the_league() -> None:
    room = Room(*opened(), e.TournamentEnded(at=NOON, by=pid("birch")))
    await room.say("zed", "!flip")
    assert len(room.office.league_acts) == 1


# --- reading words ---


async def test_a_score_is_read_with_mine_first(room: Room) -> None:
    await room.say("alice", "!report 2-1-1")
    await room.say("alice", "!report 2–0 vs bob")
    assert room.office.acts == [
        ReportMatch(by=pid("alice"), mine=2, theirs=1, draws=1),
        ReportMatch(by=pid("alice"), mine=2, theirs=0, against=pid("bob")),
    ]


@pytest.mark.parametrize(
    "words", ["²-¹", "2-¹", "２-１", "2 1", "2", "two-one", "2-1-1-1", "-2-1", "222-1", "2-1 bob", ""]
)
async def test_another_score_is_answered_with_the_form_and_one_example(room: Room, words: str) -> None:
    assert await room.say("alice", f"!report {words}")
    assert room.office.acts == []
    assert len(room.office.texts) == 1
    assert room.office.texts[0].startswith("alice, ")
    assert room.office.texts[0].endswith("Example: !report 2-1")


async def test_concede_means_the_game_unless_the_match_is_named(room: Room) -> None:
    for line in (
        "!concede",
        "!ff game",
        "!forfeit MATCH",
        "!concede well played",
        "!concede match my train leaves",
    ):
        await room.say("alice", line)
    assert room.office.acts == [
        Concede(by=pid("alice")),
        Concede(by=pid("alice"), game=True),
        Concede(by=pid("alice"), match=True),
        Concede(by=pid("alice"), words="well played"),
        Concede(by=pid("alice"), match=True, words="my train leaves"),
    ]


@pytest.mark.parametrize("slip", ["mtach", "macth", "games", "matches"])
async def test_a_slip_does_not_concede_something_else(room: Room, slip: str) -> None:
    await room.say("alice", f"!concede {slip}")
    assert room.office.acts == []
    assert room.office.texts == ["alice, game or match is needed here. Example: !concede"]


@pytest.mark.parametrize(
    ("written", "minutes"), [("5", 5), ("5m", 5), ("30s", 0.5), ("2:30", 2.5), ("1h", 60), ("1h30m", 90)]
)
async def test_an_extension_is_minutes_unless_it_says_otherwise(
    room: Room, written: str, minutes: float
) -> None:
    await room.say("wren", f"!extend table 1 {written} a long ruling")
    assert room.office.acts == [
        Extend(by=pid("wren"), table=1, by_how_much=timedelta(minutes=minutes), why="a long ruling")
    ]


@pytest.mark.parametrize(
    "words", ["1 0", "1 0s", "1 ten", "1 -5", "1 ５", "0 5", "x 5", "1", "a long ruling", "1 99999", "1 2000"]
)
async def test_another_time_is_refused(room: Room, words: str) -> None:
    await room.say("wren", f"!extend {words}")
    assert room.office.acts == []
    assert room.office.texts[0].endswith("Example: !extend 3 5 a long ruling")


async def test_an_extension_alone_is_what_the_last_ruling_took(room: Room) -> None:
    await room.say("wren", "!extend")
    assert room.office.acts == [Extend(by=pid("wren"))]


async def test_a_hold_is_on_a_table_or_on_all(room: Room) -> None:
    await room.say("wren", "!hold 3 a look at the client")
    await room.say("wren", "!resume all")
    assert room.office.acts == [
        PlaceHold(by=pid("wren"), table=3, why="a look at the client"),
        LiftHold(by=pid("wren"), table=0),
    ]
    await room.say("wren", "!hold 0")
    assert len(room.office.acts) == 2


async def test_a_result_can_be_set_in_an_earlier_round(room: Room) -> None:
    await room.say("wren", "!setresult 2.13 2-1 game 3 was miscounted")
    assert room.office.acts == [
        SetResult(by=pid("wren"), round=2, table=13, first=2, second=1, draws=0, why="game 3 was miscounted")
    ]


async def test_pairs_are_two_names_each(room: Room) -> None:
    await room.say("birch", '!pair alice bob, "carol" dave')
    assert room.office.acts == [
        PairByHand(by=pid("birch"), pairs=((pid("alice"), pid("bob")), (pid("carol"), pid("dave"))))
    ]
    for words in ("alice bob carol", "alice", "alice bob,", "alice bob carol dave"):
        await room.say("birch", f"!pair {words}")
    assert len(room.office.acts) == 1


async def test_pair_alone_has_the_round_paired(room: Room) -> None:
    await room.say("birch", "!pair")
    assert room.office.acts == [Act(by=pid("birch"))]
    assert room.office.texts == []


async def test_an_unknown_name_is_answered_and_nothing_happens(room: Room) -> None:
    await room.say("wren", "!penalty nobody slow_play")
    assert room.office.acts == []
    assert room.office.texts == ["Nobody here is called nobody."]


@pytest.mark.parametrize(
    ("words", "infraction", "level", "why"),
    [
        ("slow_play", "slow_play", None, ""),
        ("slow play, second time asked", "slow play", None, "second time asked"),
        ("Slow-Play game loss he was asked", "Slow-Play", "game_loss", "he was asked"),
        ("slow_play GL he was asked", "slow_play", "game_loss", "he was asked"),
        ("slow_play game-loss", "slow_play", "game_loss", ""),
        ("slow_play Match_Loss: twice", "slow_play", "match_loss", "twice"),
        ("slow_play warning", "slow_play", "warning", ""),
        ("disconnection.unable_to_reconnect", "disconnection.unable_to_reconnect", None, ""),
        ("slow_play game_los twice", "slow_play", "game_los", "twice"),  # the rules refuse the level by name
        ("slow_pley", "slow_pley", None, ""),  # and the row, with those that come near
    ],
)
async def test_a_penalty_is_row_level_and_reason(
    room: Room, words: str, infraction: str, level: str | None, why: str
) -> None:
    await room.say("wren", f"!penalty bob {words}")
    assert room.office.acts == [
        Penalise(by=pid("wren"), player=pid("bob"), infraction=infraction, level=level, why=why)
    ]


@pytest.mark.parametrize(
    ("words", "grounds", "why"),
    [
        ("slow_play game_altering_advantage", ("game_altering_advantage",), ""),
        ("slow play Game-altering advantage, stalled", ("game_altering_advantage",), "stalled"),
        (
            "procedural_error significant_advantage significant_disruption thrice",
            ("significant_advantage", "significant_disruption"),
            "thrice",
        ),
        ("slow_play significant delay", (), "significant delay"),
    ],
)
async def test_a_ground_of_the_rulebook_stands_where_the_level_would(
    room: Room, words: str, grounds: tuple[str, ...], why: str
) -> None:
    await room.say("wren", f"!penalty bob {words}")
    (act,) = room.office.acts
    assert isinstance(act, Penalise)
    assert (act.level, act.grounds, act.why) == (None, grounds, why)


async def test_a_disqualification_is_for_cheating_unless_a_row_is_named(room: Room) -> None:
    await room.say("hawk", "!dq bob hid two cards")
    await room.say("hawk", "!dq bob slow_play on purpose")
    assert room.office.acts == [
        Disqualify(by=pid("hawk"), player=pid("bob"), infraction="cheating", why="hid two cards"),
        Disqualify(by=pid("hawk"), player=pid("bob"), infraction="slow_play", why="on purpose"),
    ]
    await room.say("hawk", "!dq bob")
    assert len(room.office.acts) == 2


async def test_settings_are_key_value_with_quotes(room: Room) -> None:
    await room.say("birch", '!open "Autumn 12" round=60m format="Block Constructed" Kind=trial')
    opened_as = room.office.opened[0]
    assert isinstance(opened_as, OpenTournament)
    assert opened_as.name == "Autumn 12"
    assert opened_as.keys == {"round": "60m", "format": "Block Constructed", "kind": "trial"}
    assert opened_as.rulebook["name"] == "ogaming"


@pytest.mark.parametrize(
    "words", ['"Autumn 12" round', '"Autumn 12" round=1 round=2', '"Autumn', '""', "", "A b c"]
)
async def test_an_event_with_broken_settings_is_not_opened(room: Room, words: str) -> None:
    await room.say("birch", f"!open {words}")
    assert room.office.opened == []
    assert len(room.office.texts) == 1


async def test_an_unknown_rulebook_is_answered_with_those_there_are(room: Room) -> None:
    await room.say("birch", "!open A rulebook=chess")
    assert room.office.opened == []
    assert "ogaming" in room.office.texts[0]


# --- dice ---


@pytest.mark.parametrize(
    ("words", "dice", "word"),
    [
        ("", Throw(1, 20, 0), ""),
        ("1d20", Throw(1, 20, 0), ""),
        ("d6", Throw(1, 6, 0), ""),
        ("2D6+1 lucky", Throw(2, 6, 1), "lucky"),
        ("100d1000-1000", Throw(100, 1000, -1000), ""),
        ("1d1", Throw(1, 1, 0), ""),
        ("dragon", Throw(1, 20, 0), "dragon"),
    ],
)
async def test_dice_are_n_d_m_with_a_modifier(room: Room, words: str, dice: Throw, word: str) -> None:
    await room.say("alice", f"!roll {words}")
    assert [
        (act.count, act.sides, act.modifier, act.word)
        for act in room.office.acts
        if isinstance(act, RollDice)
    ] == [(*dice, word)]


@pytest.mark.parametrize(
    "words",
    [
        "0d6",
        "3d0",
        "1d1e1",
        "101d6",
        "1d1001",
        "²d6",
        "2d²",
        "２d6",
        "20",
        "d6x",
        "-1d6",
        "+d6",
        "(2d6)",
        "[x]",
        "1d99999999999999999999999999999999",
        "9999999d999999999",
        "1d6+" + "9" * 900,
        "1d6 2d6",
        "1d6 (x)",
    ],
)
async def test_other_dice_are_refused_at_once(room: Room, words: str) -> None:
    assert await room.say("alice", f"!roll {words}")
    assert room.office.acts == []
    assert len(room.office.texts) == 1
    assert len(room.office.texts[0]) < 200


async def test_a_flip_takes_along_what_it_is_for(room: Room) -> None:
    await room.say("alice", "!flip for the game")
    assert isinstance(room.office.acts[0], FlipCoin)
    assert room.office.acts[0].words == "for the game"


@pytest.mark.parametrize("words", ["3", "²", "(x)", "[x]", "<@everyone>", "x" * (LONGEST_MIXED + 1)])
async def test_a_flip_refuses_a_word_that_could_be_something_else(room: Room, words: str) -> None:
    await room.say("alice", f"!flip {words}")
    assert room.office.acts == []
    assert "Example: !flip lucky" in room.office.texts[0]


# --- what goes wrong ---


async def test_a_refusal_is_worded_and_answered(room: Room) -> None:
    room.office.raises = NothingToConfirm()
    assert await room.say("alice", "!confirm")
    assert room.office.texts == ["alice, NothingToConfirm."]


async def test_who_may_not_is_told_who_may(room: Room) -> None:
    room.office.raises = NotAllowed(need=(Role.HEAD_JUDGE,))
    await room.say("zed", "!dq bob cheating a lot")
    assert room.office.texts == ["zed, that is for head_judge."]


async def test_what_was_not_recorded_is_said(room: Room) -> None:
    room.office.raises = NotRecorded("Not recorded: say it again.")
    await room.say("alice", "!lost")
    assert room.office.texts == ["Not recorded: say it again."]


async def test_a_fault_is_logged_under_the_reference_that_is_answered(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.office.raises = ZeroDivisionError("boom")
    assert await room.say("alice", "!lost")
    answer = room.office.texts[0]
    reference = answer.split("reference ")[1].split(")")[0]
    assert "Nothing was changed" in answer
    assert "ZeroDivisionError" not in answer
    logged = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(logged) == 1
    assert reference in logged[0].getMessage()
    assert logged[0].exc_info is not None
    room.office.raises = None
    assert await room.say("alice", "!lost")
    assert len(room.office.acts) == 1


async def test_two_faults_have_two_references(room: Room) -> None:
    room.office.raises = ZeroDivisionError("boom")
    await room.say("alice", "!lost")
    await room.say("alice", "!lost")
    assert room.office.texts[0] != room.office.texts[1]


async def test_a_broken_way_out_does_not_end_the_officiating(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.office.mute = True
    assert await room.say("alice", "!time")
    assert "could not be said" in caplog.text
    assert await room.say("alice", "!lost")
    assert len(room.office.acts) == 1


async def test_cancelling_is_not_swallowed(room: Room) -> None:
    room.office.raises = asyncio.CancelledError()
    with pytest.raises(asyncio.CancelledError):
        await room.say("alice", "!lost")


async def test_a_private_message_stays_out_of_the_log(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.office.raises = ZeroDivisionError("boom")
    await room.tell("alice", "judge he hides cards")
    assert "hides" not in caplog.text


# --- contact ---


async def test_any_word_of_a_player_who_has_not_arrived_is_contact() -> None:
    room = Room(*begun())
    await room.say("alice", "!time")
    assert room.office.acts == [MakeContact(by=pid("alice"))]


async def test_a_refused_or_wrong_word_is_contact_too() -> None:
    room = Room(*begun())
    await room.say("alice", "!report ²-¹")
    assert room.office.acts == [MakeContact(by=pid("alice"))]


async def test_chatter_is_no_word_to_the_official() -> None:
    room = Room(*begun())
    await room.say("alice", "hello all")
    assert room.office.acts == []


async def test_contact_is_entered_once() -> None:
    contact = e.ContactMade(at=after(30), player=pid("alice"))
    room = Room(*begun(), contact)
    await room.say("alice", "!time")
    assert room.office.acts == []


@pytest.mark.parametrize("name", ["alice", "wren", "zed"])
async def test_who_has_arrived_or_does_not_play_makes_no_contact(room: Room, name: str) -> None:
    await room.say(name, "!time")
    assert room.office.acts == []


async def test_a_word_after_an_early_close_still_saves_a_no_show() -> None:
    closed = e.RoundClosed(
        at=after(1200), round=1, by=pid("birch"), no_shows=(pid("bob"),), no_shows_at=after(3000)
    )
    room = Room(*begun(), closed)
    await room.say("bob", "!time")
    await room.say("alice", "!time")
    assert room.office.acts == [MakeContact(by=pid("bob"))]


async def test_a_refused_contact_is_not_the_players_affair(caplog: pytest.LogCaptureFixture) -> None:
    room = Room(*begun())
    room.office.raises = NotRecorded("Not recorded: say it again.")
    await room.say("alice", "!time")
    assert len(room.office.texts) == 1
    assert "Not recorded" not in room.office.texts[0]
    assert "contact" in caplog.text


# --- declarations ---


class Colour(StrEnum):
    RED = "red"
    DEEP_BLUE = "deep_blue"


class Painting(Cog):
    """A cog of a test's own."""

    def __init__(self) -> None:
        self.got: list[object] = []

    @command("paint", "brush", by=By.JUDGE)
    async def paint(
        self, call: Call, colour: Colour, who: Somebody | None = None, why: Text = NO_WORDS
    ) -> None:
        """Paint somebody.

        > !paint red
        < bob is red.
        """
        self.got += [colour, who, why]


async def test_a_signature_is_a_grammar() -> None:
    cog = Painting()
    room = Room(*playing())
    room.commands = Commands(room.office, [cog], refuse)
    await room.say("wren", "!brush Deep-Blue bob for fun")
    assert cog.got == [Colour.DEEP_BLUE, Somebody(pid("bob"), "bob"), "for fun"]
    declared = room.commands.named("!BRUSH")
    assert declared is not None
    assert declared.usage == "!paint red|deep_blue [nick] [why]"
    assert declared.example == "!paint red"
    assert declared.answers == ("bob is red.",)


def test_one_word_is_not_two_commands() -> None:
    with pytest.raises(TypeError, match="two commands are called paint"):
        Commands(FakeOffice(), [Painting(), Painting()], refuse)


def test_a_command_without_an_exchange_is_refused_at_start() -> None:
    async def silent(self: Cog, call: Call) -> None:
        """Says nothing of itself."""

    with pytest.raises(TypeError, match="an exchange"):
        command("silent")(silent)


def test_a_type_that_no_words_can_give_is_refused_at_start() -> None:
    async def odd(self: Cog, call: Call, what: Mapping[int, bytes]) -> None:
        """Odd."""

    with pytest.raises(TypeError, match="no words can give what"):
        form_of(odd)


def test_quotes_hold_words_together() -> None:
    words = Words('  "two words"  three “four five” ')
    assert [words.take(), words.take(), words.take()] == ["two words", "three", "four five"]
    assert not words
    with pytest.raises(Misfit):
        words.take()


# --- any text ---

PLAYING = playing()
WORDS = [word for declared in every_command() for word in declared.words]
PIECES = [
    "alice",
    "bob",
    "1",
    "2-1",
    "match",
    "all",
    "5m",
    "why not",
    "@",
    '"',
    "key=value",
    "²",
    "d6",
    "slow_play",
]
LINES = st.one_of(
    st.text(max_size=80),
    st.builds(
        lambda word, gap, rest: f"!{word}{gap}{rest}",
        st.sampled_from(WORDS),
        st.sampled_from([" ", "  ", "@autumn-12 ", "@", "\t", "\u00a0", ""]),
        st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=5).map(" ".join)),
    ),
)


@given(line=LINES, name=st.sampled_from(["alice", "wren", "birch", "zed"]))
def test_no_text_raises_and_only_known_words_enter(line: str, name: str) -> None:
    room = Room(*PLAYING)
    was_command = asyncio.run(room.say(name, line))
    entered = room.office.acts + room.office.league_acts + list(room.office.opened)
    if not was_command:
        assert entered == []
        assert room.office.texts == []
    assert len(entered) <= 1
    assert not any("something failed" in text for text in room.office.texts)
    assert all("\n" not in text and "\r" not in text for text in room.office.texts)


@given(st.text(max_size=30))
def test_a_score_is_read_only_from_ascii_digits(text: str) -> None:
    room = Room(*PLAYING)
    asyncio.run(room.say("alice", f"!report {text}"))
    for act in room.office.acts:
        assert isinstance(act, ReportMatch)
        assert text.strip()[0] in "0123456789"


async def test_a_ready_with_a_friendly_word_is_ready(room: Room) -> None:
    await room.say("alice", "!ready good luck!")
    await room.say("alice", "!judge")
    assert [type(act) for act in room.office.acts] == [PressReady, CallJudge]
    assert room.office.said == []


async def test_who_is_out_of_the_event_makes_no_contact() -> None:
    dropped = e.PlayerDropped(at=after(30), player=pid("alice"), how=e.Departure.DISQUALIFIED)
    room = Room(*begun(), dropped)
    await room.say("alice", "!time")
    assert room.office.acts == []
