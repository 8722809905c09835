"""Right words, wrong match (`match-binding`): a word reaches the one open match of who says it, or none.

Found from the person at the moment of the act: not a finished round, not a friendly game, not another event.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from cogs.speech import Where
from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId
from rules.refusals import Refusal
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN
from tests.refereeing import Table
from tests.service import OPENING, Service, running
from tests.test_result_race import SAID

EVE, ZED = PersonId("nick:eve"), PersonId("nick:zed")
MORE: dict[str, Callable[[Table, PersonId], a.Act]] = {
    "ready": lambda t, by: a.PressReady(by=by, dice=t.dice),
    "choose": lambda _, by: a.ChoosePlay(by=by, play=True),
    "shuffle": lambda _, by: a.StartShuffle(by=by),
    "shuffle of bob": lambda _, by: a.StartShuffle(by=by, player=BOB),
    "done": lambda _, by: a.StopShuffle(by=by),
    "disconnected": lambda _, by: a.ReportLinkLost(by=by),
    "disconnected bob": lambda _, by: a.ReportLinkLost(by=by, player=BOB),
    "playing on": lambda _, by: a.SayGameGoesOn(by=by),
    "cantconnect": lambda _, by: a.SayCannotConnect(by=by),
    "relay failed": lambda t, by: a.ReportRelay(by=by, works=False, dice=t.dice),
    "panic": lambda _, by: a.CallJudge(by=by, panic=True),
    "contact": lambda _, by: a.MakeContact(by=by, words="hello"),
}
WORDS = {**SAID, **MORE}
"""Everything that a player can say about a match."""


def four() -> Table:
    """ann and bob are in a game with a report open, cyd and dan as well; eve sits out."""
    table = Table(players=(ANN, BOB, CYD, DAN, EVE))
    table.begin((ANN, BOB), (CYD, DAN))
    table.at("12:01:00").ready(ANN, BOB, CYD, DAN)
    table.at("12:02:00").ready(ANN, BOB, CYD, DAN)
    table.at("12:20:00").reports(BOB, 2, 0)
    table.reports(DAN, 2, 1)
    return table


def one_final() -> Table:
    """ann and bob have finished; cyd and dan have not."""
    table = four()
    table.confirms(ANN)
    return table


def between_rounds() -> Table:
    table = one_final()
    table.confirms(CYD)
    table.closes_round()
    return table


def paired_anew() -> Table:
    """Round 2 is paired with other opponents, and has not begun."""
    table = between_rounds()
    table.pair((ANN, CYD), (BOB, DAN))
    return table


def begun_anew() -> Table:
    """Round 2 runs, and nobody has arrived."""
    table = paired_anew()
    table.at("12:55:00").do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    return table


def over() -> Table:
    table = between_rounds()
    table.do(a.EndTournament(by=COORDINATOR))
    return table


SCENES = [four, one_final, between_rounds, paired_anew, begun_anew, over]


def tried(table: Table, act: a.Act) -> Refusal | None:
    try:
        table.do(act)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize("by", [ANN, BOB, CYD, DAN, EVE, ZED])
@pytest.mark.parametrize("scene", SCENES)
def test_a_word_reaches_the_own_open_match_and_no_other(scene: Callable[[], Table], by: PersonId) -> None:
    """S009, S011, S092."""
    start = scene()
    own = start.state.match_of(by) if start.state.round and not start.state.round.is_closed else None
    for said, make in WORDS.items():
        table = start.twin()
        refusal = tried(table, make(table, by))
        changed = {
            number for number, match in table.state.matches.items() if match != start.state.matches[number]
        }
        assert changed <= ({own.table} if own is not None else set()), said
        assert table.state.past == start.state.past, said
        if own is None or own.result is not None:
            assert changed == set(), said
        if own is None and said not in ("drop", "contact"):
            assert refusal is not None, said


@pytest.mark.parametrize("by", [ANN, BOB])
@pytest.mark.parametrize("against", [CYD, DAN, EVE, ZED, ANN, BOB])
def test_a_report_against_somebody_else_is_none(by: PersonId, against: PersonId) -> None:
    """S011: also against oneself, and against an opponent of another round."""
    for scene, opponent in ((four, {ANN: BOB, BOB: ANN}[by]), (begun_anew, {ANN: CYD, BOB: DAN}[by])):
        table = scene()
        if scene is begun_anew:
            table.ready(ANN, BOB, CYD, DAN)
        before = table.state
        refusal = tried(table, a.ReportMatch(by=by, mine=2, theirs=1, against=against))
        if against == opponent:
            assert not isinstance(refusal, r.WrongOpponent)
        else:
            assert isinstance(refusal, r.WrongOpponent)
            assert refusal.opponent == opponent
            assert table.state is before


def test_an_event_with_a_game_in_play_ends_by_no_word_and_marks_nobody_absent() -> None:
    """S013: the table is named; what becomes of it a judge says, by setting its result."""
    table = one_final()
    refusal = table.refuses(a.EndTournament(by=COORDINATOR), r.TablesOpen)
    assert [number for number, _ in refusal.tables] == [2]
    assert table.kept(e.AbsenceBegan) == []
    table.at("12:21:30").confirms(CYD)
    table.do(a.EndTournament(by=COORDINATOR))
    assert table.score(2) == "1-2 player2"
    assert table.penalties == []


# --- two events on one network ----------------------------------------------------------------------

CUBE = '1 tc: !open "Cube 3" kind=challenge starts=now authorization=A-78'
PEOPLE = ("tc", "hj", "judge", "alice", "bob", "sorrel", "juniper", "carol")
OPENED = (
    OPENING,
    CUBE,
    *(f"2 {nick}: !register@autumn-12 X" for nick in ("alice", "sorrel", "bob", "juniper")),
    "3 carol: !register@cube-3 X",
)
AUTUMN_BEGINS = (
    "10 tc: !pair@autumn-12 alice sorrel, bob juniper",
    "60 tc: !begin@autumn-12",
    *(
        f"{second} {nick}: !ready@autumn-12"
        for second in (70, 80)
        for nick in ("alice", "sorrel", "bob", "juniper")
    ),
)
"""alice and sorrel, bob and juniper play in Autumn 12; carol and juniper are entered in Cube 3 too."""
CUBE_BEGINS = (
    "100 tc: !pair@cube-3 carol juniper",
    "160 tc: !begin@cube-3",
    *(f"{second} {nick}: !ready@cube-3" for second in (170, 180) for nick in ("carol", "juniper")),
)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Service]:
    async with running(Service(tmp_path, people=PEOPLE)) as service:
        await service.play(*OPENED)
        # nobody registers twice (0.4), but a store of before may hold somebody in two events
        entering = a.Register(by=PersonId("nick:juniper"), name="juniper", deck="X")
        await service.app.parts.events.desk("cube-3").enter(entering, service.clock.now())
        await service.play(*AUTUMN_BEGINS)
        yield service


async def test_nobody_registers_in_a_second_event(evening: Service) -> None:
    """0.4."""
    (answer,) = await evening.say("alice", "!register@cube-3")
    assert "one event at a time is allowed (0.4)" in answer


async def scorebooks(service: Service) -> dict[str, int]:
    """How many entries each event has."""
    store = service.parts.store
    return {event: len(await store.load(event)) for event in service.parts.events.open_ids()}


async def test_a_word_is_about_the_event_with_the_one_open_match(evening: Service) -> None:
    """S012: juniper is entered in both and plays in one."""
    before = await scorebooks(evening)
    answer = await evening.say("juniper", "!report 2-1")
    after = await scorebooks(evening)
    assert after["cube-3"] == before["cube-3"]
    assert after["autumn-12"] > before["autumn-12"]
    assert any("juniper beats bob 2-1" in line for line in answer)


ASKED = (
    "report 2-1",
    "lost",
    "won",
    "concede match",
    "confirm",
    "draw",
    "yes",
    "no",
    "cancel",
    "drop",
    "ready",
)


async def test_between_two_open_matches_it_asks_and_stores_nothing(evening: Service) -> None:
    """S012: juniper plays in both."""
    await evening.play(*CUBE_BEGINS)
    before = await scorebooks(evening)
    for word in ASKED:
        for where in (Where.CHANNEL, Where.PRIVATE):
            (answer,) = await evening.say("juniper", f"!{word}", where)
            assert "Which event?" in answer
            assert "autumn-12, cube-3" in answer
    assert await scorebooks(evening) == before
    await evening.say("juniper", "!report@cube-3 2-1")
    after = await scorebooks(evening)
    assert (after["autumn-12"], after["cube-3"] > before["cube-3"]) == (before["autumn-12"], True)


async def test_a_word_with_another_events_name_reaches_nothing_here(evening: Service) -> None:
    before = await scorebooks(evening)
    for word in ASKED:
        assert await evening.say(
            "alice", f"!{word.replace(' ', '@cube-3 ', 1) if ' ' in word else word + '@cube-3'}"
        )
    assert await scorebooks(evening) == before


async def test_a_word_that_waits_is_judged_by_what_is_then(evening: Service) -> None:
    """Said in one moment: the result is final, the round closed, and the last word finds no match."""
    await evening.play("600 alice: !report 2-1", "600 bob: !report 2-1", "600 juniper: !confirm")
    lines = (
        ("sorrel", "!confirm"),
        ("tc", "!endround@autumn-12"),
        ("sorrel", "!report 2-0"),
        ("alice", "!concede match"),
    )
    await asyncio.gather(*(evening.console.speak(nick, Where.CHANNEL, words) for nick, words in lines))
    await evening.app.settle()
    entries = await evening.parts.store.load("autumn-12")
    finished = [entry for entry in entries if isinstance(entry, e.MatchFinished)]
    assert sorted((entry.table, entry.wins1, entry.wins2) for entry in finished) == [(1, 2, 1), (2, 2, 1)]
    assert not isinstance(entries[-1], e.ResultClaimed | e.QuestionAsked)
