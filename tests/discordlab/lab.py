"""The lab as tests hold it: one object through which people act, the network fails, and everything can be read."""

import asyncio
from types import TracebackType
from typing import Any, Self

from tests.discordlab.app import App
from tests.discordlab.faults import Fault, rate_limited
from tests.discordlab.gateway import Gateway
from tests.discordlab.keeping import Keeping
from tests.discordlab.people import User
from tests.discordlab.permissions import BOT, Permission
from tests.discordlab.ratelimits import RateLimits
from tests.discordlab.reading import Reading
from tests.discordlab.rest import VIA, Rest, Seen
from tests.discordlab.server import HOST, Server
from tests.discordlab.world import World


class DiscordLab(Reading, Keeping):
    """A Discord on loopback with one guild, the bot in it, and nobody else yet."""

    def __init__(
        self,
        *,
        token: str = "lab-token",
        bot_name: str = "floorjudge",
        guild: str = "Lab",
        channels: tuple[str, ...] = ("tournament", "judges"),
        bot_permissions: Permission = BOT,
        heartbeat_seconds: float = 41.25,
    ) -> None:
        super().__init__(World(token=token, bot_name=bot_name))
        self.token = token
        self.gateway: Gateway = self.world.gateway
        self.gateway.heartbeat_seconds = heartbeat_seconds
        self.rest = Rest(self.world)
        self._rest_server = Server("*", "/api/v10/{path:.*}", self.rest.handle)
        self._gateway_server = Server("GET", "/", self.gateway.handle)
        first = self.world.new_guild(guild, bot_permissions)
        for channel in channels:
            self.world.new_channel(first, channel)

    # --- where it is

    @property
    def api_base(self) -> str:
        """The address of REST, with its version."""
        return f"http://{HOST}:{self._rest_server.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return self.gateway.url

    async def __aenter__(self) -> Self:
        await self.listen()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.rest.faults.clear()
        await self.stop()

    # --- what the network does

    async def listen(self, *, rest: bool = True, gateway: bool = True) -> None:
        """Take connections, after a stop on the same ports as before."""
        if rest:
            await self._rest_server.listen()
        if gateway:
            await self._gateway_server.listen()
            self.gateway.url = f"ws://{HOST}:{self._gateway_server.port}/"

    async def stop(self, *, rest: bool = True, gateway: bool = True) -> None:
        """Refuse connections and cut those there are."""
        if gateway:
            self.gateway.drop()
            await self._gateway_server.stop()
        if rest:
            await self._rest_server.stop()

    def fail(self, method: str, path: str, status: int = 500, **more: Any) -> Fault:
        """Let the next matching requests fail (`Fault` says how); an empty method is any."""
        more.setdefault("body", {"message": f"{status}: fault of the lab", "code": 0})
        return self.rest.faults.add(Fault(method=method, path=path, status=status, **more))

    def rate_limit(
        self,
        method: str,
        path: str,
        retry_after_seconds: float,
        *,
        times: int = 1,
        via: bool = True,
        is_global: bool = False,
    ) -> Fault:
        """Answer 429 so often; without Via it looks like a ban by the network before Discord."""
        headers = {"Retry-After": str(retry_after_seconds), **(VIA if via else {})}
        body = rate_limited(retry_after_seconds, is_global=is_global)
        return self.fail(method, path, 429, times=times, body=body, headers=headers)

    def hang(self, method: str, path: str, *, times: int = 1, after: bool = False) -> asyncio.Event:
        """Answer only when the returned event is set."""
        until = asyncio.Event()
        self.rest.faults.add(Fault(method=method, path=path, times=times, after=after, until=until))
        return until

    def cut(self, method: str, path: str, *, times: int = 1, after: bool = False) -> Fault:
        """Cut the connection in the middle of a request, before or after the deed."""
        return self.rest.faults.add(Fault(method=method, path=path, times=times, after=after, cut=True))

    def forget_nonces(self) -> None:
        """As after the few minutes in which Discord knows a nonce again."""
        for message in self.world.said:
            message.nonce = None

    @property
    def app(self) -> App:
        """What the developers' page grants; changes count from the next connection on."""
        return self.world.app

    @property
    def bot(self) -> User:
        """The bot's user."""
        return self.world.bot

    @property
    def limits(self) -> RateLimits:
        """The rate limits, off until `limits.on` is set, and the count of refused requests."""
        return self.rest.limits

    @property
    def requests(self) -> list[Seen]:
        """Every request that came, oldest first."""
        return self.rest.requests

    def asked(self, method: str, path: str) -> list[Seen]:
        """The requests of a method whose path ends so."""
        return [seen for seen in self.rest.requests if seen.method == method and seen.path.endswith(path)]
