"""The buttons, mentions and facts that go with a line, and where it belongs; the text is that of IRC."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot import attachment
from bot.wording import Spoken, speak, speak_plainly
from cogs import presses
from cogs.everything import every_cog
from cogs.presses import LONGEST_LABEL
from cogs.speech import Press, TableRef, Urgency
from rules import acts as a
from rules import entries as e
from rules.decide import decide
from tests.wording_play import Play, begun, opened, playing, who

ALICE, BOB = who("alice"), who("bob")


def line(lines: Sequence[Spoken], place: str, having: str = "") -> Spoken:
    wanted = place if place in ("channel", "judges") else f"person:{who(place)}"
    return next(each for each in lines if each.place == wanted and having in each.text)


def buttons(spoken: Spoken) -> list[tuple[str, str, str]]:
    return [(press.label, press.words, press.asks) for press in spoken.presses]


def test_a_claim_is_confirmed_with_what_is_recorded_or_disputed() -> None:
    play = playing(("alice", "bob"))
    lines = play.do("20:30:00", a.ReportMatch(by=ALICE, mine=2, theirs=1))
    assert buttons(line(lines, "bob")) == [
        ("Confirm: alice beats bob 2-1", "confirm", ""),
        ("Dispute", "dispute", "why"),
    ]
    assert buttons(line(lines, "alice")) == [("Take it back", "cancel", "")]


def test_a_draw_is_accepted_or_declined_and_nothing_else() -> None:
    play = playing(("alice", "bob"))
    lines = play.do("20:30:00", a.OfferDraw(by=ALICE))
    assert [press.words for press in line(lines, "bob").presses] == ["accept", "decline"]


def test_a_concession_spells_out_who_concedes() -> None:
    play = playing(("alice", "bob"))
    lines = play.do("20:30:00", a.Concede(by=ALICE, match=True))
    yes, no = line(lines, "alice").presses
    assert (yes.label, yes.words, yes.is_grave) == ("Yes, alice concedes the match", "yes", True)
    assert (no.label, no.words) == ("No", "no")


def test_the_round_calls_those_who_are_paired_and_has_one_ready_for_all() -> None:
    play = opened("alice", "bob")
    lines = play.do("19:59:00", a.PairByHand(by=who("birch"), pairs=((ALICE, BOB),)))
    paired = line(lines, "channel", "paired")
    assert set(paired.mentions) == {ALICE, BOB}
    assert paired.table is None
    (ready,) = paired.presses
    play.do("20:00:00", a.BeginRound(by=who("birch"), dice=play.dice))
    for player in (ALICE, BOB):
        play.do("20:00:05", a.PressReady(by=player, dice=play.dice, pressed=ready.pressed))
    assert play.now.matches[1].both_arrived
    again = a.PressReady(by=ALICE, dice=play.dice, pressed=ready.pressed)
    assert "you are here since 20:00:05" in play.refused("20:00:06", again)
    stranger = a.PressReady(by=who("zed"), dice=play.dice, pressed=ready.pressed)
    assert "not for you" in play.refused("20:00:07", stranger)


def test_who_waits_for_whom_is_said_at_the_table() -> None:
    play = begun(("alice", "bob"), ready=False)
    arrived = line(play.do("20:00:05", a.PressReady(by=ALICE, dice=play.dice)), "channel")
    assert (arrived.table, arrived.mentions) == ((1, 1), (BOB,))
    assert buttons(arrived) == [("Ready: I am here", "ready", "")]
    both = line(play.do("20:00:09", a.PressReady(by=BOB, dice=play.dice)), "channel")
    assert [press.words for press in both.presses] == ["choose play", "choose draw", "ready"]
    play.do("20:00:20", a.PressReady(by=ALICE, dice=play.dice, pressed=both.presses[-1].pressed))
    on = line(
        play.do("20:00:21", a.PressReady(by=BOB, dice=play.dice, pressed=both.presses[-1].pressed)), "channel"
    )
    assert [press.words for press in on.presses] == ["scores", "concede match", "judge"]


def test_a_result_is_for_the_channel_too_and_a_game_is_not() -> None:
    play = playing(("alice", "bob"))
    game = line(play.do("20:30:00", a.ReportGame(by=ALICE, won=False)), "channel")
    assert (game.table, game.is_for_all) == ((1, 1), False)
    result = line(play.do("20:40:00", a.ReportMatch(by=ALICE, mine=0, theirs=2)), "channel")
    assert (result.table, result.is_for_all) == ((1, 1), True)


def test_a_penalty_has_its_facts_and_ways_on() -> None:
    play = playing(("alice", "bob"))
    lines = play.do(
        "20:30:00", a.Penalise(by=who("wren"), player=BOB, infraction="slow_play", why="he waits")
    )
    said, own = line(lines, "channel", "Penalty"), line(lines, "bob", "!ack")
    assert (said.table, said.mentions) == ((1, 1), (BOB,))
    assert buttons(said) == [("Appeal", "appeal 1", "why")]
    assert [press.words for press in own.presses] == ["ack 1", "appeal 1"]
    assert dict(own.facts) == {
        "Player": "bob",
        "Penalty": "Caution",
        "Clause": dict(said.facts)["Clause"],
        "Infraction": "Slow play",
        "Table": "1",
        "Evidence": "he waits",
        "Given by": "wren",
        "Number": "1",
    }


def test_an_acknowledgement_pressed_twice_is_one() -> None:
    play = playing(("alice", "bob"))
    play.do("20:30:00", a.Penalise(by=who("wren"), player=BOB, infraction="slow_play", why="he waits"))
    first = play.do("20:31:00", a.Acknowledge(by=BOB, number=1))
    again = play.do("20:31:00", a.Acknowledge(by=BOB, number=1))
    assert [spoken.text for spoken in first] == ["bob, penalty 1 is marked as seen."]
    assert again == []


def test_judges_have_their_buttons() -> None:
    play = playing(("alice", "bob"))
    call = line(play.do("20:30:00", a.CallJudge(by=ALICE, why="look")), "judges")
    assert buttons(call) == [("Claim call 1", "claim 1", "")]
    taken = line(play.do("20:31:00", a.ClaimCall(by=who("wren"), number=1)), "judges")
    assert buttons(taken) == [("Rule on call 1", "ruling 1", "text"), ("Give it back", "release 1", "")]
    play.do("20:32:00", a.GiveRuling(by=who("wren"), number=1, text="play on"))
    appeal = line(play.do("20:33:00", a.Appeal(by=ALICE, of=1, why="no")), "judges")
    assert buttons(appeal) == [("Uphold: it stands", "uphold 2", "why"), ("Overturn", "overturn 2", "why")]
    waits = line(play.do("20:34:00", a.Penalise(by=who("wren"), player=BOB, infraction="cheating")), "judges")
    assert [press.words for press in waits.presses] == ["approve 3", "dismiss 3"]


def test_an_absence_has_a_way_back_and_one_to_go_on() -> None:
    play = playing(("alice", "bob"))
    lines = play.do("20:10:00", a.SeeLeaving(by=BOB, how=e.Leaving.QUIT))
    lines += play.do("20:10:01", a.Tick(by=BOB, through=datetime(2024, 5, 3, 20, 10, 1, tzinfo=UTC)))
    away = line(play.said, "channel", "bob")
    assert away.mentions == (BOB,)
    assert buttons(away) == [("I am back", "ready", "")]
    assert play.now.matches[1].side_of(BOB).absence is not None
    play.do("20:11:00", a.SeePerson(by=BOB))
    play.do("20:11:05", a.PressReady(by=BOB, dice=play.dice, pressed=away.presses[0].pressed))
    assert play.now.matches[1].side_of(BOB).absence is None


def test_every_button_says_a_word_that_there_is() -> None:
    declared = {word for cog in every_cog() for each, _ in cog.declared() for word in each.words}
    play = playing(("alice", "bob"))
    play.do("20:10:00", a.OfferDraw(by=ALICE))
    play.do("20:11:00", a.ReportGame(by=ALICE, won=True))
    play.do("20:12:00", a.Dispute(by=BOB))
    play.do("20:13:00", a.Concede(by=BOB, match=True))
    presses = [press for spoken in play.said for press in spoken.presses]
    assert len(presses) >= 8
    assert {press.words.split()[0] for press in presses} <= declared
    assert all(0 < len(press.label) <= LONGEST_LABEL for press in presses)


def test_names_that_are_long_leave_a_label_that_has_room() -> None:
    long = "x" * 40
    play = playing((long, "y" * 40))
    lines = play.do("20:30:00", a.ReportMatch(by=who(long), mine=2, theirs=1))
    assert buttons(line(lines, "y" * 40))[0][0] == "Confirm"


@pytest.mark.parametrize("is_for_all", [True, False])
def test_what_goes_with_a_line_is_read_as_it_was_written(is_for_all: bool) -> None:
    moment = a.Pressed(round=2, table=3, turn=17)
    spoken = Spoken(
        index=0,
        place="channel",
        text="x",
        urgency=Urgency.NOW,
        table=(2, 3),
        is_for_all=is_for_all,
        mentions=(ALICE,),
        presses=(
            Press(label="Yes, é", words="yes", pressed=moment, is_grave=True),
            Press(label="Appeal", words="appeal 7", asks="why"),
        ),
        facts=(("Clause", "A.I.4"),),
    )
    found = attachment.read(attachment.written(spoken), "autumn-12")
    assert found.table == TableRef(event="autumn-12", round=2, table=3)
    assert found.is_for_all is is_for_all
    assert found.mentions == (ALICE,)
    assert found.presses == tuple(replace(press, event="autumn-12") for press in spoken.presses)
    assert found.facts == spoken.facts


def test_a_line_with_nothing_to_show_stores_nothing() -> None:
    assert attachment.written(Spoken(index=0, place="judges", text="x", urgency=Urgency.NOW)) is None
    assert attachment.read(None, "autumn-12") == attachment.NOTHING


def test_the_last_turn_has_its_button() -> None:
    play = playing(("alice", "bob"))
    play.pass_to("20:50:00")
    called = line(play.said, "channel", "Time!")
    assert [press.words for press in called.presses] == ["endturn"]
    assert (called.table, called.is_for_all) == ((1, 1), True)


def words_at_table(play: Play) -> list[str]:
    return [press.words for press in presses.at_table(play.now.matches[1])]


def test_a_table_has_the_buttons_of_its_moment() -> None:
    play = begun(("alice", "bob"), ready=False)
    assert words_at_table(play) == ["ready", "judge"]
    for clock in ("20:01:00", "20:02:00"):
        for player in (ALICE, BOB):
            play.do(clock, a.PressReady(by=player, dice=play.dice))
        if clock == "20:01:00":
            assert words_at_table(play) == ["choose play", "choose draw", "ready", "concede match", "judge"]
    in_game = ["scores", "concede match", "judge"]
    assert words_at_table(play) == in_game
    play.do("20:10:00", a.OfferDraw(by=ALICE))
    assert words_at_table(play) == ["accept", "decline", *in_game]
    play.do("20:11:00", a.DeclineDraw(by=BOB))
    play.do("20:12:00", a.ReportGame(by=BOB, won=True))
    assert words_at_table(play) == ["confirm", "dispute", *in_game]
    play.do("20:13:00", a.Dispute(by=ALICE))
    assert words_at_table(play) == in_game
    play.do("20:14:00", a.ReportLinkLost(by=BOB))
    assert words_at_table(play) == ["playing", "ready", *in_game]
    play.do("20:15:00", a.SetResult(by=who("hawk"), table=1, first=2, second=0, draws=0, why="seen"))
    assert words_at_table(play) == []


def test_the_ready_of_a_round_that_is_over_is_for_nobody() -> None:
    play = opened("alice", "bob")
    (ready,) = line(
        play.do("19:59:00", a.PairByHand(by=who("birch"), pairs=((ALICE, BOB),))), "channel", "paired"
    ).presses
    play.do("20:00:00", a.BeginRound(by=who("birch"), dice=play.dice))
    play.do("20:01:00", a.SetResult(by=who("hawk"), table=1, first=2, second=0, draws=0, why="seen"))
    play.do("20:02:00", a.CloseRound(by=who("birch")))
    play.do("20:03:00", a.PairByHand(by=who("birch"), pairs=((BOB, ALICE),)))
    late = a.PressReady(by=ALICE, dice=play.dice, pressed=ready.pressed)
    assert play.refused("20:03:01", late) == (
        "alice, that button is of a match that is not played any more. !pairing shows your table."
    )


def test_where_no_network_shows_more_the_same_text_goes_alone() -> None:
    play = playing(("alice", "bob"))
    moment = datetime(2024, 5, 3, 20, 30, tzinfo=UTC)
    acts: list[a.Act] = [
        a.ReportMatch(by=ALICE, mine=2, theirs=1),
        a.CallJudge(by=ALICE, why="look"),
        a.Penalise(by=who("wren"), player=BOB, infraction="slow_play", why="he waits"),
        a.PlaceHold(by=who("wren"), table=1),
    ]
    for act in acts:
        entries, after = decide(play.now, act, moment)
        rich, plainly = speak(entries, play.now, after), speak_plainly(entries, play.now, after)
        assert [(line.place, line.text, line.urgency) for line in rich] == [
            (line.place, line.text, line.urgency) for line in plainly
        ]
        assert any(attachment.written(line) for line in rich)
        assert not any(attachment.written(line) for line in plainly)
