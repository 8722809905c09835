"""A match in words: who is here, who chooses, who is gone, who won, told to those whom it concerns."""

from __future__ import annotations

from bot.wording import speak
from cogs.speech import Urgency
from rules.acts import (
    AcceptDraw,
    AnswerNo,
    AnswerYes,
    BeginRound,
    ChoosePlay,
    CloseRound,
    Concede,
    Confirm,
    DeclineDraw,
    Dismiss,
    Drop,
    EndTurn,
    GiveConsent,
    LoseSight,
    OfferDraw,
    Overturn,
    PairByHand,
    Penalise,
    PressReady,
    RegainSight,
    ReportGame,
    ReportLife,
    ReportLinkLost,
    ReportMatch,
    ReportRelay,
    SayCannotConnect,
    SayGameGoesOn,
    SeeLeaving,
    SeePerson,
    StartShuffle,
    StopShuffle,
    TakeBack,
)
from rules.decide import decide
from rules.entries import Leaving, PersonId, PersonLeft, Stage
from rules.recorder import Recorder
from tests.wording_play import Loaded, Play, at, begun, opened, playing, texts, who

PAIR = ("quill", "brindle")
OTHERS = ("tansy", "oxbow")


def ready(play: Play, clock: str, *names: str) -> list[str]:
    """Everybody named says `!ready`; what is said publicly of the last one."""
    return [texts(play.do(clock, PressReady(by=who(name), dice=play.dice))) for name in names][-1]


# --- arriving and games ---------------------------------------------------------------------------


def test_an_evening_reads_like_the_example() -> None:
    play = begun(PAIR, OTHERS, ready=False)
    ready(play, "20:00:10", *OTHERS)
    play.dice = Loaded(place=2)
    assert ready(play, "20:00:20", "quill") == ["quill is here. brindle: !ready by 20:10:00 (9:40)."]
    assert ready(play, "20:04:41", "brindle") == [
        "Table 1, quill and brindle are here. brindle won the roll (draw 2) and may !choose play or draw. "
        "Decks by 20:07:41 (3:00), then !ready."
    ]
    assert texts(play.do("20:04:50", ChoosePlay(by=who("brindle"), play=True))) == ["brindle plays first."]
    assert ready(play, "20:06:30", "quill", "brindle") == [
        "Table 1, game 1 is on. Mulligans: brindle decides first."
    ]
    assert texts(play.do("20:29:10", ReportGame(by=who("brindle"), won=False))) == [
        "Table 1: quill leads 1-0. Game 2: brindle chooses. Decks by 20:32:10 (3:00), then !ready."
    ]
    ready(play, "20:31:00", "quill", "brindle")
    play.do("20:44:55", ReportGame(by=who("quill"), won=True))
    assert texts(play.do("20:45:03", Confirm(by=who("brindle"), dice=play.dice))) == [
        "Table 1: quill beats brindle 2-0. 1 table still plays."
    ]


def test_who_was_ready_before_the_begin_is_told_with_it() -> None:
    play = opened(*PAIR, *OTHERS)
    pairs = ((who("quill"), who("brindle")), (who("tansy"), who("oxbow")))
    play.do("19:59:00", PairByHand(by=who("birch"), pairs=pairs))
    ready(play, "19:59:30", "quill", "brindle", "tansy")
    assert texts(play.do("20:00:00", BeginRound(by=who("birch"), dice=play.dice))) == [
        "Round 1 of Autumn 12: time is called at 20:50:00 (50:00). Pairings: 1 quill-brindle · 2 tansy-oxbow. "
        "At your table: !ready. Late past 20:10:00 (10:00) costs a game (A.I.3).",
        "Here already, waiting for the opponent: 2 tansy",
        "Tables complete. Decks by 20:03:00 (3:00), then !ready. "
        "The roll lets choose (!choose play or draw): 1 quill (draw 1)",
    ]


def test_a_silent_chooser_plays_first_and_is_told_so() -> None:
    play = begun(PAIR)
    assert ready(play, "20:02:00", *PAIR) == [
        "Table 1, game 1 is on. quill chose nothing, so quill plays first. Mulligans: quill decides first."
    ]


def test_late_players_of_many_tables_are_missed_in_one_line() -> None:
    play = begun(PAIR, OTHERS, ready=False)
    ready(play, "20:01:00", "quill")
    play.hear()
    play.pass_to("20:05:00")
    heard = [line for line in play.said if line.place == "channel"]
    assert [line.text for line in heard] == [
        "Not here yet: 1 brindle · 2 tansy · 2 oxbow. !ready by 20:10:00 (5:00), or game 1 is lost (A.I.3)."
    ]
    assert texts(play.said, "brindle") == [
        "brindle, your table 1 waits: !ready by 20:10:00 (5:00), or game 1 is lost (A.I.3)."
    ]


def test_who_comes_late_is_told_at_once_what_runs() -> None:
    play = begun(PAIR, ready=False)
    play.do("20:02:00", SeeLeaving(by=who("brindle"), how=Leaving.QUIT))
    seen = play.do("20:06:00", SeePerson(by=who("brindle")))
    assert texts(seen, "brindle") == [
        "brindle, say !ready to stop the clock: by 20:10:00 (4:00), or game 1 is lost (A.I.3)."
    ]


def test_a_reminder_never_names_the_penalty() -> None:
    play = begun(PAIR, ready=False)
    play.pass_to("20:09:59")
    assert not any("game loss" in line.text.lower() for line in play.said)
    play.pass_to("20:10:00")
    assert any("game loss" in line.text.lower() for line in play.said)


def test_conceding_the_last_game_is_told_with_the_match() -> None:
    play = playing(PAIR)
    assert texts(play.do("20:10:00", Concede(by=who("brindle")))) == [
        "Table 1: brindle concedes game 1; quill leads 1-0. Game 2: brindle chooses. "
        "Decks by 20:13:00 (3:00), then !ready."
    ]
    assert texts(play.do("20:11:00", Concede(by=who("brindle")))) == [
        "Table 1: brindle concedes game 2, quill beats brindle 2-0. All tables have a result; birch: !endround."
    ]


# --- claims ---------------------------------------------------------------------------------------


def test_a_claim_goes_to_the_opponent_by_name_and_not_to_the_channel() -> None:
    play = playing(PAIR)
    lines = play.do("20:10:00", ReportMatch(by=who("brindle"), mine=2, theirs=1))
    assert texts(lines) == []
    assert texts(lines, "quill") == ["brindle says: brindle beats quill 2-1. !confirm or !dispute."]
    assert texts(lines, "brindle") == [
        "brindle, quill can !confirm or !dispute now: brindle beats quill 2-1. !cancel takes it back."
    ]
    assert texts(play.do("20:10:10", Confirm(by=who("quill"), dice=play.dice))) == [
        "Table 1: brindle beats quill 2-1. All tables have a result; birch: !endround."
    ]


def test_a_game_that_wins_the_match_says_so_in_the_claim() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("brindle"), won=False))
    ready(play, "20:11:00", *PAIR)
    lines = play.do("20:20:00", ReportGame(by=who("quill"), won=True))
    assert texts(lines, "brindle") == [
        "quill says: quill won game 2, and the match 2-0. !confirm or !dispute."
    ]
    assert [line.urgency for line in lines] == [Urgency.NOW, Urgency.ANSWER]


def test_a_claim_taken_back_is_told_to_both() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("quill"), won=None))
    lines = play.do("20:10:20", TakeBack(by=who("quill")))
    said = ["What quill reported is taken back; nothing is recorded from it."]
    assert texts(lines, "quill") == texts(lines, "brindle") == said


def test_two_claims_that_differ_are_one_public_line_and_a_call() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("quill"), won=True))
    lines = play.do("20:10:10", ReportGame(by=who("brindle"), won=True))
    assert texts(lines) == ["Table 1: quill and brindle report differently; a judge decides (call 1)."]
    assert texts(lines, "judges") == [
        "Call 1, table 1 (quill-brindle, 0-0, 39:50 left): disputed: quill: game 1 won by quill; "
        "brindle: game 1 won by brindle (brindle disputes). !claim 1"
    ]


# --- draws and questions --------------------------------------------------------------------------


def test_an_offer_and_its_answer_stay_between_the_players() -> None:
    play = playing(PAIR)
    offer = play.do("20:10:00", OfferDraw(by=who("quill"), words="shall we?"))
    assert texts(offer, "brindle") == ['quill offers a draw of the match: "shall we?". !accept or !decline.']
    assert texts(offer, "quill") == [
        'quill, your offer of a draw is with brindle: "shall we?". !cancel takes it back.'
    ]
    answer = play.do("20:10:10", DeclineDraw(by=who("brindle")))
    declined = ["brindle declines the draw. Play on. quill cannot offer it again in this match (3.8)."]
    assert texts(answer, "quill") == texts(answer, "brindle") == declined
    assert texts([*offer, *answer]) == []


def test_only_the_agreed_draw_is_public() -> None:
    play = playing(PAIR, OTHERS)
    play.do("20:10:00", OfferDraw(by=who("quill")))
    lines = play.do("20:10:10", AcceptDraw(by=who("brindle")))
    assert texts(lines) == ["Table 1: quill and brindle draw by agreement (3.8). 1 table still plays."]


def test_an_offer_lapses_with_the_game() -> None:
    play = playing(PAIR)
    play.do("20:10:00", OfferDraw(by=who("quill")))
    lines = play.do("20:11:00", ReportGame(by=who("brindle"), won=False))
    assert texts(lines, "brindle") == ["The draw that quill offered has lapsed with game 1. Play on."]


def test_conceding_the_match_is_asked_with_its_score() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("brindle"), won=False))
    lines = play.do("20:11:00", Concede(by=who("quill"), match=True, words="must go"))
    assert texts(lines, "quill") == [
        'quill, concede the match to brindle 1-2? "must go" !yes by 20:13:00 (2:00), or !no.'
    ]
    assert texts(play.do("20:11:05", AnswerNo(by=who("quill"))), "quill") == [
        "quill, conceding the match is off, and nothing has changed."
    ]


def test_a_drop_names_its_cost_and_is_one_line() -> None:
    play = playing(PAIR, OTHERS)
    asked = texts(play.do("20:10:00", Drop(by=who("quill"))), "quill")
    assert asked == [
        "quill, drop out of Autumn 12, and concede the match to brindle 0-2 (3.7)? "
        "!yes by 20:12:00 (2:00), or !no."
    ]
    assert texts(play.do("20:10:05", AnswerYes(by=who("quill"), dice=play.dice))) == [
        "Table 1: quill concedes the match; brindle wins 2-0. quill leaves when the round closes (3.7). "
        "1 table still plays."
    ]


def test_words_of_a_concession_are_for_both_players_alone() -> None:
    play = playing(PAIR, OTHERS)
    lines = play.do("20:10:00", Concede(by=who("quill"), words="well played"))
    said = ['quill said with the concession: "well played"']
    assert texts(lines, "quill") == texts(lines, "brindle") == said
    assert "well played" not in " ".join(texts(lines))
    play.do("20:11:00", Drop(by=who("quill"), words="must go"))
    lines = play.do("20:11:05", AnswerYes(by=who("quill"), dice=play.dice))
    assert texts(lines, "brindle") == ['quill said with the concession: "must go"']
    assert "must go" not in " ".join(texts(lines))


def test_a_question_that_lapses_is_told() -> None:
    play = playing(PAIR)
    play.do("20:10:00", Concede(by=who("quill"), match=True))
    play.pass_to("20:12:00")
    assert texts(play.said, "quill")[-1] == (
        "quill, no answer came, so conceding the match is off, and nothing has changed."
    )


# --- absence --------------------------------------------------------------------------------------


def test_an_absence_from_first_to_last_line() -> None:
    play = playing(PAIR)
    left = play.do("20:17:02", SeeLeaving(by=who("brindle"), how=Leaving.LOST, reason="Ping timeout"))
    assert texts(left) == [
        "brindle has left the chat. Back with !ready by 20:22:02 (5:00), or the game is lost (A.I.4). "
        "quill, please keep your client open."
    ]
    assert texts(left, "quill") == ["Does your game with brindle go on? Say !playing if so."]
    play.hear()
    play.pass_to("20:21:02")
    assert texts(play.said) == ["brindle has 1:00 left."]
    assert texts(play.said, "quill") == ["Does your game with brindle go on? Say !playing if so."]
    seen = play.do("20:21:30", SeePerson(by=who("brindle")))
    assert texts(seen) == []
    assert texts(seen, "brindle") == [
        "brindle, say !ready to stop the clock: by 20:22:02 (0:32), or the game is lost (A.I.4)."
    ]
    assert ready(play, "20:21:34", "brindle") == ["brindle is back after 4:32. No penalty. Play on."]


def test_between_games_the_next_game_is_at_stake_and_nobody_is_asked() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("brindle"), won=False))
    left = play.do("20:10:30", SeeLeaving(by=who("brindle"), how=Leaving.QUIT))
    assert texts(left) == [
        "brindle has left the chat. Back with !ready by 20:15:30 (5:00), or game 2 is lost (A.I.4)."
    ]
    assert texts(left, "quill") == []


def test_who_comes_back_after_a_loss_is_not_told_that_it_was_free() -> None:
    play = playing(PAIR)
    play.do("20:10:00", SeeLeaving(by=who("brindle"), how=Leaving.QUIT))
    play.do("20:16:00", SeePerson(by=who("brindle")))
    assert ready(play, "20:16:10", "brindle") == ["brindle is back after 6:10. Play on."]


def test_the_opponent_says_that_the_game_goes_on() -> None:
    play = playing(PAIR)
    play.do("20:10:00", SeeLeaving(by=who("brindle"), how=Leaving.QUIT))
    assert texts(play.do("20:10:20", SayGameGoesOn(by=who("quill")))) == [
        "quill says that the game with brindle goes on. No clock runs on brindle."
    ]


def test_a_netsplit_is_one_line_for_all_it_took() -> None:
    play = playing(PAIR, OTHERS)
    rec = Recorder(play.now, at("20:10:00"))
    for name in ("brindle", "tansy", "oxbow"):
        act = SeeLeaving(by=who(name), how=Leaving.SPLIT, split="hub leaf")
        entries, after = decide(rec.state, act, rec.now)
        rec.entries.extend(entries)
        rec.state = after
    lines = speak(rec.entries, play.now, rec.state)
    assert texts(lines) == [
        "brindle, tansy and oxbow: off the chat (a netsplit). No clock runs. Back with !ready."
    ]
    assert texts(lines, "judges") == [
        "Tables 1 and 2: brindle, tansy and oxbow off the chat (a netsplit), no clock runs. Does somebody look? "
        "!excuse <nick> off starts a clock."
    ]


def test_a_lost_link_tells_both_to_wait_and_calls_the_head_judge() -> None:
    play = playing(PAIR)
    lines = play.do("20:10:00", ReportLinkLost(by=who("quill"), player=who("brindle")))
    assert texts(lines) == [
        "Table 1: brindle has lost the game link. Back with !ready by 20:15:00 (5:00), or the game is lost "
        "(A.I.2). quill and brindle: do not reconnect before the head judge says so, and keep the client open (3.5)."
    ]
    assert texts(lines, "judges") == [
        "Call 1, for hawk, table 1 (quill-brindle, 0-0, 40:00 left, brindle gone until 20:15:00): "
        "game link lost: reconnect or not? !claim 1"
    ]


def test_a_head_judge_who_leaves_is_told_to_the_coordinator() -> None:
    play = playing(PAIR)
    lines = play.do("20:10:00", SeeLeaving(by=who("hawk"), how=Leaving.QUIT))
    assert texts(lines, "birch") == [
        "birch, head judge hawk has left the channel. !staff head_judge <nick> names another (1.6)."
    ]
    assert texts(lines) == []


def test_strangers_come_and_go_unmentioned() -> None:
    play = playing(PAIR)
    entry = PersonLeft(at=at("20:10:00"), person=PersonId("nick:stranger"), how=Leaving.QUIT)
    assert speak([entry], play.now, play.now) == []


def test_after_a_blind_spell_each_running_clock_is_told_anew() -> None:
    play = playing(PAIR, OTHERS)
    play.do("20:09:00", SeeLeaving(by=who("brindle"), how=Leaving.QUIT))
    play.do("20:10:00", StartShuffle(by=who("oxbow")))
    play.do("20:10:10", LoseSight(by=PersonId("bot"), since=at("20:10:05"), why="down"))
    here = frozenset(who(name) for name in ("quill", "tansy", "oxbow", "hawk"))
    assert texts(play.do("20:12:31", RegainSight(by=PersonId("bot"), present=here))) == [
        "I was away from 20:10:05 to 20:12:31. Clocks on players stood still; the round clock ran on. "
        "You now have until: oxbow 20:13:26 (0:55) to shuffle · brindle 20:16:26 (3:55) to come back."
    ]


def test_after_a_blind_spell_a_single_clock_is_told_like_a_person() -> None:
    play = playing(PAIR)
    play.do("20:09:00", SeeLeaving(by=who("brindle"), how=Leaving.QUIT))
    play.do("20:10:10", LoseSight(by=PersonId("bot"), since=at("20:10:05"), why="down"))
    lines = play.do("20:12:31", RegainSight(by=PersonId("bot"), present=frozenset({who("quill")})))
    assert texts(lines) == [
        "I was away from 20:10:05 to 20:12:31. Clocks on players stood still; the round clock ran on. "
        "brindle, you now have until 20:16:26 (3:55)."
    ]


# --- shuffle, time, connection --------------------------------------------------------------------


def test_a_stopwatch_started_by_the_opponent_is_told_in_private_too() -> None:
    play = playing(PAIR)
    lines = play.do("20:10:00", StartShuffle(by=who("quill"), player=who("brindle")))
    assert texts(lines) == ["brindle shuffles until 20:11:00 (1:00), then !done (3.4)."]
    assert texts(lines, "brindle") == [
        "brindle, quill has started the stopwatch on your shuffle: it runs until 20:11:00 (1:00), then !done (3.4)."
    ]
    assert texts(play.do("20:10:41", StopShuffle(by=who("brindle")))) == ["brindle took 0:41."]


def test_time_is_one_line_for_all_tables() -> None:
    play = playing(PAIR, OTHERS, ("ivy", "moss"))
    play.do("20:40:00", ReportMatch(by=who("moss"), mine=0, theirs=2))
    play.hear()
    play.pass_to("20:50:00")
    heard = [line for line in play.said if "Time!" in line.text]
    assert [(line.text, line.urgency) for line in heard] == [
        (
            "Time! Tables 1, 2: finish the turn, then !endturn and the result (2.6). A game still open then is drawn.",
            Urgency.NOW,
        )
    ]


def test_time_waits_for_the_clock_on_who_is_away() -> None:
    play = playing(PAIR)
    play.do("20:48:00", SeeLeaving(by=who("brindle"), how=Leaving.QUIT))
    play.pass_to("20:50:00")
    assert play.hear()[-1] == "Time! First the clock on who is away runs out: table 1 waits for brindle."


def test_life_decides_in_the_playoff() -> None:
    play = playing(PAIR, stage=Stage.PLAYOFF)
    play.pass_to("20:50:00")
    assert play.hear()[-1] == (
        "Time! Table 1: finish the turn, then !endturn and the result (2.6). "
        "Whoever leads in games wins; at even games the higher life does (!life)."
    )
    assert texts(play.do("20:51:00", EndTurn(by=who("quill")))) == [
        "Table 1: the last turn is over. Life totals now: !life <yours> <the other's>."
    ]
    claim = play.do("20:51:10", ReportLife(by=who("brindle"), mine=12, theirs=7))
    assert texts(claim, "quill") == ["brindle says: life is quill 7, brindle 12. !confirm or !dispute."]
    assert texts(play.do("20:51:20", Confirm(by=who("quill"), dice=play.dice))) == [
        "Table 1: time is up, game 1 goes to brindle by life, 12-7 (2.6), brindle beats quill 1-0. "
        "All tables have a result; birch: !endround."
    ]


def test_who_did_not_end_the_last_turn_may_say_that_it_goes_on() -> None:
    play = playing(PAIR)
    play.pass_to("20:50:00")
    play.hear()
    assert texts(play.do("20:51:00", EndTurn(by=who("quill")))) == [
        "Table 1: time is up, quill and brindle draw 0-0-1 (2.6). brindle: !dispute if that turn was not over. "
        "All tables have a result; birch: !endround."
    ]


def test_no_connection_from_relay_to_flip() -> None:
    play = begun(PAIR)
    assert texts(play.do("20:01:30", SayCannotConnect(by=who("quill")))) == [
        "Table 1, quill and brindle: no clock runs on you. Try the relay host now, then !relay works or "
        "!relay failed (2.3)."
    ]
    play.do("20:02:00", ReportRelay(by=who("quill"), works=False, dice=play.dice))
    assert texts(play.do("20:02:30", Confirm(by=who("brindle"), dice=play.dice))) == [
        "Table 1, quill and brindle: the relay host did not help (2.3). The match is drawn, unless you both say "
        "!consent yes to a coin flip by 20:05:30 (3:00)."
    ]
    assert texts(play.do("20:03:00", GiveConsent(by=who("quill"), yes=True, dice=play.dice))) == [
        "Table 1: quill consents to a flip. brindle: !consent yes, or no for a draw (2.3)."
    ]
    assert texts(play.do("20:03:10", GiveConsent(by=who("brindle"), yes=True, dice=play.dice))) == [
        "Table 1: heads (flip 2, !verify 2) is for quill, who wins against brindle 2-0 (2.3). "
        "All tables have a result; birch: !endround."
    ]


# --- the end of the round -------------------------------------------------------------------------


def test_the_coordinator_has_a_digest_of_the_round() -> None:
    play = begun(PAIR, OTHERS, ready=False)
    ready(play, "20:01:00", *PAIR)
    play.pass_to("20:04:00")  # both miss their decks at table 1, and table 2 never comes
    play.do("20:20:00", ReportMatch(by=who("brindle"), mine=0, theirs=2))
    lines = play.do("20:52:00", CloseRound(by=who("birch")))
    assert texts(lines) == ["Round 1 is closed."]
    digest = " ".join(texts(lines, "birch"))
    assert digest.startswith(
        "Round 1 closed at 20:52:00. Issued by the clocks: 4 (quill A.II.7 Caution, table 1, 20:04:00 · "
        "brindle A.II.7 Caution, table 1, 20:04:00 · tansy A.I.3 Game Loss, table 2, 20:10:00, rose to Match Loss, "
        "table 2, 20:15:00"
    )
    assert digest.endswith(
        "By judges: 0. Waiting for hawk: none. To report to the league: 2 (!penalties). "
        "tansy and oxbow: out at 20:52:00 without a word (3.2). Next: !pair, or !end."
    )


def test_the_digest_counts_what_judges_gave_and_left_standing() -> None:
    play = playing(PAIR)
    for clock, judge, level in (
        ("20:09:00", "hawk", "warning"),
        ("20:09:40", "hawk", "warning"),
        ("20:10:20", "wren", "game_loss"),
    ):
        act = Penalise(
            by=who(judge), player=who("quill"), infraction="slow_play", level=level, why="asked twice"
        )
        play.do(clock, act)
    play.do("20:11:00", Overturn(by=who("hawk"), number=2, why="not so"))
    play.do("20:11:01", Dismiss(by=who("hawk"), number=3, why="not so"))
    play.do("20:12:00", ReportMatch(by=who("quill"), mine=0, theirs=2))
    assert "By judges: 1. " in " ".join(texts(play.do("20:52:00", CloseRound(by=who("birch"))), "birch"))


def test_scores_name_the_winner_first_whatever_the_seats() -> None:
    play = playing(("left", "right"))
    play.do("20:10:00", ReportGame(by=who("right"), won=False))
    ready(play, "20:11:00", "left", "right")
    assert texts(play.do("20:20:00", ReportGame(by=who("left"), won=False)))[0].startswith(
        "Table 1: it stands 1-1."
    )
    ready(play, "20:21:00", "left", "right")
    assert texts(play.do("20:30:00", ReportGame(by=who("left"), won=False)))[0].startswith(
        "Table 1: right beats left 2-1."
    )
