"""How an absence begins, and what it is called: one clock for chat and link, under the clause seen first (OG-R02)."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules import entries as e
from rules.match import GAME_LOSS, Absence, Match
from rules.recorder import Recorder
from rules.rulebook import Rulebook, Trigger


def clause_of(book: Rulebook, seen: e.Presence) -> str:
    """A.I.2 for a lost link, A.I.4 for the chat, in the rulebook's own numbers."""
    key = book.automatic.get(Trigger.GONE_GAME_LOSS)
    if key is None:
        return ""
    row = book.infraction(key)
    if seen is e.Presence.CHAT:
        return next(iter(row.aliases.values()), row.clause)
    return row.clause


def next_mark(book: Rulebook, absence: Absence | None) -> timedelta:
    """How long an absence may last before it costs the next loss."""
    if absence is not None and absence.level == GAME_LOSS:
        return book.clocks.gone_match_loss
    return book.clocks.gone_game_loss


def due_at(rec: Recorder, match: Match, absence: Absence | None) -> datetime | None:
    """When the absence costs the next loss if its clock runs from now on; None while clocks stand still."""
    if match.is_held or match.blind_since is not None:
        return None
    spent = absence.clock.elapsed(rec.now) if absence is not None else timedelta(0)
    return rec.now + next_mark(rec.state.book, absence) - spent


def begin_absence(
    rec: Recorder,
    table: int,
    player: e.PersonId,
    *,
    seen: e.Presence,
    why: str,
    timed: bool = True,
    split: str = "",
    reported_by: e.PersonId | None = None,
) -> None:
    """From now on the player counts as gone. `timed` False: no clock, a judge looks (OG-R34)."""
    match = rec.match(table)
    rec.enter(
        e.AbsenceBegan(
            **rec.at(match),
            player=player,
            seen=seen,
            timed=timed,
            why=why,
            game_loss_at=due_at(rec, match, None) if timed else None,
            reported_by=reported_by,
            clause=clause_of(rec.state.book, seen),
            split=split,
        )
    )


def end_absence(
    rec: Recorder, match: Match, player: e.PersonId, *, measured: bool = True, why: str = ""
) -> None:
    """The player counts as there again. `match` is the match while the player is still gone."""
    absence = match.side_of(player).absence
    gone = absence.clock.elapsed(rec.now) if absence is not None else timedelta(0)
    rec.enter(e.PlayerBack(**rec.at(match), player=player, gone=gone, measured=measured, why=why))
