"""Penalties: every known O-Gaming case by its id, and what the cases do not show."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot import books
from rules.penalties import (
    assess,
)

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "oracle" / "penalties.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
OGAMING = books.load("ogaming")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_known_case(case: dict[str, Any]) -> None:
    found = assess(
        OGAMING,
        case["infraction"],
        rel=case["rel"],
        prior=case["prior_count"],
        upgrades=case["upgrade"],
        downgrades=case["downgrade"],
        context=case["context"],
    )
    shown = {
        key: list(value) if isinstance(value := getattr(found, key), tuple) else value
        for key in case["expect"]
    }
    assert shown == case["expect"]
