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
    MaxPenaltyTime = {penalty}
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
    """The server; `ping` seconds of silence bring a PING, and as many more the end.

    `is_shipped`: it holds back who says much, as it does when it is installed; else nobody.
    """

    def __init__(self, folder: Path, *, ping: int = 60, is_shipped: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        config = folder / "ngircd.conf"
        config.write_text(
            CONFIG.format(port=self.port, ping=ping, penalty=-1 if is_shipped else 0), encoding="utf-8"
        )
        super().__init__(["ngircd", "-n", "-f", str(config)], folder, lambda printed: is_open(self.port))
