"""The server: one loopback port for REST, one for the gateway, each of which can go away and come back."""

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web

HOST = "127.0.0.1"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Listens on a port of its own, the same one again after a pause."""

    def __init__(self, method: str, path: str, handler: Handler) -> None:
        self._method, self._path, self._handler = method, path, handler
        self._runner: web.AppRunner | None = None
        self._open: set[asyncio.Transport] = set()
        self.port = 0

    @property
    def listening(self) -> bool:
        """Whether connections are taken."""
        return self._runner is not None

    async def listen(self) -> None:
        """Take connections, at the first time on a free port."""
        if self._runner is not None:
            return
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_route(self._method, self._path, self._serve)
        runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, HOST, self.port, reuse_address=True).start()
        self.port = runner.addresses[0][1]
        self._runner = runner

    async def stop(self) -> None:
        """Refuse connections, and cut those there are."""
        runner, self._runner = self._runner, None
        if runner is None:
            return
        for transport in list(self._open):
            transport.abort()
        await runner.cleanup()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        transport = request.transport
        if transport is None:
            return web.Response(status=500)
        self._open.add(transport)
        try:
            return await self._handler(request)
        finally:
            self._open.discard(transport)
