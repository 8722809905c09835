"""Figures: what a part has measured, beside its floor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

Measures = Mapping[str, float]
"""What one run of one program has measured, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the report. Without a floor there is nothing to compare with, and `ratio` is None.

    `at_most` is the ratio aimed at, `cap` the value aimed at, in the same unit; None: none.
    """

    part: str
    what: str
    unit: str
    ours: float
    floor: float | None = None
    ratio: float | None = None
    at_most: float | None = None
    cap: float | None = None

    @property
    def is_met(self) -> bool | None:
        """Whether what was aimed at is reached; None when nothing was."""
        aims = [(self.ratio, self.at_most), (self.ours, self.cap)]
        given = [value <= aim for value, aim in aims if value is not None and aim is not None]
        return all(given) if given else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The rounds of one part: in each, what the product and what its floor has measured."""

    part: str
    ours: Sequence[Measures]
    floor: Sequence[Measures]

    def figure(
        self, name: str, what: str, unit: str, *, at_most: float | None = None, cap: float | None = None
    ) -> Figure:
        """The figure of this measure: medians over the rounds, the ratio taken round by round."""
        pairs = [(ours[name], floor[name]) for ours, floor in zip(self.ours, self.floor, strict=True)]
        return Figure(
            part=self.part,
            what=what,
            unit=unit,
            ours=median(ours for ours, _ in pairs),
            floor=median(floor for _, floor in pairs),
            ratio=median(ours / floor for ours, floor in pairs),
            at_most=at_most,
            cap=cap,
        )


def alone(
    part: str, rounds: Sequence[Measures], name: str, what: str, unit: str, cap: float | None = None
) -> Figure:
    """The figure of a measure that has no floor."""
    return Figure(part=part, what=what, unit=unit, ours=median(each[name] for each in rounds), cap=cap)


def percentile(values: Iterable[float], percent: float) -> float:
    """The value that so many percent of these do not exceed. Raises ValueError when there are none."""
    ranked = sorted(values)
    if not ranked:
        raise ValueError("no values")
    return ranked[round((len(ranked) - 1) * percent / 100)]


def line(figure: Figure) -> str:
    """The figure in one line, as the report shows it."""
    words = [f"{figure.part:<7}{figure.what:<52}{_value(figure.ours, figure.unit):>12}"]
    if figure.floor is not None and figure.ratio is not None:
        words.append(f"floor {_value(figure.floor, figure.unit):>11}   x {figure.ratio:5.2f}")
    aims = [f"x {figure.at_most:g}"] if figure.at_most is not None else []
    aims += [_value(figure.cap, figure.unit)] if figure.cap is not None else []
    if aims:
        words.append(f"(aim {', '.join(aims)}: {'met' if figure.is_met else 'missed'})")
    return "   ".join(words)


def _value(value: float, unit: str) -> str:
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 3
    return f"{value:.{digits}f} {unit}".rstrip()
