"""The switch FLOORJUDGE_REQUIRE_SERVERS: in CI a skipped test is a failed one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REQUIRE_SERVERS, SERVERS

ROOT = Path(__file__).parents[1]

SKIPS_ITSELF = 'import pytest\ndef test_it() -> None:\n    pytest.skip("no server here")\n'
SKIPS_ITS_MODULE = 'import pytest\npytest.skip("no server here", allow_module_level=True)\n'


def printed_by_pytest(folder: Path, **environ: str) -> str:
    """Run the two samples with our conftest in a pytest of its own; gives what it printed."""
    (folder / "test_sample.py").write_text(SKIPS_ITSELF, encoding="utf-8")
    (folder / "test_module.py").write_text(SKIPS_ITS_MODULE, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-ra", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command.append("--continue-on-collection-errors")
    inherited = {name: value for name, value in os.environ.items() if name != REQUIRE_SERVERS}
    run = subprocess.run(
        [*command, "-c", str(folder / "pytest.ini"), str(folder)],
        cwd=ROOT,
        env=inherited | environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return run.stdout


def test_a_skip_is_a_skip_with_its_reason_shown(tmp_path: Path) -> None:
    printed = printed_by_pytest(tmp_path)
    assert "2 skipped" in printed
    assert printed.count("no server here") == 2


def test_where_servers_are_required_a_skip_is_a_failure(tmp_path: Path) -> None:
    printed = printed_by_pytest(tmp_path, **{REQUIRE_SERVERS: "1"})
    assert "1 failed, 1 error" in printed.splitlines()[-1]
    assert printed.count(f"{REQUIRE_SERVERS} is set, so nothing may be skipped. no server here") >= 2


def test_every_marker_of_a_server_is_declared(pytestconfig: pytest.Config) -> None:
    declared = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert set(SERVERS) <= declared
