"""The cases with known answers, each a test by its id: its transcript is played and held against the oracle.

The transcripts say what happens; what must come of it is taken from the oracle itself, so that a slip in a
transcript's own `expect` block cannot hide a wrong ruling.
"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.rehearsal.facts import ChoiceFact, EndFact
from bot.rehearsal.final import dropped, facts_of, match_points, matches
from bot.rehearsal.report import Outcome
from bot.rehearsal.steps import Speech
from bot.rehearsal.transcript import load
from rules.entries import FirstPlayerRolled, HowMatch, PersonId
from rules.entries import Outcome as Won
from rules.match import Match
from rules.tournament import Tournament
from tests.rehearsed import LATER_WORDS, TRANSCRIPTS, of_case, played

Case = dict[str, Any]

ORACLE = Path(__file__).parent / "oracle"
NAMES = {"A": "ann", "B": "bob"}
MATCH_KINDS = {"result", "sudden_death", "procedure", "turns", "time_call"}

REASONS = {
    "games": HowMatch.GAMES,
    "match_loss": HowMatch.MATCH_LOSS,
    "double_match_loss": HowMatch.MATCH_LOSS,
    "concession": HowMatch.CONCESSION,
    "time": HowMatch.TIME,
    "draw_no_connection": HowMatch.NO_CONNECTION,
    "coin_flip": HowMatch.COIN_FLIP,
}


def _is_for_later(case: Case) -> bool:
    """A case whose given transcript uses words that come with whole events."""
    path = TRANSCRIPTS / "given" / f"{case['id']}.txt"
    return path.exists() and any(word in path.read_text() for word in LATER_WORDS)


def cases(name: str) -> list[Any]:
    """The cases of an oracle file that concern a match, each by its id."""
    lines = (ORACLE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [case for case in map(json.loads, lines) if case.get("kind", "result") in MATCH_KINDS]
    return [pytest.param(case, id=case["id"]) for case in found if not _is_for_later(case)]


def came_of(case: Case) -> Outcome:
    """What came of the case's transcript, which itself must hold."""
    path = of_case(case["id"])
    assert path is not None, "no transcript plays this case"
    outcome = played(path)
    assert list(outcome.failures) == []
    return outcome


def state_of(outcome: Outcome) -> Tournament:
    assert outcome.state is not None
    return outcome.state


def the_match(outcome: Outcome) -> Match:
    """The one match of ann and bob."""
    (match,) = (
        match for match in matches(state_of(outcome)) if set(match.players) == {"nick:ann", "nick:bob"}
    )
    return match


def score_of(match: Match) -> dict[str, int]:
    """As the oracle writes it."""
    wins = match.result.wins if match.result else match.wins
    by_player = dict(zip(match.players, wins, strict=True))
    drawn = match.result.draws if match.result else match.draws
    return {**{side: by_player[PersonId(f"nick:{name}")] for side, name in NAMES.items()}, "drawn": drawn}


def winner_of(match: Match) -> str | None:
    """`A`, `B`, or None for a draw, a double loss, or none yet."""
    if match.result is None or match.result.outcome not in (Won.PLAYER1, Won.PLAYER2):
        return None
    player = match.players[0 if match.result.outcome is Won.PLAYER1 else 1]
    return next(side for side, name in NAMES.items() if player == f"nick:{name}")


def begun_at(case: Case) -> datetime:
    """Second 0 of a timeline: when the round begins."""
    path = of_case(case["id"])
    assert path is not None
    steps = load(path).steps
    return next(
        (step.at for step in steps if isinstance(step, Speech) and step.words == "!begin"),
        steps[0].at.replace(hour=12, minute=0, second=0),
    )


# --- timelines ---


@pytest.mark.parametrize("case", cases("timelines"))
def test_a_timeline_has_its_penalties(case: Case) -> None:
    outcome, begin = came_of(case), begun_at(case)
    given = [
        (
            datetime.fromisoformat(row["due_at"] or row["issued_at"]),
            row["player"],
            row["infraction"],
            row["penalty"],
        )
        for row in outcome.penalties
    ]
    expected = sorted(case["expect"]["penalties"], key=lambda each: (each["t"], each["player"]))
    for (at, player, infraction, penalty), wanted in zip(
        sorted(given, key=lambda each: each[:2]), expected, strict=True
    ):
        assert abs(at - begin - timedelta(seconds=wanted["t"])) <= timedelta(seconds=1)
        assert player == NAMES[wanted["player"]]
        assert wanted["infraction"] in (infraction, infraction.partition(".")[0])
        assert penalty == wanted["penalty"]


@pytest.mark.parametrize("case", cases("timelines"))
def test_a_timeline_ends_as_it_must(case: Case) -> None:
    outcome, expect = came_of(case), case["expect"]
    if expect["match"]["state"] == "not_paired":
        assert not any("nick:bob" in match.players for match in matches(state_of(outcome)))
        return
    match = the_match(outcome)
    assert score_of(match) == expect["game_score"]
    assert match.is_over == (expect["match"]["state"] == "finished")
    assert winner_of(match) == expect["match"]["winner"]
    if match.result is not None:
        assert match.result.how is REASONS[expect["match"]["reason"]]


@pytest.mark.parametrize("case", cases("timelines"))
def test_a_timeline_removes_whom_it_must(case: Case) -> None:
    state = state_of(came_of(case))
    removed = {NAMES[each["player"]] for each in case["expect"]["removed"]}
    assert {state.name_of(player) for player in dropped(state)} == removed


# --- draws and concessions ---


@pytest.mark.parametrize("case", cases("draws_and_concessions"))
def test_a_draw_or_concession_is_taken_or_not(case: Case) -> None:
    outcome, expect = came_of(case), case["expect"]
    match = the_match(outcome)
    if "score" in expect:
        assert score_of(match) == expect["score"]
    if "match_winner" in expect:
        assert winner_of(match) == expect["match_winner"]
    if "match" in expect or expect.get("state") == "offer_pending":
        # The transcripts of pending offers go on with an answer: what is pending can be taken.
        assert match.result is None or match.result.how is HowMatch.AGREED_DRAW
    if "match_points" in expect:
        points = match_points(state_of(outcome))
        assert {side: points[PersonId(f"nick:{name}")] for side, name in NAMES.items()} == expect[
            "match_points"
        ]
    if not expect["allowed"]:
        assert match.result is None or match.result.how is not HowMatch.AGREED_DRAW
        assert expect.get("penalty_if_confirmed") in [None, *(row["penalty"] for row in outcome.penalties)]


# --- who plays first ---


@pytest.mark.parametrize("case", cases("firstplayer"))
def test_the_right_player_chooses(case: Case) -> None:
    outcome, expect = came_of(case), case["expect"]
    state = state_of(outcome)
    if "order" in expect:
        first, _ = (NAMES[side] for side in expect["order"])
        assert any(f"{first} decides first" in line.text for line in outcome.conversation.said())
    elif expect["method"] == "random":
        assert any(isinstance(draw, FirstPlayerRolled) for draw in state.draws.values())
    else:
        chosen = ChoiceFact(player=NAMES[expect["chooser"]], game=case["next_game"])
        assert chosen in facts_of(state, [])


# --- the end of a round ---


def expected_at_the_end(case: Case, outcome: Outcome) -> Iterator[tuple[object, object]]:
    """Pairs of what is and what must be."""
    expect, match = case["expect"], the_match(outcome)
    if "final_score" in expect:
        yield score_of(match), expect["final_score"]
        yield match.is_over, True
    if "match_winner" in expect:
        yield winner_of(match), expect["match_winner"]
    if "game_winner" in expect:
        yield winner_of(match), expect["game_winner"]
    if "procedure" in expect:
        extra = not case["input"]["game_in_progress"]
        yield match.sudden_death, True
        yield expect["procedure"], "play_sudden_death_game" if extra else "finish_turn_then_sudden_death"
    if "full_turns_after_current" in expect:
        # The match is decided, or sudden death, as soon as the one turn is over.
        yield match.is_over or match.sudden_death, True
    if "time_called_s" in expect:
        end = begun_at(case) + timedelta(seconds=expect["time_called_s"])
        yield EndFact(at=end, players=frozenset(NAMES.values())) in facts_of(state_of(outcome), []), True
        yield any("time" in line.text.lower() for line in outcome.conversation.said() if line.at == end), True


@pytest.mark.parametrize("case", cases("endofround"))
def test_a_round_ends_as_it_must(case: Case) -> None:
    pairs = list(expected_at_the_end(case, came_of(case)))
    assert pairs
    assert [is_ for is_, _ in pairs] == [must for _, must in pairs]
