"""A registry of folds: which function takes up which kind of entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rules.entries import Entry

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])


class Folds(Generic[S]):
    """The functions that fold entries into one kind of state, by the class of the entry."""

    def __init__(self) -> None:
        self.by_class: dict[type[Entry], Callable[[S, Any], S]] = {}

    def __call__(self, *classes: type[Entry]) -> Callable[[F], F]:
        """Register the function below for these kinds of entry."""

        def register(function: F) -> F:
            for cls in classes:
                self.by_class[cls] = function
            return function

        return register
