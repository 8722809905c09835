"""What look-ups answer, from an event made of entries."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot import books
from bot.wording.lines import fits
from cogs.speech import Place, Where
from rules import entries as e
from rules.acts import FlipCoin
from rules.chance import faces_from
from rules.entries import Claim, Entry, HowMatch, Leaving, Outcome, PersonId, Presence
from tests.fake_office import CHANNEL, NETWORK, NOON, Room, after, begun, opened, paired, pid, playing

JUDGES = Place(network=NETWORK, where=Where.JUDGES)

OGAMING = books.load("ogaming")


async def ask(entries: list[Entry], name: str, line: str, seconds: int = 120, place: Place = CHANNEL) -> str:
    """What somebody is answered so long after noon."""
    room = Room(*entries)
    room.office.at = after(seconds)
    await room.say(name, line, place)
    assert len(room.office.texts) == 1
    return room.office.texts[0]


def absent(player: PersonId, at: int) -> list[Entry]:
    """A player's connection is lost in mid-match."""
    seen = e.PersonLeft(at=after(at), person=player, how=Leaving.LOST)
    began = e.AbsenceBegan(
        at=after(at),
        round=1,
        table=1,
        player=player,
        seen=Presence.CHAT,
        timed=True,
        why="ping timeout",
        game_loss_at=after(at + 300),
        clause="A.I.4",
    )
    return [seen, began]


def running() -> list[Entry]:
    """Game 1 of table 1 runs since 12:02:00."""
    loaded = [
        e.DeckLoaded(at=after(120), round=1, table=1, game=1, player=pid(who)) for who in ("alice", "bob")
    ]
    return [
        *playing(),
        *loaded,
        e.GameBegan(at=after(120), round=1, table=1, game=1, plays_first=pid("alice")),
    ]


def finished() -> list[Entry]:
    """alice has beaten bob at table 1."""
    return [
        *running(),
        e.MatchFinished(
            at=after(600),
            round=1,
            table=1,
            player1=pid("alice"),
            player2=pid("bob"),
            wins1=2,
            wins2=0,
            draws=0,
            outcome=Outcome.PLAYER1,
            how=HowMatch.GAMES,
        ),
    ]


def penalty(number: int, player: str, status: str = "standing") -> Entry:
    return e.PenaltyIssued(
        at=after(200),
        number=number,
        player=pid(player),
        infraction="exceeding_pregame_time",
        clause="A.II.7",
        penalty="caution",
        base="caution",
        round=1,
        table=1,
        game=1,
        automatic=True,
        by=None,
        due_at=after(200),
        issued_at=after(200),
        reason="decks not ready",
        evidence="",
        reportable=False,
        applies_to="",
        cause=f"pregame.{number}",
        pending=status == "pending",
    )


# --- time ---


async def test_time_tells_a_late_player_the_first_mark() -> None:
    assert await ask(begun(), "alice", "!time") == (
        "alice, table 1: 48:00 left, until 12:50:00. !ready by 12:10:00 (8:00), or game 1 is lost. "
        "Round 1: 48:00 left, until 12:50:00."
    )


async def test_time_tells_of_the_deck_to_load() -> None:
    assert "Your deck by 12:04:00 (2:00), then !ready." in await ask(playing(), "alice", "!time")


async def test_time_tells_the_absent_and_not_the_opponent() -> None:
    entries = [*running(), *absent(pid("bob"), 180)]
    assert "Back with !ready by 12:08:00 (4:00), or the game is lost." in await ask(
        entries, "bob", "!tl", 240
    )
    assert "12:08:00" not in await ask(entries, "alice", "!time", 240)


async def test_time_counts_an_extension_for_this_table_only() -> None:
    extension = e.ExtensionGranted(
        at=after(700),
        round=1,
        table=1,
        by=pid("wren"),
        by_how_much=timedelta(minutes=5),
        old_end_at=after(3000),
        new_end_at=after(3300),
    )
    assert await ask([*running(), extension], "alice", "!time", 720) == (
        "alice, table 1: 43:00 left, until 12:55:00 (5:00 of it extended). "
        "Round 1: 38:00 left, until 12:50:00."
    )
    assert "12:55:00" not in await ask([*running(), extension], "carol", "!time", 720)


async def test_time_tells_of_a_hold() -> None:
    hold = e.HoldPlaced(at=after(600), table=1, by=pid("wren"))
    assert "table 1: held by a judge, clocks stand still." in await ask([*running(), hold], "alice", "!time")


async def test_time_after_time_is_called_names_the_next_word() -> None:
    called = e.TimeCalled(at=after(3000), round=1, table=1, ended_at=after(3000))
    answer = await ask([*running(), called], "alice", "!time", 3060)
    assert "time was called at 12:50:00. !endturn or a result by 12:55:00 (4:00)" in answer


async def test_time_before_and_without_a_round() -> None:
    assert await ask(opened(), "alice", "!time") == "Autumn 12: no round is paired yet. !status"
    assert await ask(paired(), "alice", "!time") == (
        "alice, table 1 waits for !begin; !ready counts already. "
        "Round 1 is paired and has not begun. At your table: !ready"
    )


async def test_time_of_who_does_not_play_is_the_rounds() -> None:
    assert await ask(begun(), "zed", "!timer") == "Round 1: 48:00 left, until 12:50:00."


async def test_time_of_a_finished_match_is_its_result() -> None:
    assert (await ask(finished(), "bob", "!time")).startswith(
        "bob, table 1: alice 2-0 bob is final. Round 1:"
    )


# --- the event ---


async def test_status_counts_open_tables_and_calls() -> None:
    call = e.CallOpened(at=after(60), number=1, round=1, table=2, by=pid("carol"), why="rules")
    assert await ask([*finished(), call], "zed", "!status", 1200) == (
        "Autumn 12, round 1: 1 of 2 tables open (2 carol 0-0 dave, not all here). 1 open call. "
        "Round 1: 30:00 left, until 12:50:00."
    )


async def test_status_of_an_event_without_a_round_and_after_its_end() -> None:
    status = await ask(opened(), "zed", "!status")
    assert status.startswith("Autumn 12: O-Gaming tournament rules, version 1, challenge, ")
    assert "Head judge: " in status
    assert status.endswith("4 registered, no round is paired yet. !register")
    ended = e.TournamentEnded(at=NOON, by=pid("birch"))
    assert (await ask([*opened(), ended], "zed", "!status")).startswith("Autumn 12 ended at 12:00:00.")


async def test_pairings_and_ones_own_table() -> None:
    assert await ask(finished(), "zed", "!pairings") == (
        "Round 1: 1 alice 2-0 bob (final) · 2 carol 0-0 dave, not all here. Yours: !pairing"
    )
    assert await ask(running(), "bob", "!opponent") == (
        "bob plays alice at table 1 of round 1: alice 0-0 bob. Time: !time"
    )
    assert await ask(running(), "zed", "!pairing carol") == (
        "carol plays dave at table 2 of round 1: carol 0-0 dave. Time: !time"
    )
    assert await ask(opened(), "zed", "!pairing") == "zed is not registered in Autumn 12. !register"


async def test_the_queue_shows_who_has_a_call_and_how_to_take_one() -> None:
    calls = [
        e.CallOpened(at=after(60), number=1, round=1, table=2, by=pid("carol"), why="rules"),
        e.CallOpened(at=after(72), number=2, round=0, table=0, by=pid("zed"), why=""),
        e.CallClaimed(at=after(80), number=1, by=pid("wren"), waited=timedelta(seconds=20)),
    ]
    assert await ask([*begun(), *calls], "wren", "!calls") == (
        'Call 1, table 2 (carol-dave), 1:00 ago: "rules", is with wren · '
        "Call 2, zed at no table, 0:48 ago !claim 2"
    )
    assert await ask(playing(), "wren", "!calls") == "No open calls."


async def test_the_queue_is_for_judges() -> None:
    call = e.CallOpened(at=after(60), number=1, round=1, table=2, by=pid("carol"), why="he hides cards")
    answer = await ask([*playing(), call], "bob", "!calls")
    assert answer == "bob, that is for head_judge, secondary_judge, judge."


# --- penalties and rules ---


async def test_own_penalties_are_shown_in_full() -> None:
    entries = [*playing(), penalty(1, "alice"), penalty(2, "bob")]
    assert await ask(entries, "alice", "!penalties") == (
        "alice: 1 Caution (A.II.7, round 1, table 1, due 12:03:20, by the clock) stands. !appeal 1"
    )
    assert await ask(entries, "alice", "!record bob") == "bob: 2 Caution (A.II.7, round 1, table 1) stands."
    assert await ask(entries, "zed", "!penalties") == "zed has no penalties in Autumn 12."


async def test_an_overturned_penalty_is_shown_as_such() -> None:
    overturned = e.PenaltyOverturned(at=after(300), number=1, by=pid("wren"), why="in time")
    answer = await ask([*playing(), penalty(1, "alice"), overturned], "alice", "!penalties")
    assert answer.endswith("is overturned.")


async def test_a_proposed_penalty_is_seen_by_officials_alone_and_not_in_the_channel() -> None:
    entries = [*playing(), penalty(1, "alice", "pending")]
    assert "waits for the head judge." in await ask(entries, "wren", "!penalties alice", place=JUDGES)
    for name, line in (("wren", "!penalties alice"), ("alice", "!penalties"), ("bob", "!penalties alice")):
        assert await ask(entries, name, line) == "alice has no penalties in Autumn 12."
    private = Place(network=NETWORK, where=Where.PRIVATE, nick="alice")
    assert await ask(entries, "alice", "!penalties", place=private) == "alice has no penalties in Autumn 12."


async def test_many_penalties_are_cut_to_the_latest() -> None:
    entries = [*playing(), *(penalty(number, "alice") for number in range(1, 14))]
    answer = await ask(entries, "bob", "!penalties alice")
    assert answer.startswith("alice: 13 Caution")
    assert answer.endswith("and 3 earlier.")


async def test_a_rule_is_found_by_clause_and_by_words() -> None:
    assert (await ask(playing(), "zed", "!rule 3.8")).startswith("3.8: ")
    assert (await ask(playing(), "zed", "!rule slow play")).startswith(
        "A.II.6 Slow play: Caution at REL 1 to 2, Warning at REL 3 to 5 (slow_play)"
    )
    assert "For instance: !rule 3.8" in await ask(playing(), "zed", "!rule castling")
    assert (await ask([], "zed", "!rules A.II.6")).startswith("A.II.6: ")


# --- draws ---

ENTROPY = "5f" * 32


def flipped(heads: bool, entropy: str = ENTROPY, word: str = "lucky") -> Entry:
    return e.CoinFlipped(
        at=after(60), number=1, by=pid("alice"), by_name="alice", heads=heads, word=word, entropy=entropy
    )


async def test_a_draw_can_be_reckoned_again() -> None:
    faces = faces_from(bytes.fromhex(ENTROPY), number=1, word="lucky", sides=2, count=1)
    answer = await ask([*playing(), flipped(faces == (1,))], "zed", "!verify 1")
    side = "heads" if faces == (1,) else "tails"
    assert answer.startswith(f'Draw 1: {side}, flipped for alice at 12:01:00, mixed with "lucky".')
    assert f"SHA-256 of {ENTROPY}:1:0:lucky" in answer
    assert f"is a face: {faces[0]}." in answer
    assert "face 1 is heads" in answer


async def test_a_number_drawn_in_the_last_event_and_after_it_is_told_for_both() -> None:
    """After an event the numbers of the league's book are given out again."""
    room = Room(*playing(), flipped(True), e.TournamentEnded(at=after(90), by=pid("birch")))
    await room.say("alice", "!flip")
    await room.say("zed", "!verify 1")
    in_event, outside = room.office.texts
    assert in_event.startswith("Draw 1: heads")
    assert outside.startswith("Draw 1 outside any event:")


async def test_a_draw_of_a_rehearsal_says_that_it_was_given() -> None:
    answer = await ask([*playing(), flipped(True, "scripted")], "zed", "!verify 1")
    assert "given beforehand (scripted)" in answer


async def test_dice_are_shown_one_by_one() -> None:
    rolled = e.DiceRolled(
        at=after(60),
        number=1,
        by=pid("alice"),
        by_name="alice",
        count=2,
        sides=6,
        modifier=1,
        faces=(3, 5),
        word="",
        entropy="scripted",
    )
    answer = await ask([*playing(), rolled], "zed", "!verify 1")
    assert answer.startswith("Draw 1: 2d6+1 is 9 (3 5 +1), rolled for alice at 12:01:00.")


async def test_who_chooses_first_can_be_verified() -> None:
    first = e.FirstPlayerRolled(at=after(60), round=1, table=1, number=1, chooser=pid("bob"), entropy=ENTROPY)
    answer = await ask([*playing(), first], "zed", "!verify 1")
    assert answer.startswith("Draw 1: bob chooses first at table 1 (2.4) at 12:01:00.")


@pytest.mark.parametrize("line", ["!verify 7", "!verify #7"])
async def test_a_draw_that_is_not_there_is_said(line: str) -> None:
    assert await ask(playing(), "zed", line) == "Autumn 12 has no draw 7; nothing was drawn yet."


async def test_a_draw_outside_events_is_found_in_the_leagues_book() -> None:
    assert await ask([], "zed", "!verify 1") == "The league has no draw 1; nothing was drawn yet."
    for entries, number in (([], 1), (playing(), 2)):
        room = Room(*entries)
        for _ in range(number):
            await room.office.enter_league(
                FlipCoin(by=pid("zed"), by_name="zed", words="", dice=room.office.dice)
            )
        await room.say("zed", f"!verify {number}")
        assert room.office.texts[0].startswith(f"Draw {number} outside any event: heads, flipped for zed")


async def test_a_report_waits_for_the_other_ones_answer() -> None:
    claim = e.ResultClaimed(
        at=after(600), round=1, table=1, claim=Claim.MATCH, player=pid("alice"), first=2, second=0
    )
    entries = [*running(), claim]
    assert "Your report is answered by 12:15:00" in await ask(entries, "alice", "!time", 660)
    assert "!confirm or !dispute by 12:15:00" in await ask(entries, "bob", "!time", 660)


async def test_what_waits_for_the_head_judge_is_in_the_queue() -> None:
    given = {
        "infraction": "slow_play",
        "clause": "A.II.6",
        "round": 1,
        "table": 1,
        "game": 1,
        "reason": "twice",
    }
    penalty = {"automatic": False, "by": pid("wren"), "due_at": None, "evidence": "", "reportable": False}
    waiting: list[Entry] = [
        e.PenaltyIssued(
            at=after(60),
            number=number,
            player=pid(player),
            penalty=level,
            base="caution",
            issued_at=after(60),
            applies_to="",
            cause=f"judge.{number}",
            pending=pending,
            **given,  # type: ignore[arg-type]  # the same fields for both
            **penalty,  # type: ignore[arg-type]  # as above
        )
        for number, player, level, pending in ((1, "bob", "caution", False), (2, "alice", "game_loss", True))
    ]
    appeal = e.AppealMade(at=after(90), number=3, of=1, by=pid("bob"), why="not so")
    entries = [*playing(), *waiting, appeal]
    queue = await ask(entries, "wren", "!calls", place=JUDGES)
    assert queue == (
        "No open calls. · Appeal 3 of 1 by bob: !uphold 3 or !overturn 3 <why> · "
        "Penalty 2 for alice (Game Loss): !approve 2 or !dismiss 2"
    )
    assert "No open calls, 1 open appeal: !calls." in await ask(entries, "wren", "!status")
    assert "No open calls, 1 open appeal. " in await ask(entries, "bob", "!status")
    room = Room(*entries)
    await room.say("wren", "!calls")
    assert [(line.place.where, "Penalty 2" in line.text) for line in room.office.said] == [
        (Where.CHANNEL, False),
        (Where.PRIVATE, True),
    ]


@pytest.mark.parametrize("key", OGAMING.clauses)
async def test_rule_has_every_clause_of_the_book(key: str) -> None:
    answer = await ask(playing(), "zed", f"!rule {key}")
    assert answer.startswith(f"{key}: {OGAMING.clauses[key].summary}")
    assert fits(answer)


@pytest.mark.parametrize("key", OGAMING.infractions)
async def test_rule_has_every_row_of_the_book_by_its_key_and_its_title(key: str) -> None:
    row = OGAMING.infraction(key)
    for words in (key, row.title):
        answer = await ask(playing(), "zed", f"!rule {words}")
        assert f"{row.clause} {row.title}: " in answer
        assert f"({key})" in answer
        assert fits(answer)
