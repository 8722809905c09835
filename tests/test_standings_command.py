"""`floorjudge standings`: from a file of results alone, and one clear line for what cannot be used."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from bot.__main__ import main

HEADER = "round,player1,player2,wins1,wins2,draws\n"
FIVE = HEADER + "1,P1,P2,2,0,0\n1,P3,P4,2,1,0\n1,P5,,2,0,0\n2,P1,P3,2,1,0\n2,P5,P2,1,2,0\n2,P4,,2,0,0\n"
"""Two rounds of SW-002."""


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "results.csv"


def told(sheet: Path, text: str | bytes, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is printed for a file that can be used."""
    sheet.write_bytes(text if isinstance(text, bytes) else text.encode())
    status = main(["standings", "--results", str(sheet), *words])
    said = capsys.readouterr()
    assert (status, said.err) == (0, "")
    return said.out


def test_csv_has_six_decimals_and_shares_ranks(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = told(sheet, HEADER + "1,zoe,ann,2,0,0\n1,bea,eve,2,0,0\n", capsys)
    assert out.splitlines() == [
        "rank,player,points,omw,gw,ogw",
        "1,bea,3,0.330000,1.000000,0.330000",
        "1,zoe,3,0.330000,1.000000,0.330000",
        "3,ann,0,1.000000,0.330000,1.000000",
        "3,eve,0,1.000000,0.330000,1.000000",
    ]


def test_json_is_a_list_of_the_same(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    objects = json.loads(told(sheet, FIVE, capsys, "--json"))
    rows = list(csv.DictReader(io.StringIO(told(sheet, FIVE, capsys))))
    assert [row["player"] for row in rows] == [one["player"] for one in objects]
    assert objects[0] == {
        "rank": 1,
        "player": "P1",
        "points": 6,
        "omw": 0.5,
        "gw": 0.8,
        "ogw": 0.45,
    }


EXPORTED = (
    "tournament,round,table,player1,player2,wins1,wins2,draws,outcome,how,state,finished_at\n"
    "Cup,1,1,'-ann-,bob,1,1,0,player2,coin_flip,final,2026-03-01T12:30:00Z\n"
    "Cup,1,2,cyd,dan,,,,,,open,\n"
    "Cup,1,3,eve,,2,0,0,bye,games,final,2026-03-01T12:00:00Z\n"
    "Cup,2,1,eve,bob,3,1,0,player1,games,final,2026-03-01T14:00:00Z\n"
)


def test_what_is_exported_can_be_read_back(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = told(sheet, EXPORTED, capsys, "--rounds", "1")
    assert [line.split(",")[:3] for line in out.splitlines()[1:]] == [
        ["1", "eve", "3"],
        ["2", "bob", "3"],
        ["3", "'-ann-", "0"],
    ]


def test_a_file_from_a_spreadsheet_is_read(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = b"\xef\xbb\xbf" + FIVE.replace("\n", "\r\n").encode() + b"\r\n"
    assert told(sheet, text, capsys) == told(sheet, FIVE, capsys)


def test_the_order_of_lines_does_not_matter(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head, *lines = FIVE.splitlines(keepends=True)
    assert told(sheet, "".join([head, *lines[::-1]]), capsys) == told(sheet, FIVE, capsys)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        (HEADER, "holds no result"),
        ("round,player1,player2,wins1,wins2,draws,prize\n", "line 1: there is no column 'prize'"),
        ("round;player1;player2\n", "line 1: there is no column 'round;player1;player2'"),
        ("round,player1,player2,wins1,wins2\n", "line 1: the column draws is missing"),
        ("round,round,player1,player2,wins1,wins2,draws\n", "line 1: the column round is there twice"),
        (HEADER + "1,a,b,2,0\n", "line 2: 5 cells, and 6 columns are named"),
        (HEADER + "0,a,b,2,0,0\n", "line 2: round: expected 1 to 999, found '0'"),
        (HEADER + "one,a,b,2,0,0\n", "line 2: round: expected 1 to 999, found 'one'"),
        (HEADER + "1,,b,2,0,0\n", "line 2: player1 is empty"),
        (HEADER + "1,a,A,2,0,0\n", "line 2: 'a' plays against 'A'"),
        (HEADER + "1,a,b,2,0,0\n1,c,a,2,0,0\n", "line 3: 'a' is in round 1 twice, on line 2 as well"),
        (HEADER + "1,a,b,2,0,0\n1,a,,2,0,0\n", "line 3: 'a' is in round 1 twice, on line 2 as well"),
        (HEADER + "1,ann,b,2,0,0\n2,Ann,b,2,0,0\n", "line 3: 'Ann' is spelt 'ann' on line 2"),
        (HEADER + "1,a,b,3,0,0\n", "line 2: wins1: expected 0 to 2, found '3'"),
        (HEADER + "1,a,b,2,-1,0\n", "line 2: wins2: expected 0 to 2, found '-1'"),
        (HEADER + "1,a,b,2,,0\n", "line 2: wins2: expected 0 to 2, found ''"),
        (HEADER + "1,a,b,2,2,0\n", "line 2: 2-2 is no match of three games"),
        (HEADER + "1,a,b,2,0,10\n", "line 2: draws: expected 0 to 9, found '10'"),
        (HEADER + "1,a,b,2,0,²\n", "line 2: draws: expected 0 to 9"),
        (HEADER + "1,a,,2,1,0\n", "line 2: 2-1-0 for a bye"),
        (HEADER + '1,"a,b,2,0,0\n', "line 2: this is no CSV"),
        (HEADER.encode() + b"1,a,b,2,0,0\n1,\xe9ve,c,2,0,0\n", "line 3: this is not UTF-8"),
        (FIVE.encode("utf-16"), "line 1: this is not UTF-8"),
        (HEADER.replace("draws", "draws,outcome") + "1,a,b,2,0,0,won\n", "line 2: outcome: expected one of"),
        (HEADER.replace("draws", "draws,outcome") + "1,a,b,2,0,0,bye\n", "line 2: outcome: a bye leaves"),
        (
            HEADER.replace("draws", "draws,outcome") + "1,a,b,2,0,0,player2\n",
            "line 2: outcome: player2 with 2-0",
        ),
        (HEADER.replace("draws", "draws,outcome") + "1,a,,2,0,0,draw\n", "line 2: outcome: draw needs"),
        (
            HEADER.replace("draws", "draws,tournament") + "1,a,b,2,0,0,x\n1,a,b,2,0,0,y\n",
            "line 3: results of 'y' after those of 'x'; export one event with --tournament",
        ),
    ],
)
def test_what_cannot_be_used_is_one_line_that_names_file_and_line(
    sheet: Path, text: str | bytes, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["standings", "--results", str(sheet)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"floorjudge standings: {sheet} {says}")
    assert said.err.count("\n") == 1


def test_a_file_that_is_not_there_is_named(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (sheet, sheet.parent):
        assert main(["standings", "--results", str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"floorjudge standings: {path} cannot be read: ")


def test_rounds_is_a_number(sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.write_text(FIVE)
    with pytest.raises(SystemExit) as left:
        main(["standings", "--results", str(sheet), "--rounds", "two"])
    assert left.value.code == 2
    assert "--rounds" in capsys.readouterr().err
