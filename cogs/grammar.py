"""The text grammar: how the words after a command become the arguments of its method.

A command's signature is its grammar. `form_of` reads the signature once, at start, and picks a reader for
each parameter by its type: a number, a name, a score, a choice, the rest of the line. What has a default may
be left out; words that do not fit are a `Misfit`, answered with one example. Where a network has fields for the
parts of a command, each is read from its own text alone: what stands in one can never be taken for another.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any, TypeGuard, Union, get_args, get_origin, get_type_hints

from cogs.fields import Field, fields_of
from cogs.readers import (
    ALONE,
    READERS,
    Against,
    InfractionKey,
    Life,
    Mixed,
    Pair,
    Perhaps,
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
    """One parameter of a command: how it is read, and what it is when it is left out.

    `fields` are the parts that it is filled in by, where a network has fields, and `read_alone` reads those.
    """

    name: str
    label: str
    read: Reader
    read_alone: Reader
    required: bool
    fields: tuple[Field, ...]
    default: object = None
    takes_rest: bool = False  # whatever is left of the line

    def is_in(self, options: Mapping[str, str]) -> bool:
        """Whether something was filled in for it."""
        return any(options.get(field.name, "").strip() for field in self.fields)

    def read_fields(self, options: Mapping[str, str], finder: Finder) -> object:
        """What its fields give. Raises Misfit, which names the field, and what `finder` raises."""
        if not self.is_in(options):
            if self.required:
                raise Misfit(f"{self.fields[0].title} is needed")
            return self.default
        texts = [options.get(field.name, "").strip() for field in self.fields]
        for field, text in zip(self.fields, texts, strict=True):
            if not text:
                raise Misfit(f"{field.title} is needed too")
            if len(texts) > 1 and len(text.split()) > 1:
                raise Misfit(f"{field.title}: one word is enough")
        title = " and ".join(field.title for field in self.fields)
        words = Words(" ".join(texts))
        try:
            value = self.read_alone(words, finder)
        except Misfit as misfit:
            raise Misfit(f"{title}: {misfit.reason or 'that does not fit'}", meant=True) from None
        if words:
            raise Misfit(f"{title}: nothing else belongs there", meant=True)
        return value


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

    def read_each(self, options: Mapping[str, str], finder: Finder, text: str = "") -> dict[str, Any]:
        """The arguments that these fields give, each from its own text alone; `text` is read for the others.

        Raises Misfit, which names the field, and what `finder` raises.
        """
        known = {field.name for field in self.fields}
        for name in options:
            if name not in known:
                raise Misfit(f"{name[:30]} is no part of it")
        left = tuple(slot for slot in self.slots if not slot.is_in(options))
        arguments = Form(left).read(text, finder) if text else {}
        for slot in self.slots:
            if slot.name not in arguments:
                arguments[slot.name] = slot.read_fields(options, finder)
        return arguments

    @property
    def fields(self) -> tuple[Field, ...]:
        """All that can be filled in, in the order of the words."""
        return tuple(field for slot in self.slots for field in slot.fields)

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
    alone = ALONE.get(hint, reader)
    if hint is InfractionKey and not required:
        reader = alone = known_infraction  # left out where the words name no row
    default = None if required else parameter.default
    label = _label(parameter.name.replace("_", " "), hint, required)
    return Slot(
        name=parameter.name,
        label=label,
        read=reader,
        read_alone=alone,
        required=required,
        fields=fields_of(parameter.name, hint, required=required),
        default=default,
        takes_rest=hint in (Text, Mixed, Perhaps),
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
