"""Verdicts: what becomes of a penalty or a ruling: approved, dismissed, seen, upheld, overturned; appeals answered.

A proposal bites when the head judge approves it. Steps of one thing fall together. An appeal has one answer, by its
own number or by that of what it is about, and the answer is final in the event (1.7).
"""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import Acknowledge, Act, Approve, Dismiss, Overturn, Uphold
from rules.authority import (
    JUDGES,
    LAST_WORD,
    is_head_judge_for,
    require,
    require_head_judge,
    require_judge,
    require_to_answer,
)
from rules.clocks import ZERO
from rules.decisions import is_final, match_of_penalty, ruled
from rules.match import Match
from rules.recorder import Recorder
from rules.sanctions import bite
from rules.steps import STANDS, UNHEARD_OF, steps_of
from rules.tournament import AppealState, Penalty
from rules.undoing import undo


def _penalty(rec: Recorder, number: int) -> Penalty:
    penalty = rec.state.penalties.get(number)
    if penalty is None:
        raise r.NoSuchNumber(number=number, what="penalty")
    return penalty


def _refuse_own_case(rec: Recorder, act: Act, penalty: Penalty) -> None:
    """1.9: nobody judges an own case, at a table or not."""
    if act.by == penalty.player and rec.state.has_role(act.by, *JUDGES):
        raise r.OwnMatch(table=penalty.table)


def _pending(rec: Recorder, act: Approve | Dismiss) -> Penalty:
    if not rec.state.has_role(act.by, *JUDGES):
        raise r.NotAllowed(need=LAST_WORD)  # which number is a proposal is nobody else's business
    penalty = _penalty(rec, act.number)
    _refuse_own_case(rec, act, penalty)
    require_head_judge(rec, act, match_of_penalty(rec.state, penalty))
    if penalty.status != "pending":
        raise r.AlreadySettled(number=act.number, status=penalty.status)
    return penalty


def approve(rec: Recorder, act: Approve) -> None:
    """The head judge gives a proposed penalty; it bites now."""
    penalty = _pending(rec, act)
    match = match_of_penalty(rec.state, penalty)
    lower = rec.state.penalties.get(penalty.supersedes)
    if lower is not None and lower.status != "standing" and not penalty.automatic:
        raise r.StepGone(number=penalty.number, lower=lower.number, status=lower.status)
    rec.enter(e.PenaltyApproved(at=rec.now, number=act.number, by=act.by))
    if penalty.automatic and (match is None or not match.is_open):
        return  # OG-R08: what a clock measured never spills over once its match is over
    bite(rec, penalty.player, penalty.level, penalty.number)


def dismiss(rec: Recorder, act: Dismiss) -> None:
    """The head judge does not give a proposed penalty."""
    _pending(rec, act)
    rec.enter(e.PenaltyDismissed(at=rec.now, number=act.number, by=act.by, why=act.why))


def acknowledge(rec: Recorder, act: Acknowledge) -> None:
    """The player has seen the penalty; a second time changes nothing."""
    penalty = _penalty(rec, act.number)
    if penalty.status in UNHEARD_OF:
        raise r.NoSuchNumber(number=act.number, what="penalty")
    if penalty.player != act.by:
        raise r.NotAllowed(need=(), what="acknowledge")
    if not penalty.acknowledged:
        rec.enter(e.PenaltyAcknowledged(at=rec.now, number=act.number, player=act.by))


def uphold(rec: Recorder, act: Uphold) -> None:
    """The head judge lets a penalty or ruling stand, or answers an appeal with no."""
    require(rec, act, *JUDGES)
    appeal = _appeal_about(rec, act.number)
    if appeal is not None:
        _answer(rec, act, appeal, upheld=True)
        return
    if act.number in rec.state.calls:
        require_head_judge(rec, act, _match_of_ruling(rec, act.number))
        if is_final(rec.state, act.number):
            raise r.HeadJudgeHasRuled(number=act.number)
    else:
        penalty = _penalty(rec, act.number)
        _refuse_own_case(rec, act, penalty)
        require_head_judge(rec, act, match_of_penalty(rec.state, penalty))
        _refuse_settled(penalty, "standing")
    rec.enter(e.PenaltyUpheld(at=rec.now, number=act.number, by=act.by, why=act.why))


def overturn(rec: Recorder, act: Overturn) -> None:
    """A penalty or ruling no longer stands: what it did to a running round is undone, the rest is named."""
    require(rec, act, *JUDGES)
    appeal = _appeal_about(rec, act.number)
    number = act.number if act.number not in rec.state.appeals else rec.state.appeals[act.number].of
    if number in rec.state.calls:
        _overrule(rec, act, number, appeal)
        return
    penalty = _penalty(rec, number)
    if appeal is not None:
        _answer(rec, act, appeal, upheld=False)
        _answer_others(rec, act, penalty)
    else:
        _require_to_overturn(rec, act, penalty)
    _refuse_settled(penalty, *STANDS)
    undo(rec, penalty, by=act.by, why=act.why)


def _refuse_settled(penalty: Penalty, *unless: str) -> None:
    if penalty.status == "pending":
        raise r.StillProposed(number=penalty.number)
    if penalty.status not in unless:
        raise r.AlreadySettled(number=penalty.number, status=penalty.status)


def _answer_others(rec: Recorder, act: Overturn, penalty: Penalty) -> None:
    """Steps fall together, and so what is appealed about another of them is answered as well."""
    steps = {step.number for step in steps_of(rec.state, penalty)}
    for appeal in rec.state.appeals.values():
        if appeal.of in steps and appeal.is_open:
            _answer(rec, act, appeal, upheld=False)


def _overrule(rec: Recorder, act: Overturn, number: int, appeal: AppealState | None) -> None:
    """A ruling has no effects of its own to undo; the head judge's word is the new ruling."""
    if appeal is not None:
        _answer(rec, act, appeal, upheld=False)
        return
    require_head_judge(rec, act, _match_of_ruling(rec, number))
    text = f"overruled: {act.why}"
    rec.enter(e.RulingGiven(at=rec.now, number=number, by=act.by, text=text, took=ZERO))


def _match_of_ruling(rec: Recorder, number: int) -> Match | None:
    call = rec.state.calls[number]
    if call.ruled_by is None:
        raise r.NothingRuledYet(number=number)
    return rec.state.match_at(call.round, call.table)


def _require_to_overturn(rec: Recorder, act: Overturn, penalty: Penalty) -> None:
    """Any judge may take back what a clock or a judge gave; what the head judge has decided, only the head judge."""
    match = match_of_penalty(rec.state, penalty)
    _refuse_own_case(rec, act, penalty)
    require_judge(rec, act, match)
    steps = [step for step in steps_of(rec.state, penalty) if step.status in STANDS]  # they fall together
    if any(_is_head_judges(rec, step, match) for step in steps):
        require_head_judge(rec, act, match)


def _is_head_judges(rec: Recorder, penalty: Penalty, match: Match | None) -> bool:
    decided_by = penalty.approved_by or penalty.by
    return penalty.upheld or (decided_by is not None and is_head_judge_for(rec.state, decided_by, match))


def _appeal_about(rec: Recorder, number: int) -> AppealState | None:
    """The appeal with this number; else an open one about this ruling, this penalty or another step of it; else
    the one about this very number that has its answer, which is final (1.7).
    """
    state = rec.state
    if number in state.appeals:
        return state.appeals[number]
    penalty = state.penalties.get(number)
    steps = {number} if penalty is None else {step.number for step in steps_of(state, penalty)}
    about = [appeal for appeal in state.appeals.values() if appeal.of in steps]
    still_open = next((appeal for appeal in about if appeal.is_open), None)
    return still_open or next((appeal for appeal in about if appeal.of == number), None)


def _answer(rec: Recorder, act: Overturn | Uphold, appeal: AppealState, *, upheld: bool) -> None:
    penalty = rec.state.penalties.get(appeal.of)
    if penalty is not None:
        _refuse_own_case(rec, act, penalty)
    match, ruled_by = ruled(rec.state, appeal.of)
    require_to_answer(rec, act, match, ruled_by)
    if not appeal.is_open:
        raise r.AppealIsFinal(number=appeal.number)
    rec.enter(e.AppealAnswered(at=rec.now, number=appeal.number, by=act.by, upheld=upheld, why=act.why))
