"""How a rehearsal is played: the order within a second, what cannot be played, and what is printed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.rehearsal.player import rehearse
from bot.rehearsal.report import Outcome

STAFF = "staff: coordinator=tess head_judge=hugo judge=judy"
GONE = """12:00:00 <tess> !pair ann bob
12:00:00 <tess> !begin
12:00:30 <ann> !ready
12:01:00 <bob> !ready
12:02:00 <ann> !ready
12:02:00 <bob> !ready
12:07:30 * bob quits (Ping timeout: 240 seconds)
"""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a transcript: header lines, a blank one, and the rest."""

    def write(rest: str, *header: str, name: str = "event") -> Path:
        path = tmp_path / f"{name}.txt"
        path.write_text("\n".join([*header, "", rest]), encoding="utf-8")
        return path

    return write


@pytest.fixture
def gone(write: Write) -> Write:
    """The same, where bob is gone since 12:07:30."""
    return lambda rest, name="event": write(GONE + rest, STAFF, "players: ann bob", name=name)


def said(outcome: Outcome, text: str) -> list[str]:
    """When the bot said a line with this text."""
    return [f"{line.at:%H:%M:%S}" for line in outcome.conversation.said() if text in line.text]


# --- the order within a second ---


async def test_a_deadline_is_spoken_within_its_second(gone: Write) -> None:
    outcome = await rehearse(gone("12:20:00 + wait\n"))
    assert set(said(outcome, "Game Loss")) == {"12:12:30"}
    assert set(said(outcome, "Match Loss")) == {"12:17:30"}


async def test_a_line_comes_before_a_deadline_of_its_second(gone: Write) -> None:
    outcome = await rehearse(gone("12:12:30 <bob> !ready\n12:20:00 + wait\n"))
    assert said(outcome, "Game Loss") == []


async def test_a_line_comes_after_a_deadline_of_an_earlier_second(gone: Write) -> None:
    outcome = await rehearse(gone("12:12:31 <bob> !ready\n"))
    assert "12:12:30" in said(outcome, "Game Loss")


async def test_a_wait_works_off_its_own_second(gone: Write) -> None:
    outcome = await rehearse(gone("12:12:30 + wait\n12:12:30 ! bob: game loss\n12:12:30 <bob> !ready\n"))
    (failure,) = outcome.failures
    assert failure.startswith("line 12: expected not to hear: bob: game loss; said: 12:12:30")


async def test_the_end_of_the_file_works_off_its_second(gone: Write) -> None:
    outcome = await rehearse(gone("12:12:30 ! game loss\n12:12:30 = bob: game loss\n"))
    assert list(outcome.failures) == []


async def test_a_failed_expectation_shows_what_was_said(gone: Write) -> None:
    rest = "12:12:30 = bob: match loss\n\nexpect\nno penalties\nmatch ann 1-0 bob open\n"
    outcome = await rehearse(gone(rest))
    heard, held = outcome.failures
    assert heard.startswith("line 11: expected at 12:12:30: bob: match loss; said: bob: Game Loss (A.I.4")
    assert held == (
        "line 14: expected nothing more than that; found "
        "penalty 12:12:30 bob disconnection.over_5_min game_loss standing"
    )


# --- how an event begins ---


async def test_an_event_can_be_opened_in_the_transcript(write: Write) -> None:
    rest = (
        '11:50:00 <tess> !open "Cup" format=standard starts=now authorization=A1 rel=3\n'
        "11:51:00 <ann> !register a1\n11:51:10 <bob> !register b1\n11:52:00 <cyd> !register c1\n"
        "11:53:00 <cyd> !drop\n12:00:00 <tess> !pair ann bob\n12:00:10 <tess> !begin\n\n"
        "expect\nmatch ann 0-0 bob open\ndropped cyd\nstanding ann 0 points\nstanding bob 0 points\n"
        "standing cyd 0 points\n"
    )
    outcome = await rehearse(write(rest, STAFF))
    assert list(outcome.failures) == []
    assert outcome.state is not None
    assert (outcome.state.name, outcome.state.rel) == ("Cup", "3")


async def test_without_a_staff_line_the_configured_staff_officiates(write: Write) -> None:
    rest = "12:00:00 <tc> !pair ann bob\n12:00:10 <tc> !begin\n\nexpect\nmatch ann 0-0 bob open\n"
    outcome = await rehearse(write(rest, "players: ann bob"))
    assert list(outcome.failures) == []
    assert said(outcome, "Round 1") == ["12:00:00", "12:00:10"]


async def test_the_header_shapes_the_event(write: Write) -> None:
    header = ("players: ann bob cyd", "stage: playoff", "best_of: 5", "round: 60m", "rel: 2", "absent: bob")
    limits = ("house_rules: gone_game_loss=3m gone_match_loss=6m", "automatic: tardiness=propose")
    rest = "12:00:00 <tess> !pair ann bob\n12:00:10 <tess> !begin\n12:01:00 <ann> !ready\n12:11:00 + wait\n\nexpect\n"
    ends = "ends 13:00:10 ann bob\npenalty 12:10:10 bob tardiness game_loss pending\n"
    outcome = await rehearse(write(rest + ends, STAFF, *header, *limits))
    assert list(outcome.failures) == []
    assert outcome.state is not None
    assert outcome.state.rel == "2"
    assert outcome.state.matches[1].best_of == 5
    assert outcome.state.book.clocks.gone_game_loss.total_seconds() == 180


async def test_draws_come_as_they_are_scripted_and_then_as_they_are_seeded(write: Write) -> None:
    rest = "12:00:00 <eve> !flip\n12:00:01 <eve> !roll 2d20\n12:00:02 <eve> !roll 3d20\n"
    first = await rehearse(write(rest, "draws: tails 4 17", "seed: 7", name="one"))
    again = await rehearse(write(rest, "draws: tails 4 17", "seed: 7", name="two"))
    lines = [line.text for line in first.conversation.said()]
    assert "tails" in lines[0]
    assert "4" in lines[1]
    assert "17" in lines[1]
    assert lines == [line.text for line in again.conversation.said()]


async def test_a_scripted_flip_waits_for_a_flip(write: Write) -> None:
    rest = GONE.replace("12:07:30 * bob quits (Ping timeout: 240 seconds)", "12:07:30 <ann> !flip")
    outcome = await rehearse(write(rest, STAFF, "players: ann bob", "draws: tails"))
    assert said(outcome, "tails") == ["12:07:30"]


@pytest.mark.parametrize(
    ("header", "failure"),
    [
        ("set: color=red", "line 3: color: expected one of"),
        ("round: 10m", "line 3: round: expected 50:00 or more, found '10m' (2.2)"),
        ("set: playoff_best_of=7", "line 3: playoff_best_of: expected"),
        ("set: kind=qualifier rel=1", "line 3: rel: expected 3"),
        ("house_rules: lunch=1h", "line 3: house_rules"),
        ("draws: 4", "line 3: draws: expected 1 to 2 for who chooses, found '4'"),
    ],
)
async def test_what_the_event_will_not_have_is_refused_with_its_line(
    header: str, failure: str, write: Write
) -> None:
    rest = GONE if header.startswith("draws") else "12:00:00 + wait\n"
    outcome = await rehearse(write(rest, STAFF, "players: ann bob", header))
    assert outcome.unreadable
    assert len(outcome.failures) == 1
    assert outcome.failures[0].startswith(failure)


# --- who is there ---


async def test_a_stranger_with_a_taken_name_is_nobody(write: Write) -> None:
    rest = "12:00:00 * tess quits\n12:00:10 <tess_> !pair ann bob\n"
    outcome = await rehearse(write(rest, STAFF, "players: ann bob"))
    assert said(outcome, "is paired") == []
    assert said(outcome, "tess_, that is for the coordinator") == ["12:00:10"]


async def test_those_who_are_not_named_are_gone_when_the_bot_sees_again(gone: Write) -> None:
    rest = "12:08:00 * the bot loses its connection\n12:09:00 * the bot is connected again (bob present)\n"
    outcome = await rehearse(
        gone(rest + "12:14:00 + wait\n\nexpect\npenalty 12:14:00 ann disconnection game_loss\n")
    )
    assert list(outcome.failures) == []


async def test_the_bot_may_be_down_at_the_end(gone: Write) -> None:
    rest = "12:13:00 * the bot goes down\n12:30:00 + wait\n\nexpect\npenalty 12:12:30 bob disconnection game_loss\n"
    outcome = await rehearse(gone(rest))
    assert list(outcome.failures) == []


# --- what is printed ---


def test_the_conversation_is_printed_with_its_times(gone: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", str(gone("12:12:30 = bob: game loss\n"))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "12:00:30 <ann> !ready" in lines
    assert "12:07:30 * bob quits (Ping timeout: 240 seconds)" in lines
    assert any(line.startswith("12:12:30 <bot> bob: Game Loss (A.I.4") for line in lines)
    assert any(line.startswith("12:12:30 <#judges bot> ") for line in lines)
    assert lines[-1] == "as expected"


def test_each_file_is_judged_alone_and_the_worst_counts(
    gone: Write, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    good = gone("12:12:30 = bob: game loss\n", name="good")
    wrong = gone("12:12:30 = bob: match loss\n", name="wrong")
    broken = write("12:00:00 + sleep\n", name="broken")
    files = [str(path) for path in (broken, wrong, good)]
    assert main(["rehearse", *files[2:]]) == 0
    assert main(["rehearse", *files[1:]]) == 1
    capsys.readouterr()
    assert main(["rehearse", "--json", *files]) == 2
    output = capsys.readouterr()
    unreadable, failed, held = (json.loads(line) for line in output.out.splitlines())
    assert output.err == ""
    assert unreadable == {
        "file": str(broken),
        "ok": False,
        "failures": ["line 2: expected + wait, found '+ sleep'"],
    }
    assert not failed["ok"]
    assert len(failed["failures"]) == 1
    assert held["ok"]
    assert held["failures"] == []


def test_json_tells_what_was_said_and_what_holds(gone: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = gone("12:13:00 <ann> !judge hello\n12:13:00 <ann -> bot> time\n")
    assert main(["rehearse", "--json", str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    keys = ["file", "ok", "failures", "said", "penalties", "matches", "calls", "dropped", "standings"]
    assert list(told) == keys
    assert all(list(line) == ["at", "to", "text"] for line in told["said"])
    assert {"#tournament", "#judges", "ann"} <= {line["to"] for line in told["said"]}
    (penalty,) = told["penalties"]
    assert (penalty["player"], penalty["due_at"]) == ("bob", "2026-01-05T12:12:30Z")
    assert told["matches"] == [
        {
            "round": 1,
            "table": 1,
            "player1": "ann",
            "player2": "bob",
            "wins1": 1,
            "wins2": 0,
            "draws": 0,
            "state": "open",
        }
    ]
    (call,) = told["calls"]
    assert call["why"] == "hello"
    assert told["dropped"] == []
    assert told["standings"] == [{"player": "ann", "points": 0}, {"player": "bob", "points": 0}]


def test_an_unreadable_file_is_one_line(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("12:00:00 + wait\n11:00:00 + wait\n")
    assert main(["rehearse", str(path), str(path.with_name("none.txt"))]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == (
        f"floorjudge rehearse: {path}: line 3: times never go back: 11:00:00 comes after 12:00:00\n"
        f"floorjudge rehearse: {path.with_name('none.txt')}: cannot be read: No such file or directory\n"
    )


def test_many_files_are_told_in_their_order(gone: Write, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(gone("", name=f"event{number:02}")) for number in range(20)]
    assert main(["rehearse", "--json", *files]) == 0
    assert [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()] == files
