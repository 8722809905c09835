"""What is stored is spoken: everywhere it belongs, the most urgent first, once, and not when it is overtaken."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest

from bot import attachment
from bot.herald import Herald
from bot.tidings import Tidings
from bot.wording import Spoken
from cogs.speech import Card, Line, Person, Place, Press, TableRef, Urgency, Where
from rules.acts import Pressed
from rules.entries import AbsenceWarned, MatchFinished, PenaltyIssued, PersonId, RoundClosed, RoundPaired
from storage.store import OutboxLine, Unsaid

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
BOB = PersonId("nick:bob")
BOB_PLACE = Place(network="irc", where=Where.PRIVATE, nick="bob")


class Net:
    """A network that can be away, and remembers what was said."""

    has_accounts = False

    def __init__(self, network: str) -> None:
        self.network = network
        self.there = asyncio.Event()
        self.there.set()
        self.slow = False  # it takes no lines, and yet is seen
        self.said: list[tuple[str, str]] = []
        self.never = ""  # a line that cannot be said

    def present(self) -> tuple[Person, ...]:
        return ()

    def casefold(self, name: str) -> str:
        return name.lower()

    async def run(self) -> None:
        raise AssertionError("the herald runs no gateway")

    async def say(self, line: Line) -> None:
        await self.there.wait()
        if line.text == self.never:
            raise ValueError("no such nick")
        await asyncio.sleep(0)
        self.said.append((line.place.nick or line.place.where.value, line.text))

    async def confirm_sight(self) -> datetime:
        return NOON


class Stage:
    """A herald with some networks, an outbox that keeps its marks, and people who are where the test says."""

    def __init__(self, *networks: str) -> None:
        self.nets = {network: Net(network) for network in networks or ("irc",)}
        self.now = NOON
        self.marked: dict[int, str] = {}
        self.unmarkable = 0  # an entry whose line cannot be marked
        self.nicks: dict[str, tuple[str, ...]] = {}
        self.herald = Herald(self, self.nets.values(), self, self.sees, lambda: self.now)

    async def mark_said(self, keys: Iterable[tuple[str, int, int]], at: datetime) -> None:
        marked = [seq for _, seq, _ in keys]
        if self.unmarkable in marked:
            raise OSError("the disk is full")
        self.marked.update(dict.fromkeys(marked, "said"))

    async def mark_overtaken(self, keys: Iterable[tuple[str, int, int]], at: datetime) -> None:
        self.marked.update(dict.fromkeys((seq for _, seq, _ in keys), "overtaken"))

    def nicks_of(self, person: PersonId, network: str) -> tuple[str, ...]:
        return self.nicks.get(network, ()) if person == BOB else ()

    def sees(self, network: str) -> bool:
        return self.nets[network].there.is_set() or self.nets[network].slow

    def announce(self, *tidings: Tidings) -> None:
        self.herald.announce(tidings)

    async def quiet(self) -> None:
        await asyncio.wait_for(self.herald.silent(), 5)

    def heard(self, network: str = "irc") -> list[str]:
        return [text for _, text in self.nets[network].said]


async def turns() -> None:
    """Let everybody do what can be done without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)


def told(
    seq: int,
    text: str,
    *,
    place: str = "channel",
    urgency: Urgency = Urgency.NEWS,
    kind: str = MatchFinished.kind,
    at: datetime = NOON,
) -> Tidings:
    line = OutboxLine(part=1, place=place, text=text, urgency=int(urgency))
    return Tidings(Unsaid(tournament="autumn-12", seq=seq, at=at, kind=kind, line=line))


async def test_a_line_is_said_where_it_belongs_and_marked() -> None:
    stage = Stage()
    stage.nicks = {"irc": ("bob_",)}
    stage.announce(
        told(1, "to all"), told(2, "to judges", place="judges"), told(3, "to bob", place="person:nick:bob")
    )
    await stage.quiet()
    assert sorted(stage.nets["irc"].said) == [
        ("bob_", "to bob"),
        ("channel", "to all"),
        ("judges", "to judges"),
    ]
    assert stage.marked == {1: "said", 2: "said", 3: "said"}


class QuickNet(Net):
    """A network that takes lines right away, unless it is busy."""

    busy = False

    def say_at_once(self, line: Line) -> bool:
        if not self.busy:
            self.said.append((line.place.nick or line.place.where.value, line.text))
        return not self.busy


async def test_an_answer_goes_at_once_where_nothing_waits_before_it() -> None:
    stage = Stage()
    quick = stage.nets["irc"] = QuickNet("irc")
    stage.herald = Herald(stage, [quick], stage, stage.sees, lambda: stage.now)
    place = Place(network="irc", where=Where.CHANNEL)
    stage.herald.answer(Line(place=place, text="first", urgency=Urgency.ANSWER))
    assert stage.heard() == ["first"]
    quick.busy = True
    stage.herald.answer(Line(place=place, text="second", urgency=Urgency.ANSWER))
    quick.busy = False
    stage.herald.answer(Line(place=place, text="third", urgency=Urgency.ANSWER))
    assert stage.heard() == ["first"]
    await stage.quiet()
    assert stage.heard() == ["first", "second", "third"]


async def test_the_most_urgent_goes_first_and_equals_in_their_order() -> None:
    stage = Stage()
    stage.announce(
        told(1, "pairings", urgency=Urgency.LIST),
        told(2, "result a"),
        told(3, "result b"),
        told(4, "penalty", urgency=Urgency.NOW),
    )
    await stage.quiet()
    assert stage.heard() == ["penalty", "result a", "result b", "pairings"]


async def test_a_network_that_is_away_holds_up_no_other() -> None:
    stage = Stage("irc", "irc2")
    stage.nets["irc2"].there.clear()
    stage.announce(told(1, "result"))
    await stage.quiet()
    assert stage.heard("irc") == ["result"]
    assert stage.marked == {1: "said"}
    stage.nets["irc2"].there.set()
    await stage.quiet()
    assert stage.heard("irc2") == ["result"]


async def test_a_line_counts_as_said_only_when_all_who_are_there_have_heard_it() -> None:
    stage = Stage("irc", "irc2")
    stage.nets["irc2"].there.clear()
    stage.nets["irc2"].slow = True
    stage.announce(told(1, "result"))
    await turns()
    assert stage.heard("irc") == ["result"]
    assert stage.marked == {}
    stage.nets["irc2"].there.set()
    await stage.quiet()
    assert stage.marked == {1: "said"}


async def test_while_nobody_is_there_a_line_waits_and_is_not_marked() -> None:
    stage = Stage()
    stage.nets["irc"].there.clear()
    stage.announce(told(1, "penalty", kind=PenaltyIssued.kind))
    await turns()
    assert stage.marked == {}
    stage.now += timedelta(hours=2)
    stage.nets["irc"].there.set()
    await stage.quiet()
    assert stage.heard() == ["penalty"]  # a penalty is never too late
    assert stage.marked == {1: "said"}


async def test_what_is_overtaken_is_not_said_late() -> None:
    stage = Stage()
    stage.now += timedelta(minutes=4)
    stage.announce(
        told(1, "bob has 1:00 left", kind=AbsenceWarned.kind, urgency=Urgency.NOW),
        told(2, "bob: Game Loss", kind=PenaltyIssued.kind, urgency=Urgency.NOW),
    )
    await stage.quiet()
    assert stage.heard() == ["bob: Game Loss"]
    assert stage.marked == {1: "overtaken", 2: "said"}


async def test_a_word_to_somebody_who_is_away_is_said_when_they_come() -> None:
    stage = Stage()
    stage.announce(told(1, "penalty 7", place="person:nick:bob", kind=PenaltyIssued.kind))
    await stage.quiet()
    assert stage.heard() == []
    assert stage.marked == {}
    stage.nicks = {"irc": ("bob",)}
    stage.herald.person_came(BOB)
    await stage.quiet()
    assert stage.nets["irc"].said == [("bob", "penalty 7")]


async def test_who_was_away_hears_what_lasts_and_no_reminder_of_before() -> None:
    stage = Stage()
    stage.announce(
        told(1, "bob, !ready by 12:01:00", place="person:nick:bob", kind=AbsenceWarned.kind),
        told(2, "bob, you get a Game Loss", place="person:nick:bob", kind=PenaltyIssued.kind),
    )
    await stage.quiet()
    stage.now += timedelta(minutes=2)
    stage.nicks = {"irc": ("bob",)}
    stage.herald.person_came(BOB)
    await stage.quiet()
    assert stage.heard() == ["bob, you get a Game Loss"]
    assert stage.marked == {1: "overtaken", 2: "said"}


async def test_who_is_found_after_a_blind_time_hears_a_reminder_that_still_holds() -> None:
    stage = Stage()
    stage.announce(told(1, "bob, !ready by 12:01:00", place="person:nick:bob", kind=AbsenceWarned.kind))
    await stage.quiet()
    stage.now += timedelta(seconds=5)
    stage.nicks = {"irc": ("bob",)}
    stage.herald.person_found(BOB)
    await stage.quiet()
    assert stage.heard() == ["bob, !ready by 12:01:00"]


async def test_a_line_that_cannot_be_said_silences_none_after_it(caplog: pytest.LogCaptureFixture) -> None:
    stage = Stage()
    stage.nets["irc"].never = "bad"
    stage.announce(told(1, "bad"), told(2, "good"))
    await stage.quiet()
    assert stage.heard() == ["good"]
    assert stage.marked == {1: "overtaken", 2: "said"}
    assert "cannot be said" in caplog.text


async def test_a_mark_that_fails_silences_no_line_after_it(caplog: pytest.LogCaptureFixture) -> None:
    stage = Stage()
    stage.unmarkable = 1
    stage.announce(told(1, "first"), told(2, "second"))
    await stage.quiet()
    assert stage.heard() == ["first", "second"]
    assert stage.marked == {2: "said"}
    assert "cannot be noted" in caplog.text


async def test_an_answer_keeps_its_place_among_the_lines_of_the_channel() -> None:
    stage = Stage()
    place = Place(network="irc", where=Where.CHANNEL)
    stage.announce(told(1, "pairings", urgency=Urgency.LIST))
    stage.herald.answer(Line(place=place, text="answer"))
    await stage.quiet()
    assert sorted(stage.heard()) == ["answer", "pairings"]


async def test_an_answer_to_a_network_that_was_away_for_long_is_not_said() -> None:
    stage = Stage()
    place = Place(network="irc", where=Where.CHANNEL)
    stage.nets["irc"].there.clear()
    stage.herald.answer(Line(place=place, text="first"))
    stage.herald.answer(Line(place=place, text="second"))
    await asyncio.sleep(0)
    stage.now += timedelta(minutes=10)
    stage.nets["irc"].there.set()
    await stage.quiet()
    assert "second" not in stage.heard()


async def test_an_answer_that_waits_already_is_not_said_twice() -> None:
    stage = Stage()
    place = Place(network="irc", where=Where.CHANNEL)
    stage.nets["irc"].there.clear()
    for _ in range(300):
        stage.herald.answer(Line(place=place, text="alice, the form is !time."))
    stage.nets["irc"].there.set()
    await stage.quiet()
    stage.herald.answer(Line(place=place, text="alice, the form is !time."))
    await stage.quiet()
    assert stage.heard() == ["alice, the form is !time."] * 2


async def test_who_falls_silent_leaves_unsaid_what_is_stored() -> None:
    stage = Stage()
    stage.nets["irc"].there.clear()
    stage.announce(told(1, "result"))
    await asyncio.sleep(0)
    await stage.herald.stop()
    assert stage.marked == {}


async def test_the_log_tells_the_story_and_nothing_private(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="bot.herald")
    stage = Stage()
    stage.announce(told(1, "alice beats bob 2-0"), told(2, "!ready, please", place="person:nick:alice"))
    await stage.quiet()
    assert "alice beats bob 2-0" in caplog.text
    assert "!ready, please" not in caplog.text


# --- lists ---

CHANNEL = Place(network="irc", where=Where.CHANNEL)
PAIRINGS = "pairings of autumn-12"


class NarrowNet(Net):
    """A network that takes a line only when it is told to, the most urgent first, as a send queue does."""

    def __init__(self, network: str) -> None:
        super().__init__(network)
        self.waiting: list[tuple[Line, asyncio.Future[None]]] = []

    async def say(self, line: Line) -> None:
        taken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waits = (line, taken)
        self.waiting.append(waits)
        try:
            await taken
        finally:
            self.waiting.remove(waits)
        self.said.append((line.place.nick or line.place.where.value, line.text))

    async def take(self) -> None:
        """Let one line through."""
        await turns()
        _, taken = min(self.waiting, key=lambda waits: waits[0].urgency)
        taken.set_result(None)
        await turns()


def narrow() -> tuple[Stage, NarrowNet]:
    """A stage whose network has a narrow way out."""
    stage = Stage()
    net = NarrowNet("irc")
    stage.nets["irc"] = net
    stage.herald = Herald(stage, [net], stage, stage.sees, lambda: stage.now)
    return stage, net


def paired(seq: int, text: str) -> Tidings:
    return told(seq, text, urgency=Urgency.LIST, kind=RoundPaired.kind)


async def test_what_is_urgent_does_not_wait_for_a_list_in_its_own_place() -> None:
    stage, net = narrow()
    stage.announce(paired(1, "pairings"), paired(2, "more pairings"))
    await turns()
    stage.announce(told(3, "bob: Game Loss", urgency=Urgency.NOW), told(4, "time!", urgency=Urgency.NOW))
    stage.herald.answer(Line(place=CHANNEL, text="alice plays bob"))
    while not stage.herald.is_silent:
        await net.take()
    assert stage.heard() == ["bob: Game Loss", "time!", "alice plays bob", "more pairings"]


async def test_nothing_is_lost_when_the_list_is_through_before_what_was_urgent() -> None:
    stage, net = narrow()
    stage.announce(paired(1, "pairings"))
    await turns()
    stage.announce(told(2, "bob: Game Loss", urgency=Urgency.NOW))
    await turns()
    for line, taken in net.waiting:
        if line.urgency is Urgency.LIST:
            taken.set_result(None)
    await turns()
    stage.herald.answer(Line(place=CHANNEL, text="status", urgency=Urgency.LIST))
    while not stage.herald.is_silent:
        await net.take()
    assert stage.heard() == ["pairings", "bob: Game Loss", "status"]
    assert stage.marked == {1: "said", 2: "said"}


@pytest.mark.parametrize("by", [RoundPaired.kind, RoundClosed.kind])
async def test_of_pairings_that_are_overtaken_no_more_is_said(by: str) -> None:
    stage, net = narrow()
    stage.announce(paired(1, "pairings"))
    stage.herald.answer(Line(place=BOB_PLACE, text="pairings", urgency=Urgency.LIST, lists=PAIRINGS))
    await turns()
    assert len(net.waiting) == 2
    stage.announce(told(2, "what overtakes", kind=by))
    while not stage.herald.is_silent:
        await net.take()
    assert stage.heard() == ["what overtakes"]
    assert stage.marked == {1: "overtaken", 2: "said"}


async def test_pairings_of_another_event_are_not_overtaken() -> None:
    stage, net = narrow()
    stage.herald.answer(Line(place=CHANNEL, text="pairings", urgency=Urgency.LIST, lists="pairings of b"))
    await turns()
    stage.announce(paired(1, "new pairings"))
    while not stage.herald.is_silent:
        await net.take()
    assert stage.heard() == ["pairings", "new pairings"]


async def test_a_list_that_is_being_said_is_not_begun_again_in_its_place() -> None:
    stage, net = narrow()
    stage.announce(paired(1, "pairings"))
    await turns()
    for text in ("pairings, 1 final", "pairings, 2 final", "pairings, 3 final"):
        stage.herald.answer(Line(place=CHANNEL, text=text, urgency=Urgency.LIST, lists=PAIRINGS))
    stage.herald.answer(Line(place=BOB_PLACE, text="pairings", urgency=Urgency.LIST, lists=PAIRINGS))
    while not stage.herald.is_silent:
        await net.take()
    assert net.said == [
        ("channel", "The pairings of autumn-12 are being listed here right now."),
        ("channel", "pairings"),
        ("bob", "pairings"),
    ]
    stage.herald.answer(Line(place=CHANNEL, text="pairings again", urgency=Urgency.LIST, lists=PAIRINGS))
    await net.take()
    assert stage.heard()[-1] == "pairings again"


async def test_who_is_stopped_amid_a_list_says_no_more() -> None:
    stage, net = narrow()
    stage.announce(paired(1, "pairings"))
    await turns()
    stage.announce(told(2, "bob: Game Loss", urgency=Urgency.NOW))
    await stage.herald.stop()
    assert net.waiting == []
    assert stage.herald.is_silent
    assert stage.marked == {}


class SeatedNet(Net):
    """A network on which tables have places of their own, unless it is set not to."""

    def __init__(self, network: str, *, seats_tables: bool = True) -> None:
        super().__init__(network)
        self.seats_tables = seats_tables
        self.lines: list[Line] = []

    def show(self, card: Card) -> None:
        raise AssertionError("the herald shows no cards")

    async def say(self, line: Line) -> None:
        self.lines.append(line)
        await super().say(line)


def of_table(seq: int, text: str, *, is_for_all: bool = False) -> Tidings:
    spoken = Spoken(
        index=0,
        place="channel",
        text=text,
        urgency=Urgency.NEWS,
        table=(2, 7),
        is_for_all=is_for_all,
        mentions=(PersonId("nick:bob"),),
        presses=(Press(label="Confirm", words="confirm", pressed=Pressed(round=2, table=7, turn=4)),),
        facts=(("Clause", "A.I.4"),),
    )
    line = OutboxLine(part=1, place="channel", text=text, urgency=1, extra=attachment.written(spoken))
    return Tidings(Unsaid(tournament="autumn-12", seq=seq, at=NOON, kind=MatchFinished.kind, line=line))


async def test_what_is_of_one_table_is_said_at_its_place_and_a_result_in_the_channel_too() -> None:
    stage = Stage()
    seated, unseated = SeatedNet("discord"), SeatedNet("other", seats_tables=False)
    nets: list[Net] = [stage.nets["irc"], seated, unseated]
    stage.herald = Herald(stage, nets, stage, lambda network: True, lambda: stage.now)
    stage.announce(of_table(1, "a game"), of_table(2, "a result", is_for_all=True), told(3, "to all"))
    await stage.quiet()
    table = TableRef(event="autumn-12", round=2, table=7)
    assert sorted((line.text, line.place.table) for line in seated.lines if line.place.table) == [
        ("a game", table),
        ("a result", table),
    ]
    in_channel = sorted(line.text for line in seated.lines if line.place.table is None)
    assert in_channel == ["a result", "to all"]
    assert sorted(stage.heard()) == ["a game", "a result", "to all"]
    assert [line.place.table for line in unseated.lines] == [None, None, None]
    assert len({line.key for line in seated.lines}) == 4, "a network must not take one for the other"
    assert stage.marked == {1: "said", 2: "said", 3: "said"}


async def test_a_line_is_shown_with_what_goes_with_it() -> None:
    stage = Stage()
    seated = SeatedNet("discord")
    stage.herald = Herald(stage, [seated], stage, lambda network: True, lambda: stage.now)
    stage.announce(of_table(1, "a game"))
    await stage.quiet()
    (line,) = seated.lines
    assert line.mentions == (PersonId("nick:bob"),)
    assert line.facts == (("Clause", "A.I.4"),)
    (press,) = line.presses
    assert (press.event, press.pressed) == ("autumn-12", Pressed(round=2, table=7, turn=4))
