"""The frame: locks, package, image and set-up say what is there."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
RUN_LOCK = ROOT / "requirements-run.lock"
PACKAGES = ["bot", "cogs", "rules", "storage"]
FLOORJUDGE = Path(sys.executable).with_name("floorjudge")
# What building leaves behind is no part of a package.
LEFTOVERS = shutil.ignore_patterns("__pycache__")


def pins(lock: Path) -> dict[str, list[str]]:
    """The pinned requirements of a lock, each with its hashes."""
    entries = re.split(r"\n(?=[a-z0-9])", lock.read_text(encoding="utf-8"))
    return {
        entry.partition(" ")[0]: re.findall(r"--hash=sha256:([0-9a-f]{64})", entry)
        for entry in entries
        if not entry.startswith("#")
    }


def dockerfile() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile in order: word and the rest, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", " ", re.sub(r"(?m)^\s*#.*\n", "", text)).splitlines()
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines if line.strip()]


def instruction(word: str) -> str:
    """What the Dockerfile's last instruction of that word says; only the last one counts."""
    return [rest for each, rest in dockerfile() if each == word][-1]


@pytest.mark.parametrize("lock", [LOCK, RUN_LOCK], ids=lambda lock: lock.name)
def test_a_lock_pins_and_hashes_everything_and_names_no_host(lock: Path) -> None:
    assert not re.search(r"https?:|--(extra-)?index-url|--find-links", lock.read_text(encoding="utf-8"))
    assert len(pins(lock)) > 20
    for pin, hashes in pins(lock).items():
        assert re.fullmatch(r"[a-z0-9][a-z0-9._-]*(\[[a-z0-9,-]+\])?==\S+", pin)
        assert hashes, pin


def test_the_image_gets_a_part_of_what_was_tested() -> None:
    everything, image = pins(LOCK), pins(RUN_LOCK)
    assert image.items() < everything.items()
    names = {pin.partition("==")[0] for pin in image}
    assert {"irc", "sqlalchemy", "setuptools"} <= names
    assert not {"pytest", "mypy", "ruff", "hypothesis"} & names


def test_the_lock_holds_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tools = [each for each in project["dependency-groups"]["dev"] if isinstance(each, str)]
    asked = project["project"]["dependencies"] + project["dependency-groups"]["build"] + tools
    names = {re.split(r"[\[<>=]", each)[0].replace(".", "-") for each in asked}
    assert names <= {pin.partition("==")[0] for pin in pins(LOCK)}


def test_every_path_that_the_image_copies_exists() -> None:
    copied = [rest.split()[:-1] for word, rest in dockerfile() if word == "COPY"]
    sources = [source for each in copied for source in each]
    assert set(PACKAGES) < set(sources)
    assert [source for source in sources if not (ROOT / source).exists()] == []


def test_the_image_runs_without_root_keeps_the_store_and_stops_politely() -> None:
    words = [word for word, _ in dockerfile()]
    assert instruction("USER") not in {"root", "0"}
    assert words.index("USER") < words.index("CMD")
    assert instruction("FROM").endswith("-slim")
    assert instruction("VOLUME") == instruction("WORKDIR")
    assert instruction("STOPSIGNAL") == "SIGTERM"


@pytest.mark.parametrize("word", ["CMD", "HEALTHCHECK"])
def test_what_the_image_starts_is_a_command_of_ours(word: str) -> None:
    command = json.loads(re.sub(r"^.*?(?=\[)", "", instruction(word)))
    assert command[0] == "floorjudge"
    run = subprocess.run(
        [FLOORJUDGE, *command[1:], "--help"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert " ".join(command) in run.stdout


def test_the_built_package_holds_every_file(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    for name in ["pyproject.toml", "README.md", "LICENSE"]:
        shutil.copy(ROOT / name, source / name)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=LEFTOVERS)
    there = {
        path.relative_to(source).as_posix()
        for package in PACKAGES
        for path in (source / package).rglob("*")
        if path.is_file()
    }
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", target, source], check=True, timeout=120, capture_output=True)
    (wheel,) = target.glob("*.whl")
    assert there - set(zipfile.ZipFile(wheel).namelist()) == set()


@pytest.mark.parametrize(
    ("answer", "missing"),
    [
        ("3.10", "Missing: Python 3.11 or newer"),
        ("no venv", "Missing: the venv module of Python (Debian: apt-get install python3-venv)"),
    ],
)
def test_set_up_says_in_one_line_what_is_missing(tmp_path: Path, answer: str, missing: str) -> None:
    python = tmp_path / "python"
    refused = "version_info" if answer == "3.10" else "ensurepip"
    python.write_text(
        f'#!/bin/sh\ncase "$*" in *{refused}*) exit 1;; --version) echo Python 3.10.1;; esac\n',
        encoding="utf-8",
    )
    python.chmod(0o755)
    said = complaint_of_setup(tmp_path, str(python))
    assert said[0].startswith(missing)
    # Make adds a line of its own about the target that failed.
    assert len(said) == 2


def test_set_up_says_that_python_is_missing(tmp_path: Path) -> None:
    said = complaint_of_setup(tmp_path, "python-that-is-not-here")
    assert said[0].startswith("Missing: python3")
    assert len(said) == 2


def complaint_of_setup(tmp_path: Path, python: str) -> list[str]:
    """What `make setup` with that Python prints when it cannot; nothing is set up."""
    target = tmp_path / "venv"
    run = subprocess.run(
        ["make", "setup", f"PYTHON={python}", f"VENV={target}"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode != 0
    assert not target.exists()
    return run.stderr.splitlines()
