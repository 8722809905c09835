"""Judging in words: penalties, calls, rulings, appeals, holds, and who hears of them."""

from __future__ import annotations

from bot.wording import speak
from cogs.speech import Urgency
from rules.acts import (
    Acknowledge,
    Appeal,
    Approve,
    BeginRound,
    CallJudge,
    ClaimCall,
    Dismiss,
    Disqualify,
    Excuse,
    Extend,
    GiveRuling,
    LiftHold,
    OrderReconnect,
    Overturn,
    PairByHand,
    Penalise,
    PlaceHold,
    PressReady,
    ReleaseCall,
    ReportGame,
    ReportLinkLost,
    SeeLeaving,
    SeePerson,
    SetResult,
    Uphold,
)
from rules.entries import DrawPressed, FlipRefused, Leaving, Role
from rules.fold import apply
from tests.wording_play import Play, at, begun, opened, opening, playing, texts, who

PAIR = ("tansy", "oxbow")


# --- penalties --------------------------------------------------------------------------------------


def test_a_timed_penalty_names_clause_evidence_and_appeal_and_the_score_follows() -> None:
    play = playing(PAIR)
    play.do("20:07:30", SeeLeaving(by=who("oxbow"), how=Leaving.LOST))
    play.hear()
    play.pass_to("20:12:30")
    assert [line.text for line in play.said if line.place == "channel"][-2:] == [
        "oxbow: Game Loss (A.I.4, gone 5:00 at 20:12:30, left at 20:07:30, link not confirmed). Penalty 1; !appeal 1.",
        "Table 1: tansy leads 1-0. Game 2: oxbow chooses. Decks wait for oxbow.",
    ]
    assert texts(play.said, "oxbow")[-1] == (
        "oxbow: Game Loss (A.I.4, gone 5:00 at 20:12:30, left at 20:07:30, link not confirmed). "
        "!ack 1 if you have seen this, !appeal 1 if not so."
    )
    assert texts(play.said, "judges") == ["Penalty 1, table 1: oxbow: Game Loss (A.I.4) by the clock."]


def test_a_penalty_that_rises_names_the_one_it_replaces() -> None:
    play = begun(PAIR, ready=False)
    play.do("20:01:00", PressReady(by=who("tansy"), dice=play.dice))
    play.hear()
    play.pass_to("20:15:00")
    assert play.hear()[-2:] == [
        "oxbow: Match Loss (A.I.3, not there 15:00 into the round, counted from 20:00:00). "
        "It takes the place of penalty 1. Penalty 2; !appeal 2.",
        "Table 1: oxbow has lost the match; tansy wins 2-0. All tables have a result; birch: !endround.",
    ]


def test_penalties_go_out_before_scores() -> None:
    play = playing(PAIR)
    play.do("20:07:30", SeeLeaving(by=who("oxbow"), how=Leaving.LOST))
    play.pass_to("20:12:30")
    penalty, score = [line for line in play.said if line.place == "channel"][-2:]
    assert penalty.urgency is Urgency.NOW
    assert penalty.urgency < score.urgency


def test_a_judge_sees_earlier_penalties_and_where_upgrades_go() -> None:
    play = playing(PAIR)
    first = play.do("20:10:00", Penalise(by=who("wren"), player=who("oxbow"), infraction="slow_play"))
    assert texts(first) == ["oxbow: Caution (A.II.6, REL 1). Penalty 1; !appeal 1."]
    assert texts(first, "wren") == [
        "oxbow has no earlier penalty tonight. Upgrades go to hawk: "
        "!penalty oxbow slow_play game_altering_advantage [why]."
    ]
    second = play.do(
        "20:11:00", Penalise(by=who("wren"), player=who("oxbow"), infraction="drawing_extra_cards")
    )
    assert texts(second) == ["oxbow: Warning (A.II.3, REL 1). Penalty 2; !appeal 2."]
    assert texts(second, "wren") == ["oxbow has 1 earlier penalty tonight: Caution, A.II.6, round 1."]


def test_a_proposal_is_for_the_judges_until_it_is_approved() -> None:
    play = playing(PAIR)
    act = Penalise(
        by=who("wren"), player=who("oxbow"), infraction="slow_play", level="game_loss", why="asked twice"
    )
    proposed = play.do("20:10:00", act)
    assert texts(proposed) == texts(proposed, "oxbow") == []
    assert texts(proposed, "judges") == [
        'Penalty 1, table 1 is proposed by wren: oxbow: Game Loss (A.II.6, REL 1): "asked twice". '
        "hawk: !approve 1 or !dismiss 1."
    ]
    assert texts(proposed, "wren") == ["wren, penalty 1 waits for hawk; nothing is announced until then."]
    assert texts(play.do("20:11:00", Approve(by=who("hawk"), number=1))) == [
        'oxbow: Game Loss (A.II.6, REL 1): "asked twice". Proposed by wren, approved by hawk. '
        "Penalty 1; !appeal 1.",
        "Table 1: tansy leads 1-0. Game 2: oxbow chooses. Decks by 20:14:00 (3:00), then !ready.",
    ]


def test_an_upgrade_says_what_it_is_raised_for() -> None:
    play = playing(PAIR)
    act = Penalise(
        by=who("wren"),
        player=who("oxbow"),
        infraction="procedural_error",
        grounds=("significant_advantage", "significant_disruption"),
    )
    assert texts(play.do("20:10:00", act), "judges") == [
        "Penalty 1, table 1 is proposed by wren: oxbow: Game Loss (A.II.1, REL 1, raised for significant advantage "
        "and significant disruption). hawk: !approve 1 or !dismiss 1."
    ]


def test_the_grounds_of_the_row_are_offered_by_name() -> None:
    play = playing(PAIR)
    lines = play.do("20:10:00", Penalise(by=who("wren"), player=who("oxbow"), infraction="procedural_error"))
    assert texts(lines, "wren") == [
        "oxbow has no earlier penalty tonight. Upgrades go to hawk: "
        "!penalty oxbow procedural_error significant_advantage or significant_disruption [why]."
    ]


def test_coordinator_and_head_judge_hear_in_private_of_a_case_and_of_its_end() -> None:
    play = playing(PAIR)
    act = Disqualify(by=who("hawk"), player=who("oxbow"), infraction="cheating", why="marked cards")
    lines = play.do("20:10:00", act)
    case = "A case for the league: oxbow, penalty 1 (7.3); floorjudge export report has it."
    assert case in texts(lines, "birch")
    assert case in texts(lines, "hawk")
    assert [line for line in lines if line.text == case and not line.place.startswith("person:")] == []
    closed = play.do("20:11:00", Overturn(by=who("hawk"), number=1, why="not so"))
    assert "No case for the league any more: oxbow, penalty 1 is overturned (7.3)." in texts(closed, "birch")


def test_a_dismissed_proposal_is_never_public() -> None:
    play = playing(PAIR)
    act = Penalise(by=who("wren"), player=who("oxbow"), infraction="slow_play", level="game_loss", why="slow")
    play.do("20:10:00", act)
    lines = play.do("20:11:00", Dismiss(by=who("hawk"), number=1, why="no advantage"))
    assert texts(lines, "judges") == ['Penalty 1 is not given (hawk): "no advantage". It had no effect.']
    assert len(lines) == 1


def test_an_overturned_penalty_says_what_is_undone_to_both_players() -> None:
    play = playing(PAIR)
    play.do("20:07:30", SeeLeaving(by=who("oxbow"), how=Leaving.LOST))
    play.pass_to("20:12:30")
    lines = play.do("20:13:00", Overturn(by=who("wren"), number=1, why="they played on"))
    said = ['oxbow: penalty 1 no longer stands (wren): "they played on". Undone: the lost game.']
    assert texts(lines, "tansy") == texts(lines, "oxbow") == texts(lines, "judges")[:1] == said
    assert (
        texts(lines, "judges")[1:]
        == texts(lines)[-1:]
        == [
            "Table 1: oxbow is away, and no clock runs. hawk: !excuse oxbow off starts it anew, "
            "!setresult 1 <score> <why> settles the table."
        ]
    )
    assert texts(lines)[:2] == [*said, "Table 1: 0-0 again; game 1 goes on. Time is called at 20:50:00."]


def test_after_an_overturned_penalty_it_is_said_how_the_match_goes_on() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("oxbow"), won=False))
    play.do("20:10:10", SeeLeaving(by=who("oxbow"), how=Leaving.LOST))
    play.pass_to("20:15:10")
    play.do("20:16:00", SeePerson(by=who("oxbow")))
    assert texts(play.do("20:17:00", Overturn(by=who("hawk"), number=1, why="power cut"))) == [
        'oxbow: penalty 1 no longer stands (hawk): "power cut". Undone: the lost game.',
        "Table 1: tansy leads 1-0. Game 2: oxbow chooses. Decks by 20:20:00 (3:00), then !ready. "
        "Time is called at 20:51:50.",
    ]


def test_on_hold_an_overturned_penalty_promises_no_end_of_time() -> None:
    play = playing(PAIR)
    play.do("20:07:30", SeeLeaving(by=who("oxbow"), how=Leaving.LOST))
    play.pass_to("20:12:30")
    play.do("20:12:40", SeePerson(by=who("oxbow")))
    play.do("20:12:50", PlaceHold(by=who("hawk"), table=1))
    lines = texts(play.do("20:13:00", Overturn(by=who("hawk"), number=1, why="they played on")))
    assert lines[1] == "Table 1: 0-0 again; game 1 goes on. The table is on hold."


def test_a_penalty_that_cost_nothing_says_nothing_of_the_match_when_it_falls() -> None:
    play = playing(PAIR)
    act = Penalise(by=who("hawk"), player=who("oxbow"), infraction="slow_play", level="warning", why="slow")
    play.do("20:10:00", act)
    assert len(texts(play.do("20:11:00", Overturn(by=who("hawk"), number=1, why="not so")))) == 1


def test_a_penalty_falls_together_with_the_one_it_rose_from() -> None:
    play = begun(PAIR, ready=False)
    play.do("20:01:00", PressReady(by=who("tansy"), dice=play.dice))
    play.pass_to("20:15:00")
    lines = play.do("20:16:00", Overturn(by=who("hawk"), number=2, why="server trouble"))
    assert texts(lines) == [
        'oxbow: penalties 1 and 2 no longer stand (hawk): "server trouble". Undone: the lost match.',
        "Table 1: 0-0 again. Game 1: the roll decides who chooses. Time is called at 20:51:00.",
        "Table 1: oxbow is away, and no clock runs. hawk: !excuse oxbow off starts it anew, "
        "!setresult 1 <score> <why> settles the table.",
    ]


def test_a_disqualification_is_one_line_about_the_player() -> None:
    play = playing(PAIR, ("ivy", "moss"))
    act = Disqualify(by=who("hawk"), player=who("oxbow"), infraction="cheating", why="hid two cards")
    assert texts(play.do("20:10:00", act)) == [
        'oxbow: Disqualification (A.II.9, REL 1): "hid two cards". Out of the event. Penalty 1.',
        "Table 1: oxbow has lost the match; tansy wins 2-0. 1 table still plays.",
    ]


def test_seen_and_upheld() -> None:
    play = playing(PAIR)
    play.do("20:10:00", Penalise(by=who("wren"), player=who("oxbow"), infraction="slow_play"))
    seen = play.do("20:10:10", Acknowledge(by=who("oxbow"), number=1))
    assert texts(seen, "oxbow") == ["oxbow, penalty 1 is marked as seen."]
    assert texts(play.do("20:10:20", Uphold(by=who("hawk"), number=1))) == ["oxbow: penalty 1 stands (hawk)."]


# --- calls, rulings, appeals ----------------------------------------------------------------------------


def test_a_call_from_question_to_extension() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("oxbow"), won=False))
    for name in PAIR:
        play.do("20:11:00", PressReady(by=who(name), dice=play.dice))
    call = play.do("20:18:50", CallJudge(by=who("tansy"), why="did he draw twice?"))
    assert texts(call, "judges") == [
        'Call 1, table 1 (tansy-oxbow, 1-0, 31:10 left), tansy: "did he draw twice?" !claim 1'
    ]
    assert texts(call, "tansy") == ["tansy, call 1 is with the judges; one comes."]
    assert {line.urgency for line in call} == {Urgency.NOW}
    claim = play.do("20:19:38", ClaimCall(by=who("wren")))
    assert texts(claim, "judges") == [
        "wren has call 1, 0:48 after it was made. tansy and oxbow know. !ruling 1 <text> answers it."
    ]
    assert texts(claim, "oxbow") == ["oxbow, wren takes call 1."]
    ruling = play.do("20:23:10", GiveRuling(by=who("wren"), number=1, text="one card back at random"))
    assert texts(ruling) == [
        "Ruling 1, table 1 (wren): one card back at random. It took 4:20; wren: !extend adds it, "
        "or !extend 1 <minutes>. !appeal 1 asks hawk."
    ]
    extension = play.do("20:23:20", Extend(by=who("wren")))
    said = [
        "Table 1 (tansy and oxbow): 4:20 more by wren (1.8). Time is called at 20:54:20 (31:00) "
        "instead of 20:50:00."
    ]
    assert texts(extension) == texts(extension, "tansy") == texts(extension, "oxbow") == said


def test_a_panic_has_cost_the_match_nothing_and_its_ruling_offers_no_time() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy"), panic=True))
    play.do("20:14:00", LiftHold(by=who("wren"), table=1))
    assert texts(play.do("20:14:30", GiveRuling(by=who("wren"), number=1, text="play on"))) == [
        "Ruling 1, table 1 (wren): play on. !appeal 1 asks hawk."
    ]


def test_a_quick_ruling_offers_no_time_and_the_head_judges_own_no_appeal() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy")))
    assert texts(play.do("20:10:30", GiveRuling(by=who("hawk"), number=1, text="play on."))) == [
        "Ruling 1, table 1 (hawk): play on."
    ]


def test_a_call_given_back_is_open_for_others() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy")))
    play.do("20:10:10", ClaimCall(by=who("wren")))
    lines = play.do("20:10:30", ReleaseCall(by=who("wren"), number=1))
    assert texts(lines, "judges") == ["Call 1 is open again (wren gave it back). !claim 1"]


def test_a_call_that_waits_is_said_again_and_then_to_the_head_judge_by_name() -> None:
    play = playing(PAIR)
    play.do("20:18:50", CallJudge(by=who("tansy"), why="did he draw twice?"))
    play.hear()
    play.pass_to("20:21:00")
    assert play.hear("judges") == [
        'Call 1 has waited 2:00, table 1 (tansy-oxbow, 0-0, 29:10 left), tansy: "did he draw twice?" !claim 1'
    ]
    play.pass_to("20:24:00")
    assert play.hear("judges") == [
        "hawk: call 1 has waited 5:00 and nobody has it, table 1 (tansy-oxbow, 0-0, 26:10 left), "
        'tansy: "did he draw twice?" !claim 1'
    ]


def test_a_panic_that_waits_names_its_hold() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy"), why="all wrong", panic=True))
    play.hear()
    play.pass_to("20:12:00")
    assert play.hear("judges") == [
        'Call 1 has waited 2:00, table 1 (tansy-oxbow, 0-0, on hold), tansy: "all wrong". '
        "Everything stands still there until !resume 1. !claim 1"
    ]
    play.do("20:12:30", LiftHold(by=who("wren"), table=1))
    play.hear()
    play.pass_to("20:15:00")
    assert "stands still" not in play.hear("judges")[0]


def test_an_appeal_and_its_answer() -> None:
    play = playing(PAIR)
    play.do("20:10:00", Penalise(by=who("wren"), player=who("oxbow"), infraction="slow_play"))
    appeal = play.do("20:10:10", Appeal(by=who("oxbow"), of=1, why="I was not slow"))
    assert texts(appeal) == ["oxbow appeals penalty 1; hawk decides (appeal 2)."]
    assert texts(appeal, "judges") == [
        'Appeal 2 of penalty 1, table 1, by oxbow: "I was not slow". '
        "hawk: !uphold 2 lets it stand, !overturn 2 <why> does not."
    ]
    assert texts(play.do("20:11:00", Uphold(by=who("hawk"), number=2, why="seen it"))) == [
        'hawk answers oxbow\'s appeal 2: penalty 1 stands: "seen it". That is final here (1.7).'
    ]


def test_the_head_judges_own_match_goes_to_the_secondary_judge() -> None:
    staff = (*opening().staff, (Role.SECONDARY_JUDGE, who("finch"), "finch"))
    play = opened("hawk", "oxbow", staff=staff, keys={"two_judges": "yes"})
    play.do("19:58:00", SeePerson(by=who("finch")))
    play.do("19:59:00", PairByHand(by=who("birch"), pairs=((who("hawk"), who("oxbow")),)))
    play.do("20:00:00", BeginRound(by=who("birch"), dice=play.dice))
    for name in ("hawk", "oxbow", "hawk", "oxbow"):
        play.do("20:01:00", PressReady(by=who(name), dice=play.dice))
    lines = play.do("20:10:00", ReportLinkLost(by=who("hawk"), player=who("oxbow")))
    assert texts(lines, "judges")[0].startswith("Call 1, for finch, table 1 (hawk-oxbow")
    play.pass_to("20:15:00")
    assert any(
        line.startswith("finch: call 1 has waited 5:00 and nobody has it") for line in play.hear("judges")
    )


def test_panic_stops_the_table_and_says_how_it_goes_on() -> None:
    play = playing(PAIR)
    lines = play.do("20:10:00", CallJudge(by=who("tansy"), why="the bot has it all wrong", panic=True))
    assert texts(lines) == [
        "Table 1 is on hold (tansy, call 1). Its clocks stand still until a judge says !resume 1."
    ]


# --- holds, reconnecting, results -------------------------------------------------------------------------


def test_a_hold_gives_its_time_back_and_says_the_new_times() -> None:
    play = playing(PAIR)
    play.do("20:10:00", SeeLeaving(by=who("oxbow"), how=Leaving.QUIT))
    assert texts(play.do("20:11:00", PlaceHold(by=who("wren"), table=1))) == [
        "Table 1 is on hold (wren). Its clocks stand still until a judge says !resume 1."
    ]
    assert texts(play.do("20:13:10", LiftHold(by=who("wren"), table=1))) == [
        "Table 1 goes on after 2:10 (wren), time is called at 20:52:10 (39:00). "
        "oxbow, you now have until 20:17:10 (4:00)."
    ]


def test_reconnecting_waits_for_the_head_judge_and_costs_no_time() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportLinkLost(by=who("oxbow")))
    waits = play.do("20:11:00", PressReady(by=who("oxbow"), dice=play.dice))
    assert texts(waits) == [
        "oxbow is on chat again after 1:00 and waits for hawk; that costs no time (3.5). Do not reconnect yet."
    ]
    assert texts(waits, "judges") == ["hawk: table 1, oxbow waits to reconnect: !reconnect 1"]
    assert texts(play.do("20:12:00", OrderReconnect(by=who("hawk"), table=1))) == [
        "Table 1: tansy and oxbow, reconnect now (hawk, 3.5). oxbow: !ready when linked by 20:16:00 (4:00), "
        "or the game is lost (A.I.2)."
    ]


def test_an_excuse_stops_the_clock_by_name() -> None:
    play = playing(PAIR)
    play.do("20:10:00", SeeLeaving(by=who("oxbow"), how=Leaving.QUIT))
    assert texts(play.do("20:11:00", Excuse(by=who("hawk"), player=who("oxbow"), why="power cut"))) == [
        'oxbow is excused by hawk: "power cut". No clock runs on oxbow.'
    ]


def test_a_result_set_by_a_judge_names_what_stood_before() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("oxbow"), won=False))
    act = SetResult(by=who("wren"), table=1, first=1, second=2, draws=0, why="the log says so")
    assert texts(play.do("20:12:00", act)) == [
        'Table 1, round 1: wren sets the result to tansy 1-2 oxbow (before: tansy 1-0 oxbow): "the log says so". '
        "All tables have a result; birch: !endround."
    ]


def test_only_a_result_that_settles_the_last_table_calls_for_the_end_of_the_round() -> None:
    play = playing(PAIR, ("ivy", "moss"))

    def sets(clock: str, table: int, first: int, second: int) -> str:
        act = SetResult(by=who("wren"), table=table, first=first, second=second, draws=0, why="the log")
        return texts(play.do(clock, act))[0]

    assert "!endround" not in sets("20:12:00", 1, 2, 0)
    assert "!endround" not in sets("20:13:00", 2, 1, 0)  # it goes on
    assert sets("20:14:00", 2, 2, 0).endswith("All tables have a result; birch: !endround.")
    assert "!endround" not in sets("20:15:00", 2, 0, 2)  # that was said when it had its first result


def test_what_is_refused_and_kept_is_told_to_the_judges() -> None:
    play = playing(PAIR)
    state, moment = play.now, at("20:10:00")
    pressed = DrawPressed(at=moment, round=1, table=1, player=who("oxbow"), words="come on")
    flip = FlipRefused(at=moment, round=1, table=1, by=who("oxbow"), words="for the match")
    lines = speak([pressed, flip], state, apply(apply(state, pressed), flip))
    assert texts(lines, "judges") == [
        'Table 1: oxbow offers a draw again after tansy declined (3.8): "come on". Refused.',
        'Table 1: oxbow asked to decide by chance (3.6): "for the match". Refused.',
    ]
    assert len(lines) == 2


def test_a_hold_that_lasts_says_who_holds_it_since_when_and_how_it_goes_on() -> None:
    play = playing(PAIR)
    play.do("20:10:00", PlaceHold(by=who("wren"), table=1))
    play.do("20:12:00", PlaceHold(by=who("hawk"), table=0))
    play.hear()
    play.pass_to("20:20:00")
    assert play.hear("judges") == [
        "Table 1 is still on hold (wren), since 20:10:00 (10:00). !resume 1 lets the clocks go on."
    ]
    play.pass_to("20:22:00")
    assert play.hear("judges") == [
        "All tables are still on hold (hawk), since 20:12:00 (10:00). !resume all lets the clocks go on."
    ]


def test_a_ruling_while_the_table_is_on_hold_says_how_it_goes_on() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy"), panic=True))
    assert texts(play.do("20:14:30", GiveRuling(by=who("hawk"), number=1, text="play on"))) == [
        "Ruling 1, table 1 (hawk): play on. Clocks stand still there until !resume 1."
    ]


def test_what_is_still_held_is_named_when_the_others_go_on() -> None:
    play = playing(PAIR)
    play.do("20:10:00", PlaceHold(by=who("wren"), table=1))
    play.do("20:11:00", PlaceHold(by=who("hawk"), table=0))
    lines = play.do("20:12:00", LiftHold(by=who("hawk"), table=0))
    assert texts(lines)[0].startswith("All other tables go on after 1:00 (hawk)")
    assert "Still on hold: table 1, !resume 1." in " ".join(texts(lines))


# --- penalties that are not public (0.7) -------------------------------------------------------------


def unpublished() -> Play:
    """A match in an event that keeps its penalties to itself."""
    return playing(PAIR, keys={"publish": "results"})


def test_a_penalty_that_is_not_public_is_told_to_both_players_and_the_judges() -> None:
    play = unpublished()
    said = play.do("20:05:00", Penalise(by=who("hawk"), player=who("oxbow"), infraction="slow_play"))
    assert texts(said) == []
    assert texts(said, "tansy")[0].startswith("oxbow: Caution (A.II.6")
    assert texts(said, "oxbow")[0].startswith("oxbow: Caution (A.II.6")
    assert "oxbow: Caution (A.II.6)" in texts(said, "judges")[0]
    said = play.do("20:06:00", Overturn(by=who("hawk"), number=1, why="not slow"))
    assert texts(said) == []
    assert "no longer stands" in texts(said, "tansy")[0]


def test_a_disqualification_is_always_public() -> None:
    play = unpublished()
    said = play.do(
        "20:05:00", Disqualify(by=who("hawk"), player=who("oxbow"), infraction="cheating", why="two decks")
    )
    assert any("oxbow: Disqualification" in text for text in texts(said))


# --- what is waited for ---------------------------------------------------------------------------


def test_an_excuse_names_the_next_word_and_its_end_the_new_mark() -> None:
    play = playing(PAIR)
    play.do("20:10:00", SeeLeaving(by=who("oxbow"), how=Leaving.LOST))
    lines = play.do("20:11:00", Excuse(by=who("hawk"), player=who("oxbow"), why="power cut"))
    assert texts(lines, "judges") == [
        "Table 1: oxbow is away, and no clock runs. hawk: !excuse oxbow off starts it anew, "
        "!setresult 1 <score> <why> settles the table."
    ]
    assert play.refused("20:12:00", Excuse(by=who("hawk"), player=who("oxbow"))) == (
        "hawk, no clock runs on oxbow as it is. !excuse oxbow off starts it anew, "
        "!setresult 1 <score> <why> settles the table."
    )
    lines = play.do("20:20:00", Excuse(by=who("hawk"), player=who("oxbow"), ends=True))
    assert texts(lines) == [
        "oxbow: your clock starts anew (hawk). Here with !ready by 20:25:00 (5:00), or the game is lost (A.I.4)."
    ]


def test_at_the_end_of_time_nothing_is_waited_for_that_does_not_run() -> None:
    play = playing(PAIR)
    play.do("20:40:00", SeeLeaving(by=who("oxbow"), how=Leaving.LOST))
    play.do("20:41:00", Excuse(by=who("hawk"), player=who("oxbow")))
    play.hear()
    play.pass_to("20:50:00")
    lines = [line for line in play.said if line.place in ("channel", "judges")]
    assert texts(lines)[-1] == "Time! No clock runs on who is away, so a judge decides: table 1 (oxbow)."
    assert texts(lines, "judges") == [
        "Call 1, table 1 (tansy-oxbow, 0-0, time is called, oxbow away, no clock): "
        "time is up, and no clock runs on oxbow. !claim 1",
        "Table 1: oxbow is away, and no clock runs. hawk: !excuse oxbow off starts it anew, "
        "!setresult 1 <score> <why> settles the table.",
    ]


def test_who_has_a_call_is_reminded_by_name_and_then_the_head_judge() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy"), why="trample?"))
    play.do("20:11:00", ClaimCall(by=who("wren")))
    play.hear()
    play.pass_to("20:21:00")
    assert play.hear("judges") == [
        'wren: you have had call 1 for 10:00, table 1 (tansy-oxbow, 0-0, 29:00 left), tansy: "trample?" '
        "!ruling 1 <text> answers it, !release 1 gives it back."
    ]
    play.pass_to("20:31:00")
    assert play.hear("judges") == [
        'hawk: wren has had call 1 for 20:00, table 1 (tansy-oxbow, 0-0, 19:00 left), tansy: "trample?" '
        "!ruling 1 <text> answers it, also from the head judge."
    ]


def test_nobody_is_addressed_who_is_not_there() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy")))
    play.do("20:11:00", SeeLeaving(by=who("hawk"), how=Leaving.QUIT))
    play.hear()
    play.pass_to("20:15:00")
    addressed = [line for line in play.said if line.place in ("judges", "person:" + who("birch"))]
    assert texts(addressed, "judges")[-1] == (
        "birch: no head judge is here, and call 1 has waited 5:00 and nobody has it, "
        "table 1 (tansy-oxbow, 0-0, 35:00 left), tansy. !claim 1"
    )
    assert texts(addressed, "birch")[-1].endswith("!staff head_judge <nick> names another (1.6).")
    play.do("20:16:00", ClaimCall(by=who("wren")))
    play.do("20:17:00", SeeLeaving(by=who("wren"), how=Leaving.QUIT))
    play.hear()
    play.pass_to("20:26:00")
    assert play.hear("judges")[-1].startswith(
        "birch: no head judge is here, and wren, who is not here, has had call 1 for 10:00"
    )


def test_a_second_ruling_proposes_what_is_left_and_says_when_nothing_is() -> None:
    play = playing(PAIR)
    for name in ("tansy", "oxbow", "tansy"):
        play.do("20:10:00", CallJudge(by=who(name)))
    play.do("20:14:00", GiveRuling(by=who("wren"), number=1, text="play on"))
    play.do("20:14:10", Extend(by=who("wren")))
    lines = play.do("20:14:30", GiveRuling(by=who("wren"), number=2, text="play on"))
    assert (
        "It took 4:30, of which 0:30 is not given back yet; wren: !extend adds that, or !extend 1 <minutes>."
        in texts(lines)[0]
    )
    play.do("20:14:30", Extend(by=who("wren")))
    lines = play.do("20:14:30", GiveRuling(by=who("hawk"), number=3, text="play on"))
    assert texts(lines) == ["Ruling 3, table 1 (hawk): play on. It took 4:30, which is given back already."]
    assert play.refused("20:14:40", Extend(by=who("hawk"))) == (
        "hawk, what ruling 3 took at table 1 is given back already. !extend 1 <minutes> <why> adds more."
    )


def test_words_about_calls_say_what_can_be_said_instead() -> None:
    play = playing(PAIR)
    assert play.refused("20:09:00", ReleaseCall(by=who("wren"))) == (
        "wren, you have no call to give back. !calls shows who has which."
    )
    for _ in range(2):
        play.do("20:10:00", CallJudge(by=who("tansy")))
        play.do("20:10:00", ClaimCall(by=who("wren")))
    assert play.refused("20:11:00", ReleaseCall(by=who("wren"))) == (
        "wren, you have more than one call: !release 1 or !release 2?"
    )
    assert play.refused("20:11:00", ClaimCall(by=who("wren"), number=1)) == (
        "wren, you have call 1 already. !ruling 1 <text> answers it, !release 1 gives it back."
    )
    assert play.refused("20:11:00", ReleaseCall(by=who("hawk"), number=1)) == (
        "hawk, wren has call 1 and alone gives it back; !ruling 1 <text> from you answers it too."
    )
