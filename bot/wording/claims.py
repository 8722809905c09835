"""Claims: what one player says and the other has to confirm, spelled out by name, and disputes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.wording.scene import Scene, Spoken
from bot.wording.scores import games
from bot.wording.speaking import says, silent
from cogs import presses
from cogs.speech import Urgency
from rules.entries import (
    Claim,
    ClaimConfirmed,
    ClaimWithdrawn,
    MatchFinished,
    PersonId,
    ResultClaimed,
    ResultDisputed,
)
from rules.match import Claimed, Match

silent(ClaimConfirmed, "the game, the result or the life totals that it confirms are told")


@says(ResultClaimed)
def claimed(scene: Scene, entry: ResultClaimed) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    who, what = scene.name(entry.player), recorded(scene.name, match, entry)
    asked = [player for player in match.players if player != entry.player]
    for player in asked:
        yield scene.tell(
            player,
            f"{who} says: {what}. !confirm or !dispute.",
            Urgency.NOW,
            presses=presses.answers_to_claim(match, player, what),
        )
    back = "!cancel takes it back." if entry.player in match.players else ""
    text = f"{who}, {scene.names(asked)} can !confirm or !dispute now: {what}. {back}"
    own = presses.take_back(match, entry.player) if back else ()
    yield scene.tell(entry.player, text.rstrip(), presses=own)


def recorded(name: Callable[[PersonId], str], match: Match, entry: ResultClaimed | Claimed) -> str:
    """What would be recorded, spelled out."""
    first, second = match.players
    match entry.claim:
        case Claim.GAME:
            return _game(name, match, entry)
        case Claim.MATCH:
            return _match(name, entry, first, second)
        case Claim.LIFE:
            return f"life is {name(first)} {entry.first}, {name(second)} {entry.second}"
        case Claim.RELAY:
            return "the relay host did not help, and there is no link (2.3)"
        case Claim.DRAW:
            return f"{name(first)} and {name(second)} draw the match (3.8)"


def _game(name: Callable[[PersonId], str], match: Match, entry: ResultClaimed | Claimed) -> str:
    number = entry.game if isinstance(entry, ResultClaimed) else match.game
    if entry.winner is None:
        return f"game {number} was drawn"
    won = name(entry.winner)
    place = match.place_of(entry.winner)
    mine, theirs = match.wins[place] + 1, match.wins[1 - place]
    whole = f", and the match {games(mine, theirs, match.draws)}" if mine >= match.needed else ""
    return f"{won} won game {number}{whole}"


def _match(
    name: Callable[[PersonId], str], entry: ResultClaimed | Claimed, first: PersonId, second: PersonId
) -> str:
    if entry.first == entry.second:
        score = games(entry.first, entry.second, entry.draws)
        return f"{name(first)} and {name(second)} drew the match {score}"
    if entry.first > entry.second:
        return f"{name(first)} beats {name(second)} {games(entry.first, entry.second, entry.draws)}"
    return f"{name(second)} beats {name(first)} {games(entry.second, entry.first, entry.draws)}"


@says(ClaimWithdrawn)
def claim_withdrawn(scene: Scene, entry: ClaimWithdrawn) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None or scene.at_table(MatchFinished, entry):
        return
    who = scene.name(entry.player)
    how = "has lapsed" if entry.lapsed else "is taken back"
    for player in dict.fromkeys((*match.players, entry.player)):
        yield scene.tell(player, f"What {who} reported {how}; nothing is recorded from it.")


@says(ResultDisputed)
def disputed(scene: Scene, entry: ResultDisputed) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    yield scene.say(
        f"Table {entry.table}: {scene.names(match.players)} report differently; a judge decides "
        f"(call {entry.call}).",
        Urgency.ANSWER,
    )
