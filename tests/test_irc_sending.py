"""The send queue: what goes first, how fast, and what happens while we are away."""

import asyncio
from datetime import timedelta

import pytest

from bot.gateways.irc.pace import Pace, Throttle, pace_of
from bot.gateways.irc.sending import SendQueue
from cogs.speech import Line, Place, Urgency, Where

CHANNEL = Place(network="irc", where=Where.CHANNEL)
JUDGES = Place(network="irc", where=Where.JUDGES)


class Out:
    """An outlet that remembers what it was given; places can be closed and the socket be full."""

    def __init__(self, room: int = 400) -> None:
        self.said: list[tuple[str, str]] = []
        self.is_writable = True
        self.closed: set[Where] = set()
        self._room = room

    def target(self, place: Place) -> str | None:
        return None if place.where in self.closed else place.nick or f"#{place.where}"

    def room(self, target: str) -> int:
        return self._room

    def say(self, target: str, text: str) -> None:
        self.said.append((target, text))

    @property
    def texts(self) -> list[str]:
        return [text for _, text in self.said]


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def line(text: str, urgency: Urgency = Urgency.ANSWER, place: Place = CHANNEL) -> Line:
    """A line to the channel."""
    return Line(place=place, text=text, urgency=urgency)


async def waiting(queue: SendQueue, *lines: Line) -> list[asyncio.Task[None]]:
    """Tasks that say these lines, in this order, and have begun to wait."""
    tasks = [asyncio.create_task(queue.say(each)) for each in lines]
    await asyncio.sleep(0)
    return tasks


async def finished(*tasks: asyncio.Task[None]) -> None:
    """All of them have ended well."""
    async with asyncio.timeout(5):
        await asyncio.gather(*tasks)


async def test_a_line_that_may_go_goes_at_once() -> None:
    queue, out = SendQueue(None), Out()
    queue.attach(out)
    await queue.say(line("alice: 6"))
    assert out.said == [("#channel", "alice: 6")]


async def test_what_can_go_now_goes_without_a_wait_and_else_not_at_all() -> None:
    queue, out = SendQueue(None), Out(room=20)
    assert not queue.say_at_once(line("while we are away"))
    queue.attach(out)
    assert queue.say_at_once(line("alice: 6"))
    assert not queue.say_at_once(line("more than goes into one line"))
    out.closed.add(Where.JUDGES)
    tasks = await waiting(queue, line("to judges", place=JUDGES))
    assert not queue.say_at_once(line("not before what waits"))
    assert out.texts == ["alice: 6"]
    out.closed.clear()
    queue.go_on()
    await finished(*tasks)


async def test_the_urgent_goes_first_and_the_rest_in_order() -> None:
    queue, out = SendQueue(None), Out()
    tasks = await waiting(
        queue,
        line("table 1", Urgency.LIST),
        line("table 2", Urgency.LIST),
        line("result", Urgency.NEWS),
        line("time!", Urgency.NOW),
        line("answer"),
    )
    queue.attach(out)
    await finished(*tasks)
    assert out.texts == ["time!", "answer", "result", "table 1", "table 2"]


async def test_what_waits_while_we_are_away_goes_out_when_we_are_back() -> None:
    queue, before, after = SendQueue(None), Out(), Out()
    queue.attach(before)
    await queue.say(line("one"))
    queue.detach(broke=False)
    tasks = await waiting(queue, line("two"))
    assert not tasks[0].done()
    queue.attach(after)
    await finished(*tasks)
    assert (before.texts, after.texts) == (["one"], ["two"])


async def test_what_was_said_into_a_silence_is_said_again_before_what_came_later() -> None:
    queue, before, after = SendQueue(None), Out(), Out()
    queue.attach(before)
    await queue.say(line("heard"))
    queue.heard()
    await queue.say(line("list", Urgency.LIST))
    await queue.say(line("bob: Game Loss", Urgency.NOW))
    queue.detach(broke=True)
    tasks = await waiting(queue, line("later"))
    queue.attach(after)
    await finished(*tasks)
    assert after.texts == ["bob: Game Loss", "later", "list"]


async def test_the_pieces_of_a_line_are_said_again_before_its_rest() -> None:
    clock, before, after = Clock(), Out(room=20), Out(room=20)
    queue = SendQueue(Throttle(Pace(burst=2, pause=timedelta(hours=1)), monotonic=clock))
    queue.attach(before)
    tasks = await waiting(queue, line("alice beats bob; carol beats dan; frank sits out"))
    assert before.texts == ["alice beats bob;", "carol beats dan;"]
    queue.detach(broke=True)
    clock.seconds += 10 * 3600
    queue.attach(after)
    clock.seconds += 10 * 3600
    queue.go_on()
    await finished(*tasks)
    assert after.texts == ["alice beats bob;", "carol beats dan;", "frank sits out"]


async def test_a_line_that_is_no_longer_wanted_is_not_said() -> None:
    queue, out = SendQueue(None), Out()
    unwanted, wanted = await waiting(queue, line("one"), line("two"))
    unwanted.cancel()
    with pytest.raises(asyncio.CancelledError):
        await unwanted
    queue.attach(out)
    await finished(wanted)
    assert out.texts == ["two"]


async def test_the_same_words_are_said_once_for_all_who_wait() -> None:
    queue, out = SendQueue(None), Out()
    tasks = await waiting(queue, line("help: …"), line("help: …"), line("help: …", place=JUDGES))
    tasks[0].cancel()
    queue.attach(out)
    await finished(*tasks[1:])
    assert out.said == [("#channel", "help: …"), ("#judges", "help: …")]


async def test_a_closed_place_holds_up_only_its_own_lines() -> None:
    queue, out = SendQueue(None), Out()
    out.closed = {Where.JUDGES}
    queue.attach(out)
    [to_judges] = await waiting(queue, line("call!", Urgency.NOW, JUDGES))
    await queue.say(line("answer"))
    assert out.said == [("#channel", "answer")]
    out.closed = set()
    queue.go_on()
    await finished(to_judges)
    assert out.said[-1] == ("#judges", "call!")


async def test_a_full_socket_is_waited_for() -> None:
    queue, out = SendQueue(None), Out()
    out.is_writable = False
    queue.attach(out)
    tasks = await waiting(queue, line("one"), line("two"))
    assert out.said == []
    out.is_writable = True
    queue.go_on()
    await finished(*tasks)
    assert out.texts == ["one", "two"]


async def test_a_long_line_goes_out_in_pieces_one_behind_the_other() -> None:
    queue, out = SendQueue(None), Out(room=20)
    queue.attach(out)
    await queue.say(line("alice beats bob; carol beats dan; frank sits out"))
    assert out.texts == ["alice beats bob;", "carol beats dan;", "frank sits out"]


async def test_of_a_long_line_only_the_rest_is_said_after_a_loss() -> None:
    clock, before, after = Clock(), Out(room=20), Out(room=20)
    queue = SendQueue(Throttle(Pace(burst=1, pause=timedelta(hours=1)), monotonic=clock))
    queue.attach(before)
    tasks = await waiting(queue, line("alice beats bob; carol beats dan"))
    queue.detach(broke=False)
    clock.seconds += 3600
    queue.attach(after)
    await finished(*tasks)
    assert (before.texts, after.texts) == (["alice beats bob;"], ["carol beats dan"])


async def test_line_ends_in_a_text_become_blanks() -> None:
    queue, out = SendQueue(None), Out()
    queue.attach(out)
    await queue.say(line("help\r\nQUIT :bye\u2028\0MODE #c +o mallory"))
    assert out.texts == ["help QUIT :bye MODE #c +o mallory"]


async def test_nothing_is_not_said() -> None:
    queue, out = SendQueue(None), Out()
    queue.attach(out)
    await queue.say(line(" \r\n"))
    assert out.said == []


async def test_the_throttle_lets_a_burst_through_and_then_one_a_pause() -> None:
    clock = Clock()
    throttle = Throttle(Pace(burst=5, pause=timedelta(seconds=1)), monotonic=clock)
    assert [throttle.take() for _ in range(6)] == [True] * 5 + [False]
    assert throttle.wait() == pytest.approx(1)
    clock.seconds += 1
    assert [throttle.take(), throttle.take()] == [True, False]
    clock.seconds += 60
    assert [throttle.take() for _ in range(6)] == [True] * 5 + [False]


async def test_throttled_lines_still_go_in_the_order_of_their_urgency() -> None:
    queue = SendQueue(Throttle(Pace(burst=1, pause=timedelta(milliseconds=20))))
    out = Out()
    queue.attach(out)
    await queue.say(line("first"))
    tasks = await waiting(queue, line("list 1", Urgency.LIST), line("list 2", Urgency.LIST), line("answer"))
    assert out.texts == ["first"]
    await finished(*tasks)
    assert out.texts == ["first", "answer", "list 1", "list 2"]


async def test_a_list_lets_a_shorter_one_elsewhere_through_after_each_piece() -> None:
    clock, out = Clock(), Out(room=20)
    queue = SendQueue(Throttle(Pace(burst=1, pause=timedelta(seconds=1)), monotonic=clock))
    queue.attach(out)
    await queue.say(line("first"))
    tasks = await waiting(
        queue,
        line("1 alice-bob · 2 carol-dan · 3 eve-frank", Urgency.LIST),
        line("No open calls.", Urgency.LIST, JUDGES),
    )
    for _ in range(4):
        clock.seconds += 1
        queue.go_on()
    await finished(*tasks)
    assert out.texts == ["first", "1 alice-bob", "No open calls.", "… 2 carol-dan", "… 3 eve-frank"]


async def test_a_penalty_goes_between_two_pieces_of_a_list() -> None:
    clock, out = Clock(), Out(room=20)
    queue = SendQueue(Throttle(Pace(burst=1, pause=timedelta(seconds=1)), monotonic=clock))
    queue.attach(out)
    tasks = await waiting(queue, line("1 alice-bob · 2 carol-dan · 3 eve-frank", Urgency.LIST))
    tasks += await waiting(queue, line("bob: Game Loss", Urgency.NOW))
    for _ in range(3):
        clock.seconds += 1
        queue.go_on()
    await finished(*tasks)
    assert out.texts == ["1 alice-bob", "bob: Game Loss", "… 2 carol-dan", "… 3 eve-frank"]


# --- how fast ---


@pytest.mark.parametrize(
    ("version", "pace"),
    [
        ("ngircd-26.1", Pace(burst=2, pause=timedelta(milliseconds=340))),
        ("InspIRCd-3", Pace(burst=9)),
        ("solanum-1.0-dev", Pace(burst=5)),
        ("", Pace(burst=5)),
    ],
)
def test_each_server_is_spoken_to_at_its_own_pace(version: str, pace: Pace) -> None:
    assert pace_of(version) == pace


def test_what_goes_out_besides_is_counted() -> None:
    clock = Clock()
    throttle = Throttle(Pace(burst=2), monotonic=clock)
    throttle.charge()
    assert [throttle.take(), throttle.take()] == [True, False]


async def test_another_throttle_is_kept_to_at_once() -> None:
    clock, out = Clock(), Out()
    queue = SendQueue(Throttle(Pace(burst=1), monotonic=clock))
    queue.attach(out)
    tasks = await waiting(queue, *(line(f"line {number}") for number in range(4)))
    assert len(out.said) == 1
    queue.keep_to(None)
    await finished(*tasks)
    assert len(out.said) == 4
