"""`floorjudge export`: the columns in their order, CSV that runs nothing, JSON that says what is not known."""

import csv
import io
import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.tabular import as_csv
from rules.standings import COLUMNS as STANDING_COLUMNS
from storage.reading import PENALTY_COLUMNS, RESULT_COLUMNS, RULING_COLUMNS, SCOREBOOK_COLUMNS
from storage.store import Store
from tests.storage.samples import an_event, page, url_of

COLUMNS = {
    "standings": STANDING_COLUMNS,
    "penalties": PENALTY_COLUMNS,
    "results": RESULT_COLUMNS,
    "rulings": RULING_COLUMNS,
    "scorebook": SCOREBOOK_COLUMNS,
    "report": PENALTY_COLUMNS,
}

UNCONFIRMED = (
    "floorjudge export: not confirmed by the head judge: Autumn Cup (after !end the head judge says "
    "!confirm)\n"
)


@pytest.fixture
async def config(tmp_path: Path) -> Path:
    """A configuration whose store holds one event."""
    url = url_of(tmp_path / "event.db")
    store = await Store.open(url)
    await store.append(page("1", 1, *an_event()))
    await store.close()
    path = tmp_path / "event.toml"
    path.write_text(f'[store]\nurl = "{url}"\n', encoding="utf-8")
    return path


def exported(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["export", *words]) == 0
    said = capsys.readouterr()
    assert said.err == (UNCONFIRMED if words[0] == "report" else "")
    return said.out


@pytest.mark.parametrize("what", COLUMNS)
def test_csv_and_json_have_the_columns_in_order(
    what: str, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = csv.DictReader(io.StringIO(exported(capsys, what, "--config", str(config))))
    rows = list(sheet)
    objects = json.loads(exported(capsys, what, "--format", "json", "--config", str(config)))
    assert sheet.fieldnames == list(COLUMNS[what])
    assert len(rows) == len(objects) > 0
    assert all(list(each) == list(COLUMNS[what]) for each in objects)


def test_one_tournament_can_be_named(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = exported(capsys, "penalties", "--tournament", "Autumn Cup", "--config", str(config))
    assert named == exported(capsys, "penalties", "--config", str(config))
    assert main(["export", "penalties", "--tournament", "Spring Cup", "--config", str(config)]) == 2
    assert capsys.readouterr().err == "floorjudge export: no tournament is called 'Spring Cup'\n"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_no_cell_is_taken_for_a_formula(text: str) -> None:
    (row,) = csv.DictReader(io.StringIO(as_csv(["player"], [{"player": text}]), newline=""))
    assert row["player"] == f"'{text}"


def test_a_number_below_zero_stays_a_number() -> None:
    assert as_csv(["points"], [{"points": -1}]) == "points\n-1\n"


def test_what_is_not_known_is_empty_and_a_flag_is_a_word() -> None:
    assert as_csv(["a", "b", "c"], [{"a": None, "b": True, "c": False}]) == "a,b,c\n,true,false\n"


def test_a_store_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(f'[store]\nurl = "{url_of(tmp_path / "none.db")}"\n', encoding="utf-8")
    assert main(["export", "results", "--config", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"floorjudge export: there is no store at {tmp_path / 'none.db'}\n"
    assert not (tmp_path / "none.db").exists()
