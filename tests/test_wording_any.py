"""Whatever people do in whatever order, it has words: one line each, to somebody, and never a fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.wording import Spoken, refuse
from cogs.speech import Urgency
from rules import acts as a
from rules.entries import Leaving, PersonId, Role, Stage
from rules.refusals import Refusal
from tests.wording_play import Loaded, Play, begun, playing, who

PLAYERS = ("ann", "bob", "carol", "dave")
PEOPLE = (*PLAYERS, "wren", "hawk", "birch")
EVENINGS = 24
ACTS = 150

Chooser = Callable[[random.Random, PersonId, Loaded], a.Act]


def some_act(dice: random.Random, loaded: Loaded) -> a.Act:
    """An act of somebody, likely or not."""
    kind = dice.choices((_MATCH, _CHAT, _JUDGING, _EVENT), weights=(12, 5, 6, 1))[0]
    if kind is _JUDGING and dice.random() < 0.8:
        return dice.choice(kind)(dice, who("hawk"), loaded)
    return dice.choice(kind)(dice, who(dice.choice(PLAYERS if kind is _MATCH else PEOPLE)), loaded)


def _player(dice: random.Random) -> PersonId:
    return who(dice.choice(PLAYERS))


_MATCH: tuple[Chooser, ...] = (
    lambda d, by, x: a.PressReady(by=by, dice=x),
    lambda d, by, x: a.PressReady(by=by, dice=x),
    lambda d, by, x: a.ChoosePlay(by=by, play=d.random() < 0.5),
    lambda d, by, x: a.ReportGame(by=by, won=d.choice((True, False, None))),
    lambda d, by, x: a.ReportMatch(by=by, mine=d.randint(0, 2), theirs=d.randint(0, 2)),
    lambda d, by, x: a.Confirm(by=by, dice=x),
    lambda d, by, x: a.Dispute(by=by, why="no"),
    lambda d, by, x: a.AnswerYes(by=by, dice=x),
    lambda d, by, x: a.AnswerNo(by=by),
    lambda d, by, x: a.TakeBack(by=by),
    lambda d, by, x: a.Concede(by=by, match=d.random() < 0.3, words="gg"),
    lambda d, by, x: a.OfferDraw(by=by, words="ok?"),
    lambda d, by, x: a.AcceptDraw(by=by),
    lambda d, by, x: a.DeclineDraw(by=by),
    lambda d, by, x: a.EndTurn(by=by),
    lambda d, by, x: a.ReportLife(by=by, mine=d.randint(0, 20), theirs=d.randint(0, 20)),
    lambda d, by, x: a.StartShuffle(by=by, player=d.choice((None, _player(d)))),
    lambda d, by, x: a.StopShuffle(by=by),
    lambda d, by, x: a.ReportLinkLost(by=by, player=d.choice((None, _player(d)))),
    lambda d, by, x: a.SayCannotConnect(by=by),
    lambda d, by, x: a.ReportRelay(by=by, works=d.random() < 0.3, dice=x),
    lambda d, by, x: a.GiveConsent(by=by, yes=d.random() < 0.7, dice=x),
    lambda d, by, x: a.SayGameGoesOn(by=by),
    lambda d, by, x: a.Drop(by=by),
)

_CHAT: tuple[Chooser, ...] = (
    lambda d, by, x: a.SeeLeaving(by=by, how=d.choice(list(Leaving)), split=d.choice(("", "hub leaf"))),
    lambda d, by, x: a.SeePerson(by=by),
    lambda d, by, x: a.SeePerson(by=by),
    lambda d, by, x: a.MakeContact(by=by, words="late"),
    lambda d, by, x: a.RegainSight(by=by, present=frozenset(who(n) for n in PEOPLE if d.random() < 0.8)),
)

_JUDGING: tuple[Chooser, ...] = (
    lambda d, by, x: a.CallJudge(by=by, why="look", panic=d.random() < 0.2),
    lambda d, by, x: a.ClaimCall(by=by),
    lambda d, by, x: a.ReleaseCall(by=by, number=d.choice((None, *range(1, 10)))),
    lambda d, by, x: a.GiveRuling(by=by, number=d.randint(1, 9), text="play on"),
    lambda d, by, x: a.Appeal(by=by, of=d.randint(1, 9), why="no"),
    lambda d, by, x: a.Extend(by=by, table=d.randint(1, 2), by_how_much=timedelta(minutes=3)),
    lambda d, by, x: a.Penalise(by=by, player=_player(d), infraction=d.choice(("slow_play", "cheating"))),
    lambda d, by, x: a.Penalise(
        by=by, player=_player(d), infraction="slow_play", level="game_loss", why="slow"
    ),
    lambda d, by, x: a.Overturn(by=by, number=d.randint(1, 9), why="no"),
    lambda d, by, x: a.Uphold(by=by, number=d.randint(1, 9)),
    lambda d, by, x: a.Approve(by=by, number=d.randint(1, 9)),
    lambda d, by, x: a.Dismiss(by=by, number=d.randint(1, 9)),
    lambda d, by, x: a.Acknowledge(by=by, number=d.randint(1, 9)),
    lambda d, by, x: a.PlaceHold(by=by, table=d.randint(0, 2)),
    lambda d, by, x: a.LiftHold(by=by, table=d.randint(0, 2)),
    lambda d, by, x: a.OrderReconnect(by=by, table=d.randint(1, 2)),
    lambda d, by, x: a.Excuse(by=by, player=_player(d), ends=d.random() < 0.5),
    lambda d, by, x: a.RuleRefusal(by=by, player=_player(d)),
    lambda d, by, x: a.SetResult(
        by=by, table=d.randint(1, 2), first=d.randint(0, 2), second=0, draws=0, why="x"
    ),
    lambda d, by, x: a.FlipCoin(by=by, by_name="x", words=d.choice(("", "for the game")), dice=x),
)

_EVENT: tuple[Chooser, ...] = (
    lambda d, by, x: a.PairByHand(
        by=who("birch"), pairs=((who("ann"), who("bob")), (who("carol"), who("dave")))
    ),
    lambda d, by, x: a.BeginRound(by=who("birch"), dice=x),
    lambda d, by, x: a.CloseRound(by=who("birch")),
    lambda d, by, x: a.DropPlayer(by=by, player=_player(d), why="gone"),
    lambda d, by, x: a.Register(by=who("birch"), player=_player(d), name="again"),
    lambda d, by, x: a.NameStaff(by=who("birch"), role=d.choice(list(Role)), person=by, name="x"),
)


def play_an_evening(seed: int) -> Play:
    """A wild evening; raises when something has no words."""
    dice = random.Random(seed)
    stage = dice.choice((Stage.SWISS, Stage.PLAYOFF))
    tables = (("ann", "bob"), ("carol", "dave"))
    play = playing(*tables, stage=stage) if dice.random() < 0.7 else begun(*tables, ready=False, stage=stage)
    second = 120
    for _ in range(ACTS):
        second += dice.choice((0, 1, 5, 20, 60))
        act = some_act(dice, play.dice)
        try:
            play.do(f"{20 + second // 3600}:{second // 60 % 60:02}:{second % 60:02}", act)
        except Refusal as refusal:
            said = refuse(refusal, play.state, act.by, play.now.name_of(act.by))
            play.said.append(Spoken(index=0, place=f"person:{act.by}", text=said, urgency=Urgency.ANSWER))
    return play


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_a_wild_evening_has_words_for_everything(seed: int) -> None:
    play = play_an_evening(seed)
    people = {f"person:{who(name)}" for name in PEOPLE}
    assert len(play.said) > ACTS // 2
    for line in play.said:
        assert line.place in people | {"channel", "judges"}
        assert line.text == " ".join(line.text.split())
        assert "None" not in line.text
        assert "nick:" not in line.text
        assert len(line.text) < 600
