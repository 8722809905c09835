"""Who may do what: a table of every act and every role (S090, S091; 1.9).

At table 1 the person in question, or ann, plays bob; at table 2 cyd plays dan. A class of act without a line here
fails the test.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

import pytest

from rules import acts as a
from rules import refusals as r
from rules.decide import decide
from rules.entries import PersonId, Role, Stage
from rules.refusals import Refusal
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, STAFF, START, book
from tests.refereeing import Table, minutes
from tests.swissplay import swiss_proposal

ZED, JIM, DORA = PersonId("nick:zed"), PersonId("nick:jim"), PersonId("nick:dora")
OTHERS = (Role.DIRECTOR, Role.TOURNAMENT_DIRECTOR, Role.BOARD, Role.CAPTAIN)


class Who(StrEnum):
    """The roles, as somebody has them at table 1."""

    STRANGER = "stranger"
    PLAYER = "player"
    ELSEWHERE = "player elsewhere"
    JUDGE = "judge"
    JUDGE_PLAYING = "judge who plays there"
    HEAD_JUDGE = "head judge"
    HEAD_JUDGE_PLAYING = "head judge who plays there"
    COORDINATOR = "coordinator"
    OTHER_OFFICES = "director, tournament director, member of the Board and captain"
    COORDINATOR_PLAYING = "coordinator who plays there"


PERSON = {
    Who.STRANGER: ZED,
    Who.PLAYER: ANN,
    Who.ELSEWHERE: CYD,
    Who.JUDGE: JUDGE,
    Who.JUDGE_PLAYING: JIM,
    Who.HEAD_JUDGE: HEAD_JUDGE,
    Who.HEAD_JUDGE_PLAYING: HEAD_JUDGE,
    Who.COORDINATOR: COORDINATOR,
    Who.OTHER_OFFICES: DORA,
    Who.COORDINATOR_PLAYING: COORDINATOR,
}
PLAY_THERE = {Who.PLAYER, Who.JUDGE_PLAYING, Who.HEAD_JUDGE_PLAYING, Who.COORDINATOR_PLAYING}

OK = None
"""The act is allowed."""


class Own(Refusal):
    """Stands for: whatever comes of it, the match at table 1 is untouched."""


Verdicts = dict[Who, type[Refusal] | None]

ANYBODY: Verdicts = dict.fromkeys(Who, OK)
NOBODY: Verdicts = dict.fromkeys(Who, r.NotAllowed)
PLAYERS: Verdicts = {
    **dict.fromkeys(Who, r.NotRegistered),
    **dict.fromkeys(PLAY_THERE, OK),
    Who.ELSEWHERE: Own,
}
CONCERNED: Verdicts = {**NOBODY, **dict.fromkeys(PLAY_THERE, OK)}
HEAD_JUDGES: Verdicts = {
    **NOBODY,
    Who.HEAD_JUDGE: OK,
    Who.JUDGE_PLAYING: r.OwnMatch,
    Who.HEAD_JUDGE_PLAYING: r.OwnMatch,
}
JUDGES: Verdicts = {**HEAD_JUDGES, Who.JUDGE: OK}
ALL_JUDGES: Verdicts = {**JUDGES, Who.JUDGE_PLAYING: OK, Who.HEAD_JUDGE_PLAYING: OK}
ORGANISERS: Verdicts = {
    **NOBODY,
    Who.HEAD_JUDGE: OK,
    Who.HEAD_JUDGE_PLAYING: OK,
    Who.COORDINATOR: OK,
    Who.COORDINATOR_PLAYING: OK,
}
PAIRED_BY_THEM: Verdicts = {
    **ORGANISERS,
    Who.HEAD_JUDGE: r.NothingToUndo,
    Who.HEAD_JUDGE_PLAYING: r.NothingToUndo,
}
"""Only the coordinator has paired."""


# --- the scenes -------------------------------------------------------------------------------------


def entered(first: PersonId, **kwargs: object) -> Table:
    two_judges = {"two_judges": "yes"}  # 1.9: else no official plays
    table = Table(players=(first, BOB, CYD, DAN), keys=two_judges, formalities_met=True, **kwargs)  # type: ignore[arg-type]  # those of Event
    table.do(a.NameStaff(by=COORDINATOR, role=Role.JUDGE, person=JIM, name="jim", here=True))
    for role in OTHERS:
        table.do(a.NameStaff(by=COORDINATOR, role=role, person=DORA, name="dora", here=True))
    return table


def paired(first: PersonId) -> Table:
    table = entered(first)
    table.pair((first, BOB), (CYD, DAN))
    return table


def arrived(first: PersonId, **kwargs: object) -> Table:
    table = entered(first, **kwargs)
    table.begin((first, BOB), (CYD, DAN))
    table.at("12:01:00").ready(first, BOB, CYD, DAN)
    return table


def in_game(first: PersonId, **kwargs: object) -> Table:
    table = arrived(first, **kwargs)
    table.at("12:02:00").ready(first, BOB, CYD, DAN)
    return table


def decided(first: PersonId) -> Table:
    table = in_game(first)
    table.concedes_match(BOB)
    table.concedes_match(DAN)
    return table


def closed(first: PersonId) -> Table:
    table = decided(first)
    table.do(a.CloseRound(by=COORDINATOR))
    return table


def cut(first: PersonId) -> Table:
    table = closed(first)
    table.do(a.CutToPlayoff(by=COORDINATOR, size=2))
    return table


def claimed(first: PersonId) -> Table:
    table = in_game(first)
    table.wins(BOB)
    return table


def offered(first: PersonId) -> Table:
    table = in_game(first)
    table.do(a.OfferDraw(by=BOB))
    return table


def own_offer(first: PersonId) -> Table:
    table = in_game(first)
    table.do(a.OfferDraw(by=first))
    return table


def after_time(first: PersonId) -> Table:
    table = in_game(first)
    table.at("12:51:00")
    return table


def last_turn_over(first: PersonId) -> Table:
    table = in_game(first, stage=Stage.PLAYOFF)
    table.at("12:51:00").do(a.EndTurn(by=BOB))
    return table


def final(first: PersonId) -> Table:
    return arrived(first, stage=Stage.FINAL)


def bob_away(first: PersonId) -> Table:
    table = in_game(first)
    table.leaves(BOB)
    return table


def link_lost(first: PersonId) -> Table:
    table = in_game(first)
    table.do(a.ReportLinkLost(by=BOB))
    return table


def no_link(first: PersonId) -> Table:
    table = arrived(first)
    table.do(a.SayCannotConnect(by=BOB))
    return table


def relay_failed(first: PersonId) -> Table:
    table = no_link(first)
    table.do(a.ReportRelay(by=BOB, works=False, dice=table.dice))
    table.confirms(first)
    return table


def called(first: PersonId) -> Table:
    table = in_game(first)
    table.do(a.CallJudge(by=BOB))
    return table


def taken(first: PersonId) -> Table:
    table = called(first)
    table.do(a.ClaimCall(by=JUDGE, number=1))
    return table


def shuffling(first: PersonId) -> Table:
    table = in_game(first)
    table.do(a.StartShuffle(by=BOB))
    return table


def slow(first: PersonId) -> Table:
    """Penalty 1 by the clock, on bob."""
    table = shuffling(first)
    table.wait(70)
    return table


def penalised(first: PersonId) -> Table:
    """Penalty 1 by a judge, on the first player."""
    table = in_game(first)
    table.penalises(JUDGE, first, "misrepresentation")
    return table


def proposed(first: PersonId) -> Table:
    """Penalty 1 is a proposal, on bob."""
    table = in_game(first)
    table.penalises(JUDGE, BOB, "slow_play", "game_loss", "advantage")
    return table


def over(first: PersonId) -> Table:
    """Penalty 1, on the first player, is for the league; the event is over."""
    table = penalised(first)
    table.concedes_match(BOB)
    table.concedes_match(DAN)
    table.do(a.EndTournament(by=COORDINATOR))
    return table


def held(first: PersonId) -> Table:
    table = in_game(first)
    table.holds()
    return table


# --- the table --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """In this scene this act, made for a person, comes to these verdicts."""

    make: Callable[[PersonId, Table], a.Act]
    verdicts: Verdicts
    scene: Callable[[PersonId], Table] = in_game


TABLE: dict[type[a.Act], list[Line]] = {
    # the event
    a.ChangeSettings: [
        Line(lambda by, _: a.ChangeSettings(by=by, keys={"round": "60m"}), ORGANISERS, entered)
    ],
    a.NameStaff: [
        Line(
            lambda by, _: a.NameStaff(by=by, role=Role.JUDGE, person=ZED, name="zed"),
            {**ORGANISERS, Who.OTHER_OFFICES: OK},  # 1.3: a director helps out where nobody is left
        )
    ],
    a.RemoveStaff: [Line(lambda by, _: a.RemoveStaff(by=by, role=Role.JUDGE, person=JIM), ORGANISERS)],
    a.Register: [Line(lambda by, _: a.Register(by=by, player=PersonId("nick:eve"), name="eve"), ORGANISERS)],
    a.FileDeck: [Line(lambda by, _: a.FileDeck(by=by, deck="abc"), PLAYERS, entered)],
    a.Drop: [Line(lambda by, _: a.Drop(by=by), PLAYERS)],
    a.DropPlayer: [Line(lambda by, _: a.DropPlayer(by=by, player=BOB), ORGANISERS)],
    a.PairByHand: [Line(lambda by, _: a.PairByHand(by=by, pairs=((CYD, DAN),)), ORGANISERS, paired)],
    a.PairSwiss: [
        Line(lambda by, table: a.PairSwiss(by=by, proposal=swiss_proposal(table.state)), ORGANISERS, entered)
    ],
    a.Undo: [Line(lambda by, _: a.Undo(by=by), PAIRED_BY_THEM, paired)],
    a.CutToPlayoff: [Line(lambda by, _: a.CutToPlayoff(by=by, size=2), ORGANISERS, closed)],
    a.PairBracket: [Line(lambda by, _: a.PairBracket(by=by, seed="lot"), ORGANISERS, cut)],
    a.BeginRound: [Line(lambda by, table: a.BeginRound(by=by, dice=table.dice), ORGANISERS, paired)],
    a.CloseRound: [Line(lambda by, _: a.CloseRound(by=by), ORGANISERS, decided)],
    a.EndTournament: [Line(lambda by, _: a.EndTournament(by=by), ORGANISERS, decided)],
    a.CancelTournament: [Line(lambda by, _: a.CancelTournament(by=by, why="storm"), ORGANISERS)],
    a.Announce: [Line(lambda by, _: a.Announce(by=by, text="lunch"), ORGANISERS)],
    a.SetStage: [Line(lambda by, _: a.SetStage(by=by, stage="draft"), ORGANISERS)],
    a.MakeContact: [Line(lambda by, _: a.MakeContact(by=by, words="late"), PLAYERS)],
    # a player's match
    a.PressReady: [Line(lambda by, table: a.PressReady(by=by, dice=table.dice), PLAYERS, arrived)],
    a.ChoosePlay: [Line(lambda by, _: a.ChoosePlay(by=by, play=True), PLAYERS, arrived)],
    a.StartShuffle: [
        Line(
            lambda by, _: a.StartShuffle(by=by, player=BOB),
            {**CONCERNED, Who.JUDGE: OK, Who.HEAD_JUDGE: OK},
        )
    ],
    a.StopShuffle: [
        Line(
            lambda by, _: a.StopShuffle(by=by, player=BOB),
            {**NOBODY, Who.JUDGE: OK, Who.HEAD_JUDGE: OK},
            shuffling,
        )
    ],
    a.ReportLinkLost: [
        Line(lambda by, _: a.ReportLinkLost(by=by), PLAYERS),
        Line(
            lambda by, _: a.ReportLinkLost(by=by, player=BOB),
            {**PLAYERS, Who.ELSEWHERE: r.WrongOpponent, Who.JUDGE: OK, Who.HEAD_JUDGE: OK},
        ),
    ],
    a.SayGameGoesOn: [Line(lambda by, _: a.SayGameGoesOn(by=by), PLAYERS, bob_away)],
    a.SayCannotConnect: [Line(lambda by, _: a.SayCannotConnect(by=by), PLAYERS, arrived)],
    a.ReportRelay: [
        Line(lambda by, table: a.ReportRelay(by=by, works=False, dice=table.dice), PLAYERS, no_link),
        Line(lambda by, table: a.ReportRelay(by=by, works=False, dice=table.dice, table=1), JUDGES, no_link),
    ],
    a.GiveConsent: [
        Line(lambda by, table: a.GiveConsent(by=by, yes=True, dice=table.dice), PLAYERS, relay_failed),
        Line(
            lambda by, table: a.GiveConsent(by=by, yes=False, dice=table.dice, table=1), JUDGES, relay_failed
        ),
    ],
    a.ReportGame: [Line(lambda by, _: a.ReportGame(by=by, won=False), PLAYERS)],
    a.ReportMatch: [Line(lambda by, _: a.ReportMatch(by=by, mine=0, theirs=2), PLAYERS)],
    a.Confirm: [Line(lambda by, table: a.Confirm(by=by, dice=table.dice), PLAYERS, claimed)],
    a.Dispute: [Line(lambda by, _: a.Dispute(by=by), PLAYERS, claimed)],
    a.AnswerYes: [Line(lambda by, table: a.AnswerYes(by=by, dice=table.dice), PLAYERS, offered)],
    a.AnswerNo: [Line(lambda by, _: a.AnswerNo(by=by), PLAYERS, offered)],
    a.TakeBack: [Line(lambda by, _: a.TakeBack(by=by), PLAYERS, own_offer)],
    a.Concede: [
        Line(lambda by, _: a.Concede(by=by), PLAYERS),
        Line(lambda by, _: a.Concede(by=by, match=True), PLAYERS),
    ],
    a.OfferDraw: [Line(lambda by, _: a.OfferDraw(by=by), PLAYERS)],
    a.AcceptDraw: [Line(lambda by, _: a.AcceptDraw(by=by), PLAYERS, offered)],
    a.DeclineDraw: [Line(lambda by, _: a.DeclineDraw(by=by), PLAYERS, offered)],
    a.EndTurn: [Line(lambda by, _: a.EndTurn(by=by), PLAYERS, after_time)],
    a.ReportLife: [Line(lambda by, _: a.ReportLife(by=by, mine=9, theirs=8), PLAYERS, last_turn_over)],
    a.SkipFinal: [Line(lambda by, _: a.SkipFinal(by=by), PLAYERS, final)],
    # chance
    a.FlipCoin: [Line(lambda by, table: a.FlipCoin(by=by, by_name="x", words="", dice=table.dice), ANYBODY)],
    a.RollDice: [
        Line(
            lambda by, table: a.RollDice(
                by=by, by_name="x", count=1, sides=20, modifier=0, word="", dice=table.dice
            ),
            ANYBODY,
        )
    ],
    # judging
    a.CallJudge: [
        Line(lambda by, _: a.CallJudge(by=by), ANYBODY),
        Line(
            lambda by, _: a.CallJudge(by=by, panic=True),
            PLAYERS,
        ),
    ],
    a.ClaimCall: [Line(lambda by, _: a.ClaimCall(by=by, number=1), JUDGES, called)],
    a.ReleaseCall: [
        Line(
            lambda by, _: a.ReleaseCall(by=by, number=1),
            {
                **NOBODY,
                Who.JUDGE: OK,
                Who.JUDGE_PLAYING: r.NotYourCall,
                Who.HEAD_JUDGE: r.NotYourCall,
                Who.HEAD_JUDGE_PLAYING: r.NotYourCall,
            },
            taken,
        )
    ],
    a.GiveRuling: [Line(lambda by, _: a.GiveRuling(by=by, number=1, text="so"), JUDGES, called)],
    a.Appeal: [Line(lambda by, _: a.Appeal(by=by, of=1), CONCERNED, slow)],
    a.Extend: [Line(lambda by, _: a.Extend(by=by, table=1, by_how_much=minutes(5)), JUDGES)],
    a.Penalise: [Line(lambda by, _: a.Penalise(by=by, player=BOB, infraction="misrepresentation"), JUDGES)],
    a.Overturn: [Line(lambda by, _: a.Overturn(by=by, number=1, why="x"), JUDGES, slow)],
    a.Uphold: [Line(lambda by, _: a.Uphold(by=by, number=1), HEAD_JUDGES, slow)],
    a.Approve: [Line(lambda by, _: a.Approve(by=by, number=1), HEAD_JUDGES, proposed)],
    a.Dismiss: [Line(lambda by, _: a.Dismiss(by=by, number=1), HEAD_JUDGES, proposed)],
    a.Acknowledge: [Line(lambda by, _: a.Acknowledge(by=by, number=1), CONCERNED, penalised)],
    a.ConfirmReport: [
        Line(
            lambda by, _: a.ConfirmReport(by=by),
            {**NOBODY, Who.HEAD_JUDGE: OK, Who.HEAD_JUDGE_PLAYING: OK},
            over,
        )
    ],
    a.PlaceHold: [
        Line(lambda by, _: a.PlaceHold(by=by, table=1), JUDGES),
        # a site that fails stops everybody's match, the judge's own with them
        Line(lambda by, _: a.PlaceHold(by=by, table=0), ALL_JUDGES),
    ],
    a.LiftHold: [Line(lambda by, _: a.LiftHold(by=by, table=1), JUDGES, held)],
    a.OrderReconnect: [Line(lambda by, _: a.OrderReconnect(by=by, table=1), HEAD_JUDGES, link_lost)],
    a.Excuse: [Line(lambda by, _: a.Excuse(by=by, player=BOB), HEAD_JUDGES, bob_away)],
    a.RuleRefusal: [Line(lambda by, _: a.RuleRefusal(by=by, player=BOB), JUDGES)],
    a.SetResult: [
        Line(lambda by, _: a.SetResult(by=by, table=1, first=2, second=0, draws=0, why="x"), JUDGES)
    ],
    a.Disqualify: [
        Line(lambda by, _: a.Disqualify(by=by, player=BOB, infraction="cheating", why="x"), HEAD_JUDGES)
    ],
}


@cache
def set_up(scene: Callable[[PersonId], Table], first: PersonId) -> Table:
    """The scene, played up to the act; each test takes a twin of it."""
    return scene(first)


BY_NOBODY = {a.SeeOffice, a.SeePerson, a.SeeLeaving, a.SeeRenaming, a.LoseSight, a.RegainSight, a.Tick}
"""What the network shows and the clock brings; no person says these."""


def test_every_class_of_act_has_a_line() -> None:
    classes = {cls for cls in vars(a).values() if isinstance(cls, type) and issubclass(cls, a.Act)}
    assert classes - {a.Act} == {
        *TABLE,
        *BY_NOBODY,
        a.OpenTournament,
        a.SetStanding,
        a.TieAccounts,
        a.UntieAccounts,
    }  # the last three: test_rules_league, test_rules_ties


LINES = [
    pytest.param(line, who, id=f"{cls.__name__}{number or ''}-{who.value.replace(' ', '_')}")
    for cls, lines in TABLE.items()
    for number, line in enumerate(lines)
    for who in Who
]


@pytest.mark.parametrize(("line", "who"), LINES)
def test_the_act_comes_to_its_verdict(line: Line, who: Who) -> None:
    person = PERSON[who]
    table = set_up(line.scene, person if who in PLAY_THERE else ANN).twin()
    act, verdict = line.make(person, table), line.verdicts[who]
    if verdict is OK:
        assert table.do(act) != ()
    elif verdict is Own:
        before = table.state.matches.get(1)
        with suppress(Refusal):
            table.do(act)
        assert table.state.matches.get(1) == before
    else:
        table.refuses(act, verdict)


OFFICES = [
    pytest.param(line, who, id=f"{cls.__name__}{number or ''}-{who.value.replace(' ', '_')}")
    for cls, lines in TABLE.items()
    for number, line in enumerate(lines)
    for who in (Who.JUDGE, Who.HEAD_JUDGE, Who.COORDINATOR)
    if line.verdicts[who] is OK and line.verdicts is not ANYBODY
]


@pytest.mark.parametrize(("line", "who"), OFFICES)
def test_an_office_counts_only_while_the_network_vouches_for_its_holder(line: Line, who: Who) -> None:
    """S044."""
    table = set_up(line.scene, ANN).twin()
    act = replace(line.make(PERSON[who], table), verified=False)
    table.refuses(act, r.NotVerified)


def test_a_judge_of_another_event_is_a_stranger_here() -> None:
    table = in_game(ANN)
    table.refuses(a.Penalise(by=ZED, player=BOB, infraction="slow_play"), r.NotAllowed)


@pytest.mark.parametrize(
    ("by", "verified", "verdict"),
    [(ZED, True, r.NotAllowed), (JUDGE, True, r.NotAllowed), (COORDINATOR, False, r.NotVerified)],
)
def test_only_an_organiser_opens_an_event(by: PersonId, verified: bool, verdict: type[Refusal]) -> None:
    opening = a.OpenTournament(
        by=by,
        verified=verified,
        by_name="x",
        name="Cup",
        rulebook=book(),
        staff=STAFF,
    )
    with pytest.raises(verdict):
        decide(None, opening, START)
