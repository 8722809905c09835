"""The text grammar: how the words after a command become the arguments of its method.

A command's signature is its grammar. `form_of` reads the signature once, at start, and picks a reader for
each parameter by its type: a number, a name, a score, a choice, the rest of the line. What has a default may
be left out; words that do not fit are a `Misfit`, answered with one example.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any, TypeGuard, Union, get_args, get_origin, get_type_hints

from cogs.readers import (
    READERS,
    Against,
    InfractionKey,
    Life,
    Mixed,
    Pair,
    Raise,
    RoundTable,
    Score,
    SheetName,
    TableOrAll,
    TableTime,
    Text,
    Throw,
    choice,
    known_infraction,
)
from cogs.words import Finder, Misfit, Reader, Somebody, Words

_LABELS: Mapping[object, str] = {
    Text: "{}",
    Score: "2-1[-1]",
    Life: "12 7",
    Throw: "NdM[±K]",
    TableOrAll: "table|all",
    RoundTable: "[round.]table",
    TableTime: "table minutes",
    Against: "vs nick",
    tuple[Pair, ...]: "nick nick, nick nick, …",
    SheetName: "file.csv",
    Mapping[str, str]: "key=value …",
    timedelta: "minutes",
    Somebody: "nick",
    InfractionKey: "infraction",
    Raise: "level|ground",
}

_AS_TYPED = {Score, Life}  # these labels are examples and need no angle brackets


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One parameter of a command: how it is read, and what it is when it is left out."""

    name: str
    label: str
    read: Reader
    required: bool
    default: object = None
    takes_rest: bool = False  # whatever is left of the line


@dataclass(frozen=True, slots=True)
class Form:
    """The grammar of one command."""

    slots: tuple[Slot, ...]

    def read(self, text: str, finder: Finder) -> dict[str, Any]:
        """The arguments that these words give. Raises Misfit, and what `finder` raises."""
        if not text and not self.slots:
            return {}
        words = Words(text)
        arguments: dict[str, Any] = {}
        reason = ""
        for slot in self.slots:
            mark = words.mark()
            if not words and not slot.required:
                arguments[slot.name] = slot.default
                continue
            try:
                arguments[slot.name] = slot.read(words, finder)
            except Misfit as misfit:
                if slot.required or misfit.meant:
                    raise
                reason = misfit.reason
                words.back_to(mark)
                arguments[slot.name] = slot.default
        if words:
            raise Misfit(reason)
        return arguments

    def is_prose(self, arguments: Mapping[str, Any]) -> bool:
        """Whether all that was given are free words, which might be left out: `back in 5 minutes`."""
        given = [slot for slot in self.slots if arguments[slot.name] != slot.default]
        return bool(given) and given[0].takes_rest and not given[0].required

    @property
    def usage(self) -> str:
        """As in help: `<nick> <infraction> [level] [why]`."""
        return " ".join(slot.label for slot in self.slots)


def form_of(function: Callable[..., object]) -> Form:
    """Read the signature of a command's method. Raises TypeError for a type that no words can give."""
    hints = get_type_hints(function)
    parameters = list(inspect.signature(function).parameters.values())[2:]  # after self and the call
    return Form(tuple(_slot(parameter, hints[parameter.name]) for parameter in parameters))


def _slot(parameter: inspect.Parameter, hint: object) -> Slot:
    if get_origin(hint) in (types.UnionType, Union):
        hint = next(part for part in get_args(hint) if part is not type(None))
    required = parameter.default is parameter.empty
    reader = choice(hint) if _is_choice(hint) else READERS.get(hint)
    if reader is None:
        raise TypeError(f"no words can give {parameter.name}: {hint}")
    if hint is InfractionKey and not required:
        reader = known_infraction  # left out where the words name no row
    default = None if required else parameter.default
    label = _label(parameter.name.replace("_", " "), hint, required)
    return Slot(
        name=parameter.name,
        label=label,
        read=reader,
        required=required,
        default=default,
        takes_rest=hint in (Text, Mixed),
    )


def _is_choice(hint: object) -> TypeGuard[type[StrEnum]]:
    return isinstance(hint, type) and issubclass(hint, StrEnum)


def _label(name: str, hint: object, required: bool) -> str:
    if _is_choice(hint):
        bare = "|".join(member.value for member in hint)
        return bare if required else f"[{bare}]"
    label = _LABELS.get(hint, name).format(name)
    if not required:
        return f"[{label}]"
    return label if hint in _AS_TYPED else f"<{label}>"
