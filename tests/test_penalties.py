"""Penalties: every known O-Gaming case by its id, and what the cases do not show."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import books
from rules.infractions import Phase
from rules.penalties import (
    Assessment,
    BadContext,
    Level,
    UnknownGround,
    UnknownInfraction,
    assess,
    assess_as,
    raised,
    steps_between,
)
from rules.rulebook import parse

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "oracle" / "penalties.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
OGAMING = books.load("ogaming")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_known_case(case: dict[str, Any]) -> None:
    found = assess(
        OGAMING,
        case["infraction"],
        rel=case["rel"],
        prior=case["prior_count"],
        upgrades=case["upgrade"],
        downgrades=case["downgrade"],
        context=case["context"],
    )
    shown = {
        key: list(value) if isinstance(value := getattr(found, key), tuple) else value
        for key in case["expect"]
    }
    assert shown == case["expect"]


# --- the guide at every REL -------------------------------------------------------------------------------

LIGHT = "CCWWW"
GUIDE = {
    "procedural_error": LIGHT,
    "modifying_opponent_object": LIGHT,
    "misrepresentation": "WWWWW",
    "drawing_extra_cards": "WWGGG",
    "failure_to_draw_cards": LIGHT,
    "improper_beginning_draw": "WWWWW",
    "slow_play": LIGHT,
    "mid_game_shuffle_over_1_min": LIGHT,
    "exceeding_pregame_time": LIGHT,
    "unsporting_conduct": "WWWWW",
    "cheating": "DDDDD",
    "bribery_or_prize_split": "DDDDD",
    "intentional_slow_play": "DDDDD",
    "random_determination": "-----",
    "deck_error.illegal_submitted": "GGGGG",
    "deck_error.incorrect_played": "GGGGG",
    "disconnection.over_5_min": "GGGGG",
    "disconnection.over_10_min": "MMMMM",
    "disconnection.unable_to_reconnect": "GGGGG",
    "disconnection.closed_client_while_waiting": "GGGGG",
    "disconnection.client_fault_mutual": "-----",
    "tardiness.over_10_min": "GGGGG",
    "tardiness.over_15_min": "MMMMM",
    "drop_after_pairing": "MMMMM",
}
LETTERS = {
    "-": Level.NONE,
    "C": Level.CAUTION,
    "W": Level.WARNING,
    "G": Level.GAME_LOSS,
    "M": Level.MATCH_LOSS,
    "D": Level.DISQUALIFICATION,
}
BY_THE_CLOCK = {
    "disconnection.over_5_min",
    "disconnection.over_10_min",
    "tardiness.over_10_min",
    "tardiness.over_15_min",
    "drop_after_pairing",
    "exceeding_pregame_time",
}


def at_rel_1(infraction: str, **context: object) -> Assessment:
    return assess(OGAMING, infraction, rel=1, context=context)


@pytest.mark.parametrize("infraction", GUIDE)
def test_the_guide(infraction: str) -> None:
    levels = [assess(OGAMING, infraction, rel=rel).penalty for rel in range(1, 6)]
    assert levels == [LETTERS[letter] for letter in GUIDE[infraction]]


def test_the_guide_is_complete() -> None:
    assert set(GUIDE) == set(OGAMING.infractions)


def test_only_what_a_clock_measures_is_automatic() -> None:
    assert {key for key in GUIDE if at_rel_1(key).auto} == BY_THE_CLOCK


def test_a_shuffle_is_automatic_only_by_the_stopwatch() -> None:
    assert at_rel_1("mid_game_shuffle_over_1_min", stopwatch_ran_out=True).auto
    assert not at_rel_1("mid_game_shuffle_over_1_min", stopwatch_ran_out=False).auto


def test_a_ping_out_is_the_absence_under_its_own_clause() -> None:
    by_chat, by_link = at_rel_1("pingout.over_5_min"), at_rel_1("disconnection.over_5_min")
    assert by_chat.infraction == by_link.infraction == "disconnection.over_5_min"
    assert (by_chat.clause, by_link.clause) == ("A.I.4", "A.I.2")
    assert at_rel_1("PingOut.over 5 min").clause == "A.I.4"


# --- which REL --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", OGAMING.kind_rel)
def test_the_rel_comes_from_the_kind_of_tournament(kind: str) -> None:
    found = assess(OGAMING, "slow_play", rel=None, context={"tournament_type": kind})
    assert found.rel == found.rel_used == OGAMING.kind_rel[kind]
    assert not found.override_rejected


def test_nobody_says_the_rel() -> None:
    assert assess(OGAMING, "slow_play", rel=None).rel == 1


@pytest.mark.parametrize("wished", [1, 2, 3, 4, 5])
def test_a_challenge_may_have_any_rel(wished: int) -> None:
    context = {
        "tournament_type": "challenge",
        "tc_rel_override": wished,
        "override_announced": "before_round_1_start",
    }
    found = assess(OGAMING, "slow_play", rel=None, context=context)
    assert (found.rel, found.override_rejected) == (wished, False)


@pytest.mark.parametrize(
    "context",
    [
        {"tournament_type": "challenge", "tc_rel_override": 6},
        {"tournament_type": "challenge", "tc_rel_override": 0},
        {"tournament_type": "challenge", "tc_rel_override": 3, "override_announced": "after_start"},
        {"tournament_type": "grand_prix", "tc_rel_override": 1},
    ],
)
def test_another_rel_is_refused(context: dict[str, object]) -> None:
    found = assess(OGAMING, "slow_play", rel=None, context=context)
    assert found.override_rejected
    assert found.rel == OGAMING.kind_rel[str(context["tournament_type"])]


# --- grounds ----------------------------------------------------------------------------------------------


def test_a_ground_that_the_row_does_not_name_is_refused() -> None:
    with pytest.raises(
        UnknownGround, match="slow_play has no upgrade ground 'many_offences'; it names game_alt"
    ):
        assess(OGAMING, "slow_play", rel=1, upgrades=["many_offences"])
    with pytest.raises(UnknownGround, match="cheating has no upgrade ground 'many_offences'; it names none"):
        assess(OGAMING, "cheating", rel=1, upgrades=["many_offences"])


def test_no_row_names_a_downgrade() -> None:
    with pytest.raises(
        UnknownGround, match="slow_play has no downgrade ground 'first_offence'; it names none"
    ):
        assess(OGAMING, "slow_play", rel=3, downgrades=["first_offence"])


@pytest.mark.parametrize(
    ("steps", "level"),
    [(1, "warning"), (2, "game_loss"), (3, "match_loss"), (4, "match_loss"), (99, "match_loss")],
)
def test_grounds_end_at_the_match_loss(steps: int, level: str) -> None:
    found = assess(OGAMING, "slow_play", rel=1, upgrades=["game_altering_advantage"] * steps)
    assert found.penalty == level
    assert found.hj_required


def test_an_upgraded_penalty_is_no_longer_the_clocks() -> None:
    pending = assess(
        OGAMING,
        "exceeding_pregame_time",
        rel=1,
        upgrades=["significant_advantage"],
        context={"hj_approved": False},
    )
    approved = assess(OGAMING, "exceeding_pregame_time", rel=1, upgrades=["significant_advantage"])
    assert (pending.penalty, pending.auto, pending.upgrade_pending) == (Level.CAUTION, True, True)
    assert (approved.penalty, approved.auto, approved.upgrade_pending) == (Level.WARNING, False, False)


@pytest.mark.parametrize(("prior", "suggested"), [(0, False), (1, False), (2, True), (7, True)])
def test_the_third_one_suggests_a_look_and_raises_nothing(prior: int, suggested: bool) -> None:
    found = assess(OGAMING, "misrepresentation", rel=1, prior=prior)
    assert (found.penalty, found.suggest_review) == (Level.WARNING, suggested)


# --- circumstances ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["between_rounds", "match_already_over", "after_elimination"])
def test_an_absence_costs_nothing_once_its_match_is_over(phase: str) -> None:
    found = at_rel_1("disconnection.over_10_min", phase=phase)
    assert (found.penalty, found.auto, found.tracked, found.log) == (Level.NONE, False, False, False)


def test_an_absence_between_games_costs_the_next_one() -> None:
    found = at_rel_1("disconnection.over_5_min", phase="between_games")
    assert (found.penalty, found.applies_to) == (Level.GAME_LOSS, "next_game")


def test_a_client_that_failed_both_charges_nobody() -> None:
    found = at_rel_1("disconnection.client_fault_mutual", phase="in_game")
    assert (found.penalty, found.flag) == (Level.NONE, "hj_decides")


@pytest.mark.parametrize(
    ("infraction", "late_s", "level"),
    [
        ("tardiness.over_10_min", 600, "none"),
        ("tardiness.over_10_min", 601, "game_loss"),
        ("tardiness.over_15_min", 900, "none"),
        ("tardiness.over_15_min", 901, "match_loss"),
    ],
)
def test_exactly_the_limit_is_in_time(infraction: str, late_s: int, level: str) -> None:
    found = at_rel_1(infraction, late_s=late_s)
    assert found.penalty == level
    assert found.auto == (level != "none")
    assert level != "none" or found.remedy == ()


def test_an_early_round_shortens_nobodys_time() -> None:
    found = at_rel_1(
        "tardiness.over_10_min", round_started_early=True, before_scheduled_end_of_previous_round=True
    )
    assert found.penalty is Level.NONE


def test_circumstances_that_do_not_bear_on_it_are_ignored() -> None:
    assert at_rel_1("slow_play", found_by="judge", deck_size=61) == at_rel_1("slow_play")


@pytest.mark.parametrize(
    ("rel", "context", "complaint"),
    [
        (0, {}, "rel: expected 1 to 5, found 0"),
        (6, {}, "rel: expected 1 to 5, found 6"),
        (1, {"phase": "at_lunch"}, "phase: expected one of before_tournament_start, .*, found 'at_lunch'"),
        (1, {"hj_approved": "perhaps"}, "hj_approved: expected true or false, found 'perhaps'"),
        (
            None,
            {"tournament_type": "picnic"},
            "tournament_type: expected one of challenge, .*, found 'picnic'",
        ),
        (1, {"tc_rel_override": "high"}, "tc_rel_override: expected 1 to 5, found 'high'"),
    ],
)
def test_circumstances_that_make_no_sense_are_refused(
    rel: int | None, context: dict[str, object], complaint: str
) -> None:
    with pytest.raises(BadContext, match=complaint):
        assess(OGAMING, "slow_play", rel=rel, context=context)


def test_an_unknown_infraction_is_refused() -> None:
    with pytest.raises(UnknownInfraction):
        assess(OGAMING, "jaywalking", rel=1)


# --- a level that a judge names ---------------------------------------------------------------------------


def test_the_level_of_the_row_is_the_judges_own() -> None:
    row = at_rel_1("drawing_extra_cards")
    assert assess_as(OGAMING, row, Level.WARNING) == row


@pytest.mark.parametrize("level", [Level.CAUTION, Level.GAME_LOSS, Level.DISQUALIFICATION])
def test_another_level_is_the_head_judges(level: Level) -> None:
    found = assess_as(OGAMING, at_rel_1("drawing_extra_cards"), level, Phase.IN_GAME)
    assert (found.penalty, found.hj_required) == (level, True)
    assert found.reportable == (level is not Level.CAUTION)
    assert found.applies_to == ("current_game" if level is Level.GAME_LOSS else None)


def test_a_level_of_another_league_is_refused() -> None:
    with pytest.raises(
        BadContext, match="ogaming has no penalty red_card; it has caution, warning, game_loss"
    ):
        assess_as(OGAMING, at_rel_1("slow_play"), Level.RED_CARD)


# --- the ladder -------------------------------------------------------------------------------------------


def test_steps_are_counted_both_ways() -> None:
    assert steps_between(Level.CAUTION, Level.MATCH_LOSS) == 3
    assert steps_between(Level.MATCH_LOSS, Level.WARNING) == -2
    assert steps_between(Level.YELLOW_CARD, Level.DOUBLE_RED_CARD) == 2


def test_no_steps_lead_from_a_caution_to_a_card() -> None:
    with pytest.raises(ValueError, match="caution and red_card are not steps of one ladder"):
        steps_between(Level.CAUTION, Level.RED_CARD)


def test_raising_stays_on_the_ladder() -> None:
    assert raised(Level.NONE, 3) is Level.NONE
    assert raised(Level.WARNING, 2) is Level.MATCH_LOSS
    assert raised(Level.WARNING, 2, cap=Level.GAME_LOSS) is Level.GAME_LOSS
    assert raised(Level.WARNING, -1) is Level.CAUTION
    assert raised(Level.WARNING, -5) is Level.NONE
    assert raised(Level.DISQUALIFICATION, 1) is Level.DISQUALIFICATION
    assert raised(Level.YELLOW_CARD, 1) is Level.RED_CARD


def test_a_league_may_name_grounds_to_go_down() -> None:
    text = """
        extends = "ogaming"
        name = "lenient"
        [infractions.slow_play]
        downgrade_grounds = ["first_event"]
    """
    lenient = parse(text, "lenient.toml", OGAMING)
    found = assess(lenient, "slow_play", rel=3, downgrades=["first_event"])
    assert (found.penalty, found.reportable, found.hj_required) == (Level.CAUTION, False, True)
