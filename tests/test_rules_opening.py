"""Opening an event and entering it: what has to be announced, who may play, what the first pairing needs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId, Role
from rules.settings import start_of
from tests.playing import ANN, BOB, BOT, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, START
from tests.refereeing import Table

ZED, DORA = PersonId("nick:zed"), PersonId("nick:dora")
ANNOUNCED = {"authorization": "A-1", "format": "standard", "starts": "now"}
FOUR = (ANN, BOB, CYD, DAN)


def announced(*players: PersonId, **keys: str) -> Table:
    """An event with everything announced, and decks on file."""
    table = Table(players=(), keys={**ANNOUNCED, **keys})
    for player in players:
        table.do(a.Register(by=player, name=player.removeprefix("nick:"), deck="code"))
    return table


def pairs(*players: PersonId) -> a.PairByHand:
    return a.PairByHand(by=COORDINATOR, pairs=tuple(zip(players[::2], players[1::2], strict=True)))


# --- what is announced (1.2, 1.3, 2.1) --------------------------------------------------------------


@pytest.mark.parametrize("kind", ["trial", "qualifier", "grandprix", "invitational"])
@pytest.mark.parametrize("key", ["authorization", "format", "starts"])
def test_a_premier_event_does_not_open_with_something_missing(kind: str, key: str) -> None:
    keys = {name: value for name, value in ANNOUNCED.items() if name != key}
    with pytest.raises(r.NotAnnounced) as refused:
        Table(players=(), keys={**keys, "kind": kind})
    assert refused.value.missing == (key,)


def test_a_challenge_opens_with_nothing_but_its_name() -> None:
    table = Table()
    table.pair()
    assert table.state.round is not None


def test_what_a_premier_event_needs_cannot_be_taken_away_by_its_kind() -> None:
    table = Table(players=())
    table.refuses(a.ChangeSettings(by=COORDINATOR, keys={"kind": "grandprix"}), r.NotAnnounced)
    table.do(a.ChangeSettings(by=COORDINATOR, keys={**ANNOUNCED, "kind": "grandprix"}))
    assert (table.state.kind, table.state.rel, table.state.authorization) == ("grandprix", "4", "A-1")


def test_a_time_of_day_is_the_next_one_to_come() -> None:
    assert start_of("19:30", START) == START.replace(hour=19, minute=30)
    assert start_of("9:00", START) == START.replace(hour=9) + timedelta(days=1)
    assert start_of("2026-03-02T20:00+01:00", START) == START.replace(day=2, hour=19)
    assert start_of("now", START) is None


@pytest.mark.parametrize("value", ["2025-01-01T10:00Z", "0001-01-01T00:00+10:00", "9999-12-31T23:59-10:00"])
def test_a_start_is_a_time_to_come(value: str) -> None:
    with pytest.raises(r.BadSetting):
        Table(players=(), keys={"starts": value})


def test_single_elimination_may_be_untimed_and_is_never_best_of_five() -> None:
    """2.2, OG-R17."""
    table = Table(players=(), stage=None, keys={"stages": "single_elimination", "round": "untimed"})
    assert (table.state.stage, table.state.playoff_limit) == (e.Stage.PLAYOFF, None)
    with pytest.raises(r.BadSetting):
        Table(players=(), stage=None, keys={"stages": "single_elimination", "playoff_best_of": "5"})


def test_a_two_judge_event_starts_with_both_judges_named() -> None:
    """1.9."""
    table = announced(*FOUR, two_judges="yes")
    table.refuses(pairs(*FOUR), r.TwoJudgesMissing)
    table.do(a.NameStaff(by=COORDINATOR, role=Role.SECONDARY_JUDGE, person=JUDGE, name="judy"))
    table.do(pairs(*FOUR))
    assert len(table.state.matches) == 2


def test_in_a_two_judge_event_the_coordinator_plays_only_as_a_judge_of_it() -> None:
    table = announced(two_judges="yes")
    entering = a.Register(by=COORDINATOR, name="tess")
    table.refuses(entering, r.OfficialsDoNotPlay)
    table.do(a.NameStaff(by=HEAD_JUDGE, role=Role.JUDGE, person=COORDINATOR, name="tess"))
    table.do(entering)
    assert COORDINATOR in table.state.players


# --- who may enter (0.2, 0.4, 5.1) ------------------------------------------------------------------


def test_an_invitational_is_for_those_on_its_list() -> None:
    table = announced(kind="invitational")
    table.refuses(a.Register(by=ANN, name="ann"), r.NotInvited)
    table.do(a.ChangeSettings(by=COORDINATOR, keys={"invited": "Ann,bob"}))
    table.do(a.ChangeSettings(by=COORDINATOR, keys={"invited": "+cyd"}))
    for player in (ANN, CYD):
        table.do(a.Register(by=player, name=player.removeprefix("nick:")))
    table.refuses(a.Register(by=ZED, name="zed"), r.NotInvited)
    assert set(table.state.players) == {ANN, CYD}


def test_a_name_that_the_network_does_not_vouch_for_is_no_invitation() -> None:
    table = announced(invited="bob")
    table.refuses(a.Register(by=PersonId("nick:zed~2"), name="bob", verified=False), r.NotInvited)


def test_whom_the_coordinator_enters_is_invited() -> None:
    table = announced(invited="bob")
    table.do(a.Register(by=COORDINATOR, player=ZED, name="zed"))
    assert ZED in table.state.players


def test_nobody_plays_in_two_events_at_a_time() -> None:
    table = Table(players=())
    table.refuses(a.Register(by=ANN, name="ann", plays_in="Cube 3"), r.PlaysElsewhere)


def test_a_deck_code_is_no_list() -> None:
    table = Table()
    table.refuses(a.FileDeck(by=ANN, deck="x" * 301), r.DeckTooLong)
    table.refuses(a.Register(by=ZED, name="zed", deck="x" * 301), r.DeckTooLong)


def test_a_format_is_not_paired_before_every_deck_is_on_file() -> None:
    table = announced(*FOUR)
    table.do(a.Register(by=ZED, name="zed"))
    table.do(a.Register(by=DORA, name="dora"))
    with pytest.raises(r.NoDeck) as refused:
        table.do(pairs(*FOUR, ZED, DORA))
    assert refused.value.players == (DORA, ZED)
    table.do(pairs(*FOUR))
    assert table.state.round is not None
    assert table.state.round.sitting_out == (DORA, ZED)


def test_the_coordinator_may_have_it_played_without_decks() -> None:
    table = announced(*FOUR)
    table.do(a.Register(by=ZED, name="zed"))
    table.do(a.ChangeSettings(by=COORDINATOR, keys={"decks": "no"}))
    table.do(pairs(ZED, ANN))
    assert ZED in table.state.seats


def test_who_comes_late_files_a_deck_then_and_keeps_it() -> None:
    table = announced(*FOUR)
    table.begin((ANN, BOB), (CYD, DAN))
    table.do(a.Register(by=COORDINATOR, player=ZED, name="zed"))
    table.do(a.FileDeck(by=ZED, deck="late"))
    table.refuses(a.FileDeck(by=ZED, deck="other"), r.AfterTheStart)
    assert table.state.players[ZED].deck == "late"


def test_a_dropped_player_comes_back_by_the_coordinator_with_the_deck_of_before() -> None:
    table = announced(*FOUR)
    table.do(a.Drop(by=DAN))
    assert table.state.playing == 3
    table.do(a.Register(by=COORDINATOR, player=DAN, name="dan"))
    assert (table.state.playing, table.state.players[DAN].deck) == (4, "code")


# --- how many (6.2, OG-R23) -------------------------------------------------------------------------


def test_two_friends_play_a_challenge_but_no_premier_event() -> None:
    announced(ANN, BOB).do(pairs(ANN, BOB))
    table = announced(*FOUR, kind="trial")
    table.refuses(pairs(ANN, BOB), r.TooFewPlayers)
    table.do(pairs(*FOUR))
    assert len(table.state.matches) == 2


# --- the start (0.3, 2.2) ---------------------------------------------------------------------------


def reminders(table: Table) -> list[e.StartReminded]:
    return [entry for entry in table.entries if isinstance(entry, e.StartReminded)]


def test_before_the_start_it_is_said_once_who_lacks_what() -> None:
    table = announced(*FOUR, starts="12:30")
    table.do(a.Register(by=ZED, name="zed"))
    table.leaves(CYD)
    table.at("12:31")
    first, second = reminders(table)
    assert (first.at, first.left) == (START + timedelta(minutes=20), timedelta(minutes=10))
    assert (first.no_deck, first.away) == ((ZED,), (CYD,))
    assert second.at == START + timedelta(minutes=30)
    table.at("13:30")
    assert len(reminders(table)) == 2


def test_a_start_that_moves_is_reminded_of_anew_and_a_paired_event_of_none() -> None:
    table = announced(*FOUR, starts="12:30")
    table.at("12:25").do(a.ChangeSettings(by=COORDINATOR, keys={"starts": "12:33"}))
    table.at("12:34")
    assert [entry.left for entry in reminders(table)] == [timedelta(minutes=10), timedelta(0)]
    paired = announced(*FOUR, starts="12:30")
    paired.do(pairs(*FOUR))
    paired.at("12:40")
    assert reminders(paired) == []


def test_nobody_is_late_before_the_announced_start() -> None:
    table = announced(*FOUR, starts="12:30")
    table.begin((ANN, BOB), (CYD, DAN))
    assert table.state.round is not None
    assert table.state.round.late_from == START + timedelta(minutes=30)
    table.at("12:40")
    assert table.levels(ANN) == []
    table.at("12:40:01")
    assert table.levels(ANN) == ["game_loss"]


# --- handing on (1.3) -------------------------------------------------------------------------------


def missed(table: Table) -> list[e.CoordinatorMissed]:
    return [entry for entry in table.entries if isinstance(entry, e.CoordinatorMissed)]


def test_a_coordinator_who_is_gone_is_missed_once() -> None:
    table = Table()
    table.leaves(COORDINATOR)
    left_at = table.now
    table.wait(300)
    assert missed(table) == []
    table.wait(1200)
    (entry,) = missed(table)
    assert (entry.at, entry.since) == (left_at + timedelta(minutes=5), left_at)


def test_a_coordinator_who_comes_back_or_is_replaced_is_not() -> None:
    table = Table()
    table.leaves(COORDINATOR)
    table.wait(200)
    table.joins(COORDINATOR)
    table.leaves(COORDINATOR)
    table.wait(200)
    table.do(a.NameStaff(by=HEAD_JUDGE, role=Role.COORDINATOR, person=DAN, name="dan", here=True))
    table.wait(2000)
    assert missed(table) == []


def test_nobody_is_missed_for_a_time_in_which_the_bot_was_blind() -> None:
    table = Table()
    table.leaves(COORDINATOR)
    table.wait(60)
    table.goes_blind()
    table.wait(900)
    table.do(a.RegainSight(by=BOT, present=frozenset({HEAD_JUDGE})))
    table.wait(300)
    assert missed(table) == []
    table.wait(1)
    assert len(missed(table)) == 1


def test_the_last_coordinator_does_not_lay_the_office_down() -> None:
    table = Table()
    leaving = a.RemoveStaff(by=COORDINATOR, role=Role.COORDINATOR, person=COORDINATOR)
    table.refuses(leaving, r.LastCoordinator)
    table.do(a.NameStaff(by=COORDINATOR, role=Role.COORDINATOR, person=DAN, name="dan"))
    table.do(leaving)
    assert table.state.holders(Role.COORDINATOR) == (DAN,)


def test_a_director_names_a_coordinator() -> None:
    table = Table()
    table.do(a.NameStaff(by=COORDINATOR, role=Role.DIRECTOR, person=DORA, name="dora"))
    table.do(a.NameStaff(by=DORA, role=Role.COORDINATOR, person=DAN, name="dan"))
    table.refuses(a.ChangeSettings(by=DORA, keys={"rel": "2"}), r.NotAllowed)
    assert DAN in table.state.holders(Role.COORDINATOR)


# --- many -------------------------------------------------------------------------------------------


def test_a_name_is_found_without_looking_at_all_names() -> None:
    table = Table(players=())
    for number in range(500):
        table.do(a.Register(by=PersonId(f"nick:p{number}"), name=f"P{number}"))
    table.refuses(a.Register(by=ZED, name="p499"), r.NameTaken)
    assert (table.state.playing, table.state.called["p499"]) == (500, PersonId("nick:p499"))
