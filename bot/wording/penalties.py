"""Penalties: announced with the name, the penalty as the rulebook calls it, the clause, what was seen, and
how to appeal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.wording.absences import without_clock
from bot.wording.games import goes_on
from bot.wording.lines import sentence
from bot.wording.marks import clauses
from bot.wording.quotes import listed, plain, said
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says, silent
from bot.wording.times import at_time, format_duration
from bot.wording.titles import title
from bot.wording.waiting import next_words, tell_nobody_is_here, whose
from cogs import presses
from cogs.speech import Press, Urgency
from rules.authority import is_head_judge_for
from rules.decisions import is_final, ruled
from rules.entries import (
    CaseClosed,
    CaseOpened,
    GameFinished,
    LossOwed,
    MatchReopened,
    PenaltyAcknowledged,
    PenaltyApproved,
    PenaltyDismissed,
    PenaltyIssued,
    PenaltyOverturned,
    PenaltyUpheld,
    Role,
)
from rules.infractions import Infraction, Level
from rules.match import GAME_LOSS, MATCH_LOSS
from rules.rulebook import UnknownInfraction
from rules.settings import publishes
from rules.tournament import Penalty

silent(LossOwed, "the penalty's own line says which game or match it costs")

_APPLIES = {
    "next_game": "It costs the next game.",
    "game_1_this_match": "It costs game 1.",
    "game_1_next_match": "It costs game 1 of the next match.",
    "next_match": "It costs the next match.",
    "recorded_only": "It is recorded only: no game or match is left for it.",
}


@says(PenaltyIssued)
def issued(scene: Scene, entry: PenaltyIssued) -> Iterator[Spoken]:
    if entry.pending:
        yield from _proposed(scene, entry)
        return
    yield from _announced(
        scene, entry.number, f"{_line(scene, entry)} {_after(entry)}", evidence(scene, entry)
    )
    by = "by the clock" if entry.automatic else f"by {scene.name(entry.by)}"
    yield scene.tell_judges(
        f"Penalty {entry.number}{_at(entry.table)}: {_line(scene, entry, short=True)[:-1]} {by}.",
        Urgency.NEWS,
    )
    if entry.by is not None and not scene.state.is_here(entry.player):
        away = f"{scene.name(entry.player)} is not in the channel, and is told on coming back."
        yield scene.tell(entry.by, away)
    yield from _earlier(scene, entry)


def _is_public(scene: Scene, penalty: Penalty) -> bool:
    """0.7: as the event was announced; a disqualification always is (4.1)."""
    return publishes(scene.state.keys, "penalties") or penalty.level == Level.DISQUALIFICATION


def _announced(scene: Scene, number: int, what: str, seen: str) -> Iterator[Spoken]:
    """To whoever may know of it and to the player, with the way to an appeal where there is one (1.7)."""
    penalty = scene.state.penalties[number]
    final = is_final(scene.state, number)
    shown = () if scene.batch.is_plain else _facts(scene, penalty, seen)
    buttons = () if final else presses.appeal(number)
    if final:
        yield from _said_of(scene, penalty, f"{what}Penalty {number}.", shown)
        own = f"{what}!ack {number} if you have seen this; the head judge's word is final here (1.7)."
    else:
        yield from _said_of(scene, penalty, f"{what}Penalty {number}; !appeal {number}.", shown, buttons)
        own = f"{what}!ack {number} if you have seen this, !appeal {number} if not so."
    buttons = (*presses.acknowledge(number), *buttons)
    yield scene.tell(penalty.player, own, Urgency.NOW, presses=buttons, facts=shown)


Facts = tuple[tuple[str, str], ...]


def _facts(scene: Scene, penalty: Penalty, seen: str) -> Facts:
    """The same again, piece by piece."""
    pieces = (
        ("Player", scene.name(penalty.player)),
        ("Penalty", title(scene.book, penalty.level)),
        ("Clause", clauses(penalty.clause)),
        ("Infraction", scene.book.infraction(penalty.infraction).title),
        ("Table", str(penalty.table) if penalty.table else ""),
        ("Evidence", seen or plain(penalty.reason, 120)),
        ("Given by", "the clock" if penalty.automatic else scene.name(penalty.by)),
        ("Number", str(penalty.number)),
    )
    return tuple((label, text) for label, text in pieces if text)


def _said_of(
    scene: Scene, penalty: Penalty, text: str, facts: Facts = (), buttons: tuple[Press, ...] = ()
) -> Iterator[Spoken]:
    """In the channel; where penalties are not public, to the opponent, whose match it is as well."""
    match = scene.match_at(penalty.round, penalty.table)
    if _is_public(scene, penalty):
        yield scene.say(text, Urgency.NOW, at=match, mentions=[penalty.player], presses=buttons, facts=facts)
        return
    for player in match.players if match else ():
        if player != penalty.player:
            yield scene.tell(player, text, Urgency.NOW)


def _line(scene: Scene, entry: PenaltyIssued, *, short: bool = False) -> str:
    """`bob: Game Loss (A.I.4, gone 5:00 at 12:12:30).`"""
    name = f"{scene.name(entry.player)}: {title(scene.book, entry.penalty)}"
    if short:
        return f"{name} ({clauses(entry.clause)})."
    detail = evidence(scene, entry) if entry.automatic else f"REL {scene.state.rel}{_raised(entry.upgrades)}"
    reason = said(entry.reason, ": ") if not entry.automatic else ""
    return f"{name} ({', '.join(part for part in (clauses(entry.clause), detail) if part)}){reason}."


def _raised(upgrades: Sequence[str]) -> str:
    """`, raised for significant disruption`."""
    grounds = [ground.replace("_", " ") for ground in upgrades]
    return f", raised for {plain(listed(grounds), 120)}" if grounds else ""


def evidence(scene: Scene, entry: PenaltyIssued) -> str:
    """What was seen: the clock's own words, else how long and until when it ran."""
    if entry.evidence:
        return plain(entry.evidence, 120)
    if entry.due_at is None:
        return plain(entry.reason, 80)
    clocks, rises = scene.book.clocks, bool(entry.supersedes)
    what = {
        "late": f"late {format_duration(clocks.late_match_loss if rises else clocks.late_game_loss)}",
        "gone": f"gone {format_duration(clocks.gone_match_loss if rises else clocks.gone_game_loss)}",
        "pregame": f"deck for game {entry.game} not ready after {format_duration(clocks.pregame)}",
        "shuffle": f"shuffle over {format_duration(clocks.shuffle)}",
    }.get(entry.clock, "due")
    return f"{what} at {at_time(entry.due_at)}"


def _after(entry: PenaltyIssued) -> str:
    """What it costs beyond the game or match at hand, and what it takes the place of."""
    costs = _APPLIES.get(entry.applies_to, "")
    out = "Out of the event." if entry.penalty == Level.DISQUALIFICATION else ""
    instead = f"It takes the place of penalty {entry.supersedes}." if entry.supersedes else ""
    return "".join(f"{part} " for part in (costs, out, instead) if part)


def _at(table: int) -> str:
    return f", table {table}" if table else ""


def _proposed(scene: Scene, entry: PenaltyIssued) -> Iterator[Spoken]:
    """A proposal is for the judges alone; it has no effect yet."""
    number, head = entry.number, whose(scene.state, entry.number)
    text = proposal(scene, scene.state.penalties[number])
    yield scene.tell_judges(
        f"{text}. {head}: {next_words(scene.state, number)}.", presses=presses.decide(scene.state, number)
    )
    if entry.by is not None:
        text = f"{scene.name(entry.by)}, penalty {number} waits for {head}; nothing is announced until then."
        yield scene.tell(entry.by, text)
    yield from tell_nobody_is_here(scene, number)


def proposal(scene: Scene, penalty: Penalty, waited: str = "") -> str:
    """`Penalty 8, table 1, proposed by judge: bob: Game Loss (A.II.6, REL 1): "stalling"`."""
    by = "the clock" if penalty.automatic else scene.name(penalty.by)
    instead = f", in place of penalty {penalty.supersedes}" if penalty.supersedes else ""
    where = f"Penalty {penalty.number}{_at(penalty.table)}"
    return f"{where} {waited or 'is '}proposed by {by}{instead}: {_reasoned(scene, penalty)}"


def _reasoned(scene: Scene, penalty: Penalty) -> str:
    """`bob: Game Loss (A.II.6, REL 1): "stalling"`."""
    who, level = scene.name(penalty.player), title(scene.book, penalty.level)
    rel = f"REL {scene.state.rel}{_raised(penalty.upgrades)}"
    detail = plain(penalty.evidence, 120) if penalty.automatic else rel
    reason = "" if penalty.automatic else said(penalty.reason, ": ")
    facts = ", ".join(part for part in (clauses(penalty.clause), detail) if part)
    return f"{who}: {level} ({facts}){reason}"


def _earlier(scene: Scene, entry: PenaltyIssued) -> Iterator[Spoken]:
    """For the judge who gave it: what this player has already, and where an upgrade goes (OG-R13)."""
    if entry.by is None:
        return
    who = scene.name(entry.player)
    earlier = [
        p
        for p in scene.state.penalties_of(entry.player)
        if p.number < entry.number and p.status == "standing"
    ]
    listing = (
        f"{who} has {_listing(scene, earlier)}." if earlier else f"{who} has no earlier penalty tonight."
    )
    yield scene.tell(entry.by, f"{listing}{_upgrade(scene, entry, len(earlier))}")


def _upgrade(scene: Scene, entry: PenaltyIssued, earlier: int) -> str:
    """How the penalty could be raised, and by whom; the head judge does it without asking."""
    match = scene.match_at(entry.round, entry.table)
    own = entry.by is not None and is_head_judge_for(scene.state, entry.by, match)
    row = _row(scene, entry)
    if row is not None and row.grounds and entry.penalty == entry.base and not entry.supersedes:
        grounds = listed(sorted(row.grounds), "or")
        words = f"!penalty {scene.name(entry.player)} {entry.infraction} {grounds} [why]"
        return f" {words} raises it." if own else f" Upgrades go to {scene.head_judge_for(match)}: {words}."
    if earlier >= scene.book.policies.review_from_prior and not own:
        return f" {scene.head_judge_for(match)} may want to look."
    return ""


def _listing(scene: Scene, earlier: Sequence[Penalty]) -> str:
    each = "; ".join(
        f"{title(scene.book, p.level)}, {clauses(p.clause)}, round {p.round}" for p in earlier[-5:]
    )
    count = "1 earlier penalty" if len(earlier) == 1 else f"{len(earlier)} earlier penalties"
    return f"{count} tonight: {each}"


def _row(scene: Scene, entry: PenaltyIssued) -> Infraction | None:
    try:
        return scene.book.infraction(entry.infraction)
    except UnknownInfraction:
        return None  # an old scorebook may name a row that its book has under another key


@says(PenaltyApproved)
def approved(scene: Scene, entry: PenaltyApproved) -> Iterator[Spoken]:
    penalty = scene.state.penalties[entry.number]
    proposed = "the clock" if penalty.automatic else scene.name(penalty.by)
    instead = f" It takes the place of penalty {penalty.supersedes}." if penalty.supersedes else ""
    effect = _effect(scene, penalty)
    by = f"Proposed by {proposed}, approved by {scene.name(entry.by)}."
    what = f"{sentence(_reasoned(scene, penalty))} {by}{instead}{effect} "
    yield from _announced(scene, entry.number, what, plain(penalty.evidence, 120))
    given = f"Penalty {entry.number} is given by {scene.name(entry.by)}.{effect}"
    yield scene.tell_judges(given, Urgency.NEWS)


def _effect(scene: Scene, penalty: Penalty) -> str:
    """What an approval still does, where no line of the match tells it."""
    if scene.state.is_over:
        return " It is on record only: the event is over."
    if penalty.level == Level.DISQUALIFICATION:
        return " Out of the event."
    if penalty.level not in (GAME_LOSS, MATCH_LOSS):
        return ""
    if any(owed.number == penalty.number for owed in scene.together(LossOwed)):
        return f" It costs {'game 1 of ' if penalty.level == GAME_LOSS else ''}the next match."
    match = scene.state.match_of(penalty.player)
    costs = match is not None and (
        any(penalty.number in game.penalties for game in match.games)
        or (match.result is not None and penalty.number in match.result.penalties)
    )
    return "" if costs else " It is on record only: its match is over."


@says(PenaltyDismissed)
def dismissed(scene: Scene, entry: PenaltyDismissed) -> Iterator[Spoken]:
    why = said(entry.why, ": ")
    text = f"Penalty {entry.number} is not given ({scene.name(entry.by)}){why}. It had no effect."
    yield scene.tell_judges(text, Urgency.NEWS)


@says(PenaltyOverturned)
def overturned(scene: Scene, entry: PenaltyOverturned) -> Iterator[Spoken]:
    """A penalty and the step it rose from fall together."""
    if not scene.is_first():
        return
    numbers = [str(one.number) for one in scene.together(PenaltyOverturned)]
    penalty = scene.state.penalties[entry.number]
    owner = scene.name(penalty.player)
    which = (
        f"penalty {numbers[0]} no longer stands"
        if len(numbers) == 1
        else f"penalties {listed(numbers)} no longer stand"
    )
    undone = f" Undone: {plain(entry.undone, 80)}." if entry.undone else ""
    stays = f" But {plain(entry.stays, 80)}." if entry.stays else ""
    text = f"{owner}: {which} ({scene.name(entry.by)}){said(entry.why, ': ')}.{undone}{stays}"
    match = scene.match_at(penalty.round, penalty.table)
    if _is_public(scene, penalty):
        yield scene.say(text, Urgency.NOW, at=match, mentions=[penalty.player])
    yield from _given_back(scene, penalty)
    for player in match.players if match else (penalty.player,):
        yield scene.tell(player, text, Urgency.NOW)
    where = f"{penalty.round}.{penalty.table}"
    sets = f" !setresult {where} <score> <why> sets another." if entry.stays and match else ""
    yield scene.tell_judges(f"{text}{sets}", Urgency.NEWS)
    yield from _still_away(scene, penalty)


def _still_away(scene: Scene, penalty: Penalty) -> Iterator[Spoken]:
    """Nobody's clock runs on a player whose absence cost nothing after all: the table has to know what is next."""
    match = scene.state.match_of(penalty.player)
    if match is None or penalty.player not in match.away_uncounted:
        return
    next_words = without_clock(scene, match)
    yield scene.tell_judges(next_words, Urgency.NEWS)
    if not any(
        one.table == match.table for one in scene.together(MatchReopened)
    ):  # that says it at the table
        yield scene.say(next_words, Urgency.NOW, at=match)


def _given_back(scene: Scene, penalty: Penalty) -> Iterator[Spoken]:
    """What a match plays from here that had gone on all the time; one that was over has its own line."""
    match = scene.state.match_of(penalty.player)
    before = scene.before.match_of(penalty.player) if scene.before is not None else None
    if match is None or before is None or not before.is_open or not match.is_open:
        return
    lost_otherwise = any(game.table == match.table for game in scene.together(GameFinished))
    if match.games != before.games and not lost_otherwise:
        yield scene.say(
            f"Table {match.table}: {goes_on(scene, match)}",
            Urgency.NOW,
            at=match,
            presses=presses.ready(match),
        )


@says(PenaltyUpheld)
def upheld(scene: Scene, entry: PenaltyUpheld) -> Iterator[Spoken]:
    penalty = scene.state.penalties.get(entry.number)
    which = f"{scene.name(penalty.player)}: penalty" if penalty else "Ruling"
    text = f"{which} {entry.number} stands ({scene.name(entry.by)}){said(entry.why, ': ')}."
    if penalty is None:
        yield scene.say(text, Urgency.NOW, at=ruled(scene.state, entry.number)[0])
        return
    yield from _said_of(scene, penalty, text)
    if not _is_public(scene, penalty):
        yield scene.tell(penalty.player, text, Urgency.NOW)


@says(PenaltyAcknowledged)
def acknowledged(scene: Scene, entry: PenaltyAcknowledged) -> Iterator[Spoken]:
    yield scene.tell(entry.player, f"{scene.name(entry.player)}, penalty {entry.number} is marked as seen.")


@says(CaseOpened)
def case_opened(scene: Scene, entry: CaseOpened) -> Iterator[Spoken]:
    text = (
        f"A case for the league: {scene.name(entry.player)}, penalty {entry.number} (7.3); "
        "floorjudge export report has it."
    )
    yield from _tell_organisers(scene, text)


@says(CaseClosed)
def case_closed(scene: Scene, entry: CaseClosed) -> Iterator[Spoken]:
    which = f"{scene.name(entry.player)}, penalty {entry.number}"
    yield from _tell_organisers(scene, f"No case for the league any more: {which} is overturned (7.3).")


def _tell_organisers(scene: Scene, text: str) -> Iterator[Spoken]:
    for person in scene.state.holders(Role.COORDINATOR, Role.HEAD_JUDGE):
        yield scene.tell(person, text)
