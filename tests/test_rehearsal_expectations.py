"""Expectations are judged as the format says, against a small conversation on paper."""

from datetime import datetime, timedelta

import pytest

from bot.rehearsal.conversation import Conversation, Heard
from bot.rehearsal.expectations import judge
from bot.rehearsal.facts import (
    CallsFact,
    ChoiceFact,
    DropFact,
    EndFact,
    Fact,
    MatchFact,
    PenaltyFact,
    StandingFact,
)
from bot.rehearsal.moments import FIRST_DAY
from bot.rehearsal.transcript import read
from cogs.speech import Where

NOON = FIRST_DAY + timedelta(hours=12)
LATER = NOON + timedelta(minutes=5)


def channel(text: str, at: datetime = NOON) -> Heard:
    return Heard(at=at, where=Where.CHANNEL, nick="", text=text)


def private(nick: str, text: str, at: datetime = NOON) -> Heard:
    return Heard(at=at, where=Where.PRIVATE, nick=nick, text=text)


def judges(text: str, at: datetime = NOON) -> Heard:
    return Heard(at=at, where=Where.JUDGES, nick="", text=text)


def heard(text: str, *turns: Heard | int) -> list[str]:
    """Judge the lines of this transcript; an integer among the turns is the place of one of its steps."""
    transcript = read("\n" + text)
    conversation = Conversation([transcript.steps[turn] if isinstance(turn, int) else turn for turn in turns])
    return judge(transcript, conversation, [])


def held(expect: str, *facts: Fact) -> list[str]:
    """Judge this block against these facts."""
    return judge(read(f"\nexpect\n{expect}\n"), Conversation(), facts)


def table(first: str, score: tuple[int, int, int], second: str, state: str, number: int = 1) -> MatchFact:
    wins1, wins2, draws = score
    return MatchFact(
        player1=first, player2=second, wins1=wins1, wins2=wins2, draws=draws, state=state, round=number
    )


# --- what is said ---


@pytest.mark.parametrize("text", ["bob*game loss", "BOB: GAME", "game*(a.i.4", "Loss (A.I.4, gone 5:00)."])
def test_a_line_that_contains_the_text_is_heard(text: str) -> None:
    assert heard(f"12:00:00 = {text}", 0, channel("bob: Game Loss (A.I.4, gone 5:00).")) == []


def test_what_is_said_in_another_second_does_not_count() -> None:
    (failure,) = heard("12:00:00 = game loss", 0, channel("bob: Game Loss.", LATER))
    assert failure == "line 2: expected at 12:00:00: game loss; it was said at 12:05:00"


def test_a_failure_shows_what_was_said_in_its_place() -> None:
    (failure,) = heard("12:00:00 = game loss", 0, channel("bob, hello."))
    assert failure == "line 2: expected at 12:00:00: game loss; said: bob, hello."


def test_a_failure_shows_what_was_said_last_if_the_second_was_silent() -> None:
    (failure,) = heard("12:05:00 = game loss", channel("bob, hello."), 0)
    assert "nothing was said there in that second (last: 12:00:00 bob, hello.)" in failure


def test_each_place_is_heard_apart() -> None:
    assert heard("12:00:00 = <bot -> Bob> you have", 0, private("bob", "You have 5:00.")) == []
    assert heard("12:00:00 = <#judges> call 1", 0, judges("Call 1: bob.")) == []
    assert len(heard("12:00:00 = you have", 0, private("bob", "You have 5:00."))) == 1
    assert len(heard("12:00:00 = <bot -> ann> you have", 0, private("bob", "You have 5:00."))) == 1
    assert len(heard("12:00:00 = <#judges> call 1", 0, channel("Call 1: bob."))) == 1


def test_silence_is_broken_by_any_line_since_the_last_deed() -> None:
    text = "12:00:00 <bob> !ready\n12:05:00 + wait\n12:05:00 ! game loss"
    assert heard(text, channel("Game Loss."), 0, 1, 2) == []
    for line in (channel("Game Loss.", LATER), private("bob", "game loss", LATER), judges("A Game Loss.")):
        (failure,) = heard(text, 0, line, 1, 2)
        assert failure.startswith("line 4: expected not to hear: game loss; said: 12:0")


def test_expectations_are_no_deeds() -> None:
    text = "12:00:00 <bob> !ready\n12:00:00 = ready\n12:00:00 ! game loss"
    assert len(heard(text, 0, channel("Ready. Game Loss."), 1, 2)) == 1


def test_what_is_said_after_the_line_does_not_break_silence() -> None:
    assert heard("12:00:00 <bob> !ready\n12:00:00 ! game loss", 0, 1, channel("Game Loss.")) == []


# --- what holds ---

LOSS = PenaltyFact(
    at=NOON,
    player="bob",
    infraction="disconnection.over_5_min",
    penalty="game_loss",
    status="standing",
)


@pytest.mark.parametrize(
    "line",
    [
        "penalty 12:00:00 bob disconnection game_loss",
        "penalty 12:00:01 bob disconnection game_loss",
        "penalty 11:59:59 BOB disconnection.over_5_min game_loss standing",
    ],
)
def test_a_penalty_fits(line: str) -> None:
    assert held(line, LOSS) == []


@pytest.mark.parametrize(
    "line",
    [
        "penalty 12:00:02 bob disconnection game_loss",
        "penalty 12:00:00 ann disconnection game_loss",
        "penalty 12:00:00 bob tardiness game_loss",
        "penalty 12:00:00 bob disconnection.over_10_min game_loss",
        "penalty 12:00:00 bob disconnection match_loss",
        "penalty 12:00:00 bob disconnection game_loss overturned",
        "no penalties",
    ],
)
def test_another_penalty_does_not_fit(line: str) -> None:
    (failure,) = held(line, LOSS)
    assert "penalty 12:00:00 bob disconnection.over_5_min game_loss standing" in failure


def test_every_penalty_must_be_named_and_once() -> None:
    line = "penalty 12:00:00 bob disconnection game_loss"
    assert held(line, LOSS, LOSS) == [
        "line 3: expected nothing more than that; found "
        "penalty 12:00:00 bob disconnection.over_5_min game_loss standing"
    ]
    assert held(f"{line}\n{line}", LOSS) == [f"line 4: expected {line}; found nothing left of the kind"]


def test_kinds_that_are_not_named_are_not_compared() -> None:
    assert held("no calls", LOSS, CallsFact(count=0)) == []


def test_a_table_may_be_named_from_either_side() -> None:
    held_table = table("ann", (1, 0, 1), "bob", "open")
    assert held("match ann 1-0-1 bob open", held_table) == []
    assert held("match bob 0-1-1 ann open", held_table) == []
    assert len(held("match bob 1-0-1 ann open", held_table)) == 1
    assert len(held("match ann 1-0 bob open", held_table)) == 1


def test_all_tables_of_the_last_round_are_compared() -> None:
    tables = (
        table("ann", (2, 0, 0), "bob", "final", 1),
        table("ann", (0, 0, 0), "cyd", "open", 2),
        table("bob", (0, 0, 0), "dan", "open", 2),
    )
    assert held("match ann 0-0 cyd open\nmatch bob 0-0 dan open", *tables) == []
    assert len(held("match ann 0-0 cyd open", *tables)) == 1
    assert held("match 1 ann 2-0 bob final", *tables) == []
    assert len(held("match ann 2-0 bob final", *tables)) == 1


def test_calls_drops_and_standings_must_match_exactly() -> None:
    facts = (CallsFact(count=1), DropFact(player="bob"), StandingFact(player="ann", points=3))
    assert held("calls 1\ndropped bob\nstanding ann 3 points", *facts) == []
    assert len(held("no calls", *facts)) == 1
    assert len(held("no drops", *facts)) == 1
    assert len(held("standing ann 1 points", *facts)) == 1
    assert len(held("standing ann 3 points", *facts, StandingFact(player="bob", points=0))) == 1


def test_ends_and_choices_are_judged_one_by_one() -> None:
    facts = (
        EndFact(at=NOON, players=frozenset({"ann", "bob"})),
        EndFact(at=LATER, players=frozenset({"cyd", "dan"})),
        ChoiceFact(player="ann", game=1),
        ChoiceFact(player="bob", game=2),
    )
    assert held("ends 12:00:00 bob ann\nchooses bob 2", *facts) == []
    assert held("ends 12:00:01 ann bob", *facts) == [
        "line 3: expected ends 12:00:01 ann bob; found ends 12:00:00 ann bob"
    ]
    assert held("chooses ann 2", *facts) == ["line 3: expected chooses ann 2; found chooses bob 2"]
    assert held("chooses ann 3", *facts) == ["line 3: expected chooses ann 3; found nothing of it"]
