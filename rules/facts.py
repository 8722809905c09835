"""Facts: how one frozen value becomes the next.

`replace` does what `dataclasses.replace` does, in a fraction of the time: a round in which ten thousand things fall
due in one second makes a hundred thousand copies, and the standard one reads the class anew for each. Where nothing
is different, the fact itself comes back and nothing is copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # So that the types of the changes are checked, as those of the standard one are.
    from dataclasses import replace
else:
    from collections.abc import Callable
    from dataclasses import dataclass, fields
    from itertools import repeat
    from operator import attrgetter, call
    from typing import Any, TypeVar

    Fact = TypeVar("Fact")
    Setter = Callable[[Any, Any], None]

    @dataclass(frozen=True, slots=True, kw_only=True)
    class _Shape:
        """How facts of a class are read and written: all fields at once, and each by its name."""

        read: Callable[[Any], tuple[Any, ...]]
        setters: tuple[Setter, ...]
        by_name: dict[str, Setter]

    _SHAPES: dict[type[Any], _Shape] = {}

    def replace(fact: Fact, /, **changes: Any) -> Fact:
        """This fact with these fields changed. Raises TypeError for a field that it has not."""
        cls = type(fact)
        shape = _SHAPES.get(cls) or _shape(cls)
        for name, value in changes.items():
            if getattr(fact, name, shape) is not value:
                break
        else:
            return fact
        copy = object.__new__(cls)
        any(map(call, shape.setters, repeat(copy), shape.read(fact)))  # each returns None: all are called
        for name, value in changes.items():
            if name not in shape.by_name:
                raise TypeError(f"{cls.__name__} has no field {name}")
            shape.by_name[name](copy, value)
        return copy

    def _shape(cls: type[Any]) -> _Shape:
        names = tuple(field.name for field in fields(cls))
        # A slot's own setter; the frozen class's __setattr__ refuses.
        setters = {name: getattr(cls, name).__set__ for name in names}
        shape = _Shape(read=attrgetter(*names), setters=tuple(setters.values()), by_name=setters)
        return _SHAPES.setdefault(cls, shape)


__all__ = ["replace"]
