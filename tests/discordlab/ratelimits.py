"""Rate limits: how many requests a bucket takes in a while, told by headers as Discord tells them."""

import time
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many requests in so many seconds."""

    requests: int
    seconds: float


DEFAULT = Limit(requests=50, seconds=1)
GLOBAL = Limit(requests=50, seconds=1)
LIMITS = {
    ("POST", "channels/{}/messages"): Limit(requests=5, seconds=5),
    ("PATCH", "channels/{}/messages/{}"): Limit(requests=5, seconds=5),
    ("DELETE", "channels/{}/messages/{}"): Limit(requests=5, seconds=1),
    ("PUT", "channels/{}/messages/{}/reactions/{}/@me"): Limit(requests=1, seconds=0.25),
    ("POST", "channels/{}/threads"): Limit(requests=50, seconds=300),
    ("POST", "channels/{}/messages/{}/threads"): Limit(requests=50, seconds=300),
    ("PATCH", "channels/{}"): Limit(requests=5, seconds=5),
}
"""By route; Discord keeps its numbers to itself and says that they change, these are what bots meet."""


@dataclass(slots=True)
class Bucket:
    """Requests of one route and one channel, guild or webhook in the present window."""

    limit: Limit
    used: int = 0
    ends_at: float = 0.0

    def take(self, now: float) -> float:
        """Count a request; how many seconds it must wait, 0 when it may pass."""
        if now >= self.ends_at:
            self.used, self.ends_at = 0, now + self.limit.seconds
        if self.used >= self.limit.requests:
            return self.ends_at - now
        self.used += 1
        return 0.0


@dataclass(slots=True)
class RateLimits:
    """All buckets; off unless switched on."""

    on: bool = False
    limits: dict[tuple[str, str], Limit] = field(default_factory=lambda: dict(LIMITS))
    whole: Bucket = field(default_factory=lambda: Bucket(GLOBAL))
    """What all requests share."""
    answered_429: int = 0
    invalid_requests: int = 0
    """Answers 401, 403 and 429, of which Discord takes 10,000 in ten minutes before it bans the address."""
    _buckets: dict[tuple[str, str, str], Bucket] = field(default_factory=dict)

    def check(self, method: str, template: str, major: str) -> tuple[dict[str, str], float, bool]:
        """The headers of the answer, the seconds to wait (0 passes), and whether it is the global limit."""
        if not self.on:
            return {}, 0.0, False
        now = time.monotonic()
        unlimited = template.startswith(("interactions/", "webhooks/"))  # the global limit leaves these out
        if not unlimited and (wait := self.whole.take(now)):
            return {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}, wait, True
        bucket = self._bucket(method, template, major)
        wait = bucket.take(now)
        return self._headers(bucket, f"{method} {template}", now, limited=wait > 0), wait, False

    def _bucket(self, method: str, template: str, major: str) -> Bucket:
        key = (method, template, major)
        if key not in self._buckets:
            self._buckets[key] = Bucket(self.limits.get((method, template), DEFAULT))
        return self._buckets[key]

    def _headers(self, bucket: Bucket, route: str, now: float, *, limited: bool) -> dict[str, str]:
        left = bucket.ends_at - now
        headers = {
            "X-RateLimit-Limit": str(bucket.limit.requests),
            "X-RateLimit-Remaining": str(bucket.limit.requests - bucket.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": f"{hash(route) & 0xFFFFFFFFFFFF:012x}",
        }
        return headers | ({"X-RateLimit-Scope": "user"} if limited else {})

    def count(self, status: int) -> None:
        """Mind an answer's status."""
        self.answered_429 += status == 429
        self.invalid_requests += status in (401, 403, 429)
