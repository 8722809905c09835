"""Rows of plain values as text: CSV for a spreadsheet, JSON for a program.

In CSV nothing is empty but what is not known, a percentage has six decimals, and no cell is taken for a formula.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""What a cell must not begin with, or a spreadsheet would run it."""


def as_json(rows: Sequence[Row]) -> str:
    """A list of objects, one a line so that a person can look into it."""
    objects = (json.dumps(row, ensure_ascii=False) for row in rows)
    return "[" + ",\n ".join(objects) + "]\n"


def as_csv(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """A header line and a line for each row. A cell that a spreadsheet would run gets an apostrophe before it."""
    lines = [columns, *([_cell(row[column]) for column in columns] for row in rows)]
    return "".join(map(_line, lines))


def _line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)  # ends in CR LF, and so quotes a cell that holds either
    return out.getvalue().removesuffix("\r\n") + "\n"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6f}"
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    text = str(value)
    # Players choose their names and what they write; a file that is opened must not run any of it.
    return f"'{text}" if text.startswith(FORMULA_SIGNS) and not isinstance(value, int | float) else text
