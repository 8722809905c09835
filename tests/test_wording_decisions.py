"""Decisions in words: appeals and proposals, whom they wait for, and what an approval or an answer says."""

from __future__ import annotations

from rules.acts import (
    Act,
    AnswerYes,
    Appeal,
    Approve,
    CallJudge,
    ClaimCall,
    CloseRound,
    Concede,
    EndTournament,
    GiveRuling,
    LoseSight,
    NameStaff,
    Overturn,
    Penalise,
    RegainSight,
    SeeLeaving,
    SeePerson,
    Uphold,
)
from rules.entries import Leaving, Role
from tests.wording_play import Play, playing, texts, who

PAIR = ("tansy", "oxbow")


def proposes(judge: str = "wren", level: str = "game_loss") -> Penalise:
    """A level above the row for oxbow's slow play."""
    return Penalise(
        by=who(judge), player=who("oxbow"), infraction="slow_play", level=level, why="asked twice"
    )


def appealed(play: Play) -> int:
    """tansy appeals a ruling of wren's at 20:10:20; the number of the appeal."""
    play.do("20:10:00", CallJudge(by=who("tansy")))
    play.do("20:10:10", GiveRuling(by=who("wren"), number=1, text="play on"))
    play.do("20:10:20", Appeal(by=who("tansy"), of=1, why="it tramples"))
    play.hear()
    return 2


def concedes(play: Play, clock: str) -> None:
    play.do(clock, Concede(by=who("oxbow"), match=True))
    play.do(clock, AnswerYes(by=who("oxbow"), dice=play.dice))
    play.hear()


def test_an_appeal_that_waits_is_said_again_and_then_to_the_head_judge_by_name() -> None:
    play = playing(PAIR)
    appealed(play)
    play.pass_to("20:13:00")
    assert play.hear("judges") == [
        'Appeal 2 has waited 2:00, of ruling 1, table 1, by tansy: "it tramples". '
        "hawk: !uphold 2 or !overturn 2 <why>"
    ]
    play.pass_to("20:16:00")
    assert play.hear("judges") == [
        'hawk: appeal 2 has waited 5:00, of ruling 1, table 1, by tansy: "it tramples". '
        "!uphold 2 or !overturn 2 <why>"
    ]


def test_no_line_about_a_proposal_goes_to_the_channel_or_to_a_player() -> None:
    play = playing(PAIR)
    play.do("20:10:00", proposes())
    play.do("20:11:00", SeeLeaving(by=who("hawk"), how=Leaving.QUIT))
    play.pass_to("20:20:00")
    play.do("20:21:00", SeePerson(by=who("hawk")))
    about = [line for line in play.said if "penalty 1" in line.text.lower()]
    assert {line.place for line in about} == {
        "judges",
        *(f"person:{who(name)}" for name in ("wren", "birch", "hawk")),
    }


def test_with_the_head_judge_away_the_coordinator_is_told_and_the_head_judge_on_coming_back() -> None:
    play = playing(PAIR)
    play.do("20:09:00", SeeLeaving(by=who("hawk"), how=Leaving.QUIT))
    appealed(play)
    play.do("20:11:00", proposes())
    assert texts(play.said, "birch") == [
        "birch, penalty 3 for oxbow, Game Loss (A.II.6) waits for hawk, not in the channel now. "
        "!staff head_judge <nick> names another (1.6)."
    ]
    waits = (
        "hawk, this waits for you: appeal 2 of ruling 1 by tansy: !uphold 2 or !overturn 2 <why> · "
        "penalty 3 for oxbow, Game Loss (A.II.6): !approve 3 or !dismiss 3"
    )
    assert texts(play.do("20:11:30", SeePerson(by=who("hawk"))), "hawk") == [waits]
    assert texts(play.do("20:11:40", SeePerson(by=who("wren"))), "wren") == []


def test_after_a_restart_and_a_new_head_judge_is_told_as_well() -> None:
    play = playing(PAIR)
    appealed(play)
    there = frozenset(who(name) for name in ("hawk", "wren", "birch", *PAIR))
    play.do("20:10:30", LoseSight(by=who("bot"), since=play.now.appeals[2].at, why="restart"))
    lines = play.do("20:10:40", RegainSight(by=who("bot"), present=there))
    waits = "this waits for you: appeal 2 of ruling 1 by tansy: !uphold 2 or !overturn 2 <why>"
    assert texts(lines, "hawk") == [f"hawk, {waits}"]
    named = NameStaff(by=who("birch"), role=Role.HEAD_JUDGE, person=who("ivy"), name="ivy", here=True)
    assert texts(play.do("20:10:50", named), "ivy") == [f"ivy, {waits}"]


def test_in_the_head_judges_own_match_who_has_no_part_in_it_is_addressed() -> None:
    keys = {"authorization": "A-77", "two_judges": "yes"}
    play = playing(("hawk", "oxbow"), keys=keys, formalities_met=True)
    second = NameStaff(by=who("birch"), role=Role.SECONDARY_JUDGE, person=who("sam"), name="sam", here=True)
    play.do("20:09:00", second)
    play.do("20:10:00", CallJudge(by=who("oxbow")))
    ruling = play.do("20:10:10", GiveRuling(by=who("sam"), number=1, text="play on"))
    assert texts(ruling) == ["Ruling 1, table 1 (sam): play on. !appeal 1 asks wren."]
    lines = play.do("20:10:20", Appeal(by=who("oxbow"), of=1))
    assert texts(lines) == ["oxbow appeals ruling 1; wren decides (appeal 2)."]
    assert texts(lines, "judges")[0].endswith("wren: !uphold 2 lets it stand, !overturn 2 <why> does not.")


def test_the_digest_and_a_line_of_its_own_name_what_is_open_when_the_round_closes() -> None:
    play = playing(PAIR)
    appealed(play)
    concedes(play, "20:11:00")
    lines = texts(play.do("20:11:10", CloseRound(by=who("birch"))), "birch")
    assert lines[0] == (
        "Round 1 is closed, and this waits: appeal 2 of ruling 1 by tansy (hawk: !uphold 2 or !overturn 2 <why>)"
    )
    assert "Waiting for hawk: appeal 2 of ruling 1 by tansy." in lines[1]
    refused = play.refused("20:11:20", EndTournament(by=who("birch")))
    assert refused == (
        "birch, not yet: appeal 2 of ruling 1 by tansy (hawk: !uphold 2 or !overturn 2 <why>) waits for a decision. "
        "Then !end; !staff names another head judge."
    )


# --- approved -------------------------------------------------------------------------------------------


def approved(play: Play, clock: str, number: int = 1) -> str:
    return texts(play.do(clock, Approve(by=who("hawk"), number=number)))[0]


def test_an_approval_in_the_match_says_who_proposed_it_and_why() -> None:
    play = playing(PAIR)
    play.do("20:10:00", proposes())
    said = 'oxbow: Game Loss (A.II.6, REL 1): "asked twice". Proposed by wren, approved by hawk. '
    assert approved(play, "20:11:00") == f"{said}Penalty 1; !appeal 1."
    assert texts(play.said, "oxbow")[-1] == f"{said}!ack 1 if you have seen this, !appeal 1 if not so."


def test_an_approval_after_the_match_says_that_the_next_one_pays() -> None:
    for level, costs in (("game_loss", "game 1 of the next match"), ("match_loss", "the next match")):
        play = playing(PAIR)
        play.do("20:10:00", proposes(level=level))
        concedes(play, "20:10:30")
        assert f"approved by hawk. It costs {costs}. Penalty 1" in approved(play, "20:11:00")


def test_what_a_clock_proposed_costs_nothing_once_its_match_is_over() -> None:
    """OG-R08."""
    play = playing(PAIR, automatic={"disconnection": "propose"})
    play.do("20:07:30", SeeLeaving(by=who("oxbow"), how=Leaving.LOST))
    play.pass_to("20:12:30")
    play.do("20:12:40", SeePerson(by=who("oxbow")))
    concedes(play, "20:13:00")
    said = approved(play, "20:14:00")
    assert "Proposed by the clock, approved by hawk. It is on record only: its match is over." in said
    assert "gone 5:00 at 20:12:30" in said


# --- what is refused ------------------------------------------------------------------------------------


def test_a_number_of_something_else_is_told_with_its_own_words_to_judges_alone() -> None:
    play = playing(PAIR)
    appealed(play)
    play.do("20:10:30", proposes())
    asks: list[tuple[Act, str]] = [
        (ClaimCall(by=who("wren"), number=2), "2 is an appeal; hawk: !uphold 2 or !overturn 2 <why>."),
        (Approve(by=who("hawk"), number=2), "2 is an appeal; hawk: !uphold 2 or !overturn 2 <why>."),
        (
            GiveRuling(by=who("wren"), number=3, text="x"),
            "3 is a proposed penalty; hawk: !approve 3 or !dismiss 3.",
        ),
        (Approve(by=who("hawk"), number=1), "1 is a call, and closed. !calls lists the open ones."),
        (ClaimCall(by=who("wren"), number=9), "there is no call 9. !calls lists the open ones."),
        (Uphold(by=who("hawk"), number=9), "there is no penalty 9. !penalties <nick> lists a player's."),
        (Appeal(by=who("oxbow"), of=3), "there is no ruling or penalty 3. !penalties lists yours."),
        (Appeal(by=who("oxbow"), of=9), "there is no ruling or penalty 9. !penalties lists yours."),
    ]
    for act, sentence in asks:
        assert play.refused("20:11:00", act) == f"{play.now.name_of(act.by)}, {sentence}"


def test_before_a_ruling_a_player_waits_and_a_judge_rules() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy")))
    assert play.refused("20:10:10", Appeal(by=who("tansy"), of=1)) == (
        "tansy, call 1 has no ruling yet; a judge comes, and an appeal comes after the first one (1.7)."
    )
    assert play.refused("20:10:10", Uphold(by=who("hawk"), number=1)).endswith("!claim 1")
    play.do("20:10:20", ClaimCall(by=who("wren"), number=1))
    assert play.refused("20:10:30", Overturn(by=who("hawk"), number=1, why="x")).endswith("!ruling 1 <text>")


def test_a_second_answer_is_told_who_answered_what() -> None:
    play = playing(PAIR)
    appealed(play)
    assert play.refused("20:10:30", Appeal(by=who("oxbow"), of=1)) == (
        "oxbow, appeal 2 of ruling 1 is open; hawk decides, and that is final here (1.7)."
    )
    play.do("20:10:40", Uphold(by=who("hawk"), number=2))
    final = "hawk has answered appeal 2: ruling 1 stands. That is final here (1.7)."
    for act in (
        Overturn(by=who("hawk"), number=2, why="after all"),
        Overturn(by=who("hawk"), number=1, why="after all"),
        Appeal(by=who("oxbow"), of=1),
    ):
        assert play.refused("20:10:50", act) == f"{play.now.name_of(act.by)}, {final}"


def test_what_has_fallen_names_where_each_finds_it() -> None:
    play = playing(PAIR)
    play.do("20:10:00", Penalise(by=who("wren"), player=who("oxbow"), infraction="misrepresentation"))
    play.do("20:10:10", Overturn(by=who("wren"), number=1, why="a slip"))
    assert play.refused("20:10:20", Overturn(by=who("hawk"), number=1, why="x")) == (
        "hawk, penalty 1 was overturned already. !penalties oxbow shows it."
    )
    assert play.refused("20:10:20", Appeal(by=who("oxbow"), of=1)) == (
        "oxbow, penalty 1 was overturned already. !penalties lists yours."
    )
