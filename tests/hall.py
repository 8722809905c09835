"""An event on a real server: the service in a process of its own, and everybody who plays, round by round."""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.crowd import CHANNEL, Guest

ROOT = Path(__file__).parents[1]

SPEED = 100
STAFF = ("tc", "hj", "judge")
START_S, STOP_S = 60.0, 30.0
"""What a busy machine may take to start the service, and to stop it."""
AT_THE_DOOR = 8  # so many may wait to be let in: the server forgets whoever is the eleventh


# --- the service ------------------------------------------------------------------------------------


@dataclass
class Service:
    """`floorjudge run` in a process of its own, on a server that is there."""

    folder: Path
    port: int
    process: asyncio.subprocess.Process | None = None
    codes: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    @property
    def config(self) -> str:
        """Where its configuration is; nobody's deck takes too long, however busy the machine."""
        path = self.folder / "service.toml"
        path.write_text(
            f'[store]\nurl = "{self.url}"\n[irc]\nembedded = false\nport = {self.port}\n'
            '[board]\nenabled = false\n[house_rules]\npregame = "2h"\n'
        )
        return str(path)

    @property
    def url(self) -> str:
        """Where its store is."""
        return f"sqlite+aiosqlite:///{self.folder / 'event.db'}"

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The process, until the end of the block; it leaves in order."""
        command = (sys.executable, "-u", "-m", "bot", "run", "--config", self.config, "--speed", str(SPEED))
        with (self.folder / "log.txt").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                *command,
                cwd=ROOT,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        reading = asyncio.create_task(self._read_codes(process))
        try:
            yield
            process.terminate()
            assert await asyncio.wait_for(process.wait(), STOP_S) == 0
        finally:
            reading.cancel()
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def _read_codes(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            if shown := re.search(rb"!link (\S+)", line):
                self.codes.put_nowait(shown[1].decode())

    async def export(self, what: str, how: str = "json") -> str:
        """What `floorjudge export` prints."""
        command = (sys.executable, "-m", "bot", "export", what, "--format", how, "--config", self.config)
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
        printed, _ = await process.communicate()
        assert process.returncode == 0
        return printed.decode()


# --- the players ------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A table of a round: who sits there, as it was paired."""

    round: int
    table: int
    first: str
    second: str


@dataclass
class Hall:
    """Everybody at the event, and what they do."""

    service: Service
    chance: random.Random
    people: dict[str, Guest] = field(default_factory=dict)
    paired: dict[int, list[Seat]] = field(default_factory=dict)
    byes: dict[int, str] = field(default_factory=dict)
    no_show: str = ""
    """Who never comes to a table."""
    scores: dict[tuple[int, int], tuple[int, int, int]] = field(default_factory=dict)
    """What every table has come to, by round and table: wins of the first player, of the second, draws."""

    async def fill(self, everybody: Sequence[str]) -> None:
        """The staff comes and shows who it is; the players come."""
        for nick in STAFF:
            guest = await self._comes(nick, CHANNEL, *(["#judges"] if nick != "tc" else []))
            code = await asyncio.wait_for(self.service.codes.get(), START_S)
            await guest.ask_in_private(f"!link {code}", ".")
        for begin in range(0, len(everybody), AT_THE_DOOR):
            coming = everybody[begin : begin + AT_THE_DOOR]
            await asyncio.gather(*(self._comes(nick, CHANNEL) for nick in coming))

    async def _comes(self, nick: str, *channels: str) -> Guest:
        self.people[nick] = await Guest.come(self.service.port, nick, *channels)
        return self.people[nick]

    @property
    def coordinator(self) -> Guest:
        return self.people["tc"]

    def players(self) -> list[Guest]:
        return [guest for nick, guest in self.people.items() if nick not in STAFF]

    async def pair(self, number: int) -> list[Seat]:
        """Have the next round paired; everybody hears the whole list."""
        before = {guest.nick: len(guest.heard) for guest in self.people.values()}
        await self.coordinator.ask("!pair", "are paired: |is paired: ")
        heard = await asyncio.gather(
            *(self._hears_list(guest, before[guest.nick]) for guest in self.people.values())
        )
        (whole,) = set(heard)
        self.paired[number] = [
            Seat(round=number, table=int(table), first=first, second=second)
            for table, first, second in re.findall(r"(\d+) (\w+)-(\w+)", whole)
        ]
        if bye := re.search(r"Bye: (\w+)\.", whole):
            self.byes[number] = bye[1]
        return self.paired[number]

    async def _hears_list(self, guest: Guest, after: int) -> str:
        """The pairings as they came to this guest, in as many lines as it took."""
        first = await guest.hears(" paired: ", after)
        last = await guest.hears(r"the clock starts with !begin\.", after)
        begin, end = guest.heard.index(first, after), guest.heard.index(last, after)
        return " ".join(guest.heard[begin : end + 1])

    async def plays(self, number: int, script: Mapping[int, Callable[[Seat], Awaitable[None]]]) -> None:
        """Begin the round; every table plays, at once, as the script says or as chance will have it."""
        await self.coordinator.ask("!begin", "time is called at|no time limit")
        ways = (self.reported_by_winner, self.reported_by_loser, self.played, self.played)
        await asyncio.gather(
            *((script.get(seat.table) or self.chance.choice(ways))(seat) for seat in self.paired[number])
        )

    async def closes(self, number: int) -> None:
        await self.coordinator.ask("!endround", rf"Round {number} is closed")

    # --- what can happen at a table ---

    def _ends(self, seat: Seat, winner: str, mine: int = 2, theirs: int = 0) -> None:
        """Note a result, the winner's games first."""
        wins = (mine, theirs) if winner == seat.first else (theirs, mine)
        self.scores[seat.round, seat.table] = (*wins, 0)

    def _drawn_lot(self, seat: Seat) -> tuple[Guest, Guest]:
        """Who wins, and who does not."""
        pair = [self.people[seat.first], self.people[seat.second]]
        self.chance.shuffle(pair)
        return pair[0], pair[1]

    async def _arrive(self, seat: Seat) -> None:
        first, second = self.people[seat.first], self.people[seat.second]
        await first.ask("!ready", f"{seat.first} is here")
        await second.ask("!ready", f"Table {seat.table}, {seat.first} and {seat.second} are here")

    async def reported_by_winner(self, seat: Seat) -> None:
        await self._arrive(seat)
        winner, loser = self._drawn_lot(seat)
        lost = self.chance.choice((0, 1))
        score = f"2-{lost}"
        self._ends(seat, winner.nick, 2, lost)
        after = len(loser.heard)
        winner.say(f"!report {score}")
        await loser.hears(rf"^{winner.nick} says: .*{score}\. !confirm or !dispute", after)
        await loser.ask("!confirm", rf"Table {seat.table}: {winner.nick} beats {loser.nick} {score}")

    async def reported_by_loser(self, seat: Seat) -> None:
        await self._arrive(seat)
        winner, loser = self._drawn_lot(seat)
        mine = self.chance.choice((0, 1))
        self._ends(seat, winner.nick, 2, mine)
        await loser.ask(
            f"!report {mine}-2", rf"Table {seat.table}: {winner.nick} beats {loser.nick} 2-{mine}"
        )

    async def played(self, seat: Seat) -> None:
        """Game by game, every deck loaded."""
        await self._arrive(seat)
        winner, loser = self._drawn_lot(seat)
        games = self.chance.choice(([loser, loser], [loser, winner, loser], [winner, loser, loser]))
        self._ends(seat, winner.nick, 2, games.count(winner))
        for number, lost in enumerate(games, start=1):
            await self._load(seat, number)
            ends = number == len(games)
            await lost.ask("!lost", rf"Table {seat.table}: .*({'beats' if ends else 'leads|stands'})")

    async def _load(self, seat: Seat, game: int) -> None:
        first, second = self.people[seat.first], self.people[seat.second]
        await first.ask("!ready", f"you are ready for game {game}")
        await second.ask("!ready", rf"Table {seat.table}, game {game} is on")

    async def agrees_to_draw(self, seat: Seat) -> None:
        await self._arrive(seat)
        first, second = self._drawn_lot(seat)
        self.scores[seat.round, seat.table] = (0, 0, 3)
        await first.ask("!draw", "your offer of a draw is with")
        await second.ask("!accept", rf"Table {seat.table}: .* draw by agreement")

    async def concedes(self, seat: Seat) -> None:
        await self._arrive(seat)
        winner, loser = self._drawn_lot(seat)
        self._ends(seat, winner.nick)
        await loser.ask("!concede match", rf"concede the match to {winner.nick}")
        await loser.ask("!yes", rf"{loser.nick} concedes the match; {winner.nick} wins")

    async def loses_one_for_a_while(self, seat: Seat) -> None:
        """One quits in mid-game and is back within the clock."""
        await self._arrive(seat)
        await self._load(seat, 1)
        stays, leaver = self._drawn_lot(seat)
        self._ends(seat, stays.nick)
        after = len(stays.heard)
        await leaver.leave()
        await stays.hears(f"{leaver.nick} has left the chat", after)
        await leaver.enter(self.service.port, CHANNEL)
        await leaver.ask("!ready", f"{leaver.nick} is back after")
        await leaver.ask("!report 0-2", rf"Table {seat.table}: {stays.nick} beats {leaver.nick} 2-0")

    async def waits_in_vain(self, seat: Seat) -> None:
        """The opponent never comes; the clock decides."""
        there = seat.first if seat.second == self.no_show else seat.second
        self._ends(seat, there)
        await self.people[there].ask("!ready", f"{there} is here")
        await self.people[there].hears(
            rf"Table {seat.table}: {self.no_show} has lost the match.*{there} wins 2-0"
        )

    async def is_reported_wrongly(self, seat: Seat) -> None:
        """Both say 2-0 for the first player, who has lost 1-2."""
        await self._arrive(seat)
        first, second = self.people[seat.first], self.people[seat.second]
        self._ends(seat, seat.second, 2, 1)  # as a judge will put it right
        await second.ask("!report 0-2", rf"Table {seat.table}: {first.nick} beats {second.nick} 2-0")

    def seat_of(self, nick: str, number: int) -> Seat:
        return next(seat for seat in self.paired[number] if nick in (seat.first, seat.second))
