"""REST: reads a request, lets faults and limits have their way, has it answered, and writes the answer."""

import json
import re
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.discordlab import routes_channels, routes_guilds, routes_interactions, routes_messages
from tests.discordlab.faults import Fault, Faults, rate_limited
from tests.discordlab.ids import snowflake
from tests.discordlab.ratelimits import RateLimits
from tests.discordlab.refusals import Json, Refusal
from tests.discordlab.routes import ROUTES, Request, Response
from tests.discordlab.world import World

MODULES = (routes_channels, routes_guilds, routes_interactions, routes_messages)
"""Importing them declares their routes."""

VIA = {"Via": "1.1 discordlab"}
_PAYLOAD = re.compile(rb'name="payload_json".*?\r\n\r\n(.*?)\r\n--', re.S)
_FILE = re.compile(rb'name="files\[(\d+)\]"; filename="([^"]*)".*?\r\n\r\n(.*?)\r\n--', re.S)
_NO_TOKEN = ("interactions/", "webhooks/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A request that came, for tests to look at."""

    method: str
    path: str
    body: Any
    status: int


class Rest:
    """The REST side of the lab."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.faults = Faults()
        self.limits = RateLimits()
        self.requests: list[Seen] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        raw = await request.read()
        path = request.match_info["path"]
        body, attachments = _read(request.content_type, raw)
        asked = Request(
            world=self.world,
            method=request.method,
            path=path,
            query=dict(request.query),
            body=body,
            attachments=attachments,
        )
        fault = self.faults.next_for(request.method, path)
        if fault is None:
            status, answer, headers = self._limited(asked, request.headers.get("Authorization"))
            return self._write(asked, status, answer, headers)
        return await self._faulty(request, asked, fault)

    async def _faulty(self, request: web.Request, asked: Request, fault: Fault) -> web.StreamResponse:
        if fault.until is not None:
            if fault.after:
                answered = self._limited(asked, request.headers.get("Authorization"))
                await fault.until.wait()
            else:
                await fault.until.wait()
                answered = self._limited(asked, request.headers.get("Authorization"))
            return self._write(asked, *answered)
        if fault.after:
            self._limited(asked, request.headers.get("Authorization"))
        if fault.cut:
            self._write(asked, 0, None, {})
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        return self._write(asked, fault.status, fault.body, fault.headers)

    def _limited(self, asked: Request, authorization: str | None) -> tuple[int, Any, dict[str, str]]:
        found = ROUTES.find(asked.method, asked.path)
        if found is None:
            sentence = f"404: Not Found (the lab has no {asked.method} {asked.path})"
            return 404, {"message": sentence, "code": 0}, {}
        template, ids, handler = found
        asked.ids = ids
        if not asked.path.startswith(_NO_TOKEN) and authorization != f"Bot {self.world.app.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}, {}
        headers, wait, is_global = self.limits.check(asked.method, template, _major(template, ids))
        if wait:
            late = {"Retry-After": f"{wait:.3f}", **VIA}
            return 429, rate_limited(round(wait, 3), is_global=is_global), headers | late
        try:
            response = handler(asked)
        except Refusal as refusal:
            response = Response(status=refusal.status, body=refusal.body())
        return response.status, response.body, headers

    def _write(self, asked: Request, status: int, body: Any, headers: dict[str, str]) -> web.Response:
        self.requests.append(Seen(method=asked.method, path=asked.path, body=asked.body, status=status))
        self.limits.count(status)
        self.world.touch()
        if status in (0, 204):
            return web.Response(status=204, headers=headers)
        # discord.py reads a body as JSON only when the header is exactly this, with no charset
        typed = {**headers, "Content-Type": "application/json"}
        return web.Response(body=json.dumps(body).encode(), status=status, headers=typed)


def _major(template: str, ids: tuple[str, ...]) -> str:
    """What a bucket is kept for: a channel, a guild, or a webhook with its token."""
    return "/".join(ids[: 2 if template.startswith(_NO_TOKEN) else 1])


def _read(content_type: str, raw: bytes) -> tuple[Any, list[Json]]:
    """The JSON of a request, and its files as attachments."""
    if content_type == "multipart/form-data":
        found = _PAYLOAD.search(raw)
        body = json.loads(found[1]) if found else {}
        return body, [_attachment(name.decode(), data) for _, name, data in _FILE.findall(raw)]
    return (json.loads(raw) if raw and content_type == "application/json" else {}), []


def _attachment(name: str, data: bytes) -> Json:
    place = f"attachments/{snowflake()}/{name}"
    return {
        "id": snowflake(),
        "filename": name,
        "size": len(data),
        "url": place,
        "proxy_url": place,
        "text": data.decode(errors="replace"),
    }
