"""Entries in plain words, as a judge reads them who asks what was seen: a few words each, no sentence."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import datetime, timedelta
from enum import Enum

from rules import entries as e
from rules.durations import format_duration
from rules.tournament import Tournament

_LONGEST = 60
_PERSONS = {"person", "player", "by", "winner", "plays_first", "reported_by", "offered_by", "voided_by"}

_WORDS: dict[type[e.Entry], str] = {
    e.PersonSeen: "{person} joined",
    e.PersonLeft: "{person} left the channel ({how}) {reason}",
    e.PersonRenamed: "{old} is called {new}",
    e.SightLost: "the bot could not see: {why}",
    e.SightRestored: "the bot sees again",
    e.ReadyEarly: "{player} is ready before the round begins",
    e.PlayerArrived: "{player} arrived",
    e.ArrivalLapsed: "{player} went away before game 1",
    e.LatenessReminded: "{player} is late, clock until {game_loss_at}",
    e.PlayChosen: "{player} chose who plays first",
    e.DeckLoaded: "{player} has the deck loaded, game {game}",
    e.PregameReminded: "{player} has until {due_at} to load the deck",
    e.GameBegan: "game {game} began",
    e.GameFinished: "game {game} ended ({how}), winner: {winner} {words}",
    e.MatchFinished: "match ended {wins1}-{wins2}-{draws} ({how}) {words}",
    e.MatchCorrected: "{by} set the result to {wins1}-{wins2}-{draws}: {why}",
    e.BeginUndone: "{by} took back the begin of round {round}",
    e.RoundReopened: "{by} took back the close of round {round}",
    e.DropUndone: "{by} took back the drop of {player}",
    e.MatchReopened: "the match was reopened: {why}",
    e.ResultClaimed: "{player} reported the {claim}: winner {winner}, count {first}-{second}-{draws}",
    e.ClaimWithdrawn: "the report of {player} was withdrawn",
    e.ClaimConfirmed: "{player} confirmed the report",
    e.ResultDisputed: "{player} disputed (call {call}): {claims}",
    e.DrawOffered: "{player} offered a draw {words}",
    e.DrawAccepted: "{player} took the draw",
    e.DrawDeclined: "{player} declined the draw",
    e.DrawWithdrawn: "the draw offer of {player} is off",
    e.DrawPressed: "{player} offered the draw again {words}",
    e.AbsenceBegan: "{player} counts as gone ({seen}), clock until {game_loss_at}: {why}",
    e.AbsenceTimed: "the clock on {player} runs until {game_loss_at}",
    e.LinkLost: "{player} lost the link, says {reported_by}",
    e.WaitsForHeadJudge: "{player} is back and waits for the head judge, {spent} spent",
    e.ReconnectOrdered: "{by} told {player} to reconnect by {due_at}",
    e.AbsenceWarned: "{player} was warned: {penalty} at {due_at}",
    e.PlayerBack: "{player} is back after {gone}",
    e.AbsenceExcused: "{by} excused {player} {why}",
    e.ExcuseEnded: "{by} started the clock on {player} anew, until {game_loss_at}",
    e.GameGoesOn: "{by} plays on without {player}",
    e.ShuffleStarted: "stopwatch on {player} until {due_at}, by {by}",
    e.ShuffleReminded: "{player} has until {due_at} to finish the shuffle",
    e.ShuffleDone: "{player} finished the shuffle in {took}",
    e.TimeCalled: "time was called",
    e.TurnEnded: "{player} ended the last turn",
    e.LifeAgreed: "life totals {first} and {second} agreed",
    e.ExtensionGranted: "{by} gave {by_how_much} more",
    e.HoldPlaced: "{by} held the clocks {why}",
    e.HoldLifted: "{by} resumed after {lasted}",
    e.PenaltyIssued: "penalty {number}, {penalty} for {player} ({clause}) by {by}: {reason}",
    e.PenaltyApproved: "{by} approved penalty {number}",
    e.PenaltyDismissed: "{by} dismissed penalty {number} {why}",
    e.PenaltyOverturned: "{by} overturned {number}: {why}",
    e.PenaltyUpheld: "{by} upheld {number} {why}",
    e.PenaltyAcknowledged: "{player} has seen penalty {number}",
    e.CallOpened: "call {number} by {by}: {why}",
    e.CallClaimed: "{by} took call {number}",
    e.CallReleased: "{by} gave call {number} back",
    e.CallRepeated: "call {number} was repeated",
    e.DecisionAwaited: "{number} was repeated to who decides it",
    e.CallReminded: "{by} was reminded of call {number}",
    e.CallClosed: "call {number} closed: {why}",
    e.RulingGiven: "ruling {number} by {by}: {text}",
    e.AppealMade: "appeal {number} of {of} by {by}: {why}",
    e.AppealAnswered: "{by} answered appeal {number}: {upheld} {why}",
}
"""What each entry says; any other one says its name and whom it is about."""


def in_words(state: Tournament, entry: e.Entry) -> str:
    """The entry in a few words, with names for persons and times of day."""
    words = _WORDS.get(type(entry)) or _by_its_name(entry)
    values = {each.name: _shown(state, entry, each.name) for each in fields(entry)}
    return " ".join(words.format_map(values).split()).rstrip(":")


def short(text: str, longest: int = _LONGEST) -> str:
    """One line of it, not too long."""
    words = " ".join(text.split())
    return words if len(words) <= longest else words[: longest - 1] + "…"


def clock(at: datetime) -> str:
    """A time of day, UTC."""
    return f"{at:%H:%M:%S}"


def _by_its_name(entry: e.Entry) -> str:
    """`ChoicePassed` of alice: `choice passed (alice)`."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(entry).__name__).lower()
    whom = next((key for key in ("player", "person", "by") if hasattr(entry, key)), "")
    return f"{name} ({{{whom}}})" if whom else name


def _shown(state: Tournament, entry: e.Entry, name: str) -> str:
    value = getattr(entry, name)
    if name in _PERSONS:
        if value is None:
            return "nobody" if name == "winner" else "the bot"
        return state.name_of(value)
    match value:
        case None:
            return "no limit"
        case bool():
            return "upheld" if value else "overturned"  # the one yes or no that is shown: an appeal's answer
        case datetime():
            return clock(value)
        case timedelta():
            return format_duration(value)
        case Enum():
            return str(value.value).replace("_", " ")
    return short(str(value).replace("_", " ") if name == "penalty" else str(value))
