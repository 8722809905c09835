"""Refusals about intentional draws (3.8)."""

from __future__ import annotations

from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time
from rules.refusals import (
    AlreadyDeclined,
    NoMoreOffers,
    NoOffer,
    OfferOpen,
    OncePerGame,
    OpponentOffers,
    OwnOffer,
    SwissOnly,
)


@answers(SwissOnly)
def swiss_only(refusal: SwissOnly, asking: Asking) -> str:
    return "a draw can be agreed in Swiss rounds only (3.8). Play on, or !concede."


@answers(OfferOpen)
def offer_open(refusal: OfferOpen, asking: Asking) -> str:
    return (
        f"your offer of a draw is still open; {asking.name(refusal.opponent)} answers it. "
        "!cancel takes it back."
    )


@answers(OpponentOffers)
def opponent_offers(refusal: OpponentOffers, asking: Asking) -> str:
    return f"{asking.name(refusal.opponent)} has offered a draw already: !accept or !decline."


@answers(OwnOffer)
def own_offer(refusal: OwnOffer, asking: Asking) -> str:
    return f"your own offer is still open; {asking.name(refusal.opponent)} answers it. !cancel takes it back."


@answers(NoOffer)
def no_offer(refusal: NoOffer, asking: Asking) -> str:
    return f"{asking.opponent} has no draw on offer. !draw offers one."


@answers(AlreadyDeclined)
def already_declined(refusal: AlreadyDeclined, asking: Asking) -> str:
    return (
        f"you offered a draw at {at_time(refusal.offered_at)} and {asking.name(refusal.opponent)} "
        "declined; it cannot "
        "be offered again in this match (3.8). Play on."
    )


@answers(OncePerGame)
def once_per_game(refusal: OncePerGame, asking: Asking) -> str:
    return "you have offered a draw again in this game already; the next game allows another offer (3.8)."


@answers(NoMoreOffers)
def no_more_offers(refusal: NoMoreOffers, asking: Asking) -> str:
    return (
        "you have both declined a draw, so no more offers here (3.8). If you both want one after all: !judge"
    )
