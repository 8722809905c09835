"""The bench runs: every part measures and prints its lines. How fast it is, is not for a test to say."""

import json

import pytest

from tests.bench.__main__ import PARTS, main

FIGURES = {
    "r1": {"R1"},
    "r2": {"R2", "R3"},
    "t1": {"T1"},
    "t3": {"T3"},
    "p1": {"P1"},
    "o1": {"O1", "O2"},
    "o3": {"O3"},
    "d1": {"D1"},
    "c1": {"C1"},
    "memory": {"Memory"},
    "m1": {"M1"},
}


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_bench_prints_its_figures(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tiny", "--json", part]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {figure["part"] for figure in figures} == FIGURES[part]
    assert all(figure["ours"] > 0 for figure in figures)


def test_a_part_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["r9"])
    assert ended.value.code == 2
    assert "there is no part r9" in capsys.readouterr().err
