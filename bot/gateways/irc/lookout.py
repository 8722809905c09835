"""What is seen and heard during one stay on a server, in the words of `cogs.speech`.

Sight of the tournament channel begins when our JOIN is confirmed and the channel's people are counted; what
is said in between waits for that, so that whoever hears it knows the speaker. Sight ends when we are out or
the connection is lost. What was said before we came is not told, and neither are notices and our own words.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.gateways.irc.census import Census
from bot.gateways.irc.cleaning import clean_heard
from bot.gateways.irc.departures import Departures
from bot.gateways.irc.heard import Heard
from bot.gateways.irc.leaving import QuitReader
from bot.gateways.irc.login import Login
from bot.gateways.irc.news import News, key_of
from bot.gateways.irc.patience import Patience
from bot.gateways.irc.roll import Roll, Sighting
from bot.gateways.irc.rooms import Room
from cogs.speech import (
    AccountChanged,
    Happening,
    Joined,
    Left,
    Person,
    Place,
    Renamed,
    Said,
    SightLost,
    SightRestored,
    Where,
)
from rules.entries import Leaving

_REFUSALS = (
    "nosuchchannel",
    "toomanychannels",
    "unavailresource",
    "channelisfull",
    "inviteonlychan",
    "bannedfromchan",
    "badchannelkey",
    "badchanmask",
    "nochanmodes",  # 477: only for people who are logged in
    "cannotknock",  # 480, by some servers used for a refused JOIN
    "489",  # only over TLS
    "520",  # only for operators of the server
)
"""Why a server does not let us into a channel."""
_BOT_TAGS = frozenset({"bot", "draft/bot", "inspircd.org/bot"})
"""Tags by which other bots give themselves away; two that answer each other never end."""


class Lookout:
    """Turns what a server says into happenings, and knows who is there."""

    def __init__(
        self,
        *,
        network: str,
        login: Login,
        tournament: Room,
        judges: Room,
        reader: QuitReader,
        send: Callable[[str], None],
        tell: Callable[[Happening], None],
        now: Callable[[], datetime],
        patience: Patience,
    ) -> None:
        self._network = network
        self._login = login
        self._tournament = tournament
        self._send = send
        self._tell = tell
        self._now = now
        self._fold = login.ways.case_mapping.fold
        self._rooms = {self._fold(room.name): room for room in (judges, tournament)}
        self._places = {
            tournament: Place(network=network, where=Where.CHANNEL),
            judges: Place(network=network, where=Where.JUDGES),
        }
        self._news = News(login.welcome_tags)
        self._roll = Roll(network, login.ways.case_mapping)
        self._departures = Departures(reader, self._left, moment=patience.same_moment)
        self._census = Census(
            (tournament, judges),
            login.ways,
            send=send,
            seen=self._counted_in,
            counted=self._counted,
            within=patience.answer,
        )
        self._has_arrived = False
        self._waiting: list[Said] | None = None
        self.sees = False
        self.mask = ""
        """Our own `user@host` as others see it, "" until the server has shown it."""
        self.handlers = self._census.handlers | self._own_handlers()

    def _own_handlers(self) -> dict[str, Callable[[Heard], None]]:
        return {
            "pubmsg": self._public,
            "privmsg": self._private,
            "join": self.join,
            "part": self._part,
            "kick": self._kick,
            "quit": self._quit,
            "nick": self._nick,
            "account": self._account,
            "chghost": self._new_mask,
            "396": self._own_host,
            "batch": lambda heard: self._news.batch(heard.target, heard.word(0)),
            **dict.fromkeys(_REFUSALS, self._refused),
        }

    def present(self) -> tuple[Person, ...]:
        """The people in the tournament channel, none while it is not seen."""
        return self._roll.inside(self._tournament.name) if self.sees else ()

    def tell_all(self) -> None:
        """Tell what is held back for a moment."""
        self._departures.release()

    def end(self, since: datetime, why: str) -> None:
        """The connection is gone, and what we saw was so until `since`."""
        self._census.stop()
        self._lose_sight(since, why)

    # What is said.

    def _public(self, heard: Heard) -> None:
        room = self._rooms.get(self._fold(heard.target))
        if room is not None and room.is_in:
            self._said(heard, self._places[room])

    def _private(self, heard: Heard) -> None:
        # Also what is said to the operators of a channel comes here, with a target such as @#tournament.
        if self._has_arrived and heard.mask and self._is_me(heard.target):
            self._said(heard, Place(network=self._network, where=Where.PRIVATE, nick=heard.nick))

    def _said(self, heard: Heard, place: Place) -> None:
        target, words = self._fold(heard.target), heard.word(0)
        if self._news.marks(heard.nick, target, words) or self._news.is_old(heard.tags, target):
            return
        if self._is_me(heard.nick) or _BOT_TAGS & heard.tags.keys():
            return
        said = Said(
            person=self._speaker(heard),
            place=place,
            words=clean_heard(words),
            at=self._now(),
            key=key_of(heard.tags, f"{heard.nick}!{heard.mask}", target, words),
        )
        if self._waiting is None:
            self._tell(said)
        else:
            self._waiting.append(said)

    def _speaker(self, heard: Heard) -> Person:
        known = self._roll.find(heard.nick)
        if known is not None and known.nick == heard.nick and known.host == heard.mask:
            account = heard.tags.get("account") if self._tags_accounts else known.account
            if account == known.account:
                return known  # as nearly always
        seen = self._sighting(heard)
        return self._learn(seen) or self._roll.stranger(seen)

    # Who is there.

    @property
    def _tags_accounts(self) -> bool:
        return "account-tag" in self._login.capabilities

    def _sighting(self, heard: Heard) -> Sighting:
        """What a line shows of the one it came from; where lines are tagged, no tag shows: no account."""
        account = heard.tags.get("account", "") if self._tags_accounts else None
        return Sighting(nick=heard.nick, mask=heard.mask, account=account)

    def _learn(self, seen: Sighting) -> Person | None:
        """Take note of what is shown of somebody; returns them as now, None if we do not see them."""
        before = self._roll.find(seen.nick)
        after = self._roll.update(seen)
        if before is not None and after is not None and before.account != after.account and self.sees:
            self._tell(AccountChanged(person=before, account=after.account, at=self._now()))
        return after

    def _enter(self, seen: Sighting, room: Room) -> None:
        self._learn(seen)
        is_new = not self._roll.is_inside(seen.nick, room.name)
        person = self._roll.enter(seen, room.name)
        if is_new and self.sees and room is self._tournament:
            self._departures.release()
            self._tell(Joined(person=person, at=self._now()))

    def join(self, heard: Heard) -> None:
        """Somebody joins, perhaps we ourselves."""
        room = self._rooms.get(self._fold(heard.target))
        if room is None:
            return
        if self._is_me(heard.nick):
            self._arrive(heard, room)
            return
        seen = self._sighting(heard)
        if "extended-join" in self._login.capabilities:
            account = heard.word(0)
            seen = Sighting(nick=heard.nick, mask=heard.mask, account="" if account == "*" else account)
        self._enter(seen, room)
        if seen.account is None:
            self._census.ask_after(heard.nick)

    def _arrive(self, heard: Heard, room: Room) -> None:
        self.mask = heard.mask
        self._has_arrived = True
        room.entered()
        if room is self._tournament and not self.sees:
            self._waiting = self._waiting or []
        self._census.ask(room)

    def _counted_in(self, seen: Sighting, room: Room | None) -> None:
        if self._is_me(seen.nick):
            self.mask = seen.mask or self.mask
        elif room is not None and room.is_in:
            self._enter(seen, room)
        else:
            self._learn(seen)

    def _counted(self, room: Room) -> None:
        if room is not self._tournament or self.sees or not room.is_in:
            return
        self.sees = True
        self._tell(SightRestored(network=self._network, present=self.present(), at=self._now()))
        waiting, self._waiting = self._waiting or [], None
        for said in waiting:
            # Now it is known who that was, and by which account.
            self._tell(replace(said, person=self._roll.find(said.person.nick) or said.person))

    def _part(self, heard: Heard) -> None:
        room = self._rooms.get(self._fold(heard.target))
        if room is None:
            return
        if self._is_me(heard.nick):
            self._out(room, "we were made to leave")
        else:
            self._gone(heard.nick, room, Leaving.PARTED, heard.word(0))

    def _kick(self, heard: Heard) -> None:
        room = self._rooms.get(self._fold(heard.target))
        if room is None:
            return
        nick, reason = heard.word(0), clean_heard(heard.word(1))
        if self._is_me(nick):
            self._out(room, f"kicked by {heard.nick}: {reason}")
        else:
            self._gone(nick, room, Leaving.KICKED, reason)

    def _gone(self, nick: str, room: Room, how: Leaving, reason: str) -> None:
        person = self._roll.leave(nick, room.name)
        if person is not None and room is self._tournament and self.sees:
            self._tell(Left(person=person, how=how, reason=clean_heard(reason), at=self._now()))

    def _quit(self, heard: Heard) -> None:
        was_there = self._roll.is_inside(heard.nick, self._tournament.name)
        person = self._roll.quit(heard.nick)
        if person is not None and was_there and self.sees:
            self._departures.quit(person, clean_heard(heard.word(0)), self._now())
        self._nick_is_free(heard.nick)

    def _left(self, left: Left) -> None:
        if left.how is Leaving.SPLIT:
            self._roll.expect_back(left.person)
        self._tell(left)

    def _nick(self, heard: Heard) -> None:
        if self._is_me(heard.nick):
            self._login.nick = heard.target
            return
        self._learn(self._sighting(heard))
        person = self._roll.rename(heard.nick, heard.target)
        if person is not None and self.sees:
            self._tell(Renamed(person=person, nick=heard.target, at=self._now()))
        self._nick_is_free(heard.nick)

    def _account(self, heard: Heard) -> None:
        account = "" if heard.target == "*" else heard.target
        self._learn(Sighting(nick=heard.nick, mask=heard.mask, account=account))

    def _new_mask(self, heard: Heard) -> None:
        mask = f"{heard.target}@{heard.word(0)}"
        if self._is_me(heard.nick):
            self.mask = mask
        else:
            self._roll.update(Sighting(nick=heard.nick, mask=mask))

    # Ourselves.

    def _is_me(self, nick: str) -> bool:
        return self._fold(nick) == self._fold(self._login.nick)

    def _own_host(self, heard: Heard) -> None:
        user = self.mask.partition("@")[0]
        self.mask = f"{user}@{heard.word(0)}" if user else ""

    def _nick_is_free(self, nick: str) -> None:
        """Somebody gave a nick up; if it is the one we want, take it before anybody else does."""
        wanted = self._login.wanted_nick
        if self._fold(nick) == self._fold(wanted) and not self._is_me(wanted):
            self._send(f"NICK {wanted}")

    def _refused(self, heard: Heard) -> None:
        room = self._rooms.get(self._fold(heard.word(0)))
        if room is not None:
            room.refused(heard.word(1))

    def _out(self, room: Room, why: str) -> None:
        room.thrown_out(why)
        if room is self._tournament:
            self._lose_sight(self._now(), f"out of {room.name}: {why}")
        self._roll.close(room.name)

    def _lose_sight(self, since: datetime, why: str) -> None:
        self._departures.release()
        self._waiting = None
        if self.sees:
            self.sees = False
            self._tell(SightLost(network=self._network, since=since, why=why))
