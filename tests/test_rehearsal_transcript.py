"""Transcripts are read as the format says, and what cannot be read is refused with its line."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.rehearsal.facts import (
    CallsFact,
    ChoiceFact,
    DropFact,
    EndFact,
    LeagueFact,
    MatchFact,
    PenaltyFact,
    StandingFact,
)
from bot.rehearsal.header import Powers
from bot.rehearsal.moments import FIRST_DAY, BadTranscript, read_moment, write_moment
from bot.rehearsal.steps import (
    Befall,
    Going,
    Hear,
    HearNot,
    Join,
    Leave,
    LogIn,
    Rename,
    Speech,
    Step,
    Trouble,
    Wait,
)
from bot.rehearsal.transcript import load, read
from cogs.speech import Where
from rules.entries import Role, Stage

GIVEN = sorted((Path(__file__).parent / "transcripts").rglob("*.txt"))
NOON = FIRST_DAY + timedelta(hours=12)


def step(line: str) -> Step:
    """The one step of a transcript that has no more than this line."""
    (found,) = read(f"\n{line}\n").steps
    return found


def facts(*lines: str) -> list[object]:
    """What these lines behind `expect` expect."""
    return [each.fact for each in read("\n".join(["", "expect", *lines])).expected]


def refusal(text: str) -> BadTranscript:
    """How this transcript is refused."""
    with pytest.raises(BadTranscript) as caught:
        read(text)
    return caught.value


@pytest.mark.parametrize("path", GIVEN, ids=lambda path: path.stem)
def test_every_transcript_here_can_be_read(path: Path) -> None:
    transcript = load(path)
    assert transcript.steps
    assert transcript.expected


# --- header ---


def test_a_full_header_is_read() -> None:
    header = read(
        "title: B pings out\nrulebook: ogaming\nrel: 3\nstage: playoff\nbest_of: 5\nround: 60m\n"
        "staff: coordinator=birch judge=tarn,sorrel\nplayers: alice bob carol\nabsent: carol\n"
        "draws: heads 4 17 2\nseed: 7\nprevious_round_ends: 12:10:00\n"
        'set: playoff_best_of=5 format="sealed deck"\nautomatic: shuffle=propose\n'
        "house_rules: pregame=2m gone_game_loss=3:00\nidentity: account\n"
    ).header
    assert (header.title, header.rel, header.stage, header.best_of) == (
        "B pings out",
        "3",
        Stage.PLAYOFF,
        5,
    )
    assert header.round == "60m"
    assert header.staff == ((Role.COORDINATOR, "birch"), (Role.JUDGE, "tarn"), (Role.JUDGE, "sorrel"))
    assert header.players == ("alice", "bob", "carol")
    assert header.absent == ("carol",)
    assert header.draws == ("heads", "4", "17", "2")
    assert header.seed == 7
    assert header.previous_round_ends_at == NOON + timedelta(minutes=10)
    assert header.keys == {"playoff_best_of": "5", "format": "sealed deck"}
    assert header.automatic == {"shuffle": "propose"}
    assert header.house_rules == {"pregame": timedelta(minutes=2), "gone_game_loss": timedelta(minutes=3)}
    assert header.identity is Powers.ACCOUNT
    assert header.opens_itself


def test_a_header_may_be_missing() -> None:
    transcript = read("12:00:00 <alice> !help\n")
    assert transcript.header.rulebook == "ogaming"
    assert not transcript.header.opens_itself
    assert transcript.steps == (Speech(line=1, at=NOON, nick="alice", where=Where.CHANNEL, words="!help"),)


def test_comments_count_nowhere() -> None:
    transcript = read(
        "# one\ntitle: x\n# two\nseed: 3\n\n# three\n12:00:00 + wait\nexpect\n# four\nno calls\n"
    )
    assert transcript.header.seed == 3
    assert [step.line for step in transcript.steps] == [7]
    assert [each.line for each in transcript.expected] == [10]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("title x\n", 1, "expected key: value"),
        ("seed: 1\nplayer: ann\n", 2, "nearest known is players"),
        ("seed: 1\nseed: 2\n", 2, "stands on line 1 already"),
        ("rulebook: nosuch\n", 1, "ogaming"),
        ("rel: 9\n", 1, "rel: expected one of"),
        ("stage: finals\n", 1, "swiss, playoff, final"),
        ("best_of: 4\n", 1, "odd number"),
        ("round: 50\n", 1, "round: a duration such as"),
        ("staff: boss=ann\n", 1, "head_judge"),
        ("players: ann Ann\n", 1, "named twice"),
        ("draws: edge\n", 1, "heads, tails or a number"),
        ("seed: x\n", 1, "seed: expected a number"),
        ("previous_round_ends: noon\n", 1, "time of day"),
        ('set: format="open\n', 1, "expected key=value"),
        ("automatic: tardiness=never\n", 1, '"issue", "propose" or "off"'),
        ("automatic: lunch=issue\n", 1, "tardiness"),
        ("house_rules: pregame=soon\n", 1, "pregame: a duration"),
        ("identity: face\n", 1, "nick, account"),
    ],
)
def test_a_bad_header_names_line_and_key(text: str, line: int, words: str) -> None:
    refused = refusal(text)
    assert refused.line == line
    assert words in str(refused)
    assert str(refused).startswith(f"line {line}: ")


# --- lines ---


def test_what_people_say_is_read() -> None:
    assert step("12:00:00 <birch> !pair alice bob") == Speech(
        line=2, at=NOON, nick="birch", where=Where.CHANNEL, words="!pair alice bob"
    )
    assert step("12:00:00 <alice -> bot> judge he is gone") == Speech(
        line=2, at=NOON, nick="alice", where=Where.PRIVATE, words="judge he is gone"
    )
    assert step("12:00:00 <#judges wren> !calls") == Speech(
        line=2, at=NOON, nick="wren", where=Where.JUDGES, words="!calls"
    )


def test_what_happens_is_read() -> None:
    assert step("12:00:00 * bob quits (Ping timeout: 240 seconds)") == Leave(
        line=2, at=NOON, nicks=("bob",), how=Going.QUITS, reason="Ping timeout: 240 seconds"
    )
    assert step("12:00:00 * bob parts") == Leave(line=2, at=NOON, nicks=("bob",), how=Going.PARTS, reason="")
    assert step("12:00:00 * bob is kicked (no (bad) words)") == Leave(
        line=2, at=NOON, nicks=("bob",), how=Going.KICKED, reason="no (bad) words"
    )
    assert step("12:00:00 * alice bob quit (hub.example leaf.example)") == Leave(
        line=2, at=NOON, nicks=("alice", "bob"), how=Going.QUITS, reason="hub.example leaf.example"
    )
    assert step("12:00:00 * bob joins") == Join(line=2, at=NOON, nicks=("bob",))
    assert step("12:00:00 * bob is now bob_") == Rename(line=2, at=NOON, nick="bob", new="bob_")
    assert step("12:00:00 * bob logs in as bobby") == LogIn(line=2, at=NOON, nick="bob", account="bobby")
    assert step("12:00:00 * bob logs out") == LogIn(line=2, at=NOON, nick="bob", account=None)
    assert step("12:00:00 + wait") == Wait(line=2, at=NOON)


def test_what_befalls_the_bot_is_read() -> None:
    for words, trouble, present in [
        ("the bot loses its connection", Trouble.CONNECTION_LOST, None),
        ("the bot is connected again (alice bob present)", Trouble.CONNECTED_AGAIN, ("alice", "bob")),
        ("the bot goes down", Trouble.BOT_DOWN, None),
        ("the bot comes back (alice present)", Trouble.BOT_BACK, ("alice",)),
        ("the bot comes back (present)", Trouble.BOT_BACK, ()),
        ("the bot comes back", Trouble.BOT_BACK, None),
        ("the store fails", Trouble.STORE_FAILS, None),
        ("the store recovers", Trouble.STORE_RECOVERS, None),
    ]:
        assert step(f"12:00:00 * {words}") == Befall(line=2, at=NOON, trouble=trouble, present=present)


def test_what_is_expected_in_between_is_read() -> None:
    assert step("12:00:00 = bob*game loss") == Hear(
        line=2, at=NOON, where=Where.CHANNEL, nick="", text="bob*game loss"
    )
    assert step("12:00:00 = <bot -> bob> you have*") == Hear(
        line=2, at=NOON, where=Where.PRIVATE, nick="bob", text="you have*"
    )
    assert step("12:00:00 = <#judges> call 1") == Hear(
        line=2, at=NOON, where=Where.JUDGES, nick="", text="call 1"
    )
    assert step("12:00:00 ! game loss") == HearNot(line=2, at=NOON, text="game loss")


def test_the_next_day_is_a_day_later() -> None:
    first, second = read("\n23:59:59 + wait\n1d 00:05:00 + wait\n").steps
    assert second.at - first.at == timedelta(minutes=5, seconds=1)
    assert write_moment(second.at) == "1d 00:05:00"
    assert read_moment(write_moment(first.at), 1) == first.at


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("\n12:00:01 + wait\n12:00:00 + wait\n", 3, "times never go back: 12:00:00 comes after 12:00:01"),
        ("\n24:00:00 + wait\n", 2, "time of day"),
        ("\n12:60:00 + wait\n", 2, "time of day"),
        ("\n12:00:00 + wait\nbob quits\n", 3, "begins with a time of day"),
        ("\n12:00:00 bob quits\n", 2, "expected <nick> words"),
        ("\n12:00:00 + sleep\n", 2, "expected + wait"),
        ("\n12:00:00 * bob explodes\n", 2, "* bob quits (Ping timeout)"),
        ("\n12:00:00 * the bot naps\n", 2, "* the bot goes down"),
        ("\n12:00:00 <#lobby ann> hello\n", 2, "#tournament and #judges"),
        ("\n12:00:00 <> hello\n", 2, "expected <nick>"),
        ("\n12:00:00 =\n", 2, "found nothing"),
        ("\n12:00:00 = <bot -> > x\n", 2, "expected <bot -> nick>"),
        ("\n12:00:00\n", 2, "expected <nick> words"),
        ("\n\ntitle: x\n12:00:00 + wait\ntitle: y\n", 5, "begins with a time of day"),
    ],
)
def test_a_bad_line_is_named(text: str, line: int, words: str) -> None:
    refused = refusal(text)
    assert refused.line == line
    assert words in str(refused)


# --- the end ---


def test_what_holds_at_the_end_is_read() -> None:
    assert facts(
        "penalty 12:00:00 Bob disconnection game_loss",
        "penalty 1d 12:00:00 bob tardiness.over_10_min match_loss superseded",
        "match alice 1-0 bob open",
        "match 1 alice 1-0-1 bob final",
        "match ann 2-0 bye final",
        "match ann 0-0 bob unplayed",
        "calls 2",
        "dropped bob",
        "ends 12:00:00 ann bob",
        "chooses bob 2",
        "standing bob 3 points",
        "rating bob 2",
        "cards bob yellow 1 red 0",
        "status bob excluded_rest",
    ) == [
        PenaltyFact(at=NOON, player="bob", infraction="disconnection", penalty="game_loss"),
        PenaltyFact(
            at=NOON + timedelta(days=1),
            player="bob",
            infraction="tardiness.over_10_min",
            penalty="match_loss",
            status="superseded",
        ),
        MatchFact(player1="alice", player2="bob", wins1=1, wins2=0, draws=0, state="open"),
        MatchFact(player1="alice", player2="bob", wins1=1, wins2=0, draws=1, state="final", round=1),
        MatchFact(player1="ann", player2="bye", wins1=2, wins2=0, draws=0, state="final"),
        MatchFact(player1="ann", player2="bob", wins1=0, wins2=0, draws=0, state="unplayed"),
        CallsFact(count=2),
        DropFact(player="bob"),
        EndFact(at=NOON, players=frozenset({"ann", "bob"})),
        ChoiceFact(player="bob", game=2),
        StandingFact(player="bob", points=3),
        LeagueFact(kind="rating", player="bob", value="2"),
        LeagueFact(kind="cards", player="bob", value="yellow 1 red 0"),
        LeagueFact(kind="status", player="bob", value="excluded_rest"),
    ]


def test_nothing_of_a_kind_is_read() -> None:
    assert [each.kind for each in read("\nexpect\nno penalties\nno calls\nno drops\n").expected] == [
        PenaltyFact,
        CallsFact,
        DropFact,
    ]
    assert facts("no penalties", "no drops") == [None, None]


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("penalty 12:00:00 bob disconnection fine", "expected penalty 12:12:30 bob"),
        ("penalty 25:00:00 bob disconnection warning", "time of day"),
        ("match alice 1 bob open", "expected match alice 1-0 bob open"),
        ("match alice 1-0 bob over", "final, disputed"),
        ("calls many", "expected calls 1"),
        ("no players", "expected one of penalty"),
        ("winner bob", "expected one of penalty"),
    ],
)
def test_a_bad_fact_is_named(fact: str, words: str) -> None:
    refused = refusal(f"\nexpect\nno calls\n{fact}\n")
    assert refused.line == 4
    assert words in str(refused)


def test_a_file_that_is_no_text_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(b"title: x\n\n12:00:00 <ann> \xff\n")
    with pytest.raises(BadTranscript, match=r"^line 3: is not UTF-8$"):
        load(path)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"title: an evening\nplayers: ann bob\n\nexpect\nno penalties\n"]
)
def test_a_file_in_which_nothing_happens_proves_nothing(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "empty.txt"
    file.write_bytes(content)
    with pytest.raises(BadTranscript, match="nothing happens"):
        load(file)
