"""Penalties: what a row of the rulebook comes to in given circumstances.

How it works. `assess` looks up the row, finds the REL, lets the first fitting case of the row speak, adds one
step for each ground that the head judge has approved, and says who may issue the result and what it applies
to. It decides nothing about a match: the core asks it, and writes down what it answers.

Why so. A judge, a clock and the command line must get the same answer from the same row; and what the head
judge alone may decide (7.1) has to be visible in the answer, not in whoever asks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.infractions import Case, Infraction, Level, Phase
from rules.rulebook import Rulebook, UnknownInfraction

__all__ = [
    "Assessment",
    "BadContext",
    "Level",
    "UnknownGround",
    "UnknownInfraction",
    "assess",
    "assess_as",
    "raised",
    "steps_between",
]

_NOTHING_KNOWN: Mapping[str, object] = MappingProxyType({})

_LADDERS: tuple[tuple[Level, ...], ...] = (
    (
        Level.NONE,
        Level.CAUTION,
        Level.WARNING,
        Level.GAME_LOSS,
        Level.MATCH_LOSS,
        Level.DISQUALIFICATION,
    ),
    (Level.NONE, Level.POINTS, Level.YELLOW_CARD, Level.RED_CARD, Level.DOUBLE_RED_CARD),
)


class UnknownGround(LookupError):
    """The row does not name this ground for an upgrade or downgrade; `grounds` are those it names."""

    def __init__(self, infraction: str, ground: str, direction: str, grounds: Sequence[str]) -> None:
        self.ground = ground
        self.grounds = tuple(grounds)
        named = "it names " + ", ".join(grounds) if grounds else "it names none"
        super().__init__(f"{infraction} has no {direction} ground {ground!r}; {named}")


class BadContext(ValueError):
    """A circumstance that bears on the penalty makes no sense; the message names it and what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """What the rulebook says to an infraction in its circumstances.

    `hj_required`: this level is the head judge's alone. `upgrade_pending`: grounds were named that the head
    judge has not approved, so the level is still that of the row. `suggest_review`: enough earlier ones for
    the head judge to look. `log`: to be written down, even where no penalty follows. `rel` and `rel_used` are
    one number; `override_rejected` says that another was asked for.
    """

    infraction: str
    clause: str
    rel: int
    penalty: Level
    tracked: bool
    reportable: bool
    auto: bool
    hj_required: bool
    upgrade_pending: bool
    suggest_review: bool
    applies_to: str | None
    remedy: tuple[str, ...]
    flag: str | None
    recommended: Level | None
    rel_used: int
    override_rejected: bool
    log: bool


def assess(
    book: Rulebook,
    infraction_key: str,
    *,
    rel: int | None,
    prior: int = 0,
    upgrades: Sequence[str] = (),
    downgrades: Sequence[str] = (),
    context: Mapping[str, object] = _NOTHING_KNOWN,
) -> Assessment:
    """Say what the rulebook says.

    `rel` None takes it from `context["tournament_type"]`, else from the book's ordinary kind of tournament.
    `prior` counts earlier recorded infractions of the same kind; in books without a repeat rule it only
    suggests a look. A ground given counts as approved unless the context says `hj_approved=False`, and may be
    given several times, a step each (OG-R13).

    Raises UnknownInfraction, UnknownGround for a ground that this row does not name, BadContext.
    """
    row = book.infraction(infraction_key)
    _check_grounds(row, upgrades, "upgrade", row.grounds)
    _check_grounds(row, downgrades, "downgrade", row.downgrade_grounds)
    phase, approved = _phase(context), _flag(context, "hj_approved", default=True)
    rel_used, rejected = _rel(book, rel, context)
    case = row.case_for(context) or Case()
    base = case.penalty or row.penalty_at(rel_used)
    shift = len(upgrades) - len(downgrades) if approved else 0
    level = raised(base, shift, cap=book.policies.ground_cap)
    rung = book.rung(level)
    by_head_judge = row.hj_required if case.hj_required is None else case.hj_required
    by_clock = row.auto if case.auto is None else case.auto
    return Assessment(
        infraction=row.key,
        clause=row.clause_as(infraction_key),
        rel=rel_used,
        penalty=level,
        tracked=rung is not None and rung.tracked,
        reportable=rung is not None and rung.reported,
        auto=by_clock and level is base and level is not Level.NONE,
        hj_required=by_head_judge or level is not base,
        upgrade_pending=bool(upgrades or downgrades) and not approved,
        suggest_review=rung is not None and prior >= book.policies.review_from_prior,
        applies_to=book.target(level, phase),
        remedy=case.remedy if case.remedy is not None else row.remedy if rung else (),
        flag=case.flag or row.flag,
        recommended=row.recommended,
        rel_used=rel_used,
        override_rejected=rejected,
        log=rung is not None or case.log,
    )


def assess_as(book: Rulebook, assessment: Assessment, level: Level, phase: Phase | None = None) -> Assessment:
    """The same infraction at a level that a judge names; another than the row's is the head judge's (7.1).

    Raises BadContext for a level that the book's ladder does not have.
    """
    rung = book.rung(level)
    if rung is None:
        known = ", ".join(rung.level for rung in book.ladder)
        raise BadContext(f"{book.name} has no penalty {level}; it has {known}")
    return replace(
        assessment,
        penalty=level,
        tracked=rung.tracked,
        reportable=rung.reported,
        auto=assessment.auto and level is assessment.penalty,
        hj_required=assessment.hj_required or level is not assessment.penalty,
        applies_to=book.target(level, phase),
        log=True,
    )


def steps_between(level_a: Level, level_b: Level) -> int:
    """How many steps `level_b` is above `level_a`, negative below. Raises ValueError across ladders."""
    for ladder in _LADDERS:
        if level_a in ladder and level_b in ladder:
            return ladder.index(level_b) - ladder.index(level_a)
    raise ValueError(f"{level_a} and {level_b} are not steps of one ladder")


def raised(level: Level, steps: int, *, cap: Level = Level.MATCH_LOSS) -> Level:
    """A level some steps up its ladder (down if negative), never past `cap`.

    No penalty stays no penalty, and what is above the cap by itself stays there: grounds never reach a
    disqualification (OG-R13).
    """
    if level is Level.NONE or steps == 0:
        return level
    ladder = next(ladder for ladder in _LADDERS if level in ladder)
    index = ladder.index(level)
    highest = max(index, ladder.index(cap)) if cap in ladder else len(ladder) - 1
    return ladder[max(0, min(index + steps, highest))]


def _check_grounds(row: Infraction, given: Sequence[str], direction: str, named: frozenset[str]) -> None:
    for ground in given:
        if ground not in named:
            raise UnknownGround(row.key, ground, direction, sorted(named))


def _phase(context: Mapping[str, object]) -> Phase | None:
    value = context.get("phase")
    if value is None:
        return None
    try:
        return Phase(str(value))
    except ValueError:
        raise BadContext(f"phase: expected one of {', '.join(Phase)}, found {value!r}") from None


def _flag(context: Mapping[str, object], key: str, *, default: bool) -> bool:
    value = context.get(key, default)
    if not isinstance(value, bool):
        raise BadContext(f"{key}: expected true or false, found {value!r}")
    return value


def _rel(book: Rulebook, rel: int | None, context: Mapping[str, object]) -> tuple[int, bool]:
    """The REL that counts, and whether the coordinator's wish for another one is refused (OG-R12)."""
    highest = book.policies.highest_rel
    if rel is not None and not 1 <= rel <= highest:
        raise BadContext(f"rel: expected 1 to {highest}, found {rel}")
    named = context.get("tournament_type")
    kind = book.kind(str(named)) if named is not None else book.kinds[book.policies.default_kind]
    if rel is None and kind is None:
        raise BadContext(f"tournament_type: expected one of {', '.join(book.kind_rel)}, found {named!r}")
    ordinary = rel if rel is not None else kind.rel if kind else 1
    wished = context.get("tc_rel_override")
    if wished is None:
        return ordinary, False
    if not isinstance(wished, int) or isinstance(wished, bool):
        raise BadContext(f"tc_rel_override: expected 1 to {highest}, found {wished!r}")
    announced_late = str(context.get("override_announced", "")).startswith("after")
    allowed = kind is not None and kind.free_rel and not announced_late and 1 <= wished <= highest
    return (wished, False) if allowed else (ordinary, True)
