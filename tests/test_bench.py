"""The bench runs: every part measures and prints its lines. How fast it is, is not for a test to say."""

import json

import pytest

from tests.bench.__main__ import main


def test_every_part_of_the_bench_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tiny", "--json"]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {figure["part"] for figure in figures} == {
        "R1",
        "R2",
        "R3",
        "T1",
        "T3",
        "P1",
        "O1",
        "O2",
        "O3",
        "D1",
        "C1",
        "Memory",
        "M1",
    }
    assert all(figure["ours"] > 0 for figure in figures)


def test_a_part_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["r9"])
    assert ended.value.code == 2
    assert "there is no part r9" in capsys.readouterr().err
