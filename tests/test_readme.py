"""What the README claims is true: its session, its transcript, its examples and its table are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.rehearsal.player import rehearse
from cogs.everything import every_command
from cogs.help import table

README = (Path(__file__).parent.parent / "README.md").read_text()
BLOCKS: list[tuple[str, str]] = re.findall(r"```(\w*)\n(.*?)```", README, flags=re.DOTALL)


def _block(opening: str) -> str:
    found = [text for language, text in BLOCKS if language == opening or text.startswith(opening)]
    assert len(found) == 1
    return found[0]


async def test_the_transcript_holds(tmp_path: Path) -> None:
    file = tmp_path / "readme.txt"
    file.write_text(_block("transcript"))
    outcome = await rehearse(file)
    assert outcome.failures == []


async def test_the_session_goes_as_shown(tmp_path: Path) -> None:
    """Played second by second; the bot's lines must come, whatever times of day they name."""
    lines = ["staff: coordinator=tc head_judge=hj judge=judge", "draws: 2", ""]
    for second, line in enumerate(_block("< tc>").strip().splitlines()):
        said = re.fullmatch(r"< (\w+)> (.*)", line)
        if said is not None:
            at = f"19:59:{second:02}"
            lines.append(f"{at} <{said[1]}> {said[2]}")
        else:
            words = re.sub(
                r"\d\d:\d\d:\d\d( \(\d+:\d\d\))?|\(\d+:\d\d\)", "*", line.removeprefix("<@FloorJudge> ")
            )
            lines.append(f"{at} = {words}")
    file = tmp_path / "session.txt"
    file.write_text("\n".join(lines) + "\n")
    outcome = await rehearse(file)
    assert outcome.failures == []


def test_the_penalty_is_what_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    command, *answer = _block("$ floorjudge penalty").strip().splitlines()
    assert main(command.removeprefix("$ floorjudge ").split()) == 0
    assert capsys.readouterr().out.split() == " ".join(answer).split()


def test_the_table_of_words_is_that_of_the_commands() -> None:
    assert table(every_command()).strip() in README


def test_the_command_line_is_the_one_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    for line in _block("floorjudge run").strip().splitlines():
        with pytest.raises(SystemExit) as ended:
            main([*line.removeprefix("floorjudge ").split()[:1], "--help"])
        assert ended.value.code == 0
        assert line.split()[1] in capsys.readouterr().out


@pytest.mark.parametrize("name", ["make run", "make test", "make bench"])
def test_the_make_targets_are_there(name: str) -> None:
    makefile = (Path(__file__).parent.parent / "Makefile").read_text()
    assert name in README
    assert re.search(rf"^{name.split()[1]}:", makefile, flags=re.MULTILINE)
