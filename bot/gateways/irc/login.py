"""From an open connection to the end of the welcome: capabilities, SASL, a nick that is free.

The server offers (CAP LS), we ask for what we can use, and log in to services if that is configured. What the
server does not offer is done without; a password that services refuse is an organiser's business, and no
reason to stay away.
"""

import asyncio
import base64
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from bot.gateways.irc.heard import Heard
from bot.gateways.irc.isupport import ServerWays
from bot.gateways.irc.nicks import alternates

log = logging.getLogger(__name__)

OPENING = "CAP LS 302"
_WANTED = frozenset(
    (
        *("account-notify", "account-tag", "batch", "cap-notify", "chghost"),
        *("extended-join", "message-tags", "multi-prefix", "server-time"),
    )
)
_SHOWS_ACCOUNTS = frozenset({"account-notify", "account-tag", "extended-join"})
_CHUNK = 400
"""Characters of one AUTHENTICATE; one that is full says that another follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """Who we are to services."""

    user: str
    password: str = field(repr=False)

    def plain(self) -> str:
        """The answer of SASL PLAIN (RFC 4616), in base64."""
        return base64.b64encode(f"{self.user}\0{self.user}\0{self.password}".encode()).decode()


class Login:
    """One login; after the end of the welcome capabilities may still come and go."""

    def __init__(
        self,
        send: Callable[[str], None],
        *,
        nick: str,
        credentials: Credentials | None,
        sasl_within: timedelta,
        welcomed: Callable[[], None],
    ) -> None:
        """`welcomed` is called once, at the end of the welcome."""
        self._send = send
        self._welcomed = welcomed
        self._credentials = credentials
        self._sasl_within = sasl_within
        self._sasl_timer: asyncio.TimerHandle | None = None
        self._alternates = alternates(nick)
        self._offered: dict[str, str] = {}
        self._asked: set[str] = set()
        self._has_tried_sasl = False
        self._wanted_nick = nick
        self.nick = nick
        self.ways = ServerWays()
        self.version = ""
        """The server's software, as it calls itself."""
        self.capabilities: set[str] = set()
        self.is_welcome = False
        self.is_complete = False
        self.welcome_tags: Mapping[str, str] = {}
        self.handlers: dict[str, Callable[[Heard], None]] = {
            "cap": self._cap,
            "authenticate": self._authenticate,
            "loggedin": self._logged_in,
            "saslsuccess": self._sasl_over,
            **dict.fromkeys(("nicklocked", "saslfail", "sasltoolong", "saslaborted"), self._sasl_failed),
            "saslalready": self._sasl_over,
            "welcome": self._welcome,
            "myinfo": self._myinfo,
            "featurelist": lambda heard: self.ways.learn(heard.words[:-1]),
            **dict.fromkeys(("endofmotd", "nomotd"), self._complete),
            **dict.fromkeys(
                ("nicknameinuse", "erroneusnickname", "nickcollision", "unavailresource"), self._nick_refused
            ),
        }

    @property
    def shows_accounts(self) -> bool:
        """Whether the server shows who is logged in to services."""
        return bool(self.capabilities & _SHOWS_ACCOUNTS)

    @property
    def wanted_nick(self) -> str:
        """The nick we would like, as far as the server lets nicks be that long."""
        return self._wanted_nick[: self.ways.nick_length] if self.is_complete else self._wanted_nick

    # Capabilities.

    def _cap(self, heard: Heard) -> None:
        match heard.word(0).upper():
            case "LS" | "NEW" as verb:
                offered = dict(_name_and_value(item) for item in heard.words[-1].split())
                self._offered |= offered
                if not (verb == "LS" and heard.word(1) == "*"):  # "*": another line of the list follows
                    self._ask(self._useful())
            case "ACK":
                self._granted(heard.words[-1].split())
            case "NAK":
                self._refused(heard.words[-1].split())
            case "DEL":
                self.capabilities.difference_update(heard.words[-1].split())

    def _useful(self) -> frozenset[str]:
        names = _WANTED & self._offered.keys()
        mechanisms = self._offered.get("sasl")
        if self._credentials is None:
            return names
        if mechanisms is None:
            log.warning("the server offers no SASL now (are services down?); going on without an account")
            return names
        return names | {"sasl"} if not mechanisms or "PLAIN" in mechanisms.upper().split(",") else names

    def _ask(self, names: frozenset[str]) -> None:
        fresh = names - self.capabilities - self._asked
        if fresh:
            self._asked |= fresh
            self._send(f"CAP REQ :{' '.join(sorted(fresh))}")
        elif not self._asked:
            self._negotiated()

    def _granted(self, names: list[str]) -> None:
        for name in names:
            bare = name.lstrip("-~=")
            self._asked.discard(bare)
            if name.startswith("-"):
                self.capabilities.discard(bare)
            else:
                self.capabilities.add(bare)
        if not self._asked:
            self._negotiated()

    def _refused(self, names: list[str]) -> None:
        """One that is refused takes all of its request with it: ask for each alone."""
        self._asked.difference_update(names)
        if len(names) > 1:
            self._asked.update(names)
            for name in names:
                self._send(f"CAP REQ :{name}")
        elif not self._asked:
            self._negotiated()

    def _negotiated(self) -> None:
        if self._credentials is not None and "sasl" in self.capabilities and not self._has_tried_sasl:
            self._has_tried_sasl = True
            self._sasl_timer = asyncio.get_running_loop().call_later(
                self._sasl_within.total_seconds(), self._sasl_too_late
            )
            self._send("AUTHENTICATE PLAIN")
        else:
            self._end()

    def _end(self) -> None:
        if not self.is_welcome:
            self._send("CAP END")

    # SASL.

    def _authenticate(self, heard: Heard) -> None:
        # The parameter, not the line: InspIRCd sends `AUTHENTICATE :+`.
        if self._credentials is None or heard.target != "+":
            return
        answer = self._credentials.plain()
        for start in range(0, len(answer) + 1, _CHUNK):
            self._send(f"AUTHENTICATE {answer[start : start + _CHUNK] or '+'}")

    def _logged_in(self, heard: Heard) -> None:
        log.info("logged in to services as %s", heard.word(1))

    def _sasl_failed(self, heard: Heard) -> None:
        log.error("services did not log us in (%s); going on without an account", " ".join(heard.words))
        self._sasl_over(heard)

    def _sasl_over(self, heard: Heard | None = None) -> None:
        if self._sasl_timer is not None:
            self._sasl_timer.cancel()
            self._sasl_timer = None
            self._end()

    def _sasl_too_late(self) -> None:
        log.warning("services do not answer; going on without an account")
        self._sasl_over()

    # Nick and welcome.

    def _nick_refused(self, heard: Heard) -> None:
        if not self.is_welcome:
            self.nick = next(self._alternates)
            log.warning("our nick is refused (%s); trying %s", " ".join(heard.words), self.nick)
            self._send(f"NICK {self.nick}")

    def _welcome(self, heard: Heard) -> None:
        self.is_welcome = True
        self.nick = heard.target
        self.welcome_tags = heard.tags
        log.info("welcomed by %s as %s", heard.nick, self.nick)

    def _myinfo(self, heard: Heard) -> None:
        self.version = heard.word(1)

    def _complete(self, heard: Heard) -> None:
        if self.is_welcome and not self.is_complete:
            self.is_complete = True
            self._welcomed()

    def stop(self) -> None:
        """The connection is gone."""
        if self._sasl_timer is not None:
            self._sasl_timer.cancel()
            self._sasl_timer = None


def _name_and_value(item: str) -> tuple[str, str]:
    name, _, value = item.partition("=")
    return name, value
