"""The rulebook: what O-Gaming's says, how it travels, and how a bad one is refused."""

import json
from datetime import timedelta
from importlib.resources import files
from pathlib import Path

import pytest

from bot import books
from rules.infractions import Clause, Infraction, Level, Phase
from rules.rulebook import (
    DrawOffers,
    FirstChooser,
    Rulebook,
    RulebookError,
    Stage,
    Trigger,
    UnknownInfraction,
    extended_by,
    from_data,
    parse,
    to_data,
)

OGAMING = books.load("ogaming")
TEXT = (files("rules") / "books" / "ogaming.toml").read_text(encoding="utf-8")

CLAUSES = {
    *(f"0.{n}" for n in range(1, 9)),
    *(f"1.{n}" for n in range(1, 10)),
    *(f"2.{n}" for n in range(1, 7)),
    *(f"3.{n}" for n in range(1, 10)),
    *(f"4.{n}" for n in range(1, 4)),
    *(f"5.{n}" for n in range(1, 3)),
    *(f"6.{n}" for n in range(1, 4)),
    *(f"7.{n}" for n in range(1, 5)),
    *(f"A.I.{n}" for n in range(5)),
    *(f"A.II.{n}" for n in range(1, 10)),
}

INFRACTIONS = """
    deck_error.illegal_submitted deck_error.incorrect_played
    disconnection.over_5_min disconnection.over_10_min disconnection.unable_to_reconnect
    disconnection.closed_client_while_waiting disconnection.client_fault_mutual
    tardiness.over_10_min tardiness.over_15_min drop_after_pairing
    procedural_error modifying_opponent_object misrepresentation drawing_extra_cards failure_to_draw_cards
    improper_beginning_draw slow_play mid_game_shuffle_over_1_min exceeding_pregame_time unsporting_conduct
    cheating bribery_or_prize_split intentional_slow_play random_determination
"""


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


# --- what it says ---------------------------------------------------------------------------------


def test_every_clause_has_its_line() -> None:
    assert set(OGAMING.clauses) == CLAUSES
    assert all(clause.summary.endswith(".") for clause in OGAMING.clauses.values())


def test_every_infraction_has_its_row_and_no_other() -> None:
    assert set(OGAMING.infractions) == set(INFRACTIONS.split())


def test_every_clause_of_the_guide_has_a_row() -> None:
    guide = {key for key in CLAUSES if key.startswith("A.")} - {"A.I.0"}
    named = {clause for row in OGAMING.infractions.values() for clause in row.all_clauses}
    assert guide <= named


def test_a_summary_fits_one_line_of_chat() -> None:
    assert [key for key, clause in OGAMING.clauses.items() if len(clause.summary) > 200] == []


def test_the_clocks() -> None:
    clocks = OGAMING.clocks
    assert (clocks.expected_ready, clocks.late_game_loss, clocks.late_match_loss) == (
        minutes(5),
        minutes(10),
        minutes(15),
    )
    assert (clocks.gone_game_loss, clocks.gone_match_loss) == (minutes(5), minutes(10))
    assert (clocks.pregame, clocks.pregame_reminder) == (minutes(3), minutes(2.5))
    assert (clocks.shuffle, clocks.shuffle_reminder) == (minutes(1), minutes(0.75))
    assert (clocks.consent_silence, clocks.question_lapse) == (minutes(3), minutes(2))
    assert (clocks.after_time, clocks.report_unanswered) == (minutes(5), minutes(5))
    assert (clocks.call_repeat, clocks.call_escalate) == (minutes(2), minutes(5))
    assert clocks.hold_reminder == minutes(10)
    assert clocks.grace == minutes(0)
    assert clocks.inclusive == frozenset()


def test_the_rounds() -> None:
    rounds = OGAMING.rounds
    assert rounds.limit == rounds.minimum == minutes(50)
    assert rounds.warnings == (minutes(10), minutes(5), minutes(1))
    assert rounds.untimed_stages == {Stage.FINAL}
    assert rounds.may_be_untimed == {Stage.PLAYOFF}
    assert (rounds.best_of, rounds.playoff_best_of) == (3, (3, 5))


def test_the_policies() -> None:
    policies = OGAMING.policies
    assert policies.first_player_playoff is FirstChooser.RANDOM
    assert policies.draw_offer_after_decline is DrawOffers.BLOCKED
    assert policies.extra_turns == policies.slow_play_turns == 0
    assert (policies.minimum_players, policies.minimum_premier_players) == (4, 32)


def test_what_the_clocks_issue() -> None:
    assert set(OGAMING.automatic) == set(Trigger)
    assert OGAMING.infraction(OGAMING.automatic[Trigger.GONE_MATCH_LOSS]).penalties == (Level.MATCH_LOSS,)


@pytest.mark.parametrize(
    ("name", "rel"),
    [
        ("challenge", 1),
        ("trial", 2),
        ("gp_trial", 2),
        ("qualifier", 3),
        ("invitational_qualifier", 3),
        ("grandprix", 4),
        ("Grand Prix", 4),
        ("invitational", 5),
    ],
)
def test_the_kind_sets_the_rel(name: str, rel: int) -> None:
    kind = OGAMING.kind(name)
    assert kind is not None
    assert kind.rel == rel
    assert kind.premier == (rel > 1)
    assert kind.free_rel == (rel == 1)


def test_an_unknown_kind_is_none() -> None:
    assert OGAMING.kind("pub quiz") is None


def test_cautions_stay_in_the_event() -> None:
    reported = {rung.level for rung in OGAMING.ladder if rung.reported}
    assert reported == {Level.WARNING, Level.GAME_LOSS, Level.MATCH_LOSS, Level.DISQUALIFICATION}
    assert all(rung.tracked for rung in OGAMING.ladder)


def test_every_loss_has_a_target_in_every_phase() -> None:
    for level in (Level.GAME_LOSS, Level.MATCH_LOSS):
        assert set(OGAMING.targets[level]) == set(Phase)
    assert OGAMING.target(Level.GAME_LOSS, Phase.BETWEEN_GAMES) == "next_game"
    assert OGAMING.target(Level.WARNING, Phase.IN_GAME) is None
    assert OGAMING.target(Level.GAME_LOSS, None) is None


# --- looking things up ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("slow_play", "slow_play"),
        ("Slow Play", "slow_play"),
        ("slow-play", "slow_play"),
        ("pingout.over_5_min", "disconnection.over_5_min"),
        ("unable_to_reconnect", "disconnection.unable_to_reconnect"),
        ("over_5_min", "disconnection.over_5_min"),
        ("incorrect played", "deck_error.incorrect_played"),
    ],
)
def test_an_infraction_goes_by_its_names(said: str, key: str) -> None:
    assert OGAMING.infraction(said).key == key


def test_a_part_of_several_rows_lists_them() -> None:
    with pytest.raises(UnknownInfraction) as caught:
        OGAMING.infraction("tardiness")
    assert caught.value.candidates == ("tardiness.over_10_min", "tardiness.over_15_min")
    assert str(caught.value) == "'tardiness' could be tardiness.over_10_min or tardiness.over_15_min"


def test_a_misspelt_infraction_names_the_nearest() -> None:
    with pytest.raises(
        UnknownInfraction, match="ogaming knows no infraction 'slow_pley'; nearest: slow_play"
    ):
        OGAMING.infraction("slow_pley")


def test_nonsense_has_no_candidates() -> None:
    with pytest.raises(UnknownInfraction) as caught:
        OGAMING.infraction("§$%")
    assert caught.value.candidates == ()


@pytest.mark.parametrize(
    ("words", "first", "also"),
    [
        ("3.8", "3.8", None),
        (" 3.8. ", "3.8", None),
        ("a.ii.6", "A.II.6", "slow_play"),
        ("slow play", "slow_play", "A.II.6"),
        ("coin flip", "2.3", "3.9"),
        ("intentional draw", "3.8", None),
        ("pingout", "disconnection.over_5_min", "disconnection.over_10_min"),
        ("exceeding_pregame_time", "exceeding_pregame_time", "A.II.7"),
    ],
)
def test_rule_finds(words: str, first: str, also: str | None) -> None:
    found = [item.key for item in OGAMING.find(words)]
    assert found[0] == first
    assert also is None or also in found
    assert len(found) == len(set(found))


def test_a_section_brings_all_its_clauses() -> None:
    found = [item.key for item in OGAMING.find("2") if isinstance(item, Clause)]
    assert found == ["2.1", "2.2", "2.3", "2.4", "2.5", "2.6"]


def test_a_clause_brings_the_rows_that_stand_on_it() -> None:
    rows = [item.key for item in OGAMING.find("A.I.3") if isinstance(item, Infraction)]
    assert rows == ["tardiness.over_10_min", "tardiness.over_15_min"]
    assert "disconnection.over_5_min" in [item.key for item in OGAMING.find("A.I.4")]


@pytest.mark.parametrize("words", ["", "   ", "_", "xyzzy", "?!"])
def test_rule_finds_nothing(words: str) -> None:
    assert OGAMING.find(words) == ()


# --- there and back -------------------------------------------------------------------------------


def test_the_book_survives_the_scorebook() -> None:
    written = json.dumps(to_data(OGAMING))
    assert from_data(json.loads(written)) == OGAMING


def test_a_book_with_house_rules_survives_the_scorebook() -> None:
    book = OGAMING.with_house_rules({"pregame": minutes(2), "grace": minutes(3)})
    assert from_data(to_data(book)) == book != OGAMING


def test_events_of_one_book_share_it() -> None:
    assert from_data(to_data(OGAMING)) is from_data(to_data(OGAMING))


# --- house rules ----------------------------------------------------------------------------------


def test_house_rules_change_limits_and_move_reminders() -> None:
    clocks = OGAMING.with_house_rules({"pregame": minutes(2), "shuffle": minutes(2)}).clocks
    assert (clocks.pregame_reminder, clocks.pregame) == (minutes(1.5), minutes(2))
    assert (clocks.shuffle_reminder, clocks.shuffle) == (minutes(1.75), minutes(2))


def test_a_short_limit_keeps_its_reminder_before_it() -> None:
    book = OGAMING.with_house_rules(
        {"pregame": timedelta(seconds=15), "gone_game_loss": timedelta(seconds=31)}
    )
    assert book.clocks.pregame_reminder == timedelta(seconds=7)
    assert book.clocks.gone_reminder == timedelta(seconds=15)


def test_an_early_loss_pulls_the_expected_time_forward() -> None:
    assert OGAMING.with_house_rules({"late_game_loss": minutes(2)}).clocks.expected_ready == minutes(2)


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        ({"pregames": minutes(2)}, "house_rules: pregames: unknown key; there are: gone_game_loss, "),
        ({"expected_ready": minutes(2)}, "house_rules: expected_ready: unknown key"),
        (
            {"late_game_loss": minutes(20)},
            r"house_rules: late_match_loss: expected more than late_game_loss \(20:00\), found 15:00",
        ),
        ({"gone_match_loss": minutes(5)}, "house_rules: gone_match_loss: expected more than gone_game_loss"),
        ({"pregame": minutes(0)}, "house_rules: pregame: expected more than 0:00"),
        ({"grace": minutes(-1)}, "house_rules: grace: expected a duration of 0:00 or more, found '-1:00'"),
    ],
)
def test_bad_house_rules_name_their_key(rules: dict[str, timedelta], complaint: str) -> None:
    with pytest.raises(RulebookError, match=complaint):
        OGAMING.with_house_rules(rules)


# --- a bad book -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ("[kinds.challenge]", "[kinds.challenge", "house.toml: not TOML: .*line"),
        ('name    = "ogaming"', "", "house.toml: name: expected words in quotes, found nothing"),
        (
            'pregame          = "3:00"',
            'pregam = "3:00"',
            r"clocks.pregam: unknown key; did you mean pregame\?",
        ),
        ('pregame          = "3:00"', "", "house.toml: clocks.pregame: expected a duration .* found nothing"),
        (
            'pregame          = "3:00"',
            "pregame = 3",
            "clocks.pregame: expected a duration .* found 3",
        ),
        ('pregame          = "3:00"', 'pregame = "3"', "house.toml: clocks.pregame: a duration such as"),
        (
            'pregame          = "3:00"',
            'pregame = "2:00"',
            "clocks.pregame: expected more than pregame_reminder",
        ),
        (
            'late_match_loss  = "15:00"',
            'late_match_loss = "9:00"',
            "clocks.late_match_loss: expected more",
        ),
        (
            'grace            = "0:00"',
            'inclusive = ["tea"]',
            "clocks.inclusive: expected keys of .clocks., found 'tea'",
        ),
        (
            'limit           = "50m"',
            'limit = "49m"',
            "rounds.limit: expected at least 50:00, found '49:00'",
        ),
        (
            "best_of         = 3",
            "best_of = true",
            "rounds.best_of: expected a whole number, found True",
        ),
        (
            '["final"]',
            '["semifinal"]',
            "rounds.untimed_stages.0: expected one of swiss, playoff, final",
        ),
        (
            '= "blocked"',
            '= "sometimes"',
            "policies.draw_offer_after_decline: expected one of blocked, allowed, found",
        ),
        (
            '= "challenge"  ',
            '= "picnic"  ',
            "house.toml: policies.default_kind: expected one of challenge, trial",
        ),
        (
            '= "good"  ',
            '= "splendid"  ',
            "house.toml: policies.default_standing: expected one of good, previous",
        ),
        (
            'usually_after = ["banned"]',
            'usually_after = ["exiled"]',
            "house.toml: standings.revoked.usually_after: expected one of good, previous",
        ),
        ("rel     = 5", "rel = 6", "house.toml: kinds.invitational.rel: expected 1 to 5, found 6"),
        (
            "tracked  = true",
            'tracked = "yes"',
            "ladder.0.tracked: expected true or false, found 'yes'",
        ),
        (
            '["caution", "caution", "warning", "warning", "warning"]',
            '["caution", "warning"]',
            "house.toml: infractions.procedural_error.penalties: expected 1 or 5 levels, found 2",
        ),
        (
            'penalties = ["warning", "warning", "game_loss", "game_loss", "game_loss"]',
            'penalties = "red_card"',
            "infractions.drawing_extra_cards.penalties: expected a level of the ladder, found 'red_card'",
        ),
        (
            'clause    = "A.II.3"',
            'clause = "A.II.33"',
            r"infractions.drawing_extra_cards.clause: expected clauses that .*, found 'A.II.33'",
        ),
        (
            '"pingout.over_5_min" = "A.I.4"',
            '"pingout.over_5_min" = "A.I.9"',
            r'infractions."disconnection.over_5_min".clause: expected clauses .*, found \'A.I.9\'',
        ),
        (
            '"pingout.over_10_min"',
            '"pingout.over_5_min"',
            r'"disconnection.over_10_min": expected a name of its own, found pingout.over_5_min',
        ),
        (
            "[infractions.slow_play]",
            '[infractions."slow play"]',
            "infractions.slow play: expected a name like slow_play, found 'slow play'",
        ),
        (
            '{ when = { phase = "before_tournament_start" }',
            '{ when = { phase = "at_lunch" }',
            r'infractions."deck_error.illegal_submitted".cases.0: expected one of before_tournament_start,',
        ),
        (
            'shuffle            = "mid_game_shuffle_over_1_min"',
            'shuffle = "slow_play"',
            "house.toml: automatic.shuffle: expected an infraction with auto = true, found 'slow_play'",
        ),
        (
            "{ stopwatch_ran_out = true }",
            "{ stopwatch_ran_out = 1.5 }",
            "cases.0.when.stopwatch_ran_out: expected words in quotes or .*, found 1.5",
        ),
        ("[clauses]", "[clause]", "house.toml: clause: unknown key; did you mean clauses"),
        ('"0.4" = "One', '"0.4" = 7 # "One', r'house.toml: clauses."0.4": expected a table, found 7'),
        ("[kinds.trial]", "[kinds]\ntrial = 2\n[other]", "house.toml: (kinds.trial|other|not TOML)"),
    ],
)
def test_a_bad_book_names_file_key_and_what_was_expected(right: str, wrong: str, complaint: str) -> None:
    assert right in TEXT
    with pytest.raises(RulebookError, match=complaint):
        parse(TEXT.replace(right, wrong, 1), "house.toml")


# --- a book of one's own --------------------------------------------------------------------------

OWN = """
extends = "ogaming"
name = "pub"

[clocks]
pregame = "4:00"

[infractions.slow_play]
penalties = "warning"

[clauses]
"9.1" = "No dogs at the table."
"""


def test_a_book_may_extend_another() -> None:
    book = parse(OWN, "pub.toml", OGAMING)
    assert book.name == "pub"
    assert book.clocks.pregame == minutes(4)
    assert book.clocks.late_game_loss == OGAMING.clocks.late_game_loss
    assert book.infraction("slow_play").penalties == (Level.WARNING,)
    assert book.infraction("slow_play").grounds == OGAMING.infraction("slow_play").grounds
    assert book.clauses["9.1"].summary == "No dogs at the table."
    assert from_data(to_data(book)) == book


def test_an_extension_needs_its_base() -> None:
    with pytest.raises(RulebookError, match=r"pub.toml: extends: expected the book 'ogaming' to be given"):
        parse(OWN, "pub.toml")


def test_a_book_of_ones_own_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pub.toml"
    file.write_text(OWN, encoding="utf-8")
    assert books.load_file(file).clocks.pregame == minutes(4)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "pub.toml: cannot be read: .*No such file"),
        (b"name = '\xff'", "pub.toml: cannot be read: .*utf-8"),
        (b'extends = "chess"', "pub.toml: extends: expected one of ogaming, found 'chess'"),
        (b"extends = 3", "pub.toml: extends: expected words in quotes, found 3"),
        (b"name = ", "pub.toml: not TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    file = tmp_path / "pub.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(RulebookError, match=complaint):
        books.load_file(file)


def test_an_unknown_rulebook_names_those_there_are() -> None:
    with pytest.raises(books.UnknownRulebook, match="there is no rulebook 'ipg'; the rulebooks are: ogaming"):
        books.load("ipg")


def test_only_names_open_books() -> None:
    with pytest.raises(books.UnknownRulebook):
        books.load("../books/ogaming")


def test_every_book_that_comes_with_the_program_can_be_used() -> None:
    assert [type(books.load(name)) for name in books.names()] == [Rulebook] * len(books.names())


def test_what_a_text_extends() -> None:
    assert extended_by(OWN) == "ogaming"
    assert extended_by(TEXT) is None
