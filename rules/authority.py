"""Who may do what: judged from the act's `by`, at the moment of use.

Judges' words are for judges of the event; nobody rules or penalises in the own match (1.9). In the two-judge system
the secondary judge stands in for the head judge in the head judge's own match. Powers need a verified account.
"""

from __future__ import annotations

from rules import refusals as r
from rules.acts import Act
from rules.entries import PersonId, Role
from rules.match import Match
from rules.recorder import Recorder
from rules.tournament import Tournament

JUDGES = (Role.HEAD_JUDGE, Role.SECONDARY_JUDGE, Role.JUDGE)
LAST_WORD = (Role.HEAD_JUDGE, Role.SECONDARY_JUDGE)
ORGANISERS = (Role.COORDINATOR, Role.HEAD_JUDGE)


def require(rec: Recorder, act: Act, *roles: Role, what: str = "") -> None:
    """Refuse whoever holds none of these offices, or is not verified right now."""
    if not rec.state.has_role(act.by, *roles):
        raise r.NotAllowed(need=roles, what=what)
    if not act.verified:
        raise r.NotVerified


def require_judge(rec: Recorder, act: Act, match: Match | None = None) -> None:
    """Refuse who is no judge of this event, or plays in the match in question."""
    require(rec, act, *JUDGES)
    if match is not None and act.by in match.players:
        raise r.OwnMatch(table=match.table)


def require_head_judge(rec: Recorder, act: Act, match: Match | None = None) -> None:
    """Refuse who has not the last word about this match."""
    if not rec.state.has_role(act.by, *JUDGES):
        raise r.NotAllowed(need=LAST_WORD)
    require_judge(rec, act, match)
    if not is_head_judge_for(rec.state, act.by, match):
        raise r.NotAllowed(need=(Role.HEAD_JUDGE,))


def is_head_judge_for(state: Tournament, person: PersonId, match: Match | None) -> bool:
    """Whether this person has the last word about this match.

    1.9: in the head judge's own match the secondary judge has it; if both play there, a judge who does not.
    """
    return person in last_word(state, match)


def last_word(state: Tournament, match: Match | None) -> tuple[PersonId, ...]:
    """Who has the last word about this match, by name."""
    head_judges = state.holders(Role.HEAD_JUDGE)
    if match is None or not any(judge in match.players for judge in head_judges):
        return head_judges
    for role in JUDGES:
        free = tuple(judge for judge in state.holders(role) if judge not in match.players)
        if free:
            return free
    return ()


def appeal_judges(state: Tournament, match: Match | None, ruled_by: PersonId | None) -> tuple[PersonId, ...]:
    """Who may answer an appeal of what `ruled_by` has decided: the head judge; in the head judge's own match the
    judges who have no part in it (1.7, OG-R22).
    """
    head_judges = state.holders(Role.HEAD_JUDGE)
    if match is None or not any(judge in match.players for judge in head_judges):
        return head_judges
    return tuple(judge for judge in state.holders(*JUDGES) if judge not in (*match.players, ruled_by))


def require_to_answer(rec: Recorder, act: Act, match: Match | None, ruled_by: PersonId | None) -> None:
    """Refuse who may not answer an appeal: it is the head judge's; in the head judge's own match that of a judge
    who has no part in it (1.7, OG-R22).
    """
    head_judges = rec.state.holders(Role.HEAD_JUDGE)
    if match is None or not any(judge in match.players for judge in head_judges):
        require_head_judge(rec, act, match)
        return
    require_judge(rec, act, match)
    if act.by == ruled_by:
        raise r.OwnRuling(judges=appeal_judges(rec.state, match, ruled_by))


def require_organiser(rec: Recorder, act: Act) -> None:
    """Refuse who is neither coordinator nor head judge."""
    require(rec, act, *ORGANISERS)
