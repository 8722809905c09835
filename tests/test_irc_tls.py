"""TLS: the certificate of the IRC server is checked, and a server without TLS does not hold us up."""

import shutil
import ssl
import subprocess
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.config import Irc
from tests.irclab.ear import HASTE, official, until
from tests.irclab.scripted import scripted_server


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost that signs itself, with its key in the same file."""
    if shutil.which("openssl") is None:
        pytest.skip("not installed: openssl (Debian: apt-get install openssl)")
    folder = tmp_path_factory.mktemp("tls")
    key, cert, both = folder / "key.pem", folder / "cert.pem", folder / "both.pem"
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
            ),
            *("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(cert)),
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )
    both.write_bytes(key.read_bytes() + cert.read_bytes())
    return both


def serving(certificate: Path) -> ssl.SSLContext:
    """What a server with this certificate needs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


async def test_a_trusted_server_is_talked_to(certificate: Path) -> None:
    trusting = ssl.create_default_context(cafile=certificate)
    async with scripted_server(serving(certificate)) as server:
        settings = Irc(host="localhost", port=server.port, tls=True, embedded=False)
        async with official(server.port, settings=settings, tls=trusting) as bot:
            guest = await server.guest()
            await guest.settle("alice")
            assert [person.nick for person in (await bot.sees()).present] == ["alice"]
            await bot.say("hello")
            await guest.tells("^PRIVMSG #tournament :hello$")


async def test_a_server_that_nobody_vouches_for_is_told_nothing(
    certificate: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with scripted_server(serving(certificate)) as server:
        settings = Irc(host="localhost", port=server.port, tls=True, embedded=False)
        async with official(server.port, settings=settings) as bot:
            await until(lambda: caplog.text.count("away: ") >= 2)
            assert not bot.gateway.connected.is_set()
    assert "certificate verify failed" in caplog.text


async def test_a_server_without_tls_is_given_up_in_time(caplog: pytest.LogCaptureFixture) -> None:
    patience = replace(HASTE, connect=timedelta(milliseconds=200))
    async with scripted_server() as server:
        settings = Irc(port=server.port, tls=True, embedded=False)
        async with official(server.port, patience, settings) as bot:
            await until(lambda: caplog.text.count("away: ") >= 2)
            assert not bot.gateway.connected.is_set()
    assert "no answer in time" in caplog.text
