"""The command line as an organiser meets it: in a process of its own, by its exit status and its words."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS, main
from storage.store import Store

ROOT = Path(__file__).parents[1]


def floorjudge(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-W", "error", "-m", "bot", *words]
    return subprocess.run(  # the words are this test's own
        command,
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def loaded_by(statement: str) -> set[str]:
    """The packages that are loaded after this statement, in a fresh process."""
    code = f"import sys\n{statement}\nprint('\\n' + ' '.join({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "COMMAND"),
        (["fly"], "fly"),
        (["rehearse"], "FILE"),
        (["export", "lunch"], "lunch"),
        (["export", "penalties", "--format", "pdf"], "pdf"),
        (["penalty", "ogaming", "dancing"], "dancing"),
        (["penalty", "chess", "slow_play"], "chess"),
        (["check-config", "--config", "nowhere.toml"], "nowhere.toml"),
        (["run", "--config", "nowhere.toml"], "nowhere.toml"),
        (["run", "--speed", "fast"], "--speed"),
        (["run", "--speed", "0"], "--speed"),
        (["rehearse", "nowhere.txt"], "nowhere.txt"),
        (["store"], "upgrade"),
        (["store", "backup"], "FILE"),
        (["standings"], "--results"),
        (["standings", "--results", "x.csv"], "x.csv"),
        (["rulebook", "show", "ogaming"], "rulebook"),
        (["verify", "--tournament", "x"], "verify"),
    ],
)
def test_what_cannot_be_used_is_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(words)
    except SystemExit as left:  # argparse leaves by itself
        status = left.code if isinstance(left.code, int) else 1
    said = capsys.readouterr()
    assert status == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("floorjudge")
    assert says in said.err


def test_help_lists_every_command() -> None:
    done = floorjudge("--help")
    assert done.returncode == 0
    able = {name for name, command in COMMANDS.items() if command.module is not None}
    assert able <= {line.split()[0] for line in done.stdout.splitlines() if line.startswith("    ")}


def test_python_dash_m_bot_is_floorjudge() -> None:
    done = floorjudge("penalty", "ogaming", "slow_play", "--rel", "3", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["penalty"] == "warning"
    assert done.stderr == ""


def test_a_look_up_loads_no_database_and_no_network() -> None:
    loaded = loaded_by("from bot.__main__ import main\nmain(['penalty', 'ogaming', 'slow_play'])")
    assert not loaded & {"sqlalchemy", "discord", "irc", "apscheduler", "alembic"}


def test_what_is_not_wanted_is_not_loaded() -> None:
    given = "tests/transcripts/given/T-001.txt"
    loaded = loaded_by(f"from bot.__main__ import main\nmain(['rehearse', '{given}'])")
    assert "sqlalchemy" in loaded
    assert "discord" not in loaded
    assert "discord" not in loaded_by("import bot.service")


def test_a_reader_that_has_seen_enough_is_no_fault(tmp_path: Path) -> None:
    reader = subprocess.run(
        f"{sys.executable} -m bot rehearse tests/transcripts/given/T-00*.txt | head -1",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert reader.stderr == ""
    assert reader.stdout.count("\n") == 1


def test_the_example_configuration_is_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-config", "--config", str(ROOT / "config.example.toml")]) == 0
    assert "127.0.0.1:6667" in capsys.readouterr().out


def test_a_wrong_key_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text("[irc]\nports = 1\n", encoding="utf-8")
    assert main(["check-config", "--config", str(path)]) == 2
    said = capsys.readouterr().err
    assert "wrong.toml" in said
    assert "irc.ports" in said


def test_a_secret_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sasl.toml"
    path.write_text('[irc]\nsasl_user = "judge"\n', encoding="utf-8")
    assert main(["check-config", "--config", str(path)]) == 2
    assert "irc.sasl_password_file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[house_rules]\nlate_game_loss = "20m"\nlate_match_loss = "5m"\n', "house_rules: late_match_loss"),
        ('[store]\nurl = "mysql://host/x"\n', "only SQLite"),
        ('[store]\nurl = ""\n', "sqlite+aiosqlite:///FILE"),
        ('[store]\nurl = "sqlite+aiosqlite:////no/such/folder/x.db"\n', "store.url"),
    ],
)
def test_what_the_service_could_not_use_is_found_before_the_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, named: str
) -> None:
    path = tmp_path / "event.toml"
    path.write_text(text, encoding="utf-8")
    for command in ("check-config", "run"):
        assert main([command, "--config", str(path)]) == 2
        said = capsys.readouterr().err
        assert named in said
        assert said.count("\n") == 1


def test_discord_without_a_token_is_told_how_to_get_one_before_anything_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, store = tmp_path / "discord.toml", tmp_path / "event.db"
    path.write_text(
        f'[store]\nurl = "sqlite+aiosqlite:///{store}"\n[discord]\nenabled = true\n', encoding="utf-8"
    )
    for command in ("check-config", "run"):
        assert main([command, "--config", str(path)]) == 2
        said = capsys.readouterr().err
        assert "discord.token_file" in said
        assert "https://discord.com/developers/applications" in said
        assert said.count("\n") == 1
    assert not store.exists()


def test_a_store_is_made_checked_and_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f'[store]\nurl = "sqlite+aiosqlite:///{tmp_path / "event.db"}"\n', encoding="utf-8")
    config = ["--config", str(path)]
    assert main(["store", "check", *config]) == 2
    assert "no store" in capsys.readouterr().err
    assert main(["store", "upgrade", *config]) == 0
    assert main(["store", "check", *config]) == 0
    assert "all is well" in capsys.readouterr().out
    copy = tmp_path / "copy.db"
    assert main(["store", "backup", str(copy), *config]) == 0
    assert copy.exists()
    assert main(["store", "backup", str(copy), *config]) == 2
    assert "never overwrites" in capsys.readouterr().err


async def test_a_service_is_alive_while_it_notes_that_it_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'event.db'}"
    path = tmp_path / "config.toml"
    path.write_text(f'[store]\nurl = "{url}"\n', encoding="utf-8")
    alive = ["store", "alive", "--config", str(path)]
    assert main(alive) == 2
    store = await Store.open(url)
    assert main(alive) == 1
    await store.beat(
        datetime.now(UTC)
    )  # it sees; that alone says nothing about now, for rule time may run faster
    await store.flush()
    assert main(alive) == 1
    await store.note_alive(datetime.now(UTC) - timedelta(minutes=2))
    await store.flush()
    assert main(alive) == 1
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[2].split(",")[0].split(";")[0] for line in said[1:]] == [
        "no service has run yet",
        "no service has run yet",
        "no service runs",
    ]
    await store.note_alive(datetime.now(UTC))
    await store.close()
    assert main(alive) == 0
    assert capsys.readouterr().err == ""
