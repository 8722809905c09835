"""Clocks live and die with what they measure (`timer-life`): every clock against every way in which a match can end.

A clock that outlives its match would cost somebody a game of the next one; one that a result, a refusal or a pause
restarts would cost too little or too much. Each scene lets one clock run at table 1, where ann plays bob.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.deadlines import Deadline, Due, of_match
from rules.match import Match
from rules.refusals import Refusal
from tests.refereeing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, Stage, Table, minutes
from tests.test_rules_properties import Moves, any_moves

HOUR = timedelta(hours=1)

Scene = Callable[[], Table]
Doing = Callable[[Table], object]


def in_turn(*doings: Doing) -> Doing:
    """One after the other in one second."""

    def do(table: Table) -> None:
        for doing in doings:
            doing(table)

    return do


def round_of_four(stage: Stage = Stage.SWISS) -> Table:
    """Round 1 begun at 12:00:00: ann and bob, and cyd, to whom dan concedes."""
    table = Table(players=(ANN, BOB, CYD, DAN), stage=stage)
    table.begin((ANN, BOB), (CYD, DAN))
    table.at("12:00:30").concedes_match(DAN)
    return table


def arrived(stage: Stage = Stage.SWISS) -> Table:
    table = round_of_four(stage)
    table.ready(ANN, BOB)
    return table


def in_game(stage: Stage = Stage.SWISS) -> Table:
    table = arrived(stage)
    table.at("12:01:00").ready(ANN, BOB)
    return table


def bob_late() -> Table:
    table = round_of_four()
    table.ready(ANN)
    return table


def bob_very_late() -> Table:
    table = bob_late()
    table.at("12:11:00")
    return table


def second_game() -> Table:
    table = in_game()
    table.at("12:10:00").loses(BOB)
    return table


def gone_in_game() -> Table:
    table = in_game()
    table.at("12:20:00").leaves(BOB)
    return table


def gone_for_long() -> Table:
    table = gone_in_game()
    table.at("12:26:00")
    return table


def gone_between_games() -> Table:
    table = second_game()
    table.leaves(BOB)
    return table


def link_lost() -> Table:
    table = in_game()
    table.do(a.ReportLinkLost(by=ANN, player=BOB))
    return table


def shuffling() -> Table:
    table = in_game()
    table.do(a.StartShuffle(by=BOB))
    return table


def asked() -> Table:
    table = in_game()
    table.do(a.Concede(by=BOB, match=True))
    return table


def unanswered() -> Table:
    table = in_game()
    table.wins(ANN)
    return table


def last_turn() -> Table:
    table = in_game()
    table.at("12:50:01")
    return table


def no_relay() -> Table:
    table = arrived()
    table.do(a.SayCannotConnect(by=BOB))
    table.do(a.ReportRelay(by=BOB, works=False, dice=table.dice))
    table.confirms(ANN)
    return table


SCENES: dict[Due, list[Scene]] = {
    Due.LATENESS_REMINDER: [bob_late],
    Due.LATE_GAME_LOSS: [bob_late],
    Due.LATE_MATCH_LOSS: [bob_very_late],
    Due.ABSENCE_WARNING: [gone_in_game, gone_between_games, link_lost],
    Due.GONE_GAME_LOSS: [gone_in_game, gone_between_games, link_lost],
    Due.GONE_MATCH_LOSS: [gone_for_long],
    Due.PREGAME_REMINDER: [arrived, second_game],
    Due.PREGAME: [arrived, second_game],
    Due.SHUFFLE_REMINDER: [shuffling],
    Due.SHUFFLE: [shuffling],
    Due.QUESTION: [asked],
    Due.UNANSWERED: [unanswered],
    Due.TIME: [in_game],
    Due.AFTER_TIME: [last_turn],
    Due.CONSENT: [no_relay],
}
"""Where each kind of clock of a match runs."""

OF_THE_EVENT = {
    Due.ROUND_WARNING,
    Due.NO_SHOW,
    Due.CALL_REPEAT,
    Due.CALL_ESCALATE,
    Due.CLAIM_REMINDER,
    Due.DECISION_REPEAT,
    Due.DECISION_ESCALATE,
    Due.HOLD_REMINDER,
    Due.START,
    Due.COORDINATOR_GONE,
}
"""What falls due for the round, the judges or the coordinator, and for no match."""

ENDS: dict[str, Doing] = {
    "ann concedes": lambda t: t.concedes_match(ANN),
    "bob concedes": lambda t: t.concedes_match(BOB),
    "the loser reports": lambda t: t.reports(ANN, *t.match().wins[:1], 2),
    "the winner is confirmed": in_turn(
        lambda t: t.reports(ANN, 2, t.match().wins[1]), lambda t: t.confirms(BOB)
    ),
    "an agreed draw": in_turn(lambda t: t.do(a.OfferDraw(by=ANN)), lambda t: t.do(a.AcceptDraw(by=BOB))),
    "a judge sets it": lambda t: t.sets(JUDGE, 2, 0),
    "bob refuses to play": lambda t: t.do(a.RuleRefusal(by=JUDGE, player=BOB)),
    "bob is disqualified": lambda t: t.do(
        a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why="seen")
    ),
    "a match loss by a judge": lambda t: t.do(
        a.Penalise(by=HEAD_JUDGE, player=BOB, infraction="slow_play", level="match_loss", why="three times")
    ),
    "bob is dropped": lambda t: t.do(a.DropPlayer(by=COORDINATOR, player=BOB)),
    "bob drops": lambda t: t.drops(BOB),
    "ann drops": lambda t: t.drops(ANN),
}
"""The ways in which a match can end besides its own clocks."""

CASES = [
    pytest.param(due, scene, id=f"{due.value}-{scene.__name__}") for due in SCENES for scene in SCENES[due]
]


def running(table: Table, due: Due) -> list[Deadline]:
    """What of this kind will fall due at table 1."""
    return [deadline for deadline in of_match(table.match(), table.state) if deadline.due is due]


def ended(scene: Scene) -> Iterator[tuple[str, Table]]:
    """The scene after each way to end it that the rules allow there, two seconds later."""
    for how, end in ENDS.items():
        table = scene()
        table.wait(2)
        try:
            end(table)
        except Refusal:
            continue
        assert table.match().is_over, how
        yield how, table


def test_every_kind_of_clock_has_a_scene() -> None:
    assert SCENES.keys() | OF_THE_EVENT == set(Due)


@pytest.mark.parametrize(("due", "scene"), CASES)
def test_a_clock_ends_with_its_match_however_that_ends(due: Due, scene: Scene) -> None:
    """S025: nothing falls due at a table that has its result, however long one waits."""
    assert running(scene(), due)
    ways = dict(ended(scene))
    assert len(ways) >= 7
    for how, table in ways.items():
        assert of_match(table.match(), table.state) == [], how
        result, penalties, known = table.match().result, table.penalties, len(table.entries)
        table.wait_until(table.now + 3 * HOUR)
        assert table.match().result == result, how
        assert table.penalties == penalties, how
        after = [entry for entry in table.entries[known:] if getattr(entry, "table", 0) == 1]
        assert after == [], how


@pytest.mark.parametrize(("due", "scene"), CASES)
def test_the_next_round_begins_with_clocks_of_its_own(due: Due, scene: Scene) -> None:
    """S022, S025: with nothing counted, and its own due times from its own beginning."""
    for how, table in ended(scene):
        penalties = table.penalties
        table.closes_round()
        opponent = next(player for player in (BOB, ANN) if not table.is_out(player))
        table.at("14:00:00").begins((CYD, opponent))
        for deadline in of_match(table.match(), table.state):
            assert deadline.due in (Due.LATENESS_REMINDER, Due.LATE_GAME_LOSS, Due.TIME), how
        table.joins(opponent)
        table.at("14:10:00")
        assert table.penalties == penalties, how
        table.ready(CYD)
        table.at("14:15:01")
        late = [line for line in table.penalties if line not in penalties]
        name = opponent.removeprefix("nick:")
        assert late == [
            f"14:10:00 {name} tardiness.over_10_min game_loss",
            f"14:15:00 {name} tardiness.over_15_min match_loss",
        ], how


@pytest.mark.parametrize(("due", "scene"), CASES)
def test_a_cancelled_event_has_no_clocks(due: Due, scene: Scene) -> None:
    table = scene()
    table.do(a.CancelTournament(by=COORDINATOR, why="storm"))
    known = len(table.entries)
    table.wait_until(table.now + 3 * HOUR)
    assert table.entries[known:] == []


PAUSE = timedelta(minutes=25)

PAUSES: dict[str, tuple[Doing, Doing]] = {
    "the table": (lambda t: t.holds(1), lambda t: t.resumes(1)),
    "all tables": (lambda t: t.holds(0), lambda t: t.resumes(0)),
}


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize(("due", "scene"), CASES)
def test_a_pause_moves_a_clock_by_its_whole_length(due: Due, scene: Scene, pause: str) -> None:
    """S023: the deadline moves with the clock, nothing fires between, and nothing fires at once afterwards."""
    table = scene()
    before = running(table, due)
    stop, go_on = PAUSES[pause]
    stop(table)
    known = len(table.entries)
    table.wait_until(table.now + PAUSE)
    reminded = [entry for entry in table.entries[known:] if not isinstance(entry, e.HoldReminded)]
    assert [entry for entry in reminded if getattr(entry, "table", 0) == 1] == []
    go_on(table)
    assert [deadline.at for deadline in running(table, due)] == [d.at + PAUSE for d in before]


@pytest.mark.parametrize(("due", "scene"), CASES)
def test_a_clock_falls_due_once(due: Due, scene: Scene) -> None:
    """However often one looks."""
    once, often = scene(), scene()
    at = min(deadline.at for deadline in running(once, due))
    for table, looks in ((once, 1), (often, 3)):
        for second in range(1, looks + 1):
            table.now = at + timedelta(seconds=second)
            table.do(a.Tick(by=JUDGE, through=at))
    assert often.entries == once.entries
    assert at not in [deadline.at for deadline in running(once, due)]


REFUSED: dict[str, a.Act] = {
    "begin": a.BeginRound(by=COORDINATOR, dice=Table().dice),
    "pair": a.PairByHand(by=COORDINATOR, pairs=((ANN, BOB),)),
    "close": a.CloseRound(by=COORDINATOR),
    "end": a.EndTournament(by=COORDINATOR),
    "report": a.ReportMatch(by=ANN, mine=9, theirs=9),
    "stranger": a.PressReady(by=COORDINATOR, dice=Table().dice),
}


@pytest.mark.parametrize("act", REFUSED)
@pytest.mark.parametrize(("due", "scene"), CASES)
def test_a_refused_act_leaves_the_clocks_alone(due: Due, scene: Scene, act: str) -> None:
    """S024."""
    table = scene()
    before = of_match(table.match(), table.state)
    table.wait(1)
    with pytest.raises(Refusal):
        table.do(REFUSED[act])
    assert of_match(table.match(), table.state) == before


def test_the_clocks_of_a_round_count_from_the_begin_that_succeeded() -> None:
    """S024: the attempt at 12:00 found no head judge, so the round is that of 12:06."""
    table = Table()
    table.pair()
    table.leaves(HEAD_JUDGE)
    table.at("12:00:00").refuses(a.BeginRound(by=COORDINATOR, dice=table.dice), r.HeadJudgeAbsent)
    assert of_match(table.match(), table.state) == []
    table.joins(HEAD_JUDGE)
    table.at("12:06:00").do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.ends == "12:56:00"
    table.at("12:16:00")
    assert table.penalties == []
    table.at("12:21:01")
    assert [line[:8] for line in table.penalties] == ["12:16:00", "12:16:00", "12:21:00", "12:21:00"]


SCORES: dict[str, Doing] = {
    "lost": lambda t: t.loses(BOB),
    "won and confirmed": in_turn(lambda t: t.wins(ANN), lambda t: t.confirms(BOB)),
    "drawn and confirmed": in_turn(lambda t: t.draws(ANN), lambda t: t.confirms(BOB)),
    "conceded": lambda t: t.do(a.Concede(by=BOB)),
    "set by a judge": lambda t: t.sets(JUDGE, 1, 0),
    "lost by a penalty": lambda t: t.do(
        a.Penalise(by=HEAD_JUDGE, player=BOB, infraction="slow_play", level="game_loss", why="twice")
    ),
    "taken back": in_turn(lambda t: t.wins(ANN), lambda t: t.do(a.TakeBack(by=ANN))),
}


@pytest.mark.parametrize("entered", SCORES)
def test_a_score_moves_no_end(entered: str) -> None:
    """S026: only the pregame clock of the next game is new."""
    table = in_game()
    table.do(a.Extend(by=JUDGE, table=1, by_how_much=minutes(5)))
    table.at("12:30:00")
    SCORES[entered](table)
    assert table.ends == "12:55:00"
    pregame = [deadline.at for deadline in running(table, Due.PREGAME)]
    assert pregame == ([] if table.match().runs else [table.now + minutes(3)] * 2)


def test_a_match_opened_again_has_the_clocks_it_had() -> None:
    """What its closed time would have cost is not counted, and nothing counts twice."""
    table = second_game()
    table.at("12:12:00").sets(JUDGE, 2, 0)
    table.at("12:30:00").sets(JUDGE, 1, 0)
    assert [deadline.at for deadline in running(table, Due.TIME)] == [table.match().ends_at]
    assert table.ends == "13:08:00"
    assert [deadline.at for deadline in running(table, Due.PREGAME)] == [table.now + minutes(3)] * 2


@pytest.mark.parametrize(("due", "scene"), CASES)
def test_a_match_opened_again_holds_nothing_old_against_anybody(due: Due, scene: Scene) -> None:
    """bob came back while it was closed: no absence, stopwatch or question of before goes on."""
    for how, table in ended(scene):
        wins = table.match().wins
        table.joins(BOB)
        table.wait(1200)
        table.sets(HEAD_JUDGE, min(wins[0], 1), min(wins[1], 1))
        for side in table.match().sides:
            assert (side.absence, side.stopwatch, side.asked) == (None, None, None), how
        assert all(deadline.at > table.now for deadline in of_match(table.match(), table.state)), how


# --- whatever happens -------------------------------------------------------------------------------

few = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def steps(moves: Moves) -> Iterator[tuple[Match, Match, list[e.Entry]]]:
    """The match before and after each move and each wait, and what was entered."""
    table = Table()
    table.begin()
    for seconds, move in moves:
        before, known = table.match(), len(table.entries)
        table.wait(seconds)
        yield before, table.match(), table.entries[known:]
        before, known = table.match(), len(table.entries)
        try:
            table.do(move)  # type: ignore[arg-type]  # the strategies build acts
        except Refusal:
            continue
        yield before, table.match(), table.entries[known:]
    before, known = table.match(), len(table.entries)
    table.wait(7200)
    yield before, table.match(), table.entries[known:]


@few
@given(any_moves())
def test_no_clock_strikes_at_a_match_that_is_over_and_no_act_moves_its_end(moves: Moves) -> None:
    """S025, S026: only extensions, holds and a reopening move the end."""
    moving = (e.ExtensionGranted, e.HoldPlaced, e.HoldLifted, e.MatchReopened, e.MatchCorrected)
    over = False
    for before, after, entries in steps(moves):
        if not any(isinstance(entry, moving) for entry in entries):
            assert (before.begun_at, before.extension, before.credit) == (
                after.begun_at,
                after.extension,
                after.credit,
            )
        for entry in entries:
            if isinstance(entry, e.MatchFinished):
                over = True
            elif isinstance(entry, e.MatchReopened):
                over = False
            elif isinstance(entry, e.MatchCorrected):
                over = entry.outcome is not None
            elif over:
                assert not (isinstance(entry, e.PenaltyIssued) and entry.automatic)
                assert not isinstance(entry, e.AbsenceBegan | e.AbsenceWarned | e.TimeCalled | e.GameFinished)
