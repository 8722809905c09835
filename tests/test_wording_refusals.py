"""Refusals in words: every reason has its sentence, the name comes first, and the next word is there."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import MISSING, fields
from datetime import datetime, timedelta
from enum import Enum

import pytest

from bot.wording import refuse
from bot.wording.lines import ROOM
from bot.wording.refusals import SENTENCES
from rules import refusals as r
from rules.acts import (
    AcceptDraw,
    Announce,
    CallJudge,
    ChoosePlay,
    ClaimCall,
    Confirm,
    DeclineDraw,
    Dispute,
    EndTurn,
    FlipCoin,
    GiveRuling,
    OfferDraw,
    OrderReconnect,
    Penalise,
    PressReady,
    ReportGame,
    ReportMatch,
    TakeBack,
)
from rules.changes import Begun, Change
from rules.entries import PersonId, Question, Role
from rules.refusals import Refusal
from tests.wording_play import at, begun, opened, playing, who

PAIR = ("tansy", "oxbow")


def kinds(cls: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Every reason there is, however deep."""
    for below in cls.__subclasses__():
        if below.__module__ == Refusal.__module__:  # the rules' own: a test may have made up one for itself
            yield below
        yield from kinds(below)


def example(cls: type[Refusal]) -> Refusal:
    """One of this kind, with something in every field."""
    hints = typing.get_type_hints(cls)
    given: dict[str, typing.Any] = {
        f.name: sample(f.name, hints[f.name]) for f in fields(cls) if f.default is MISSING
    }
    return cls(**given)


def sample(name: str, hint: object) -> object:
    """A value of that type."""
    if name == "tables" and hint is not int:
        return ((3, "oxbow to confirm"),)
    by_type: dict[object, object] = {
        str: "some words",
        int: 3,
        bool: False,
        datetime: at("20:13:00"),
        timedelta: timedelta(minutes=1),
        PersonId: who("oxbow"),
        Role: Role.JUDGE,
        Question: Question.DROP,
        Change: Begun(by=who("tansy"), at=at("20:13:00"), round=1, owed=(), byes=(), last_number=0),
    }
    if hint in by_type:
        return by_type[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    first, *_ = typing.get_args(hint)
    return (sample("", first),) if typing.get_origin(hint) is tuple else sample("", first)


@pytest.mark.parametrize("cls", list(kinds()), ids=lambda cls: cls.__name__)
def test_every_refusal_has_a_sentence_of_its_own(cls: type[Refusal]) -> None:
    assert cls in SENTENCES
    for state in (None, playing(PAIR).now):
        sentence = refuse(example(cls), state, who("tansy"), "tansy")
        assert sentence.startswith("tansy, ")
        assert sentence[-1] in ".?!" or "!" in sentence.rsplit(". ", 1)[-1]
        assert "\n" not in sentence
        assert len(sentence.encode()) <= ROOM
        assert "None" not in sentence
        assert "nick:" not in sentence


def test_no_sentence_serves_two_reasons() -> None:
    sentences = [refuse(example(cls), None, who("tansy"), "tansy") for cls in kinds()]
    assert len(set(sentences)) == len(sentences)


def test_no_sentence_scolds() -> None:
    for cls in kinds():
        sentence = refuse(example(cls), None, who("tansy"), "tansy").lower()
        assert not any(word in sentence for word in (" error", "invalid", "illegal", "failed to", "must not"))


def test_the_own_offer_is_answered_by_the_other() -> None:
    play = playing(PAIR)
    play.do("20:10:00", OfferDraw(by=who("tansy")))
    assert play.refused("20:10:10", AcceptDraw(by=who("tansy"))) == (
        "tansy, your own offer is still open; oxbow answers it. !cancel takes it back."
    )


def test_who_is_called_like_an_official_is_told_to_log_in() -> None:
    state = playing(PAIR).now
    refusal = r.NotAllowed(need=(Role.HEAD_JUDGE,))
    (head,) = state.holders(Role.HEAD_JUDGE)
    name = state.name_of(head)
    assert refuse(refusal, state, PersonId(f"nick:{name}~2"), name.upper()) == (
        f"{name.upper()}, that is for the head judge ({name}), and the network does not show that this is you. "
        "Log in to that account, then say it again."
    )


def test_a_declined_offer_is_not_repeated() -> None:
    play = playing(PAIR)
    play.do("20:13:00", OfferDraw(by=who("oxbow")))
    play.do("20:13:10", DeclineDraw(by=who("tansy")))
    assert play.refused("20:14:00", OfferDraw(by=who("oxbow"))) == (
        "oxbow, you offered a draw at 20:13:00 and tansy declined; it cannot be offered again in this match (3.8). "
        "Play on."
    )


def test_a_flip_for_the_game_points_to_the_way_out() -> None:
    play = playing(PAIR)
    act = FlipCoin(by=who("tansy"), by_name="tansy", words="for the game", dice=play.dice)
    assert play.refused("20:10:00", act) == (
        "tansy, a flip or roll may not decide a game or match (3.6). If you two cannot connect: !cantconnect."
    )


def test_ready_with_nothing_open_says_where_we_stand() -> None:
    play = playing(PAIR)
    assert play.refused("20:10:00", PressReady(by=who("tansy"), dice=play.dice)) == (
        "tansy, your game is on. After it: !lost, !won or !drawn."
    )
    play = begun(PAIR)
    play.do("20:02:00", PressReady(by=who("tansy"), dice=play.dice))
    assert play.refused("20:02:10", PressReady(by=who("tansy"), dice=play.dice)) == (
        "tansy, your deck is ready; oxbow's is not yet."
    )


def test_what_only_some_may_do_names_them() -> None:
    play = playing(PAIR)
    assert play.refused("20:10:00", Announce(by=who("tansy"), text="hello")) == (
        "tansy, that is for the coordinator or head judge (birch or hawk). !judge calls a judge."
    )
    assert play.refused("20:10:00", OrderReconnect(by=who("wren"), table=1)) == (
        "wren, that is for the head judge (hawk)."
    )


def test_a_match_that_is_over_names_its_result() -> None:
    play = playing(PAIR)
    play.do("20:45:03", ReportMatch(by=who("oxbow"), mine=0, theirs=2))
    assert play.refused("20:46:00", ReportGame(by=who("tansy"), won=True)) == (
        "tansy, table 1 was over at 20:45:03: tansy 2-0 oxbow. If that is wrong: !judge <why>."
    )


def test_a_call_somebody_has_names_the_judge() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy")))
    play.do("20:10:10", ClaimCall(by=who("wren")))
    assert play.refused("20:10:20", ClaimCall(by=who("hawk"), number=1)) == (
        "hawk, wren has call 1. No other is open."
    )
    assert play.refused("20:10:30", GiveRuling(by=who("hawk"), number=9, text="x")) == (
        "hawk, there is no call 9. !calls lists the open ones."
    )


def test_only_a_ruled_call_can_be_appealed() -> None:
    play = playing(PAIR)
    play.do("20:10:00", CallJudge(by=who("tansy")))
    play.do("20:10:10", GiveRuling(by=who("wren"), number=1, text="one card back"))
    assert play.refused("20:10:20", ClaimCall(by=who("wren"), number=1)) == (
        'wren, call 1 has the ruling of 20:10:10, by you: "one card back". '
        "!calls lists the open ones; a player can !appeal 1."
    )
    play.do("20:11:00", ReportGame(by=who("tansy"), won=True))
    play.do("20:11:10", Dispute(by=who("oxbow")))
    play.do("20:11:20", TakeBack(by=who("tansy")))
    assert play.refused("20:11:30", ClaimCall(by=who("wren"), number=2)) == (
        "wren, call 2 was closed at 20:11:20 without a ruling. !calls lists the open ones."
    )


def test_who_has_reported_waits_and_is_told_how_to_take_it_back() -> None:
    play = playing(PAIR)
    play.do("20:10:00", ReportGame(by=who("oxbow"), won=False))
    play.do("20:12:01", ReportGame(by=who("tansy"), won=True))
    assert play.refused("20:12:10", PressReady(by=who("tansy"), dice=play.dice)) == (
        "tansy, oxbow has not answered your report yet. !cancel takes it back."
    )
    assert play.refused("20:12:10", PressReady(by=who("oxbow"), dice=play.dice)) == (
        "oxbow, a result is reported and not settled: !confirm or !dispute it first."
    )


def test_the_smaller_ones_say_the_next_word() -> None:
    play = playing(PAIR)
    assert play.refused("20:10:00", Confirm(by=who("tansy"), dice=play.dice)) == (
        "tansy, oxbow has reported nothing that waits for you. To report: !lost, !won, !drawn or !report 2-1"
    )
    assert play.refused("20:10:00", EndTurn(by=who("tansy"))) == (
        "tansy, time is not called, it is at 20:50:00. Until then a game ends with !lost, !won or !drawn."
    )
    assert play.refused("20:10:00", ChoosePlay(by=who("oxbow"), play=True)) == (
        "oxbow, game 1 is on. After it: !lost, !won or !drawn; !concede gives it up."
    )
    unknown = Penalise(by=who("wren"), player=who("oxbow"), infraction="slowplay")
    assert play.refused("20:10:00", unknown) == (
        "wren, the rulebook has no infraction slowplay. Near it: slow_play or intentional_slow_play. "
        "!rule <word> finds one."
    )


def test_an_impossible_score_says_which_are_possible() -> None:
    play = playing(PAIR)
    assert play.refused("20:10:00", ReportMatch(by=who("tansy"), mine=3, theirs=1)) == (
        "tansy, that score does not fit a best of 3: too many games. It can end 2-0 or 2-1, yours first: !report 2-0"
    )


def test_before_any_round_players_are_told_to_wait() -> None:
    play = opened("tansy", "oxbow")
    assert play.refused("19:57:00", PressReady(by=who("tansy"), dice=play.dice)) == (
        "tansy, no round is paired yet. You are registered; your deck is on file. Wait for the pairings here."
    )


def test_a_stranger_is_named_without_the_network() -> None:
    sentence = refuse(r.CallTaken(number=7, by=PersonId("account:wren")), None, who("tarn"), "tarn")
    assert sentence == "tarn, wren has call 7. No other is open."


def test_own_words_in_a_refusal_cannot_break_the_line() -> None:
    refusal = r.UnknownLevel(level="x\r\nQUIT", ladder=("caution", "warning"))
    assert refuse(refusal, None, who("tarn"), "tarn") == (
        "tarn, there is no penalty x QUIT; there are caution and warning."
    )


def test_a_penalty_entered_twice_names_the_one_that_stands_and_when_it_is_a_new_offence() -> None:
    play = playing(PAIR)
    act = Penalise(by=who("wren"), player=who("oxbow"), infraction="slow_play")
    play.do("20:10:00", act)
    assert play.refused("20:10:10", act) == (
        "wren, oxbow has penalty 1 for this already. Another level needs a reason: add <level> <why>. "
        "For a new offence say it again in 0:20."
    )
