"""What all tests share: the servers that a marker asks for, and the switch that lets nothing be skipped."""

import os
import shutil
from collections.abc import Generator

import pytest

# Debian's packages and their programs are named alike; the programs lie where only root's path leads.
SERVERS = {"ngircd": ["ngircd"], "inspircd": ["inspircd", "anope"]}
SERVER_PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])

# Set where everything is installed, as in CI: a skipped test is then a hole in the net, and fails.
REQUIRE_SERVERS = "FLOORJUDGE_REQUIRE_SERVERS"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose marker asks for a server that is not installed here."""
    needed = [name for marker, names in SERVERS.items() if item.get_closest_marker(marker) for name in names]
    missing = [name for name in needed if shutil.which(name, path=SERVER_PATH) is None]
    if missing:
        pytest.skip(f"not installed: {' '.join(missing)} (Debian: apt-get install {' '.join(missing)})")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failed one where nothing may be missing."""
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a module that skips itself as a whole."""
    report = yield
    _refuse_skip(report)
    return report


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    # pytest reports an expected failure as skipped too, but such a test has run
    if not report.skipped or not os.environ.get(REQUIRE_SERVERS) or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = (
        f"{REQUIRE_SERVERS} is set, so nothing may be skipped. {str(reason).removeprefix('Skipped: ')}"
    )
