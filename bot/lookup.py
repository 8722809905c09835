"""The command `floorjudge penalty`: what a rulebook says of an infraction, without an event.

It asks the same `assess` that officiates and says the answer as a short paragraph, or as one JSON object.
What cannot be understood is one line on standard error and exit status 2.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from bot import books
from rules.infractions import Infraction, Level
from rules.penalties import Assessment, BadContext, UnknownGround, UnknownInfraction, assess
from rules.rulebook import Rulebook, RulebookError

_FLAGS = {
    "hj_decides": "The head judge decides what follows.",
    "hj_decides_about_waiting_player": "The head judge decides about the player who waited.",
}


class BadArgument(ValueError):
    """An argument that cannot be understood; the message names it and what was expected."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `floorjudge penalty` takes; `run` checks the values, so that a complaint is one line."""
    parser.add_argument("rulebook", metavar="RULEBOOK", help=f"one of: {', '.join(books.names())}")
    parser.add_argument("infraction", metavar="INFRACTION", help="its key, such as slow_play")
    parser.add_argument(
        "--rel", metavar="N", help="rules enforcement level; else that of the tournament type"
    )
    parser.add_argument("--prior", metavar="N", default="0", help="earlier infractions of the same kind")
    parser.add_argument("--upgrade", metavar="GROUND", action="append", default=[], help="may be repeated")
    parser.add_argument("--downgrade", metavar="GROUND", action="append", default=[], help="may be repeated")
    parser.add_argument(
        "--context",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a circumstance, such as phase=in_game or tournament_type=grandprix; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a sentence")


def run(args: Namespace) -> int:
    """Print what the rulebook says; 0 when it was said, 2 when the question made no sense."""
    try:
        book = books.load(args.rulebook)
        prior = _prior(args.prior)
        answer = assess(
            book,
            args.infraction,
            rel=_rel(args.rel, book),
            prior=prior,
            upgrades=args.upgrade,
            downgrades=args.downgrade,
            context=_context(args.context),
        )
    except (
        BadArgument,
        BadContext,
        RulebookError,
        UnknownGround,
        UnknownInfraction,
        books.UnknownRulebook,
    ) as error:
        print(f"floorjudge penalty: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(as_json(book, answer), ensure_ascii=False))
    else:
        print(as_paragraph(book, answer, prior))
    return 0


def as_json(book: Rulebook, answer: Assessment) -> dict[str, object]:
    """The answer as `--json` gives it."""
    return {
        "rulebook": book.name,
        "infraction": answer.infraction,
        "clause": answer.clause,
        "rel": answer.rel,
        "penalty": answer.penalty.value,
        "tracked": answer.tracked,
        "reportable": answer.reportable,
        "auto": answer.auto,
        "hj_required": answer.hj_required,
        "upgrade_pending": answer.upgrade_pending,
        "applies_to": answer.applies_to,
        "remedy": list(answer.remedy),
        "flag": answer.flag,
        "recommended": answer.recommended.value if answer.recommended else None,
        "suggest_review": answer.suggest_review,
        "rel_used": answer.rel_used,
        "override_rejected": answer.override_rejected,
        "log": answer.log,
    }


def as_paragraph(book: Rulebook, answer: Assessment, prior: int = 0) -> str:
    """The answer in sentences, the penalty first."""
    row = book.infraction(answer.infraction)
    parts = (
        _penalty(book, row, answer),
        _who(answer),
        _record(answer),
        _consequences(answer),
        _for_the_head_judge(book, row, answer, prior),
    )
    return " ".join(sentence for part in parts for sentence in part)


def _penalty(book: Rulebook, row: Infraction, answer: Assessment) -> Iterator[str]:
    rung = book.rung(answer.penalty)
    yield f"{row.title} ({answer.clause}) at REL {answer.rel}: {rung.title if rung else 'no penalty'}."
    if answer.applies_to == "recorded_only":
        yield "It is only recorded: no game or match of the event is left for it."
    elif answer.applies_to:
        yield f"It applies to: {_spaced(answer.applies_to)}."
    elif rung:
        yield f"{rung.effect[:1].upper()}{rung.effect[1:]}."


def _who(answer: Assessment) -> Iterator[str]:
    if answer.penalty is Level.NONE:
        return
    if answer.hj_required:
        yield "Only the head judge may give it."
    elif answer.auto:
        yield "The bot issues it by its clock; a judge can overturn it."
    else:
        yield "A judge gives it."


def _record(answer: Assessment) -> Iterator[str]:
    if answer.reportable:
        yield "It is recorded and reported to the league."
    elif answer.tracked:
        yield "It is recorded, and not reported to the league."
    elif answer.log:
        yield "It is noted in the event's log."


def _consequences(answer: Assessment) -> Iterator[str]:
    if answer.remedy:
        yield f"Besides: {', '.join(_spaced(word) for word in answer.remedy)}."
    if answer.override_rejected:
        yield f"Another REL cannot be chosen here, so REL {answer.rel} stands."


def _for_the_head_judge(book: Rulebook, row: Infraction, answer: Assessment, prior: int) -> Iterator[str]:
    if answer.flag:
        yield _FLAGS.get(answer.flag, f"Flag: {_spaced(answer.flag)}.")
    if answer.recommended and (rung := book.rung(answer.recommended)):
        yield f"Suggested: {rung.title}."
    if answer.upgrade_pending:
        yield "The upgrade waits for the head judge; until then the row stands."
    if answer.suggest_review:
        yield f"After {prior} earlier ones the head judge should take a look."
    if row.grounds and answer.tracked:
        yield f"The head judge may raise it a step for {_listed(sorted(row.grounds))}."


def _prior(text: str) -> int:
    if not _is_number(text):
        raise BadArgument(f"--prior: expected a number from 0 on, found {text!r}")
    return int(text)


def _rel(text: str | None, book: Rulebook) -> int | None:
    if text is None:
        return None
    if not _is_number(text):
        raise BadArgument(f"--rel: expected 1 to {book.policies.highest_rel}, found {text!r}")
    return int(text)


def _context(pairs: Sequence[str]) -> dict[str, object]:
    """Circumstances as given: `true` and `false` mean that, digits are a number, all else is a word."""
    context: dict[str, object] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not (key and equals):
            raise BadArgument(f"--context: expected KEY=VALUE, found {pair!r}")
        context[key] = _value(text)
    return context


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if _is_number(text.removeprefix("-")) else text


def _is_number(text: str) -> bool:
    """Digits and nothing else, and no more than anybody means."""
    return text.isascii() and text.isdigit() and len(text) <= 9


def _spaced(word: str) -> str:
    return word.replace("_", " ")


def _listed(words: Sequence[str]) -> str:
    """`a, b or c`, with blanks for underscores."""
    spaced = [_spaced(word) for word in words]
    return " or ".join(part for part in (", ".join(spaced[:-1]), spaced[-1]) if part)
