"""Refusals about results: scores that cannot be, claims, disputes, and what nobody asked."""

from __future__ import annotations

from bot.wording.quotes import listed, plain
from bot.wording.refusals.asking import Asking, answers
from rules.refusals import (
    Disputed,
    ImpossibleScore,
    NothingToAnswer,
    NothingToConfirm,
    NothingToTakeBack,
    OwnClaim,
    WrongOpponent,
)


@answers(ImpossibleScore)
def impossible_score(refusal: ImpossibleScore, asking: Asking) -> str:
    why = f": {plain(refusal.why, 100)}" if refusal.why else ""
    scores = listed(refusal.allowed, "or")
    allowed = f" It can end {scores}, yours first: !report {refusal.allowed[0]}" if refusal.allowed else ""
    return f"that score does not fit a best of {refusal.best_of}{why}.{allowed}"


@answers(WrongOpponent)
def wrong_opponent(refusal: WrongOpponent, asking: Asking) -> str:
    return (
        f"your open match is against {asking.name(refusal.opponent)}, at table "
        f"{refusal.table}. !pairing shows it."
    )


@answers(Disputed)
def disputed(refusal: Disputed, asking: Asking) -> str:
    return (
        f"your result is disputed and a judge decides it (call {refusal.call}). Nothing more "
        "is needed from you."
    )


@answers(NothingToConfirm)
def nothing_to_confirm(refusal: NothingToConfirm, asking: Asking) -> str:
    return (
        f"{asking.opponent} has reported nothing that waits for you. To report: !lost, !won, "
        "!drawn or !report 2-1"
    )


@answers(OwnClaim)
def own_claim(refusal: OwnClaim, asking: Asking) -> str:
    return f"that is your own report; {asking.name(refusal.opponent)} answers it. !cancel takes it back."


@answers(NothingToAnswer)
def nothing_to_answer(refusal: NothingToAnswer, asking: Asking) -> str:
    return "I have asked you nothing that is still open. !time shows where you stand."


@answers(NothingToTakeBack)
def nothing_to_take_back(refusal: NothingToTakeBack, asking: Asking) -> str:
    return "you have no open report, offer or question. What is final only a judge changes: !judge <why>."
