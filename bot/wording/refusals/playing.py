"""Refusals about a match in play: over, not begun, not the right moment."""

from __future__ import annotations

from bot.wording.quotes import plain
from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time
from rules.refusals import (
    AlreadyChosen,
    AlreadyOver,
    GameRecorded,
    GameRuns,
    LifeDoesNotDecide,
    NoGameRuns,
    NothingToDo,
    NotTheChooser,
    NotThereYet,
    ResultCrossed,
    TimeNotCalled,
    TurnNotOver,
)


@answers(AlreadyOver)
def already_over(refusal: AlreadyOver, asking: Asking) -> str:
    result = plain(refusal.result, 100)
    return (
        f"table {refusal.table} was over at {at_time(refusal.at)}: {result}. If that is wrong: !judge <why>."
    )


@answers(ResultCrossed)
def result_crossed(refusal: ResultCrossed, asking: Asking) -> str:
    result = plain(refusal.result, 100)
    return (
        f"table {refusal.table} has just got its result, at {at_time(refusal.at)}: {result}. Nothing has changed; "
        f"if that is wrong, say your !setresult again from {at_time(refusal.again_at)} on."
    )


@answers(GameRecorded)
def game_recorded(refusal: GameRecorded, asking: Asking) -> str:
    result = f"{asking.name(refusal.winner)} won it" if refusal.winner is not None else "it was drawn"
    return (
        f"game {refusal.game} is recorded already: {result}. Nothing is counted twice; game {refusal.following} "
        "begins when both are !ready, and !concede game gives it up."
    )


@answers(NothingToDo)
def nothing_to_do(refusal: NothingToDo, asking: Asking) -> str:
    """Where we stand, for a `!ready` with nothing open."""
    key, _, detail = refusal.why.partition(": ")
    if key == "over" and detail:
        return f"your match is over: {plain(detail, 100)}. !pairing shows the next when it is paired."
    match = asking.match
    if (
        refusal.why == "claim"
        and match is not None
        and match.claim is not None
        and match.claim.player == asking.by
    ):
        return f"{asking.opponent} has not answered your report yet. !cancel takes it back."
    return _STANDING.get(refusal.why, "{why}. !time shows where you stand.").format(
        opponent=asking.opponent, why=plain(refusal.why)
    )


_STANDING = {
    "ready_early": "you are noted as ready; it counts at !begin. Stay in the channel until then.",
    "waits_for_head_judge": "it is noted that you are here, and waiting costs nothing. Reconnect "
    "when the head judge says so (3.5).",
    "relay": "you two are trying to connect (2.3): !relay works or !relay failed.",
    "relay_failed": "the relay host has failed already (2.3): !consent yes or !consent no.",
    "game_runs": "your game is on. After it: !lost, !won or !drawn.",
    "claim": "a result is reported and not settled: !confirm or !dispute it first.",
    "time": "time is called, and no new game begins (2.6). !time shows where you stand.",
    "opponent_not_here": "you are here; {opponent} is not yet. Decks come when both are.",
    "loaded": "your deck is ready; {opponent}'s is not yet.",
}


@answers(NotThereYet)
def not_there_yet(refusal: NotThereYet, asking: Asking) -> str:
    if asking.by in refusal.missing:
        return "say !ready first: you are not counted as here."
    verb = "is" if len(refusal.missing) == 1 else "are"
    return f"{asking.names(refusal.missing)} {verb} not here yet. !time shows by when."


@answers(NoGameRuns)
def no_game_runs(refusal: NoGameRuns, asking: Asking) -> str:
    return f"no game runs: game {refusal.game} begins when both have said !ready with their decks."


@answers(GameRuns)
def game_runs(refusal: GameRuns, asking: Asking) -> str:
    return f"game {refusal.game} is on. After it: !lost, !won or !drawn; !concede gives it up."


@answers(TimeNotCalled)
def time_not_called(refusal: TimeNotCalled, asking: Asking) -> str:
    when = f", it is at {at_time(refusal.ends_at)}" if refusal.ends_at else ""
    return f"time is not called{when}. Until then a game ends with !lost, !won or !drawn."


@answers(TurnNotOver)
def turn_not_over(refusal: TurnNotOver, asking: Asking) -> str:
    return "finish the last turn first, then !endturn; life decides after it (2.6)."


@answers(LifeDoesNotDecide)
def life_does_not_decide(refusal: LifeDoesNotDecide, asking: Asking) -> str:
    return (
        "life decides nothing here: in Swiss, or with a leader in games, the games count "
        "(2.6). !endturn ends the turn."
    )


@answers(NotTheChooser)
def not_the_chooser(refusal: NotTheChooser, asking: Asking) -> str:
    if refusal.chooser is None:
        return "nobody has the choice yet; the roll comes when both are here (2.4)."
    return f"{asking.name(refusal.chooser)} has the choice for this game (2.4)."


@answers(AlreadyChosen)
def already_chosen(refusal: AlreadyChosen, asking: Asking) -> str:
    plays = "play" if refusal.plays_first == asking.by else "plays"
    return (
        f"that is chosen: {asking.name(refusal.plays_first)} {plays} first. Deck loaded and shuffled: !ready."
    )
