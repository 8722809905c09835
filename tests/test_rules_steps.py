"""Steps: a level given after the penalty stands takes its place, and they fall together; one cause, one penalty."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, playing


def raised(table: Table, judge: e.PersonId = JUDGE, level: str = "game_loss") -> int:
    """The number of a level for slow play that is given on top of what stands."""
    return table.penalises(judge, BOB, "slow_play", level, "asked twice")


def cautioned() -> Table:
    """bob has a Caution for slow play, penalty 1."""
    table = playing()
    table.penalises(JUDGE, BOB, "slow_play")
    return table


# --- what takes the place of what -------------------------------------------------------------------


def test_a_higher_level_of_the_head_judge_takes_the_place_of_what_stands() -> None:
    table = cautioned()
    raised(table, HEAD_JUDGE)
    lower, higher = table.kept(e.PenaltyIssued)
    assert (higher.cause, higher.supersedes) == (lower.cause, lower.number)
    assert table.statuses == ["superseded", "standing"]
    assert table.score() == "1-0 open"


def test_while_it_waits_the_lower_one_stands() -> None:
    table = cautioned()
    number = raised(table)
    assert table.statuses == ["standing", "pending"]
    table.do(a.Approve(by=HEAD_JUDGE, number=number))
    assert table.statuses == ["superseded", "standing"]
    assert table.score() == "1-0 open"


def test_what_the_head_judge_dismisses_leaves_the_lower_one() -> None:
    table = cautioned()
    table.do(a.Dismiss(by=HEAD_JUDGE, number=raised(table)))
    assert table.statuses == ["standing", "dismissed"]


def test_a_ground_is_a_step_as_well() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "procedural_error")
    table.at("12:20:00").do(
        a.Penalise(
            by=HEAD_JUDGE, player=BOB, infraction="procedural_error", grounds=("significant_advantage",)
        )
    )
    assert table.statuses == ["superseded", "standing"]


def test_each_step_rises_from_the_last() -> None:
    table = cautioned()
    for level in ("warning", "game_loss", "match_loss"):
        raised(table, HEAD_JUDGE, level)
    assert table.statuses == ["superseded"] * 3 + ["standing"]
    assert table.score() == "2-0 player1"


def test_a_disqualification_takes_the_place_of_the_warning_for_the_same() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "unsporting_conduct")
    table.do(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="unsporting_conduct", why="threats"))
    assert table.statuses == ["superseded", "standing"]


def test_a_judge_raises_what_a_clock_gave() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:15:01")
    table.penalises(HEAD_JUDGE, BOB, "disconnection.over_5_min", "match_loss", "pulled the plug")
    assert table.statuses == ["superseded", "standing"]
    assert table.score() == "2-0 player1"
    table.overturns(HEAD_JUDGE, 2)
    assert table.statuses == ["overturned", "overturned"]
    assert table.score() == "0-0 open"


def test_a_clock_that_rises_first_leaves_nothing_to_approve() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:16:00")
    number = table.penalises(JUDGE, BOB, "disconnection.over_5_min", "match_loss", "pulled the plug")
    table.at("12:20:01")
    assert table.statuses == ["superseded", "pending", "standing"]
    assert table.refuses(a.Approve(by=HEAD_JUDGE, number=number), r.StepGone).lower == 1
    table.do(a.Dismiss(by=HEAD_JUDGE, number=number))
    assert table.score() == "2-0 player1"
    assert_one_cause_one_penalty(table)


def test_another_round_is_another_place() -> None:
    table = cautioned()
    table.concedes_match(BOB)
    table.closes_round()
    table.at("12:50:00").begins()
    raised(table, HEAD_JUDGE, "warning")
    assert table.statuses == ["standing", "standing"]


# --- what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize("judge", [JUDGE, HEAD_JUDGE])
def test_a_lower_level_takes_nothing_back(judge: e.PersonId) -> None:
    table = cautioned()
    number = raised(table, HEAD_JUDGE)
    act = a.Penalise(by=judge, player=BOB, infraction="slow_play", level="warning", why="too hard")
    assert table.refuses(act, r.HigherStands).number == number
    assert table.statuses == ["superseded", "standing"]


def test_in_a_later_game_a_lower_level_is_for_something_new() -> None:
    table = playing()
    table.penalises(HEAD_JUDGE, BOB, "unsporting_conduct", "warning", "insults")
    table.loses(BOB)
    table.penalises(HEAD_JUDGE, BOB, "unsporting_conduct", "caution", "a curse")
    assert table.statuses == ["standing", "standing"]


def test_a_second_proposal_for_the_same_is_told_of_the_first_whenever_it_comes() -> None:
    table = cautioned()
    number = raised(table)
    table.at("12:30:00")
    for judge, level in product((JUDGE, HEAD_JUDGE), ("game_loss", "match_loss")):
        act = a.Penalise(by=judge, player=BOB, infraction="slow_play", level=level, why="still slow")
        assert table.refuses(act, r.StillProposed).number == number


def test_a_proposal_is_not_given_once_the_lower_one_is_overturned() -> None:
    table = cautioned()
    number = raised(table)
    table.overturns(JUDGE, 1)
    table.refuses(a.Approve(by=HEAD_JUDGE, number=number), r.StepGone)
    table.do(a.Dismiss(by=HEAD_JUDGE, number=number))
    assert table.statuses == ["overturned", "dismissed"]


# --- overturning ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2])
def test_they_fall_together_whichever_is_named(number: int) -> None:
    table = cautioned()
    raised(table, HEAD_JUDGE)
    table.overturns(HEAD_JUDGE, number)
    assert table.statuses == ["overturned", "overturned"]
    assert table.score() == "0-0 open"


def test_a_judge_does_not_take_the_head_judges_step_back_by_the_lower_number() -> None:
    table = cautioned()
    raised(table, HEAD_JUDGE)
    for number in (1, 2):
        table.refuses(a.Overturn(by=JUDGE, number=number, why="no"), r.NotAllowed)


def test_both_effects_are_undone_and_what_cannot_be_is_named() -> None:
    """The game loss was taken in the match, the match loss is owed to the next one."""
    table = playing()
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.concedes_match(BOB)
    table.penalises(HEAD_JUDGE, BOB, "deck_error.incorrect_played", "match_loss", "on purpose")
    assert [owed.level for owed in table.state.owed] == ["match_loss"]
    table.overturns(HEAD_JUDGE, 2)
    entry = table.kept(e.PenaltyOverturned)[0]
    assert entry.undone == "the loss of the next match"
    assert entry.stays == "the lost game stays in the result"
    assert table.state.owed == ()


def test_an_appeal_about_a_lower_step_is_answered_with_them() -> None:
    table = cautioned()
    table.do(a.Appeal(by=BOB, of=1))
    appeal = table.state.last_number
    raised(table, HEAD_JUDGE)
    table.overturns(HEAD_JUDGE, table.state.last_number)
    assert table.state.appeals[appeal].upheld is False
    assert table.state.undecided == ()


def test_what_was_dismissed_and_comes_again_has_a_key_of_its_own() -> None:
    table = cautioned()
    table.do(a.Dismiss(by=HEAD_JUDGE, number=raised(table)))
    table.at("12:20:00")
    raised(table, HEAD_JUDGE)
    assert table.statuses == ["superseded", "dismissed", "standing"]
    assert_one_cause_one_penalty(table)
    table.overturns(HEAD_JUDGE, 3)
    assert table.statuses == ["overturned", "dismissed", "overturned"]
    assert table.score() == "0-0 open"


# --- the whole kind ---------------------------------------------------------------------------------


def assert_one_cause_one_penalty(table: Table) -> None:
    """The key that is unique in the store, and that of the steps of one thing only one stands."""
    issued = table.kept(e.PenaltyIssued)
    keys = Counter((entry.cause, entry.player, entry.penalty) for entry in issued)
    assert max(keys.values()) == 1


JUDGING = ("row", "warning", "game_loss", "match_loss", "approve", "dismiss", "overturn")


@pytest.mark.parametrize("words", list(product(JUDGING, repeat=3)), ids="-".join)
def test_whatever_judges_say_one_after_the_other_one_thing_is_punished_once(words: tuple[str, ...]) -> None:
    """FAULTS `ledger`: nothing counts twice, and no older word undoes a newer, harsher one."""
    table = cautioned()
    for minute, word in enumerate(words, start=10):
        table.at(f"12:{minute}:00")
        _say(table, word, by=JUDGE if minute % 2 else HEAD_JUDGE)
    assert_one_cause_one_penalty(table)
    for penalty in table.state.penalties.values():
        later = table.state.penalties[max(table.state.penalties)]
        if penalty.supersedes and penalty.status == "standing":
            assert table.state.penalties[penalty.supersedes].status == "superseded"
        if penalty.status == "superseded":
            assert later.number > penalty.number
            assert any(
                p.supersedes == penalty.number and p.status in ("standing", "superseded")
                for p in table.state.penalties.values()
            )


def _say(table: Table, word: str, by: e.PersonId) -> None:
    number = max(table.state.penalties)
    acts: dict[str, a.Act] = {
        "row": a.Penalise(by=by, player=BOB, infraction="slow_play"),
        "approve": a.Approve(by=HEAD_JUDGE, number=number),
        "dismiss": a.Dismiss(by=HEAD_JUDGE, number=number),
        "overturn": a.Overturn(by=HEAD_JUDGE, number=number, why="a mistake"),
    }
    level = a.Penalise(by=by, player=BOB, infraction="slow_play", level=word, why="as seen")
    before = table.state
    try:
        table.do(acts.get(word, level))
    except r.Refusal:
        assert table.state is before


def test_the_other_player_of_the_table_is_another_case() -> None:
    table = cautioned()
    table.penalises(HEAD_JUDGE, ANN, "slow_play", "warning", "both of them")
    assert table.statuses == ["standing", "standing"]
