"""A real ngircd: no accounts, no tags, CASEMAPPING=ascii, and a lone CR ends a line."""

from pathlib import Path

from tests.irclab.processes import ServerProcess, free_port, is_open

CONFIG = """
[Global]
    Name = ng.test.invalid
    Info = a server of tests
    AdminInfo1 = tests
    AdminEMail = tests@example.invalid
    Listen = 127.0.0.1
    Ports = {port}
    MotdPhrase = hello
[Limits]
    MaxConnections = 0
    MaxConnectionsIP = 0
    MaxJoins = 0
    MaxNickLength = 20
    PingTimeout = {ping}
    PongTimeout = {ping}
    MaxPenaltyTime = 0
[Options]
    Ident = no
    DNS = no
    PAM = no
    IncludeDir =
[Operator]
    Name = oper
    Password = operpass
"""


class Ngircd(ServerProcess):
    """The server; `ping` seconds of silence bring a PING, and as many more the end."""

    def __init__(self, folder: Path, *, ping: int = 60) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        config = folder / "ngircd.conf"
        config.write_text(CONFIG.format(port=self.port, ping=ping), encoding="utf-8")
        super().__init__(["ngircd", "-n", "-f", str(config)], folder, lambda printed: is_open(self.port))
