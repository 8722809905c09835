"""Two players who are there and cannot connect: relay host, consent, flip or draw (2.3)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.marks import decks
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from cogs import presses
from cogs.speech import Urgency
from rules.entries import CannotConnect, ConsentGiven, MatchFinished, RelayFailed, RelayWorked


@says(CannotConnect)
def cannot_connect(scene: Scene, entry: CannotConnect) -> Iterator[Spoken]:
    match = scene.match(entry)
    who = scene.names(match.players) if match else "both"
    yield scene.say(
        f"Table {entry.table}, {who}: no clock runs on you. Try the relay host now, then !relay "
        "works or !relay "
        f"failed ({entry.clause}).",
        Urgency.NOW,
        mentions=match.players if match else (),
        presses=presses.relay(match) if match else (),
    )


@says(RelayWorked)
def relay_worked(scene: Scene, entry: RelayWorked) -> Iterator[Spoken]:
    match = scene.match(entry)
    following = f" {decks(scene, match)}" if match else ""
    yield scene.say(
        f"Table {entry.table} is linked through the relay host.{following}".rstrip(),
        Urgency.ANSWER,
        presses=presses.ready(match) if match else (),
    )


@says(RelayFailed)
def relay_failed(scene: Scene, entry: RelayFailed) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None or scene.at_table(MatchFinished, entry):
        return
    who = scene.names(match.players)
    if entry.silence_until is None:
        yield scene.say(
            f"Table {entry.table}, {who}: the relay host did not help; a judge decides (2.3).", Urgency.NOW
        )
        return
    yield scene.say(
        f"Table {entry.table}, {who}: the relay host did not help (2.3). The match is drawn, unless you both "
        f"say !consent yes to a coin flip by {scene.by_time(entry.silence_until)}.",
        Urgency.NOW,
        mentions=match.players,
        presses=presses.consent(match),
    )


@says(ConsentGiven)
def consent_given(scene: Scene, entry: ConsentGiven) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None or scene.at_table(MatchFinished, entry):
        return
    who = scene.name(entry.player)
    if not entry.yes:
        yield scene.say(f"Table {entry.table}: {who} does not consent to a flip (2.3).", Urgency.ANSWER)
    elif entry.player in match.players:
        other = scene.name(match.opponent_of(entry.player))
        text = (
            f"Table {entry.table}: {who} consents to a flip. {other}: !consent yes, or no for a draw (2.3)."
        )
        opponent = match.opponent_of(entry.player)
        yield scene.say(text, Urgency.NOW, mentions=[opponent], presses=presses.consent(match))
