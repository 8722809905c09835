"""Yes, no, and taking back: what a player says to the last thing the bot asked.

`!yes` and `!no` answer the last question put to this player: an own act (concede the match? drop?), the opponent's
claim, or the opponent's offer. `!cancel` takes back what nobody has answered yet.
"""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import AcceptDraw, AnswerNo, AnswerYes, DeclineDraw, TakeBack
from rules.final import take_back_skipping
from rules.finish import after_time, close_own_calls
from rules.leaving import drop_now
from rules.match import Match
from rules.play import accept_draw, concede_match, confirm, decline_draw, dispute
from rules.questions import close_question
from rules.recorder import Recorder
from rules.seats import paired_match, require_open, score


def take_back(rec: Recorder, act: TakeBack) -> None:
    """Take back the own question, claim or offer that nobody has answered; the latest first."""
    match = paired_match(rec, act.by)
    if match.begun_at is not None:
        require_open(rec, match)
    own: list[tuple[int, str]] = []
    asked = match.side_of(act.by).asked
    if asked is not None:
        own.append((asked.turn, "question"))
    if match.claim is not None and match.claim.player == act.by:
        own.append((match.claim.turn, "claim"))
    if match.offer is not None and match.offer.player == act.by:
        own.append((match.offer.turn, "offer"))
    if not own and act.by in match.skipped_by:
        take_back_skipping(rec, match, act.by)
        return
    if not own:
        raise r.NothingToTakeBack
    what = max(own)[1]
    if what == "question":
        close_question(rec, match, act.by)
    elif what == "offer":
        rec.enter(e.DrawWithdrawn(**rec.at(match), player=act.by))
    elif match.claim is not None:
        rec.enter(e.ClaimWithdrawn(**rec.at(match), player=act.by, claim=match.claim.claim))
        close_own_calls(rec, match, "the claim was taken back", for_head_judge=False)
        after_time(rec, match.table)


def last_question(match: Match, player: e.PersonId) -> str | None:
    """What the bot asked this player last and is still open: own question, claim, or offer."""
    found: list[tuple[int, str]] = []
    asked = match.side_of(player).asked
    if asked is not None:
        found.append((asked.turn, "own"))
    if match.claim is not None and match.claim.asks(player) and not match.disputed:
        found.append((match.claim.turn, "claim"))
    if match.offer is not None and match.offer.player != player:
        found.append((match.offer.turn, "offer"))
    return max(found)[1] if found else None


def _answered(match: Match, act: AnswerYes | AnswerNo) -> str | None:
    """What is answered: the last question; a button says yes or no to an own act, and to nothing that came later."""
    return "own" if act.pressed is not None else last_question(match, act.by)


def answer_yes(rec: Recorder, act: AnswerYes) -> None:
    """Yes to the last question: confirm, accept, or do what was asked for."""
    match = paired_match(rec, act.by)
    match _answered(match, act):
        case "claim":
            confirm(rec, act)
        case "offer":
            accept_draw(rec, AcceptDraw(by=act.by))
        case "own":
            _do_as_asked(rec, match, act.by)
        case _:
            raise _nothing_to_answer(rec, match)


def _nothing_to_answer(rec: Recorder, match: Match) -> r.Refusal:
    """What was asked has been settled meanwhile by somebody else's word: then that is what there is to say."""
    if match.result is not None:
        return r.AlreadyOver(table=match.table, at=match.result.at, result=score(rec.state, match))
    return r.NothingToAnswer()


def _do_as_asked(rec: Recorder, match: Match, player: e.PersonId) -> None:
    asked = match.side_of(player).asked
    if asked is None:
        raise r.NothingToAnswer
    close_question(rec, match, player, quietly=True)
    if asked.question is e.Question.CONCEDE_MATCH:
        concede_match(rec, rec.match(match.table), player, asked.words)
    else:
        drop_now(rec, player, asked.words)


def answer_no(rec: Recorder, act: AnswerNo) -> None:
    """No to the last question: dispute, decline, or drop the matter."""
    match = paired_match(rec, act.by)
    match _answered(match, act):
        case "claim":
            dispute(rec, act)
        case "offer":
            decline_draw(rec, DeclineDraw(by=act.by))
        case "own":
            close_question(rec, match, act.by)
        case _:
            raise _nothing_to_answer(rec, match)
