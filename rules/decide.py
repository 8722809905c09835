"""`decide(state, act, now)`: the entries that an act is worth, or the refusal.

One function for each kind of act, found by its class. It writes through a recorder that applies each entry at once;
the state after them comes back with them. Nothing outside changes: who drops the answer has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from rules import (
    acts,
    answers,
    arriving,
    connecting,
    correcting,
    drawing,
    event,
    final,
    judging,
    leaving,
    play,
    playoff,
    presence,
    registering,
    report,
    revoking,
    rounds,
    sanctions,
    settings,
    timing,
    verdicts,
)
from rules.entries import Entry
from rules.fold import apply
from rules.pressing import refuse_stale
from rules.recorder import Recorder
from rules.tournament import Tournament

Decision = Callable[[Recorder, Any], None]

DECISIONS: dict[type[acts.Act], Decision] = {
    acts.ChangeSettings: event.change_settings,
    acts.NameStaff: event.name_staff,
    acts.RemoveStaff: event.remove_staff,
    acts.Register: registering.register,
    acts.FileDeck: registering.file_deck,
    acts.Drop: leaving.drop,
    acts.DropPlayer: leaving.drop_player,
    acts.PairByHand: rounds.pair_by_hand,
    acts.PairSwiss: rounds.pair_swiss,
    acts.CutToPlayoff: playoff.cut,
    acts.PairBracket: playoff.pair_bracket,
    acts.Undo: revoking.undo,
    acts.BeginRound: rounds.begin_round,
    acts.CloseRound: rounds.close_round,
    acts.EndTournament: rounds.end_tournament,
    acts.CancelTournament: event.cancel_tournament,
    acts.Announce: event.announce,
    acts.SetStage: event.set_stage,
    acts.RuleRefusal: correcting.rule_refusal,
    acts.SetResult: correcting.set_result,
    acts.MakeContact: presence.make_contact,
    acts.SeePerson: presence.see_person,
    acts.SeeLeaving: presence.see_leaving,
    acts.SeeRenaming: presence.see_renaming,
    acts.SeeOffice: event.see_office,
    acts.LoseSight: presence.lose_sight,
    acts.RegainSight: presence.regain_sight,
    acts.ReportLinkLost: presence.report_link_lost,
    acts.SayGameGoesOn: presence.say_game_goes_on,
    acts.OrderReconnect: presence.order_reconnect,
    acts.Excuse: presence.excuse,
    acts.Tick: timing.tick,
    acts.PressReady: arriving.press_ready,
    acts.StartShuffle: arriving.start_shuffle,
    acts.StopShuffle: arriving.stop_shuffle,
    acts.ChoosePlay: play.choose_play,
    acts.ReportGame: play.report_game,
    acts.ReportMatch: play.report_match,
    acts.Confirm: play.confirm,
    acts.Dispute: play.dispute,
    acts.Concede: play.concede,
    acts.OfferDraw: play.offer_draw,
    acts.AcceptDraw: play.accept_draw,
    acts.DeclineDraw: play.decline_draw,
    acts.SkipFinal: final.skip_final,
    acts.EndTurn: play.end_turn,
    acts.ReportLife: play.report_life,
    acts.AnswerYes: answers.answer_yes,
    acts.AnswerNo: answers.answer_no,
    acts.TakeBack: answers.take_back,
    acts.SayCannotConnect: connecting.say_cannot_connect,
    acts.ReportRelay: connecting.report_relay,
    acts.GiveConsent: connecting.give_consent,
    acts.FlipCoin: drawing.flip_coin,
    acts.RollDice: drawing.roll_dice,
    acts.CallJudge: judging.call_judge,
    acts.ClaimCall: judging.claim_call,
    acts.ReleaseCall: judging.release_call,
    acts.GiveRuling: judging.give_ruling,
    acts.Appeal: judging.appeal,
    acts.Extend: judging.extend,
    acts.PlaceHold: judging.place_hold,
    acts.LiftHold: judging.lift_hold,
    acts.Penalise: sanctions.penalise,
    acts.Disqualify: sanctions.disqualify,
    acts.Approve: verdicts.approve,
    acts.Dismiss: verdicts.dismiss,
    acts.Acknowledge: verdicts.acknowledge,
    acts.Overturn: verdicts.overturn,
    acts.Uphold: verdicts.uphold,
    acts.ConfirmReport: report.confirm_report,
}


def decide(state: Tournament | None, act: acts.Act, now: datetime) -> tuple[tuple[Entry, ...], Tournament]:
    """The entries of this act in the second `now`, and the state after them.

    Raises a `Refusal` when it cannot be done, and then nothing has changed. `state` is None only for
    `OpenTournament`.
    """
    if isinstance(act, acts.OpenTournament):
        return _opened(act, now)
    if state is None:
        raise ValueError(f"there is no event yet for {type(act).__name__}")
    refuse_stale(state, act)
    recorder = Recorder(state, now)
    DECISIONS[type(act)](recorder, act)
    report.reopen_if_changed(recorder)
    return tuple(recorder.entries), recorder.state


def _opened(act: acts.OpenTournament, now: datetime) -> tuple[tuple[Entry, ...], Tournament]:
    entries = settings.open_tournament(act, now)
    state = apply(None, entries[0])
    for entry in entries[1:]:
        state = apply(state, entry)
    return entries, state
