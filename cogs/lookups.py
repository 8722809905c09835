"""What look-ups answer: one line each, made from the state alone, naming what to say next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from cogs.header import header
from cogs.office import Identity
from cogs.speech import DOT
from rules.authority import JUDGES
from rules.chance import HEADS, faces_from
from rules.clocks import ZERO
from rules.deadlines import Deadline, Due, of_match
from rules.decisions import is_final
from rules.durations import format_duration
from rules.entries import CoinFlipped, DiceRolled, PersonId, Role, Stage
from rules.infractions import Infraction, Level
from rules.league import League
from rules.match import Match, Side
from rules.rulebook import Clause, Rulebook
from rules.seats import score
from rules.settings import publishes
from rules.steps import UNHEARD_OF
from rules.tournament import Draw, JudgeCall, Penalty, Player, Tournament

_MOST_PENALTIES = 10
_MOST_ROWS = 2
_MOST_NAMES = 6
_LONGEST_SEARCH = 60


# --- time ---

_RUNNING = {
    Due.LATE_GAME_LOSS: "!ready by {}, or game 1 is lost.",
    Due.LATE_MATCH_LOSS: "!ready by {}, or the match is lost.",
    Due.GONE_GAME_LOSS: "Back with !ready by {}, or the game is lost.",
    Due.GONE_MATCH_LOSS: "Back with !ready by {}, or the match is lost.",
    Due.PREGAME: "Your deck by {}, then !ready.",
    Due.SHUFFLE: "Your shuffle by {}, then !done.",
    Due.QUESTION: "Your answer, !yes or !no, by {}.",
}
"""The clocks that can run on one player, as that player is told of them."""

_RUNNING_ON_BOTH = {
    Due.AFTER_TIME: "!endturn or a result by {}, or a judge is called.",
    Due.UNANSWERED: "!confirm or !dispute by {}, or a judge is called.",
    Due.CONSENT: "!consent yes or !consent no by {}, or the match is drawn.",
}


def time(state: Tournament, who: Identity, now: datetime) -> str:
    """The asker's table and the clocks that run there, then the round."""
    match = state.match_of(who.id)
    own = f"{who.name}, {_table_time(state, match, who.id, now)} " if match is not None else ""
    return own + _round_time(state, now)


def _table_time(state: Tournament, match: Match, player: PersonId, now: datetime) -> str:
    head = f"table {match.table}"
    if match.is_over:
        return f"{head}: {score(state, match)} is final."
    if match.begun_at is None:
        return f"{head} waits for !begin; !ready counts already."
    found = sorted(of_match(match, state), key=lambda deadline: deadline.at)
    running = [line for deadline in found if (line := _running(match, deadline, player, now))]
    away = [f"{state.name_of(one)} is away, and no clock runs on that." for one in match.away_uncounted]
    return " ".join([f"{head}: {_left(match, now)}.", *running, *away])


def _left(match: Match, now: datetime) -> str:
    """How much is left, what was added, and what holds it up."""
    more = [f"{format_duration(match.extension)} of it extended"] if match.extension else []
    more += [f"{format_duration(match.credit)} given back for holds"] if match.credit else []
    added = f" ({', '.join(more)})" if more else ""
    if match.is_held:
        return f"held by a judge, clocks stand still{added}"
    if match.ends_at is None:
        return "no time limit"
    if match.time_called_at is not None or match.ends_at <= now:
        return f"time was called at {_at(match.ends_at)}{added}"
    return f"{format_duration(match.ends_at - now)} left, until {_at(match.ends_at)}{added}"


def _running(match: Match, deadline: Deadline, player: PersonId, now: datetime) -> str:
    """A deadline as this player is told of it; nothing for what is only the opponent's."""
    if deadline.player is not None:
        words = _RUNNING.get(deadline.due, "") if deadline.player == player else ""
    elif deadline.due is Due.UNANSWERED and match.claim is not None and match.claim.player == player:
        words = "Your report is answered by {}, or a judge is called."
    else:
        words = _RUNNING_ON_BOTH.get(deadline.due, "")
    return words.format(_by(deadline.at, now)) if words else ""


def _round_time(state: Tournament, now: datetime) -> str:
    current = state.round
    if state.is_over:
        return f"{state.name} is over."
    if current is None:
        return f"{state.name}: no round is paired yet. !status"
    head = f"Round {current.number}"
    if current.is_closed:
        return f"{head} is closed; the next one is not paired yet."
    if current.begun_at is None:
        return f"{head} is paired and has not begun. At your table: !ready"
    if current.held_since is not None:
        return f"{head} is held since {_at(current.held_since)}."
    if current.ends_at is None:
        return f"{head} has no time limit."
    if current.ends_at <= now:
        return f"{head}: time was called at {_at(current.ends_at)}."
    return f"{head}: {format_duration(current.ends_at - now)} left, until {_at(current.ends_at)}."


# --- the event and its tables ---


def status(state: Tournament, now: datetime, *, judge: bool = False) -> str:
    """The event, its round, the open tables and calls. How the queue is shown only a judge is told."""
    if state.is_over:
        how = "was stopped" if state.cancelled else "ended"
        return f"{state.name} {how} at {_at(state.ended_at or now)}. !penalties still shows yours."
    if state.round is None:
        return f"{state.name}: {' '.join(header(state))} {state.playing} registered, no round is paired yet. !register"
    return f"{state.name}, {_open_tables(state)} {_open_calls(state, judge)} {_round_time(state, now)}"


def _open_tables(state: Tournament) -> str:
    current, still = state.round, state.open_tables
    of = f" of {state.swiss_rounds}" if state.swiss_rounds and state.stage is Stage.SWISS else ""
    head = f"round {current.number if current else 0}{of}: "
    if not still:
        return f"{head}every table has its result."
    tables = DOT.join(f"{match.table} {score(state, match)}{_how(state, match)}" for match in still)
    return f"{head}{len(still)} of {len(state.matches)} tables open ({tables})."


def _how(state: Tournament, match: Match) -> str:
    """What a table waits for, when it does not just play."""
    if match.disputed:
        return f", disputed, call {match.disputed}"
    if match.is_held:
        return ", held"
    if match.claim is not None:
        return ", to be confirmed"
    if match.begun_at is None or match.both_here:
        return ""
    away = [
        _away(state, match, side) for side in match.sides if side.absence is not None or side.away_uncounted
    ]
    return f", {' and '.join(away)}" if away else ", not all here"


def _away(state: Tournament, match: Match, side: Side) -> str:
    """`bob gone until 12:26:00`, or that nothing counts it."""
    who = state.name_of(side.player)
    if side.absence is not None and side.absence.waits:
        return f"{who} waits for !reconnect {match.table}"
    if side.away_uncounted:
        return f"{who} away, no clock"
    losses = (Due.GONE_GAME_LOSS, Due.GONE_MATCH_LOSS)
    due = [d.at for d in of_match(match, state) if d.player == side.player and d.due in losses]
    return f"{who} gone until {_at(due[0])}" if due else f"{who} gone"


def _open_calls(state: Tournament, judge: bool) -> str:
    """Open calls and appeals; proposals are the judges' business and stand in their queue alone."""
    count, appeals = len(state.open_calls), sum(appeal.is_open for appeal in state.appeals.values())
    calls = f"{count} open call{'s' if count != 1 else ''}" if count else "No open calls"
    waiting = f", {appeals} open appeal{'s' if appeals != 1 else ''}" if appeals else ""
    return f"{calls}{waiting}{': !calls' if judge and (count or appeals) else ''}."


def pairings(state: Tournament) -> str:
    """All tables of the round."""
    if state.round is None:
        return f"{state.name}: no round is paired yet. !status"
    tables = DOT.join(
        f"{table} {score(state, match)}{' (final)' if match.is_over else _how(state, match)}"
        for table, match in sorted(state.matches.items())
    )
    out = [state.name_of(player) for player in state.round.sitting_out]
    free = [state.name_of(player) for player in state.round.byes]
    byes = f" Bye: {', '.join(free)}." if free else ""
    sitting = f" Sitting out: {', '.join(out)}." if out else ""
    return f"Round {state.round.number}: {tables}.{byes}{sitting} Yours: !pairing"


def pairing(state: Tournament, player: PersonId, name: str) -> str:
    """One player's table."""
    match = state.match_of(player)
    if match is None or state.round is None:
        entered = state.players.get(player)
        if entered is None:
            return f"{name} is not registered in {state.name}. !register"
        return f"{name} {_without_table(state, entered)}. !pairings"
    opponent = state.name_of(match.opponent_of(player))
    next_word = "The result is final." if match.is_over else "Time: !time"
    where = f"table {match.table} of round {match.round}"
    return f"{name} plays {opponent} at {where}: {score(state, match)}. {next_word}"


def _without_table(state: Tournament, entered: Player) -> str:
    if not entered.plays:
        return "is out of the event"
    has_bye = state.round is not None and entered.id in state.round.byes
    return "has the bye in this round" if has_bye else "sits this round out"


def calls(state: Tournament, now: datetime) -> str:
    """The judges' queue, with the open appeals."""
    waiting = [_call(state, call, now) for call in state.open_calls]
    return DOT.join([*(waiting or ["No open calls."]), *appeals(state)])


def for_the_head_judge(state: Tournament) -> list[str]:
    """Open appeals and proposed penalties, each with its next words; for officials alone."""
    return [*appeals(state), *proposals(state)]


def appeals(state: Tournament) -> list[str]:
    """The open appeals, each with its next words."""
    return [
        f"Appeal {appeal.number} of {appeal.of} by {state.name_of(appeal.by)}: "
        f"!uphold {appeal.number} or !overturn {appeal.number} <why>"
        for _, appeal in sorted(state.appeals.items())
        if appeal.is_open
    ]


def proposals(state: Tournament) -> list[str]:
    """The proposed penalties, each with its next words; for judges alone."""
    return [
        f"Penalty {penalty.number} for {state.name_of(penalty.player)} ({title(state.book, penalty.level)}): "
        f"!approve {penalty.number} or !dismiss {penalty.number}"
        for _, penalty in sorted(state.penalties.items())
        if penalty.status == "pending"
    ]


def _call(state: Tournament, call: JudgeCall, now: datetime) -> str:
    match = state.match_at(call.round, call.table)
    earlier = (
        f" of round {call.round}" if state.round is not None and call.round != state.round.number else ""
    )
    over = ", over" if match is not None and match.is_over else ""
    names = f" ({'-'.join(map(state.name_of, match.players))}{over})" if match else ""
    where = (
        f", table {call.table}{earlier}{names}" if call.table else f", {state.name_of(call.by)} at no table"
    )
    why = f': "{call.why}"' if call.why else ""
    ago = format_duration(max(now - call.at, ZERO))
    if call.claimed_by is not None:
        return f"Call {call.number}{where}, {ago} ago{why}, is with {state.name_of(call.claimed_by)}"
    return f"Call {call.number}{where}, {ago} ago{why} !claim {call.number}"


# --- penalties and rules ---


def penalties(
    state: Tournament, player: PersonId, name: str, asker: PersonId, *, in_public: bool = False
) -> str:
    """A player's penalties in this event, the latest first; one's own with what can be said to them.

    What was only proposed is shown to officials alone, neither to the player nor in the channel; and only they and the
    player see what is not public (0.7).
    """
    own = player == asker
    official = state.has_role(asker, *JUDGES, Role.COORDINATOR, Role.DIRECTOR)
    if not own and (in_public or not official) and not publishes(state.keys, "penalties"):
        also = "Ask me in private." if official else "Yours: !penalties"
        return f"Penalties of {state.name} are not public (0.7). {also}"
    everything = official and not own and not in_public
    found = [one for one in state.penalties_of(player)[::-1] if everything or one.status not in UNHEARD_OF]
    if not found:
        return f"{name} has no penalties in {state.name}."
    lines = [_penalty(state.book, penalty, own) for penalty in found[:_MOST_PENALTIES]]
    more = f"{DOT}and {len(found) - _MOST_PENALTIES} earlier" if len(found) > _MOST_PENALTIES else ""
    last = found[0]
    appealed = any(appeal.of == last.number for appeal in state.appeals.values())
    can_appeal = own and last.status == "standing" and not is_final(state, last.number) and not appealed
    return f"{name}: {DOT.join(lines)}{more}.{f' !appeal {last.number}' if can_appeal else ''}"


def _penalty(book: Rulebook, penalty: Penalty, own: bool) -> str:
    where = f"round {penalty.round}" + (f", table {penalty.table}" if penalty.table else "")
    due = f", due {_at(penalty.due_at)}" if own and penalty.due_at is not None else ""
    clock = ", by the clock" if own and penalty.automatic else ""
    return (
        f"{penalty.number} {title(book, penalty.level)} "
        f"({penalty.clause}, {where}{due}{clock}) {STATUS.get(penalty.status, penalty.status)}"
    )


STATUS = {
    "standing": "stands",
    "pending": "waits for the head judge",
    "overturned": "is overturned",
    "superseded": "has risen to a later one",
    "dismissed": "was not given",
}


def title(book: Rulebook, level: str) -> str:
    """The penalty as the rulebook calls it."""
    rung = next((rung for rung in book.ladder if rung.level.value == level), None)
    return rung.title if rung else level.replace("_", " ")


def rule(book: Rulebook, words: str) -> str:
    """What the rulebook says to a clause or to words, the nearest first."""
    found = book.find(words[:_LONGEST_SEARCH])
    if not found:
        return (
            f"no clause or infraction of {book.title} is like that. For instance: !rule 3.8, !rule slow play"
        )
    said = _rules(book, found[:_MOST_ROWS])
    others = [_name(item) for item in found[_MOST_ROWS : _MOST_ROWS + _MOST_NAMES]]
    return f"{said} See also: {', '.join(others)}" if others else said


def _rules(book: Rulebook, items: Sequence[Clause | Infraction]) -> str:
    """One after the other; a row and the clause it stands on as one, since they have the title in common."""
    if len(items) == 2 and isinstance(items[0], Infraction) and isinstance(items[1], Clause):
        row, clause = items[0], items[1]
        heading, colon, rest = clause.summary.partition(": ")
        if row.clause == clause.key and colon and heading.casefold() == row.title.casefold():
            return f"{_rule(book, row)}. {rest[:1].upper()}{rest[1:]}"
    return DOT.join(_rule(book, item) for item in items)


def _rule(book: Rulebook, item: Clause | Infraction) -> str:
    if isinstance(item, Clause):
        return f"{item.key}: {item.summary}"
    return f"{item.clause} {item.title}: {_levels(book, item)} ({item.key})"


def _name(item: Clause | Infraction) -> str:
    return f"!rule {item.key}"


def _levels(book: Rulebook, row: Infraction) -> str:
    """`Caution at REL 1 to 2, Warning at REL 3 to 5`, or one level for all."""
    if not row.depends_on_rel:
        return title(book, row.penalties[0].value) if row.penalties[0] is not Level.NONE else "no penalty"
    runs: list[list[int]] = []
    for rel, level in enumerate(row.penalties, 1):
        if runs and row.penalties[runs[-1][0] - 1] is level:
            runs[-1].append(rel)
        else:
            runs.append([rel])
    return ", ".join(
        f"{title(book, row.penalties[run[0] - 1].value)} at REL {run[0]}"
        + (f" to {run[-1]}" if len(run) > 1 else "")
        for run in runs
    )


# --- draws ---


def draw(book: Tournament | League, number: int) -> str:
    """How a draw of an event, or of the league outside events, came about, and how anybody can reckon it again."""
    where = book.name if isinstance(book, Tournament) else "The league"
    found = book.draws.get(number)
    if found is None:
        last = f"the last one is {book.last_draw}" if book.last_draw else "nothing was drawn yet"
        return f"{where} has no draw {number}; {last}."
    what, word, sides, count = _drawn(book, found)
    mixed = f', mixed with "{word}"' if word else ""
    outside = "" if isinstance(book, Tournament) else " outside any event"
    head = f"Draw {number}{outside}: {what} at {_at(found.at)}{mixed}."
    return f"{head} {_check(found.entropy, number, word, sides, count)}{_tally(book, found)}"


def _drawn(book: Tournament | League, found: Draw) -> tuple[str, str, int, int]:
    """What came out and for whom; the word, the faces of a die, and how many dice."""
    if isinstance(found, CoinFlipped):
        side = "heads" if found.heads else "tails"
        why = f" to decide table {found.decides} (2.3)" if found.decides else ""
        return f"{side}, flipped for {found.by_name}{why}", found.word, 2, 1
    if isinstance(found, DiceRolled):
        plus = f"{found.modifier:+}" if found.modifier else ""
        faces = " ".join([*map(str, found.faces), plus]).rstrip()
        total = sum(found.faces) + found.modifier
        said = f"{found.count}d{found.sides}{plus} is {total} ({faces}), rolled for {found.by_name}"
        return said, found.word, found.sides, found.count
    chooser = book.name_of(found.chooser) if isinstance(book, Tournament) else found.chooser
    return f"{chooser} chooses first at table {found.table} (2.4)", "", 2, 1


def _check(entropy: str, number: int, word: str, sides: int, count: int) -> str:
    """How to reckon it again, or why nobody can."""
    try:
        seed = bytes.fromhex(entropy)
    except ValueError:
        return f"It was given beforehand ({entropy}), as in a rehearsal."
    faces = " ".join(map(str, faces_from(seed, number=number, word=word, sides=sides, count=count)[:5]))
    return (
        f"To check: SHA-256 of {entropy}:{number}:0:{word} in numbers of 8 hex digits; "
        f"each one's remainder by {sides}, plus 1, is a face: {faces}{' …' if count > 5 else ''}."
    )


def _tally(book: Tournament | League, found: Draw) -> str:
    if not isinstance(found, CoinFlipped):
        return ""
    flips = [draw.heads for draw in book.draws.values() if isinstance(draw, CoinFlipped)]
    return f" So far {flips.count(True)} heads, {flips.count(False)} tails; face {HEADS} is heads."


# --- times ---


def _at(at: datetime) -> str:
    """A time of day, UTC."""
    utc = at.astimezone(UTC)
    return f"{utc.hour:02}:{utc.minute:02}:{utc.second:02}"


def _by(due_at: datetime, now: datetime) -> str:
    """A time to come, and what is left until then."""
    left = due_at - now
    return f"{_at(due_at)} ({format_duration(left)})" if left > timedelta(0) else _at(due_at)
