"""Leaving an event: every moment of it, by everybody who may say so (3.2, 3.7, OG-R19; kind `pairing-drop`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import pytest

from rules import acts as a
from rules import refusals as r
from rules.entries import Departure, HowMatch, PersonId
from rules.fold import fold
from rules.match import Match
from rules.pairing import contenders
from rules.recorder import Recorder
from rules.rounds import to_be_paired
from rules.rows import coming_row
from rules.standings import of_event
from tests.playing import COORDINATOR, HEAD_JUDGE, JUDGE
from tests.swissplay import Swiss, person

ONE = person(0)


def match_of(event: Swiss, player: PersonId = ONE) -> Match:
    """The player's match of the round."""
    match = event.state.match_of(player)
    assert match is not None
    return match


# --- the moments ------------------------------------------------------------------------------------


def registered(players: int = 6) -> Swiss:
    return Swiss(players, keys={"rounds": "2"})


def paired(players: int = 6) -> Swiss:
    event = registered(players)
    event.pair_swiss()
    return event


def begun() -> Swiss:
    event = paired()
    event.begin_round()
    return event


def here() -> Swiss:
    event = begun()
    event.ready(*match_of(event).players)
    return event


def in_game() -> Swiss:
    event = here()
    event.ready(*match_of(event).players)
    return event


def decided() -> Swiss:
    event = begun()
    for table in sorted(event.state.matches):
        event.set_result(table, (2, 0, 0))
    return event


def closed() -> Swiss:
    event = decided()
    event.do(a.CloseRound(by=COORDINATOR))
    return event


def paired_again() -> Swiss:
    event = closed()
    event.pair_swiss()
    return event


class Fate(StrEnum):
    """What becomes of whoever leaves, and of the match."""

    OUT = "out at once, no match is touched"
    AFTER_ROUND = "out when the round closes, the result of the match stays"
    LOST_AT_BEGIN = "a match loss at the begin, out when the round closes"
    CONCEDED = "the match is conceded, out when the round closes"
    GIVEN_AWAY = "out at once, the match is lost without a penalty"
    GIVEN_AWAY_AT_BEGIN = "out at once, the match is lost at the begin without a penalty"


@dataclass(frozen=True, slots=True)
class Case:
    """At this moment, by one's own word, and by the coordinator's."""

    moment: Callable[[], Swiss]
    own: Fate
    technical: Fate


CASES = (
    Case(registered, Fate.OUT, Fate.OUT),
    Case(paired, Fate.LOST_AT_BEGIN, Fate.GIVEN_AWAY_AT_BEGIN),
    Case(begun, Fate.CONCEDED, Fate.GIVEN_AWAY),
    Case(here, Fate.CONCEDED, Fate.GIVEN_AWAY),
    Case(in_game, Fate.CONCEDED, Fate.GIVEN_AWAY),
    Case(decided, Fate.AFTER_ROUND, Fate.OUT),
    Case(closed, Fate.OUT, Fate.OUT),
    Case(paired_again, Fate.LOST_AT_BEGIN, Fate.GIVEN_AWAY_AT_BEGIN),
)
BY_MOMENT = pytest.mark.parametrize("case", CASES, ids=lambda case: case.moment.__name__)


def leaves(event: Swiss, player: PersonId = ONE) -> None:
    """The player says `!drop`, and `!yes` where that is asked."""
    event.do(a.Drop(by=player))
    if not event.state.players[player].dropping and event.state.players[player].plays:
        event.do(a.AnswerYes(by=player, dice=event.dice))


def finish(event: Swiss) -> None:
    """The round is begun if it is paired, played at all other tables, and closed."""
    current = event.state.round
    if current is not None and current.begun_at is None:
        event.begin_round()
    if event.state.round is not None and event.state.round.runs:
        event.play_round()


def check(event: Swiss, fate: Fate, departure: Departure, before: Match | None) -> None:
    at_once = fate in (Fate.OUT, Fate.GIVEN_AWAY, Fate.GIVEN_AWAY_AT_BEGIN)
    assert event.state.players[ONE].dropped == (departure if at_once else None)
    if fate is Fate.OUT and before is not None:
        assert event.state.match_of(ONE) == before
    finish(event)
    assert event.state.players[ONE].dropped is departure
    penalties = [p.infraction for p in event.state.penalties_of(ONE)]
    assert penalties == (["drop_after_pairing"] if fate is Fate.LOST_AT_BEGIN else [])
    match = event.state.match_of(ONE)
    if fate in (Fate.CONCEDED, Fate.LOST_AT_BEGIN, Fate.GIVEN_AWAY, Fate.GIVEN_AWAY_AT_BEGIN):
        assert match is not None
        assert match.result is not None
        assert match.result.wins[match.place_of(ONE)] < match.result.wins[1 - match.place_of(ONE)]
        how = {Fate.CONCEDED: HowMatch.CONCESSION, Fate.LOST_AT_BEGIN: HowMatch.MATCH_LOSS}
        assert match.result.how is how.get(fate, HowMatch.DROP)
    assert ONE not in {one.player for one in contenders(event.state)}
    assert ONE in {placing.player for placing in of_event(event.state)}
    assert fold(event.entries) == event.state


@BY_MOMENT
def test_who_leaves_by_the_own_word(case: Case) -> None:
    event = case.moment()
    before = event.state.match_of(ONE)
    leaves(event)
    check(event, case.own, Departure.OWN_WISH, before)


@BY_MOMENT
@pytest.mark.parametrize("by", [COORDINATOR, HEAD_JUDGE])
def test_who_is_dropped_for_technical_reasons(case: Case, by: PersonId) -> None:
    event = case.moment()
    before = event.state.match_of(ONE)
    event.do(a.DropPlayer(by=by, player=ONE, why="no power"))
    check(event, case.technical, Departure.TECHNICAL, before)


@BY_MOMENT
@pytest.mark.parametrize("by", [JUDGE, person(1), PersonId("nick:zed")])
def test_nobody_else_drops_a_player(case: Case, by: PersonId) -> None:
    event = case.moment()
    with pytest.raises(r.NotAllowed):
        event.do(a.DropPlayer(by=by, player=ONE))


@BY_MOMENT
def test_dropping_twice_is_dropping_once(case: Case) -> None:
    event = case.moment()
    leaves(event)
    for _ in range(2):
        with pytest.raises(r.OutOfEvent):
            event.do(a.Drop(by=ONE))
    written = len(event.entries)
    finish(event)
    with pytest.raises(r.OutOfEvent):
        event.do(a.DropPlayer(by=COORDINATOR, player=ONE))
    drops = [entry for entry in event.entries if entry.kind == "player.dropped/1"]
    assert len(drops) == 1
    assert written <= len(event.entries)


@BY_MOMENT
@pytest.mark.parametrize("phase", ["draft", "construction"])
def test_nobody_leaves_a_draft_or_deck_construction_but_for_technical_reasons(case: Case, phase: str) -> None:
    event = case.moment()
    event.do(a.SetStage(by=COORDINATOR, stage=phase))
    with pytest.raises(r.NotNow):
        event.do(a.Drop(by=ONE))
    event.do(a.DropPlayer(by=COORDINATOR, player=ONE))
    assert event.state.players[ONE].dropped is Departure.TECHNICAL


@pytest.mark.parametrize("moment", [paired, begun, here, in_game, paired_again])
def test_who_changes_the_mind_at_the_question_stays(moment: Callable[[], Swiss]) -> None:
    event = moment()
    event.do(a.Drop(by=ONE))
    event.do(a.AnswerNo(by=ONE))
    assert not event.state.players[ONE].dropping
    assert not match_of(event).is_over


def test_both_of_a_table_leave_before_the_begin() -> None:
    event = paired()
    both = match_of(event).players
    for player in both:
        leaves(event, player)
    finish(event)
    assert event.state.matches[event.state.seats[ONE]].result is not None
    assert [event.state.players[player].dropped for player in both] == [Departure.OWN_WISH] * 2
    points = {placing.player: placing.points for placing in of_event(event.state)}
    assert [points[player] for player in both] == [0, 0]


# --- with a bye -------------------------------------------------------------------------------------


def test_a_bye_is_void_when_its_player_leaves_before_the_begin() -> None:
    event = paired(5)
    (player,) = event.state.round.byes if event.state.round else ()
    leaves(event, player)
    assert event.state.players[player].dropped is Departure.OWN_WISH
    event.begin_round()
    assert event.state.byes == ()


def test_a_bye_that_was_given_stays_when_its_player_leaves() -> None:
    event = paired(5)
    (player,) = event.state.round.byes if event.state.round else ()
    event.begin_round()
    leaves(event, player)
    event.play_round()
    assert {placing.player: placing.points for placing in of_event(event.state)}[player] == 3
    assert player not in {one.player for one in contenders(event.state)}


# --- the playoff ------------------------------------------------------------------------------------


def cut_to_four() -> Swiss:
    event = Swiss(6, keys={"rounds": "1"})
    event.round([(2, 0, 0)] * 3)
    event.do(a.CutToPlayoff(by=COORDINATOR, size=4))
    return event


@pytest.mark.parametrize("technical", [False, True])
def test_nobody_is_promoted_for_who_leaves_after_the_cut(technical: bool) -> None:
    event = cut_to_four()
    assert event.state.bracket is not None
    seeds = event.state.bracket.seeds
    if technical:
        event.do(a.DropPlayer(by=COORDINATOR, player=seeds[0]))
    else:
        leaves(event, seeds[0])
    event.do(a.PairBracket(by=COORDINATOR, seed="x"))
    assert {player for match in event.state.matches.values() for player in match.players} == set(seeds[1:3])
    event.begin_round()
    event.play_round([(2, 0, 0)])
    row = coming_row(event.state)
    assert row is not None
    assert seeds[3] in row.slots


def test_who_leaves_the_playoff_in_mid_match_has_lost_it() -> None:
    event = cut_to_four()
    event.do(a.PairBracket(by=COORDINATOR, seed="x"))
    event.begin_round()
    first, second = event.match(1).players
    leaves(event, first)
    event.play_round([(2, 0, 0)])
    row = coming_row(event.state)
    assert row is not None
    assert second in row.slots
    assert first not in row.slots


# --- coming again -----------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", [closed, decided])
def test_who_left_and_is_entered_again_plays_on_with_the_own_points(moment: Callable[[], Swiss]) -> None:
    event = moment()
    leaves(event)
    finish(event)
    before = {placing.player: placing.points for placing in of_event(event.state)}[ONE]
    event.do(a.Register(by=COORDINATOR, player=ONE, name="p00"))
    event.pair_swiss()
    assert ONE in event.state.seats
    assert {placing.player: placing.points for placing in of_event(event.state)}[ONE] == before


def test_who_left_does_not_come_again_by_the_own_word() -> None:
    event = closed()
    leaves(event)
    with pytest.raises((r.OutOfEvent, r.RegistrationClosed)):
        event.do(a.Register(by=ONE, name="p00"))


def test_everybody_leaves_but_one() -> None:
    event = closed()
    for number in range(5):
        leaves(event, person(number))
    with pytest.raises(r.TooFewToPair):
        to_be_paired(Recorder(event.state, event.now), a.Act(by=COORDINATOR))
    event.do(a.EndTournament(by=COORDINATOR, early=True))
    assert event.state.is_over


def test_who_is_leaving_does_not_sit_out_when_the_others_are_paired_anew() -> None:
    event = paired()
    leaves(event)
    event.pair((person(2), person(1)))
    assert event.state.round is not None
    assert ONE not in event.state.round.sitting_out
