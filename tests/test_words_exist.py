"""Whatever the bot tells somebody to say next can be said: no sentence names a word that is not declared."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.everything import every_command

ROOT = Path(__file__).parent.parent
SPEAKING = sorted([*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/*.py"), *ROOT.glob("rules/*.py")])
DECLARED = {word for command in every_command() for word in command.words}


def _sentences(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize("file", SPEAKING, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_word_that_is_named_is_declared(file: Path) -> None:
    named = {word for text in _sentences(file) for word in re.findall(r"(?<![\w!])!([a-z]{2,})", text)}
    assert named - DECLARED - {"word"} == set()
