"""Two hands on one result (`result-race`): every two who act on one match within one second, in either order.

Each act is valid alone. Together they must not count a game twice, finish the match twice, or leave the record on
whichever came last: a final result changes by a recorded correction only, and who comes second hears what happened.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId, Stage
from rules.match import Match
from rules.refusals import Refusal
from tests.playing import ANN, BOB, BOT, COORDINATOR, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, playing

Make = Callable[[Table, PersonId], a.Act]

SAID: dict[str, Make] = {
    "lost": lambda _, by: a.ReportGame(by=by, won=False),
    "won": lambda _, by: a.ReportGame(by=by, won=True),
    "drawn": lambda _, by: a.ReportGame(by=by, won=None),
    "report 2-0": lambda _, by: a.ReportMatch(by=by, mine=2, theirs=0),
    "report 2-1": lambda _, by: a.ReportMatch(by=by, mine=2, theirs=1),
    "report 0-2": lambda _, by: a.ReportMatch(by=by, mine=0, theirs=2),
    "report 1-2": lambda _, by: a.ReportMatch(by=by, mine=1, theirs=2),
    "confirm": lambda t, by: a.Confirm(by=by, dice=t.dice),
    "dispute": lambda _, by: a.Dispute(by=by),
    "yes": lambda t, by: a.AnswerYes(by=by, dice=t.dice),
    "no": lambda _, by: a.AnswerNo(by=by),
    "cancel": lambda _, by: a.TakeBack(by=by),
    "concede": lambda _, by: a.Concede(by=by),
    "concede match": lambda _, by: a.Concede(by=by, match=True),
    "draw": lambda _, by: a.OfferDraw(by=by),
    "accept": lambda _, by: a.AcceptDraw(by=by),
    "decline": lambda _, by: a.DeclineDraw(by=by),
    "endturn": lambda _, by: a.EndTurn(by=by),
    "life": lambda _, by: a.ReportLife(by=by, mine=7, theirs=3),
    "consent": lambda t, by: a.GiveConsent(by=by, yes=True, dice=t.dice),
    "no consent": lambda t, by: a.GiveConsent(by=by, yes=False, dice=t.dice),
    "drop": lambda _, by: a.Drop(by=by),
}
"""What a player can say that bears on a result."""

DECIDED: dict[str, Callable[[Table], a.Act]] = {
    "a judge sets 2-0": lambda _: a.SetResult(by=JUDGE, table=1, first=2, second=0, draws=0, why="seen"),
    "a judge sets 1-0": lambda _: a.SetResult(by=JUDGE, table=1, first=1, second=0, draws=0, why="seen"),
    "a judge records a draw": lambda _: a.SetResult(
        by=JUDGE, table=1, first=0, second=0, draws=3, why="agreed"
    ),
    "the head judge sets 0-2": lambda _: a.SetResult(
        by=HEAD_JUDGE, table=1, first=0, second=2, draws=0, why="seen"
    ),
    "bob refuses to play": lambda _: a.RuleRefusal(by=JUDGE, player=BOB),
    "ann is disqualified": lambda _: a.Disqualify(
        by=HEAD_JUDGE, player=ANN, infraction="cheating", why="seen"
    ),
    "bob loses the game": lambda _: a.Penalise(
        by=HEAD_JUDGE, player=BOB, infraction="slow_play", level="game_loss", why="again"
    ),
    "bob is dropped": lambda _: a.DropPlayer(by=COORDINATOR, player=BOB),
    "a clock": lambda t: a.Tick(by=BOT, through=t.now),
}
"""What officials and clocks do to a result."""


def in_game() -> Table:
    table = playing()
    table.at("12:20:00")
    return table


def one_nil() -> Table:
    table = playing()
    table.at("12:10:00").loses(BOB)
    table.at("12:12:00").game_of()
    table.at("12:20:00")
    return table


def claimed() -> Table:
    table = one_nil()
    table.wins(ANN)
    return table


def reported() -> Table:
    table = one_nil()
    table.reports(ANN, 2, 1)
    return table


def disputed() -> Table:
    table = reported()
    table.disputes(BOB)
    return table


def offered() -> Table:
    table = one_nil()
    table.do(a.OfferDraw(by=ANN))
    return table


def asked() -> Table:
    table = one_nil()
    table.do(a.Concede(by=BOB, match=True))
    return table


def recorded_draw() -> Table:
    """A judge has recorded a draw, and ann has agreed."""
    table = one_nil()
    table.sets(JUDGE, 0, 0, 3)
    table.confirms(ANN)
    return table


def mark_of_bob() -> Table:
    """bob is gone, and his game loss is due at the end of this second."""
    table = one_nil()
    table.leaves(BOB)
    table.at("12:25:00")
    return table


def time_is_up() -> Table:
    """Time is up at the end of this second, with 1-0."""
    table = one_nil()
    table.at("12:50:00")
    return table


def last_turn() -> Table:
    table = one_nil()
    table.at("12:51:00")
    return table


def even_in_playoff() -> Table:
    """The last turn is over, and life decides."""
    table = playing(stage=Stage.PLAYOFF)
    table.at("12:51:00").do(a.EndTurn(by=ANN))
    return table


def no_link() -> Table:
    """The relay host did not help, and ann agrees to the flip."""
    table = begun()
    table.at("12:00:30").ready(ANN, BOB)
    table.do(a.SayCannotConnect(by=BOB))
    table.do(a.ReportRelay(by=BOB, works=False, dice=table.dice))
    table.confirms(ANN)
    table.do(a.GiveConsent(by=ANN, yes=True, dice=table.dice))
    return table


def final() -> Table:
    table = one_nil()
    table.reports(BOB, 1, 2)
    table.wait(30)
    return table


SCENES = [
    in_game,
    one_nil,
    claimed,
    reported,
    disputed,
    offered,
    asked,
    recorded_draw,
    mark_of_bob,
    time_is_up,
    last_turn,
    even_in_playoff,
    no_link,
    final,
]


@cache
def set_up(scene: Callable[[], Table]) -> Table:
    """The scene, played once; each pair takes a twin of it."""
    return scene()


def doings(table: Table) -> list[tuple[str, PersonId | None, a.Act]]:
    """Everything that somebody can do about the result here: its name, the player whose word it is, the act."""
    words = [(f"{name[5:]}: {said}", name, make) for said, make in SAID.items() for name in (ANN, BOB)]
    return [(said, by, make(table, by)) for said, by, make in words] + [
        (name, None, make(table)) for name, make in DECIDED.items()
    ]


def tried(table: Table, act: a.Act) -> tuple[tuple[e.Entry, ...], Refusal | None]:
    """What the act enters, or why it is refused; then nothing has changed."""
    before = table.state
    try:
        return table.do(act), None
    except Refusal as refusal:
        assert table.state is before
        return (), refusal


def check_games(before: Match, then: Match, second: tuple[e.Entry, ...], why: str) -> None:
    """One second has room for one game: a player's word adds none to what another hand has just entered."""
    if len(then.games) > len(before.games):
        spoken = [entry for entry in second if isinstance(entry, e.GameFinished) and entry.by is not None]
        assert spoken == [], why


def check_result(entries: tuple[e.Entry, ...], why: str) -> None:
    """The match is finished once, or between two times opened again by name."""
    is_final = False
    for entry in entries:
        if isinstance(entry, e.MatchFinished):
            assert not is_final, why
            is_final = True
        elif isinstance(entry, e.MatchReopened):
            is_final = False
        elif isinstance(entry, e.MatchCorrected):
            assert entry.by in (JUDGE, HEAD_JUDGE), why
            assert entry.why, why
            is_final = entry.outcome is not None


@pytest.mark.parametrize("scene", SCENES)
def test_two_acts_of_one_second_count_once(scene: Callable[[], Table]) -> None:
    """S001, S002, S003, S004."""
    start = set_up(scene)
    for first in doings(start):
        one = start.twin()
        entries, refusal = tried(one, first[2])
        if refusal is not None:
            continue
        check_result(entries, f"{scene.__name__}: {first[0]}")
        for second in doings(one):
            two, why = one.twin(), f"{scene.__name__}: {first[0]}; {second[0]}"
            if first[1] is not None and first[1] == second[1]:
                continue  # one person's two acts are `replay`
            more, refusal = tried(two, second[2])
            check_games(start.match(), one.match(), more, why)
            check_result(entries + more, why)
            check_final(one.match(), two.match(), second, more, refusal, why)


def check_final(
    then: Match,
    now: Match,
    act: tuple[str, PersonId | None, a.Act],
    entries: tuple[e.Entry, ...],
    refusal: Refusal | None,
    why: str,
) -> None:
    """Who comes after the result changes nothing and is told of it; a judge corrects it, with what stood before."""
    if then.result is None:
        return
    corrections = [entry for entry in entries if isinstance(entry, e.MatchCorrected | e.MatchReopened)]
    if not corrections:
        assert now.result == then.result, why
        assert now.games == then.games, why
    elif isinstance(act[2], a.SetResult):
        assert all(isinstance(entry, e.MatchCorrected) and entry.before for entry in corrections), why
    else:
        assert isinstance(act[2], a.Dispute), why
        assert then.turn_ended_by is not None, (
            why
        )  # 2.6: the one result that the other player can still dispute
    if act[1] is not None and not corrections and not isinstance(act[2], a.Drop):
        assert isinstance(refusal, r.AlreadyOver), why
        assert refusal.result, why
        assert refusal.at == then.result.at, why


@pytest.mark.parametrize(("mine", "theirs"), [(2, 0), (2, 1), (0, 2), (1, 2)])
@pytest.mark.parametrize("first", [ANN, BOB])
def test_two_reports_of_one_second_agree_or_are_disputed(first: PersonId, mine: int, theirs: int) -> None:
    """S002, S004: by what they say of the players, not by what the words look like."""
    for others_mine, others_theirs in product(range(3), range(3)):
        table = in_game()
        table.reports(first, mine, theirs)
        other = table.match().opponent_of(first)
        if table.match().is_over:  # the loser's word is final
            assert mine < theirs
            table.refuses(a.ReportMatch(by=other, mine=others_mine, theirs=others_theirs), r.AlreadyOver)
            continue
        _, refusal = tried(table, a.ReportMatch(by=other, mine=others_mine, theirs=others_theirs))
        if (others_mine, others_theirs) == (theirs, mine):
            assert table.match().is_over
            assert len(table.kept(e.MatchFinished)) == 1
            assert table.match().claim is None
        elif refusal is not None:
            assert isinstance(refusal, r.ImpossibleScore)
            assert table.match().claim is not None
        elif others_mine < others_theirs:  # both say who lost; the loser's word is final
            assert table.match().is_over
            assert table.match().wins[table.match().place_of(other)] == others_mine
        else:
            assert table.match().disputed
            assert len(table.calls) == 1


def test_a_round_whose_last_result_comes_from_two_hands_closes_once() -> None:
    """S001: what follows the last result follows once."""
    table = reported()
    table.confirms(BOB)
    table.closes_round()
    table.refuses(a.CloseRound(by=COORDINATOR), r.NoRound)
    table.refuses(a.Confirm(by=BOB, dice=table.dice), r.NoMatch)
    table.begins()
    table.refuses(a.PairByHand(by=COORDINATOR, pairs=((ANN, BOB),)), r.RoundRuns)
    table.refuses(a.BeginRound(by=COORDINATOR, dice=table.dice), r.RoundRuns)
    assert len(table.kept(e.MatchFinished)) == 1
    assert [entry.round for entry in table.kept(e.RoundBegun)] == [1, 2]


# --- a judge's result that crosses another hand's (S001, S003) ---------------------------------------


def test_a_judge_who_has_not_seen_the_result_of_a_moment_ago_is_told_of_it_first() -> None:
    table = playing()
    table.reports(ANN, 2, 1)
    table.confirms(BOB)
    table.wait(9)
    crossed = table.refuses(
        a.SetResult(by=JUDGE, table=1, first=2, second=0, draws=0, why="slip"), r.ResultCrossed
    )
    assert crossed.result == "ann 2-1 bob"
    assert table.score() == "2-1 player1"
    table.wait(1)
    table.sets(JUDGE, 2, 0)
    assert table.score() == "2-0 player1"


def test_two_judges_do_not_overwrite_each_other_unseen_but_each_may_mend_an_own_slip() -> None:
    table = playing()
    table.sets(JUDGE, 2, 0)
    table.refuses(
        a.SetResult(by=HEAD_JUDGE, table=1, first=0, second=2, draws=0, why="told"), r.ResultCrossed
    )
    table.sets(JUDGE, 2, 1)
    assert table.score() == "2-1 player1"
