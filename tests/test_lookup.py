"""`floorjudge penalty`: what it prints, and how it refuses."""

import argparse
import json

import pytest

from bot import books, lookup

OGAMING = books.load("ogaming")

KEYS = [
    "rulebook",
    "infraction",
    "clause",
    "rel",
    "penalty",
    "tracked",
    "reportable",
    "auto",
    "hj_required",
    "upgrade_pending",
    "applies_to",
    "remedy",
    "flag",
]


def ask(*words: str) -> int:
    parser = argparse.ArgumentParser()
    lookup.add_arguments(parser)
    return lookup.run(parser.parse_args(words))


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("ogaming", "slow_play", "--rel", "3", "--prior", "2", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer)[: len(KEYS)] == KEYS
    assert answer["penalty"] == "warning"
    assert answer["reportable"] is True
    assert answer["suggest_review"] is True
    assert answer["applies_to"] is None


def test_circumstances_and_grounds_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ogaming", "unsporting_conduct", "--json", "--context", "phase=in_match"]
    words += ["--upgrade", "significant_disruption"] * 2
    assert ask(*words) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["penalty"], answer["applies_to"]) == ("match_loss", "current_match")
    assert ask(*words, "--context", "hj_approved=false") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["penalty"], answer["upgrade_pending"]) == ("warning", True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["pingout.over_5_min", "--context", "phase=in_game"],
            "Gone more than 5 minutes (A.I.4) at REL 1: Game Loss. It applies to: current game. "
            "The bot issues it by its clock; a judge can overturn it. "
            "It is recorded and reported to the league.",
        ),
        (
            ["slow_play", "--prior", "2"],
            "Slow play (A.II.6) at REL 1: Caution. A word of reprimand, kept in the event's record. "
            "A judge gives it. It is recorded, and not reported to the league. "
            "After 2 earlier ones the head judge should take a look. "
            "The head judge may raise it a step for game altering advantage.",
        ),
        (
            ["random_determination"],
            "Result decided at random (3.6; 3.9) at REL 1: no penalty. "
            "The head judge decides what follows. Suggested: Match Loss.",
        ),
        (
            ["deck_error.illegal_submitted", "--context", "phase=before_tournament_start"],
            "Illegal deck submitted (A.I.1) at REL 1: no penalty. It is noted in the event's log. "
            "Besides: correct list.",
        ),
        (
            [
                "drawing_extra_cards",
                "--context=tournament_type=qualifier",
                "--context=tc_rel_override=2",
                "--context=phase=after_elimination",
            ],
            "Drawing extra cards (A.II.3) at REL 3: Game Loss. "
            "It is only recorded: no game or match of the event is left for it. A judge gives it. "
            "It is recorded and reported to the league. Another REL cannot be chosen here, so REL 3 stands.",
        ),
    ],
)
def test_the_answer_reads_as_a_paragraph(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask("ogaming", *words) == 0
    assert capsys.readouterr().out == said + "\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["ipg", "slow_play"], "there is no rulebook 'ipg'; the rulebooks are: ogaming"),
        (["ogaming", "tardiness"], "'tardiness' could be tardiness.over_10_min or tardiness.over_15_min"),
        (["ogaming", "jay\nwalking"], r"ogaming knows no infraction 'jay\nwalking'"),
        (
            ["ogaming", "slow_play", "--upgrade", "rudeness"],
            "slow_play has no upgrade ground 'rudeness'; it names game_altering_advantage",
        ),
        (["ogaming", "slow_play", "--rel", "competitive"], "--rel: expected 1 to 5, found 'competitive'"),
        (["ogaming", "slow_play", "--rel", "6"], "rel: expected 1 to 5, found 6"),
        (["ogaming", "slow_play", "--prior", "-1"], "--prior: expected a number from 0 on, found '-1'"),
        (
            ["ogaming", "slow_play", "--prior", "9" * 99],
            f"--prior: expected a number from 0 on, found '{'9' * 99}'",
        ),
        (["ogaming", "slow_play", "--context", "phase"], "--context: expected KEY=VALUE, found 'phase'"),
    ],
)
def test_a_senseless_question_gets_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(*words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"floorjudge penalty: {complaint}\n"


@pytest.mark.parametrize("rel", range(1, 6))
@pytest.mark.parametrize("key", OGAMING.infractions)
def test_every_row_of_the_book_is_answered_at_every_rel(
    key: str, rel: int, capsys: pytest.CaptureFixture[str]
) -> None:
    row = OGAMING.infraction(key)
    assert ask("ogaming", key, "--rel", str(rel), "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    level = row.penalties[rel - 1 if row.depends_on_rel else 0].value
    assert (answer["infraction"], answer["penalty"], answer["rel"]) == (key, level, rel)
    assert answer["clause"].split("; ")[0] in OGAMING.clauses
    assert ask("ogaming", key, "--rel", str(rel)) == 0
    rung = OGAMING.rung(row.penalties[rel - 1 if row.depends_on_rel else 0])
    said = capsys.readouterr().out
    assert said.startswith(
        f"{row.title} ({answer['clause']}) at REL {rel}: {rung.title if rung else 'no penalty'}."
    )
