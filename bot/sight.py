"""Sight: up to which moment it is known who was there, on every network.

Automation never blames a player for what the bot could not see. So before anything is decided that measures a
player, the networks are asked for a sign of life; what fell due after the last one waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from bot.gateways import Gateway

log = logging.getLogger(__name__)


class Sight:
    """What the networks have shown, and until when. A network counts from the first time it was seen."""

    def __init__(self, gateways: Iterable[Gateway], now: Callable[[], datetime]) -> None:
        self._gateways = {gateway.network: gateway for gateway in gateways}
        self._now = now
        self._awaited = set(self._gateways)
        self._seen_until: dict[str, datetime] = {}
        self._lost: set[str] = set()
        self._doubted: set[str] = set()
        self.on_doubt: Callable[[str, datetime, str], None] = lambda network, since, why: None
        """Told when a network may have shown more than we know, since when, and why."""

    def is_lost(self) -> bool:
        """Whether something goes on that cannot be seen."""
        return bool(self._lost or self._awaited)

    def watches(self, network: str) -> bool:
        """Whether it matters what is seen there. (At a console nobody is missed.)"""
        return network in self._gateways

    def sees(self, network: str) -> bool:
        """Whether this network can be seen right now."""
        return network in self._seen_until and network not in self._lost

    def seen_until(self) -> datetime:
        """Up to here everything is known. (With no network to look at, nothing can be missed.)"""
        return min(self._seen_until.values(), default=self._now())

    def heard(self, network: str, at: datetime) -> None:
        """The network told something: until then it was seen."""
        if self.sees(network):
            self._seen_until[network] = max(at, self._seen_until[network])

    def is_doubted(self, network: str) -> bool:
        """Whether it is to be asked before it counts as seen: what comes from it now may be from before."""
        return network in self._doubted

    def doubt(self, network: str, since: datetime, why: str) -> None:
        """What it has shown since then is not known. It counts as unseen until it has been asked."""
        self.lose(network, since)
        self._doubted.add(network)
        self.on_doubt(network, since, why)

    def seen(self) -> list[str]:
        """The networks that we believe to see."""
        return [network for network in self._gateways if self.sees(network)]

    def lose(self, network: str, since: datetime) -> None:
        """The network cannot be seen, and was last at `since`."""
        self._doubted.discard(network)
        if network in self._seen_until:
            self._lost.add(network)
            self._seen_until[network] = since

    def regain(self, network: str, at: datetime) -> None:
        """The network is seen again."""
        if network in self._gateways:
            self._awaited.discard(network)
            self._lost.discard(network)
            self._doubted.discard(network)
            self._seen_until[network] = at

    def await_no_longer(self) -> frozenset[str]:
        """Networks that have not been seen yet hold up the others no more; returns them."""
        given_up, self._awaited = frozenset(self._awaited), set()
        return given_up

    async def confirm(self) -> None:
        """Ask every network that we believe to see for a sign of life; doubt those that give none."""
        believed = self.seen()
        for network, answered in zip(believed, await asyncio.gather(*map(self.ask, believed)), strict=True):
            if not answered and self.sees(network):
                self.doubt(network, self._seen_until[network], "the network does not answer")

    async def renew(self) -> None:
        """Ask every network that we believe to see how far it is seen. One that is slow is not doubted for that."""
        await asyncio.gather(*map(self.ask, self.seen()))

    async def ask(self, network: str) -> bool:
        """Ask one network; whether it gave a sign of life."""
        asked_at = self._now()
        try:
            seen_until = await self._gateways[network].confirm_sight()
        except Exception:  # a fault of a gateway is a reason to wait, and none to stop the clocks of others
            log.exception("%s cannot be asked whether it is there", network)
            return False
        self.heard(network, seen_until)
        return seen_until >= asked_at
