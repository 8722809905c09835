"""The event around the matches: entering, offices, pairing, rounds, its end (1.3, 1.6, 2.1, 2.2, OG-R12, OG-R31)."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.deadlines import DueIndex, touched
from rules.entries import PersonId, Role, Stage
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, playing

ZED = PersonId("nick:zed")


def four() -> Table:
    return Table(players=(ANN, BOB, CYD, DAN))


# --- entering ---------------------------------------------------------------------------------------


def test_a_player_is_entered_once() -> None:
    """S095."""
    table = Table()
    table.refuses(a.Register(by=ANN, name="ann"), r.AlreadyRegistered)


def test_a_name_is_taken_in_any_case() -> None:
    table = Table()
    table.refuses(a.Register(by=ZED, name="ANN"), r.NameTaken)


def test_the_first_pairing_closes_the_door_but_for_the_coordinator() -> None:
    table = Table()
    table.pair()
    table.refuses(a.Register(by=ZED, name="zed"), r.RegistrationClosed)
    table.do(a.Register(by=COORDINATOR, player=ZED, name="zed"))
    assert ZED in table.state.players


def test_a_deck_is_on_file_before_the_first_round() -> None:
    table = Table()
    table.do(a.FileDeck(by=ANN, deck="abc"))
    assert table.state.players[ANN].deck == "abc"
    table.begin()
    table.refuses(a.FileDeck(by=ANN, deck="xyz"), r.AfterTheStart)


# --- what is announced ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("round", "49m"),
        ("round", "untimed"),
        ("rel", "6"),
        ("rel", "x"),
        ("kind", "friendly"),
        ("playoff_best_of", "7"),
        ("two_judges", "perhaps"),
        ("colour", "blue"),
    ],
)
def test_a_setting_against_the_rulebook_is_refused(key: str, value: str) -> None:
    with pytest.raises(r.BadSetting) as caught:
        Table(keys={key: value})
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("starts", "banana", "19:30"),
        ("starts", "25:00", "19:30"),
        ("starts", "", "now"),
        ("starts", "2026-01-10", "zone"),
        ("starts", "2026-01-10T19:30", "zone"),
        ("starts", "2026-13-10T19:30Z", "zone"),
        ("stages", "banana", "swiss+top8"),
        ("stages", "swiss+top0", "power of two"),
        ("stages", "swiss+top1", "power of two"),
        ("stages", "swiss+top6", "power of two"),
        ("stages", "swiss+top8,final", "single_elimination"),
        ("rounds", "0", "1 to 20"),
        ("rounds", "21", "1 to 20"),
        ("rounds", "-3", "1 to 20"),
        ("rounds", "three", "1 to 20"),
        ("rounds", "\u0663", "1 to 20"),
        ("invited", "ann,,bob", "commas"),
        ("invited", " ", "commas"),
        ("publish", "decks", "results,penalties"),
        ("publish", "results,", "results,penalties"),
        ("presence", "maybe", "yes or no"),
    ],
)
def test_what_is_announced_has_to_mean_something(key: str, value: str, expected: str) -> None:
    with pytest.raises(r.BadSetting) as caught:
        Table(keys={key: value})
    assert (caught.value.key, caught.value.value) == (key, value)
    assert expected in caught.value.expected


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("starts", "now"),
        ("starts", "9:05"),
        ("starts", "23:59"),
        ("starts", "2026-04-10T19:30Z"),
        ("starts", "2026-04-10T19:30+02:00"),
        ("stages", "swiss"),
        ("stages", "swiss+top2"),
        ("stages", "swiss+top4"),
        ("stages", "swiss+top8"),
        ("stages", "swiss+top128"),
        ("stages", "single_elimination"),
        ("rounds", "1"),
        ("rounds", "20"),
        ("invited", "ann, bob"),
        ("publish", "penalties"),
        ("publish", "results,penalties"),
        ("presence", "yes"),
        ("presence", "no"),
    ],
)
def test_what_is_announced_is_kept_as_it_was_given(key: str, value: str) -> None:
    assert Table(keys={key: value}).state.keys[key] == value


def test_what_is_announced_is_checked_when_it_is_changed_too() -> None:
    table = Table()
    table.refuses(a.ChangeSettings(by=COORDINATOR, keys={"rounds": "many"}), r.BadSetting)


def test_only_a_challenge_chooses_its_rel() -> None:
    with pytest.raises(r.BadSetting):
        Table(keys={"kind": "grandprix", "rel": "5"})
    assert Table(keys={"rel": "5"}).state.rel == "5"


def test_nothing_announced_changes_after_the_start() -> None:
    table = Table()
    table.do(a.ChangeSettings(by=COORDINATOR, keys={"round": "60m"}))
    table.begin()
    assert table.ends == "13:00:00"
    table.refuses(a.ChangeSettings(by=COORDINATOR, keys={"round": "70m"}), r.AfterTheStart)


def test_the_playoff_and_the_kind_change_before_the_start_too() -> None:
    announced = {"authorization": "A-1", "format": "standard", "starts": "now", "decks": "no"}
    table = Table(players=(ANN, BOB, CYD, DAN), stage=Stage.PLAYOFF, keys=announced)
    table.do(a.ChangeSettings(by=COORDINATOR, keys={"playoff_round": "90m", "kind": "trial"}))
    assert table.state.kind == "trial"
    table.begin((ANN, BOB), (CYD, DAN))
    assert table.ends == "13:30:00"
    table = Table(stage=Stage.PLAYOFF)
    table.do(a.ChangeSettings(by=COORDINATOR, keys={"playoff_round": "untimed"}))
    table.begin()
    assert table.match().ends_at is None


def test_a_best_of_five_is_for_the_playoff() -> None:
    assert Table(keys={"playoff_best_of": "5"}).state.best_of == 3
    table = Table(keys={"playoff_best_of": "5"}, stage=Stage.PLAYOFF)
    table.begin()
    assert table.match().best_of == 5


# --- pairing and begin ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pairs",
    [((ANN, ANN),), ((ANN, BOB), (BOB, CYD)), ((ANN, ZED),), ()],
    ids=["self", "twice", "stranger", "none"],
)
def test_pairs_that_cannot_be_are_refused(pairs: tuple[tuple[PersonId, PersonId], ...]) -> None:
    """S094, S095, S097."""
    table = four()
    table.refuses(a.PairByHand(by=COORDINATOR, pairs=pairs), r.BadPairing)


def test_until_the_begin_another_pairing_takes_its_place() -> None:
    table = four()
    table.pair((ANN, BOB), (CYD, DAN))
    table.pair((ANN, CYD))
    assert table.state.round is not None
    assert table.state.round.number == 1
    assert table.state.round.sitting_out == (BOB, DAN)


def test_nothing_stays_due_at_a_table_that_another_pairing_takes_away() -> None:
    table, index = four(), DueIndex()
    table.pair((ANN, BOB), (CYD, DAN))
    table.do(a.Drop(by=DAN))
    index.rebuild(table.state)
    known = len(table.entries)
    table.pair((ANN, BOB))
    index.update(table.state, touched(table.entries[known:], table.state))
    assert index.earliest() is None


def test_no_round_is_paired_while_one_runs() -> None:
    table = begun()
    table.refuses(a.PairByHand(by=COORDINATOR, pairs=((ANN, BOB),)), r.RoundRuns)


def test_a_round_begins_once() -> None:
    """S001: the same round is not begun twice."""
    table = begun()
    table.refuses(a.BeginRound(by=COORDINATOR, dice=table.dice), r.RoundRuns)


def test_no_round_begins_without_a_pairing() -> None:
    table = Table()
    table.refuses(a.BeginRound(by=COORDINATOR, dice=table.dice), r.NoRound)


def test_no_round_begins_without_a_head_judge_in_the_channel() -> None:
    table = Table()
    table.pair()
    table.leaves(HEAD_JUDGE)
    refusal = table.refuses(a.BeginRound(by=COORDINATOR, dice=table.dice), r.HeadJudgeAbsent)
    assert refusal.named == (HEAD_JUDGE,)


def test_another_head_judge_in_the_channel_will_do() -> None:
    table = Table()
    table.pair()
    table.leaves(HEAD_JUDGE)
    table.do(a.NameStaff(by=COORDINATOR, role=Role.HEAD_JUDGE, person=JUDGE, name="judy", here=True))
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.match().begun_at is not None


# --- closing ----------------------------------------------------------------------------------------


def test_a_round_with_open_tables_does_not_close() -> None:
    """S098: each is named with what it waits for."""
    table = four()
    table.begin((ANN, BOB), (CYD, DAN))
    table.ready(ANN, BOB, CYD, DAN)
    table.wins(ANN)
    refusal = table.refuses(a.CloseRound(by=COORDINATOR), r.TablesOpen)
    assert refusal.tables == ((1, "bob to confirm"), (2, "game 1 not begun"))


def test_a_disputed_table_is_named_with_its_call() -> None:
    table = playing()
    table.wins(ANN)
    table.disputes(BOB)
    assert table.refuses(a.CloseRound(by=COORDINATOR), r.TablesOpen).tables == ((1, "disputed, call 1"),)


def test_an_event_with_an_open_table_does_not_end() -> None:
    """S013."""
    table = playing()
    table.refuses(a.EndTournament(by=COORDINATOR), r.TablesOpen)
    table.concedes_match(BOB)
    table.do(a.EndTournament(by=COORDINATOR))
    assert table.state.is_over


def test_a_cancelled_event_stops_every_clock_and_keeps_its_results() -> None:
    table = four()
    table.begin((ANN, BOB), (CYD, DAN))
    table.at("12:01:00").ready(ANN, CYD, DAN)
    table.concedes_match(DAN)
    table.do(a.CancelTournament(by=COORDINATOR, why="storm"))
    table.at("14:00:00")
    assert table.penalties == []
    assert table.score(2) == "2-0 player1"


def test_after_the_end_nothing_is_played() -> None:
    table = playing()
    table.concedes_match(BOB)
    table.do(a.EndTournament(by=COORDINATOR))
    table.refuses(a.PressReady(by=ANN, dice=table.dice), r.EventOver)
    table.refuses(a.PairByHand(by=COORDINATOR, pairs=((ANN, BOB),)), r.EventOver)


def test_results_of_earlier_rounds_stay() -> None:
    table = playing()
    table.concedes_match(BOB)
    table.closes_round()
    table.at("12:50:00").begins()
    result = table.state.past[(1, 1)].result
    assert result is not None
    assert result.wins == (2, 0)


# --- offices ----------------------------------------------------------------------------------------


def test_an_office_can_be_given_and_taken() -> None:
    table = playing()
    table.do(a.NameStaff(by=HEAD_JUDGE, role=Role.JUDGE, person=ZED, name="zed"))
    table.penalises(ZED, BOB, "misrepresentation")
    table.do(a.RemoveStaff(by=COORDINATOR, role=Role.JUDGE, person=ZED))
    table.refuses(a.Penalise(by=ZED, player=BOB, infraction="misrepresentation"), r.NotAllowed)


def test_an_office_that_nobody_holds_is_not_taken() -> None:
    table = Table()
    table.refuses(a.RemoveStaff(by=COORDINATOR, role=Role.JUDGE, person=ZED), r.NoSuchOffice)


def test_the_final_cannot_be_skipped_outside_a_final() -> None:
    table = begun(stage=Stage.PLAYOFF)
    table.refuses(a.SkipFinal(by=ANN), r.FinalOnly)
    assert begun().match().stage is Stage.SWISS


def test_an_announcement_is_kept() -> None:
    table = Table()
    table.do(a.Announce(by=COORDINATOR, text="lunch"))
    assert [entry.text for entry in table.kept(e.AnnouncementMade)] == ["lunch"]


def test_a_limited_event_says_where_it_stands() -> None:
    table = Table()
    table.do(a.SetStage(by=COORDINATOR, stage="construction"))
    assert table.state.phase == "construction"
    table.refuses(a.SetStage(by=COORDINATOR, stage="lunch"), r.BadSetting)


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (101, 6), (3, 0), (1, 1001), (10**9, 10**9)])
def test_dice_outside_the_bounds_are_not_rolled(count: int, sides: int) -> None:
    table = Table()
    table.refuses(
        a.RollDice(by=ANN, by_name="ann", count=count, sides=sides, modifier=0, word="", dice=table.dice),
        r.BadDice,
    )


def test_who_has_directors_leaves_it_to_them_to_name_another() -> None:
    """A coordinator must not become one by a word, and set standings (7.4)."""
    event = playing()
    first = a.NameStaff(by=COORDINATOR, role=Role.DIRECTOR, person=CYD, name="cyd", here=True)
    event.do(first)
    second = a.NameStaff(by=COORDINATOR, role=Role.DIRECTOR, person=COORDINATOR, name="tc", here=True)
    assert event.refuses(second, r.NotAllowed).need == (Role.DIRECTOR,)


@pytest.mark.parametrize("role", [Role.COORDINATOR, Role.HEAD_JUDGE, Role.SECONDARY_JUDGE, Role.JUDGE])
def test_who_plays_is_given_no_office_before_a_drop(role: Role) -> None:
    """0.2, whichever of the two comes first."""
    event = playing()
    act = a.NameStaff(by=COORDINATOR, role=role, person=ANN, name="ann", here=True)
    refusal = event.refuses(act, r.PlayersDoNotOfficiate)
    assert (refusal.player, refusal.role) == (ANN, role)
    event.drops(ANN)
    event.closes_round()
    event.do(act)
    assert event.state.has_role(ANN, role)
