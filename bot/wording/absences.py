"""Absences: a player gone from the chat or the game link, the clock on it, and the way back (3.5, A.I.2,
A.I.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.lines import series
from bot.wording.marks import gone, gone_cost, late
from bot.wording.quotes import listed, plain, said
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.times import format_duration
from cogs import presses
from cogs.speech import Urgency
from rules.entries import (
    AbsenceBegan,
    AbsenceExcused,
    AbsenceTimed,
    AbsenceWarned,
    CallOpened,
    ExcuseEnded,
    GameGoesOn,
    Leaving,
    LinkLost,
    MatchReopened,
    PlayerBack,
    Presence,
    ReconnectOrdered,
    WaitsForHeadJudge,
)
from rules.match import Absence, Match

_CAUSES = {Leaving.SPLIT.value: "a netsplit", Leaving.KICKED.value: "thrown out by an operator"}

_OFF = {
    Leaving.PARTED.value: "has left the chat",
    Leaving.QUIT.value: "has left the chat",
    Leaving.LOST.value: "has left the chat",
    Leaving.OFFLINE.value: "is shown as offline",
}

_STAY = "do not reconnect before the head judge says so, and keep the client open (3.5)."


@says(AbsenceBegan)
def began(scene: Scene, entry: AbsenceBegan) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    if not entry.timed:
        yield from _untimed(scene, entry)
    elif entry.seen is Presence.LINK:
        yield from _link_lost(scene, match, entry)
    else:
        yield from _off_chat(scene, match, entry)


def _off_chat(scene: Scene, match: Match, entry: AbsenceBegan) -> Iterator[Spoken]:
    who, opponent = scene.name(entry.player), match.opponent_of(entry.player)
    open_client = f" {scene.name(opponent)}, please keep your client open." if match.runs else ""
    off = _OFF.get(entry.why, "is off the chat")
    yield scene.say(
        f"{who} {off}. {_back_by(scene, match, entry)}{open_client}",
        Urgency.NOW,
        mentions=[entry.player],
        presses=presses.back(match, entry.player),
    )
    if match.runs and scene.state.is_here(opponent):
        yield scene.tell(
            opponent,
            f"Does your game with {who} go on? Say !playing if so.",
            Urgency.NOW,
            presses=presses.goes_on(match, opponent),
        )


def _link_lost(scene: Scene, match: Match, entry: AbsenceBegan) -> Iterator[Spoken]:
    who = scene.name(entry.player)
    yield scene.say(
        f"Table {entry.table}: {who} has lost the game link. {_back_by(scene, match, entry)} "
        f"{scene.names(match.players)}: {_STAY}",
        Urgency.NOW,
        mentions=match.players,
        presses=presses.back(match, entry.player),
    )
    yield from _call_head_judge(scene, entry)


def _back_by(scene: Scene, match: Match, entry: AbsenceBegan | AbsenceTimed) -> str:
    """`Back with !ready by 20:22:02 (5:00), or the game is lost (A.I.4).`"""
    if entry.game_loss_at is None:
        return f"Back with !ready; {_stands_still(match)}."
    absence = match.side_of(entry.player).absence
    clause = absence.clause if absence else ""
    return f"Back with !ready by {scene.by_time(entry.game_loss_at)}, or {gone_cost(match, clause)}."


def _stands_still(match: Match) -> str:
    """Why no clock runs now, and until when."""
    if not match.is_held:
        return "no clock runs"
    words = [f"!resume {table or 'all'}" for table in sorted(match.holds)]
    return f"clocks stand still until {listed(words)}"


def _untimed(scene: Scene, entry: AbsenceBegan) -> Iterator[Spoken]:
    """Nobody's own doing (OG-R34). A split takes many at once: one line for all of them."""
    together = [one for one in scene.together(AbsenceBegan) if not one.timed and one.split == entry.split]
    if entry.split and together[0] is not entry:
        return
    if any(one.table == entry.table for one in scene.together(MatchReopened)):
        return  # told with what the overturned penalty leaves open
    people = together if entry.split else [entry]
    names = scene.names(one.player for one in people)
    cause = _CAUSES.get(entry.why, plain(entry.why, 80))
    text = f"{names}: off the chat ({cause}). No clock runs. Back with !ready."
    match = scene.match(entry)
    if len(people) == 1 and match is not None:
        yield scene.say(text, Urgency.NOW, mentions=[entry.player], presses=presses.back(match, entry.player))
    else:
        yield scene.say_many(text, Urgency.NOW)
    tables = _tables([one.table for one in people])
    one_of_them = scene.name(people[0].player) if len(people) == 1 else "<nick>"
    yield scene.tell_judges(
        f"{tables}: {names} off the chat ({cause}), no clock runs. Does somebody look? "
        f"!excuse {one_of_them} off starts a clock."
    )


def without_clock(scene: Scene, match: Match) -> str:
    """Who is away with no clock to wait for, and what the head judge can say; "" when there is nobody."""
    away = match.away_uncounted
    if not away:
        return ""
    who, head = scene.names(away), scene.head_judge_for(match)
    are = "are" if len(away) > 1 else "is"
    start = " or ".join(f"!excuse {scene.name(player)} off" for player in away)
    settles = f"!setresult {match.table} <score> <why> settles the table"
    return f"Table {match.table}: {who} {are} away, and no clock runs. {head}: {start} starts it anew, {settles}."


def _tables(numbers: list[int]) -> str:
    ordered = sorted(set(numbers))
    return f"Table{'s' if len(ordered) > 1 else ''} {listed([str(number) for number in ordered])}"


def _call_head_judge(scene: Scene, entry: AbsenceBegan | LinkLost) -> Iterator[Spoken]:
    """3.5: the head judge is told at once; the call that opens with it does so itself."""
    if any(call.table == entry.table for call in scene.together(CallOpened)):
        return
    yield scene.tell_judges(
        f"{scene.head_judge_for(scene.match(entry))}: table {entry.table}, "
        f"{scene.name(entry.player)} has lost the game link. "
        f"!reconnect {entry.table} lets them try again (3.5)."
    )


@says(AbsenceTimed)
def timed(scene: Scene, entry: AbsenceTimed) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is not None:
        why = f" ({plain(entry.why, 80)})" if entry.why else ""
        when = "runs from now on" if entry.game_loss_at is not None else "runs when clocks go on"
        text = f"{scene.name(entry.player)}: your clock {when}{why}. {_back_by(scene, match, entry)}"
        yield scene.say(text, Urgency.NOW, mentions=[entry.player], presses=presses.back(match, entry.player))


@says(LinkLost)
def link_lost(scene: Scene, entry: LinkLost) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    who = scene.name(entry.player)
    text = f"Table {entry.table}: {who} has lost the game link too. {scene.names(match.players)}: {_STAY}"
    yield scene.say(text, Urgency.NOW, mentions=match.players, presses=presses.back(match, entry.player))
    yield from _call_head_judge(scene, entry)


@says(WaitsForHeadJudge)
def waits(scene: Scene, entry: WaitsForHeadJudge) -> Iterator[Spoken]:
    who, head = scene.name(entry.player), scene.head_judge_for(scene.match(entry))
    yield scene.say(
        f"{who} is on chat again after {format_duration(entry.spent)} and waits for {head}; that "
        "costs no time "
        f"({entry.clause}). Do not reconnect yet.",
        Urgency.ANSWER,
    )
    yield scene.tell_judges(
        f"{head}: table {entry.table}, {who} waits to reconnect: !reconnect {entry.table}"
    )


@says(ReconnectOrdered)
def reconnect(scene: Scene, entry: ReconnectOrdered) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    who = scene.name(entry.player)
    mark = gone(scene, match, match.side_of(entry.player))
    cost = f", or {mark.cost}" if mark else ""
    until = f" by {scene.by_time(entry.due_at)}{cost}" if entry.due_at else ""
    yield scene.say(
        f"Table {entry.table}: {scene.names(match.players)}, reconnect now ({scene.name(entry.by)}, "
        f"{entry.clause}). "
        f"{who}: !ready when linked{until}.",
        Urgency.NOW,
        mentions=match.players,
        presses=presses.back(match, entry.player),
    )


@says(AbsenceWarned)
def warned(scene: Scene, entry: AbsenceWarned) -> Iterator[Spoken]:
    match = scene.match(entry)
    who = scene.name(entry.player)
    yield scene.say(f"{who} has {format_duration(entry.due_at - entry.at)} left.", Urgency.NOW)
    if match is None:
        return
    mark = gone(scene, match, match.side_of(entry.player))
    cost = f", or {mark.cost}" if mark else ""
    text = f"{who}, !ready by {scene.by_time(entry.due_at)}{cost}."
    yield scene.tell(entry.player, text, Urgency.NOW, presses=presses.back(match, entry.player))
    if match.runs and scene.state.is_here(match.opponent_of(entry.player)):
        # OG-R35: asked twice, because the opponent alone profits from silence
        text = f"Does your game with {who} go on? Say !playing if so."
        opponent = match.opponent_of(entry.player)
        yield scene.tell(opponent, text, Urgency.NOW, presses=presses.goes_on(match, opponent))


@says(PlayerBack)
def back(scene: Scene, entry: PlayerBack) -> Iterator[Spoken]:
    """One who comes back has a line; many who come back at once, as after a split, share one."""
    together = scene.together(PlayerBack)
    if together[0] is not entry:
        return
    if len(together) > 1:
        back_now = series("Back: ", [_duration(scene, one) for one in together], tail="Play on.")
        yield scene.say_many(back_now, Urgency.ANSWER)
        return
    absence = _absence(scene, entry)
    free = "" if absence is not None and absence.level else " No penalty."
    who = scene.name(entry.player)
    if not entry.measured:
        text = f"{who} is here; how long it took I could not see, so nothing is counted. Play on."
    elif absence is not None and not absence.timed:
        text = f"{who} is back. Play on."
    else:
        text = f"{who} is back after {format_duration(entry.gone)}.{free} Play on."
    yield scene.say(text, Urgency.ANSWER)


def _duration(scene: Scene, entry: PlayerBack) -> str:
    absence = _absence(scene, entry)
    counted = entry.measured and absence is not None and absence.timed
    return f"{scene.name(entry.player)} ({format_duration(entry.gone) if counted else 'not measured'})"


def _absence(scene: Scene, entry: PlayerBack) -> Absence | None:
    """The absence that is over, as it stood before the player came back."""
    match = scene.before.match_of(entry.player) if scene.before else None
    return match.side_of(entry.player).absence if match else None


@says(AbsenceExcused)
def excused(scene: Scene, entry: AbsenceExcused) -> Iterator[Spoken]:
    who, why = scene.name(entry.player), said(entry.why, ": ")
    yield scene.say(
        f"{who} is excused by {scene.name(entry.by)}{why}. No clock runs on {who}.",
        Urgency.NOW,
    )
    match = scene.match(entry)
    if match is not None and (next_words := without_clock(scene, match)):
        yield scene.tell_judges(next_words, Urgency.ANSWER)


@says(ExcuseEnded)
def excuse_ended(scene: Scene, entry: ExcuseEnded) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    side = match.side_of(entry.player)
    mark = gone(scene, match, side) or late(scene, match, side)
    if mark is not None:
        by = f"Here with !ready by {scene.by_time(mark.due_at)}, or {mark.cost}."
    else:
        by = f"Here with !ready; {_stands_still(match)}."
    text = f"{scene.name(entry.player)}: your clock starts anew ({scene.name(entry.by)}). {by}"
    ready = presses.back(match, entry.player) or presses.ready(match)
    yield scene.say(text, Urgency.NOW, mentions=[entry.player], presses=ready)
    yield scene.tell(entry.player, text, Urgency.NOW, presses=ready)


@says(GameGoesOn)
def goes_on(scene: Scene, entry: GameGoesOn) -> Iterator[Spoken]:
    away, by = scene.name(entry.player), scene.name(entry.by)
    yield scene.say(f"{by} says that the game with {away} goes on. No clock runs on {away}.", Urgency.ANSWER)
