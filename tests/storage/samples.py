"""A small event to store: every kind of entry that changes a record, told in order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rules.entries import (
    AppealAnswered,
    AppealMade,
    BeginUndone,
    ByeGiven,
    CallClaimed,
    CallClosed,
    CallOpened,
    CallReleased,
    CoinFlipped,
    DeckFiled,
    Departure,
    DiceRolled,
    DropUndone,
    Entry,
    EntryUndone,
    ExtensionGranted,
    FirstPlayerRolled,
    HowMatch,
    MatchCorrected,
    MatchFinished,
    MatchReopened,
    Outcome,
    PenaltyAcknowledged,
    PenaltyApproved,
    PenaltyDismissed,
    PenaltyIssued,
    PenaltyOverturned,
    PenaltyUpheld,
    PersonId,
    PlayerDropped,
    PlayerRegistered,
    ResultDisputed,
    Role,
    RoundReopened,
    RulingGiven,
    SettingsChanged,
    SettingsUndone,
    StaffNamed,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
)
from storage.store import OutboxLine, Page

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
BIRCH = PersonId("nick:birch")
WREN = PersonId("account:wren")
ALICE = PersonId("nick:alice")
BOB = PersonId("account:bob")


def url_of(path: Path) -> str:
    """The URL of a store in this file."""
    return f"sqlite+aiosqlite:///{path}"


def at(clock: str) -> datetime:
    """A time of day of the event, `12:07:30`."""
    hour, minute, second = map(int, clock.split(":"))
    return NOON.replace(hour=hour, minute=minute, second=second)


def opened(name: str = "Autumn Cup") -> TournamentOpened:
    return TournamentOpened(
        at=NOON,
        name=name,
        by=BIRCH,
        by_name="Birch",
        rulebook={"name": "ogaming", "clauses": {"3.8": "an intentional draw"}},
        tournament_kind="challenge",
        rel="1",
        format="extended",
    )


def penalty(number: int, player: PersonId, when: str, **changes: object) -> PenaltyIssued:
    """An automatic game loss for a ping-out; `changes` are other values of its fields."""
    values: dict[str, object] = {
        "at": at(when),
        "number": number,
        "player": player,
        "infraction": "disconnection.during_game",
        "clause": "A.I.4",
        "penalty": "game_loss",
        "base": "game_loss",
        "round": 1,
        "table": 1,
        "game": 1,
        "automatic": True,
        "by": None,
        "due_at": at(when),
        "issued_at": at(when),
        "reason": "gone 5:00",
        "evidence": "quit (Ping timeout: 240 seconds)",
        "reportable": False,
        "applies_to": "current_game",
        "cause": f"gone:1:1:{player}:{when}",
    }
    return PenaltyIssued(**{**values, **changes})  # type: ignore[arg-type]  # values are of many types


def rolled(number: int, when: datetime = NOON) -> DiceRolled:
    return DiceRolled(
        at=when,
        number=number,
        by=ALICE,
        by_name="Alice",
        count=2,
        sides=6,
        modifier=1,
        faces=(number % 6 + 1, 4),
        word="luck",
        entropy=f"{number:064x}",
        asked_in="channel",
    )


def an_event(name: str = "Autumn Cup") -> list[Entry]:
    """From the opening to the end: two tables, calls, rulings, an appeal, penalties of every fate."""
    return [
        opened(name),
        StaffNamed(at=NOON, role=Role.HEAD_JUDGE, person=WREN, name="Wren"),
        StaffNamed(at=NOON, role=Role.JUDGE, person=ALICE, name="alice the judge"),
        SettingsChanged(at=NOON, by=BIRCH, keys={"rel": "2"}, rel="2", format="standard"),
        PlayerRegistered(at=at("12:00:01"), player=ALICE, name="Alice"),
        PlayerRegistered(at=at("12:00:02"), player=BOB, name="Bob", deck="b0b"),
        DeckFiled(at=at("12:00:03"), player=ALICE, deck="a11ce"),
        FirstPlayerRolled(at=at("12:01:00"), round=1, table=1, number=1, chooser=BOB, entropy="00" * 32),
        *_penalties(),
        *_results(),
        *_rulings(),
        CoinFlipped(
            at=at("12:50:00"),
            number=2,
            by=None,
            by_name="",
            heads=True,
            word="",
            entropy="11" * 32,
            decides=1,
        ),
        rolled(3, at("12:51:00")),
        PlayerDropped(at=at("12:55:00"), player=BOB, how=Departure.OWN_WISH),
        TournamentEnded(at=at("13:00:00"), by=BIRCH),
    ]


def _penalties() -> Sequence[Entry]:
    rising = {"cause": "gone:1:1:bob", "reportable": True}
    return [
        penalty(1, BOB, "12:12:30", **rising),
        penalty(2, BOB, "12:17:30", penalty="match_loss", supersedes=1, **rising),
        PenaltyAcknowledged(at=at("12:18:00"), number=2, player=BOB),
        penalty(3, ALICE, "12:19:00", pending=True, automatic=False, by=WREN, due_at=None, cause="judge:3"),
        PenaltyApproved(at=at("12:19:30"), number=3, by=WREN),
        penalty(
            4,
            ALICE,
            "12:20:00",
            pending=True,
            penalty="match_loss",
            supersedes=3,
            cause="judge:3",
            reportable=True,
        ),
        PenaltyApproved(at=at("12:20:10"), number=4, by=WREN),
        penalty(
            5, ALICE, "12:20:20", pending=True, penalty="disqualification", supersedes=4, cause="judge:3"
        ),
        PenaltyDismissed(at=at("12:20:30"), number=5, by=WREN, why="too harsh"),
        penalty(6, BOB, "12:21:00", table=0, round=0, penalty="warning", reportable=True),
        PenaltyOverturned(at=at("12:22:00"), number=6, by=WREN, why="it was the server"),
        penalty(7, BOB, "12:23:00", penalty="warning", pending=True),
        PenaltyUpheld(at=at("12:24:00"), number=4, by=WREN, why="seen it"),
    ]


def _results() -> Sequence[Entry]:
    match = {"player1": ALICE, "player2": BOB, "wins1": 2, "wins2": 1, "draws": 0, "outcome": Outcome.PLAYER1}
    corrected = {**match, "by": WREN, "why": "typed wrongly"}

    def finished(table: int, when: str) -> Entry:
        return MatchFinished(at=at(when), round=1, table=table, how=HowMatch.GAMES, **match)  # type: ignore[arg-type]  # values are of many types

    def set_right(table: int, when: str, **changes: object) -> Entry:
        values = {**corrected, **changes}
        return MatchCorrected(at=at(when), round=1, table=table, **values)  # type: ignore[arg-type]  # as above

    return [
        finished(1, "12:30:00"),
        set_right(1, "12:31:00", outcome=Outcome.DRAW, wins1=1, wins2=1),
        finished(2, "12:30:00"),
        MatchReopened(at=at("12:31:30"), round=1, table=2, why="penalty 2 overturned"),
        set_right(3, "12:32:00", outcome=None, wins1=1),
        set_right(3, "12:33:00", outcome=Outcome.PLAYER2, wins1=1, wins2=2),
        finished(4, "12:34:00"),
        ResultDisputed(
            at=at("12:34:30"), round=1, table=4, player=BOB, why="no", call=8, claims="2-1 or 1-2"
        ),
        ByeGiven(at=at("12:35:00"), round=1, table=5, player=ALICE),
    ]


def _rulings() -> Sequence[Entry]:
    def called(number: int, when: str, table: int = 1, **more: bool) -> Entry:
        return CallOpened(
            at=at(when), number=number, round=1, table=table, by=ALICE, why="he is gone", **more
        )

    took = timedelta(minutes=3)
    return [
        called(8, "12:40:00"),
        CallClaimed(at=at("12:40:30"), number=8, by=WREN, waited=timedelta(seconds=30)),
        CallReleased(at=at("12:41:00"), number=8, by=WREN),
        CallClaimed(at=at("12:41:10"), number=8, by=WREN, waited=timedelta(seconds=70)),
        RulingGiven(at=at("12:43:00"), number=8, by=WREN, text="play on", took=took),
        ExtensionGranted(
            at=at("12:43:10"),
            round=1,
            table=1,
            by=WREN,
            by_how_much=took,
            old_end_at=at("12:50:00"),
            new_end_at=at("12:53:00"),
        ),
        AppealMade(at=at("12:44:00"), number=9, of=8, by=BOB, why="not fair"),
        AppealAnswered(at=at("12:45:00"), number=9, by=WREN, upheld=True, why="it was"),
        called(10, "12:46:00", table=2, panic=True),
        CallClosed(at=at("12:46:30"), number=10, why="the table is done"),
        called(11, "12:47:00", table=2),
    ]


def a_cancelled_event() -> list[Entry]:
    return [opened("Rained Off"), TournamentCancelled(at=at("12:05:00"), by=BIRCH, why="rain")]


def page(tournament: str, first_seq: int, *entries: Entry, says: Sequence[str] = ()) -> Page:
    """A page; `says` are lines to the channel about its last entry."""
    lines = [OutboxLine(part=part, place="channel", text=text, urgency=1) for part, text in enumerate(says)]
    last = first_seq + len(entries) - 1
    return Page(
        tournament=tournament, first_seq=first_seq, entries=entries, lines=[(last, line) for line in lines]
    )


def a_taken_back_event() -> list[Entry]:
    """Whatever can be taken back, done and taken back: Bob alone is left as he was."""
    alice, bob = (
        PlayerRegistered(at=at("12:01:00"), player=ALICE, name="Alice", by=BIRCH),
        PlayerRegistered(at=at("12:01:00"), player=BOB, name="Bob"),
    )
    left = PlayerDropped(at=at("12:02:00"), player=ALICE, how=Departure.OWN_WISH)
    again = PlayerRegistered(at=at("12:03:00"), player=ALICE, name="Alice", by=BIRCH)
    dropped = PlayerDropped(at=at("12:07:00"), player=BOB, how=Departure.OWN_WISH)
    technical = PlayerDropped(at=at("12:08:00"), player=BOB, how=Departure.TECHNICAL, by=BIRCH)
    return [
        opened("Second Thoughts"),
        SettingsChanged(at=at("12:00:10"), by=BIRCH, keys={"rel": "2"}, rel="2", format="standard"),
        SettingsUndone(
            at=at("12:00:20"), by=BIRCH, keys={}, rel="1", format="extended", tournament_kind="challenge"
        ),
        bob,
        alice,
        left,
        again,
        EntryUndone(at=at("12:04:00"), player=ALICE, by=BIRCH, dropped=Departure.OWN_WISH),
        PlayerRegistered(at=at("12:04:30"), player=WREN, name="Wren", by=BIRCH),
        EntryUndone(at=at("12:04:40"), player=WREN, by=BIRCH),
        ByeGiven(at=at("12:05:00"), round=1, table=1, player=BOB),
        BeginUndone(at=at("12:06:00"), round=1, by=BIRCH, byes=(1,)),
        dropped,
        RoundReopened(at=at("12:07:30"), round=1, by=BIRCH, back=(BOB,)),
        technical,
        DropUndone(at=at("12:08:30"), player=BOB, by=BIRCH),
    ]
