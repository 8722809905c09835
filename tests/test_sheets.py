"""Pairings from a file and results to one: a league that pairs elsewhere."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.sheets import LARGEST
from rules.acts import PairByHand
from tests.fake_office import Room, begun, opened, pid
from tests.service import EVERYBODY, OPENING, Service, running

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


async def answers(text: str, name: str = "r.csv") -> tuple[Room, list[str]]:
    """What the coordinator is answered who has this file paired."""
    room = Room(*opened())
    room.office.sheets[name] = text
    await room.say("birch", f"!pair {name}")
    return room, room.office.texts


BOTH = PairByHand(by=pid("birch"), pairs=((pid("alice"), pid("bob")), (pid("carol"), pid("dave"))))


@pytest.mark.parametrize(
    "text",
    [
        "table,player1,player2\n1,alice,bob\n2,carol,dave\n",
        "table,player1,player2\r\n2,carol,dave\r\n1,alice,bob\r\n",
        "player1,player2\nalice,bob\n\ncarol,dave",
        "Table;Player1;Player2\n1; alice ;bob\n2;carol;dave\n",
        'round,table,player1,player2,wins1\n1,1,"alice",bob,\n1,2,carol,dave\n',
    ],
)
async def test_a_file_pairs_as_its_lines_by_hand(text: str) -> None:
    room, said = await answers(text)
    assert said == []
    assert room.office.acts == [BOTH]


@pytest.mark.parametrize(
    ("lines", "complaints"),
    [
        ("1,alice,zoe", ["line 2: Nobody here is called zoe."]),
        ("1,alice,wren", ["line 2: wren is not registered."]),
        (
            "1,alice,",
            ["line 2: a table needs two players; leave out the line of who has no opponent."],
        ),
        ("1,alice", ["line 2: a table needs two players; leave out the line of who has no opponent."]),
        ("1,alice,alice", ["line 2: alice cannot play alice."]),
        ("one,alice,bob", ['line 2: a table is a number from 1 on, found "one".']),
        (",alice,bob", ['line 2: a table is a number from 1 on, found "".']),
        ("1,alice,bob\n1,carol,dave", ["line 3: table 1 stands in line 2 already."]),
        ("1,alice,bob\n3,carol,dave", ["tables go from 1 on without a gap, and there is no table 2."]),
        ("1,alice,bob\n\n2,carol,bob", ["line 4: bob sits in line 2 already."]),
        (
            "1,alice,zoe\n2,carol,yan",
            ["line 2: Nobody here is called zoe.", "line 3: Nobody here is called yan."],
        ),
        ("", ["it has no pairings."]),
    ],
)
async def test_each_bad_line_is_named_and_nothing_is_paired(lines: str, complaints: list[str]) -> None:
    room, said = await answers(f"table,player1,player2\n{lines}\n")
    mark = ["r.csv, " if each.startswith("line") else "r.csv: " for each in complaints]
    assert said == [f"Nothing is paired. {' '.join(map(''.join, zip(mark, complaints, strict=True)))}"]
    assert room.office.acts == []


async def test_what_is_no_such_file_is_said() -> None:
    _, said = await answers("alice,bob\ncarol,dave\n")
    assert said == [
        "Nothing is paired. r.csv, line 1: the columns are table,player1,player2 (table may be missing)."
    ]
    _, said = await answers('player1,player2\nalice,"bob\ncarol,dave\n')
    assert len(said) == 1
    assert said[0].startswith("Nothing is paired. r.csv, line 3: this is no CSV")


async def test_of_very_many_bad_lines_some_are_named() -> None:
    _, (said,) = await answers("player1,player2\n" + "zoe,yan\n" * 500)
    assert said.count("r.csv, line") == 8
    assert said.endswith(" What follows was not read.")


async def test_a_file_is_for_organisers_and_names_no_folder() -> None:
    room = Room(*begun())
    room.office.sheets["r.csv"] = "player1,player2\nalice,bob\n"
    await room.say("alice", "!pair r.csv")
    assert room.office.texts == ["alice, that is for coordinator, head_judge."]
    for name in ("../r.csv", "/r.csv", ".r.csv", "r.csv.txt", "a/r.csv"):
        await room.say("birch", f"!pair {name}")
    assert room.office.acts_of_command == []
    assert all(text.startswith("birch, ") for text in room.office.texts[1:])


# --- with a store and a folder ---


async def paired_by(service: Service, data: bytes | None) -> list[str]:
    folder = service.folder / "pairings"
    folder.mkdir(exist_ok=True)
    if data is not None:
        (folder / "round1.csv").write_bytes(data)
    return await service.say("tc", "!pair round1.csv")


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (None, "There is no round1.csv in the folder of pairings (store.pairings)."),
        (b"player1,player2\nalice,b\xf6b\n", "round1.csv, line 2: this is not UTF-8."),
        (b"x" * (LARGEST + 1), f"round1.csv is too long: more than {LARGEST} bytes."),
    ],
)
async def test_a_file_that_cannot_be_had_is_said(tmp_path: Path, data: bytes | None, answer: str) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(OPENING, "1 alice: !register", "2 bob: !register")
        assert await paired_by(service, data) == [answer]
        assert service.state.round is None


async def test_the_round_trip_of_the_readme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pairings in, a match played, results out while the other one is open."""
    [sheet] = re.findall(r"```csv\n(.*?)```", README, flags=re.DOTALL)
    [(command, exported)] = re.findall(
        r"\$ floorjudge (export results .*?)\n(.*?)```", README, flags=re.DOTALL
    )
    async with running(Service(tmp_path, people=(*EVERYBODY, "carol", "dave"))) as service:
        await service.play(
            OPENING, *(f"{n} {who}: !register" for n, who in enumerate(("alice", "bob", "carol", "dave")))
        )
        said = await paired_by(service, b"\xef\xbb\xbf" + sheet.encode())
        assert said[:1] == [
            "Round 1 is paired: 1 alice-dave · 2 bob-carol. !ready counts from now on; the clock starts with !begin."
        ]
        await service.play("60 tc: !begin", "70 alice: !ready", "80 dave: !ready", "90 alice: !ready")
        await service.play("90 dave: !ready", "91 dave: !lost", "92 dave: !report 0-2")
        config = tmp_path / "floorjudge.toml"
        config.write_text(f'[store]\nurl = "{service.store.url}"\n', encoding="utf-8")
        words = [*command.split('"')[0].split(), command.split('"')[1], "--config", str(config)]
        capsys.readouterr()
        assert await asyncio.to_thread(main, words) == 0
        assert capsys.readouterr().out == exported
