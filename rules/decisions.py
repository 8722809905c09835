"""Decisions: open appeals and proposed penalties, and who has the last word about each.

An appeal asks the head judge about a ruling or a penalty (1.7); a proposal is a penalty that has no effect before
the head judge gives it. In the head judge's own match others decide (1.9, OG-R22).
"""

from __future__ import annotations

from datetime import datetime

from rules.authority import appeal_judges, last_word
from rules.entries import PersonId, Role
from rules.match import Match
from rules.tournament import AppealState, Penalty, Tournament


def match_of_penalty(state: Tournament, penalty: Penalty) -> Match | None:
    """The match it was given in, of whichever round; None when it was given at no table."""
    match = state.match_at(penalty.round, penalty.table)
    return match if match is not None and penalty.player in match.players else None


def ruled(state: Tournament, number: int) -> tuple[Match | None, PersonId | None]:
    """The match that a penalty or ruling is about, and whose word it is (None: a clock's, or nobody's yet)."""
    penalty, call = state.penalties.get(number), state.calls.get(number)
    if penalty is not None:
        return match_of_penalty(state, penalty), penalty.approved_by or penalty.by
    if call is not None:
        return state.match_at(call.round, call.table), call.ruled_by
    return None, None


def is_final(state: Tournament, number: int) -> bool:
    """Whether the head judge has given the first word on it, or has let it stand: nobody in the event goes beyond.

    What a judge proposed the head judge has approved without hearing the player, so that is open to an appeal.
    """
    penalty, call = state.penalties.get(number), state.calls.get(number)
    if penalty is not None:
        by, upheld = penalty.by, penalty.upheld
    elif call is not None:
        by, upheld = call.ruled_by, call.upheld
    else:
        return False
    return upheld or (by is not None and state.has_role(by, Role.HEAD_JUDGE))


def deciders(state: Tournament, number: int) -> tuple[PersonId, ...]:
    """Who may decide about this appeal or proposal, by name; empty when nobody holds an office that could."""
    appeal = state.appeals.get(number)
    about = appeal.of if appeal is not None else number
    match, ruled_by = ruled(state, about)
    people = appeal_judges(state, match, ruled_by) if appeal is not None else last_word(state, match)
    penalty = state.penalties.get(about)
    return tuple(person for person in people if penalty is None or person != penalty.player)


def undecided_for(state: Tournament, person: PersonId) -> tuple[int, ...]:
    """The open appeals and proposals that wait for this person, the oldest first."""
    return tuple(number for number in state.undecided if person in deciders(state, number))


def waiting(state: Tournament, number: int) -> AppealState | Penalty:
    """The appeal or the proposed penalty of this number. Raises KeyError."""
    appeal = state.appeals.get(number)
    return appeal if appeal is not None else state.penalties[number]


def waits_since(state: Tournament, number: int) -> datetime:
    """When the appeal was made, or the penalty proposed."""
    one = waiting(state, number)
    return one.at if isinstance(one, AppealState) else one.issued_at
