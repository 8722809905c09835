"""The same act twice (`replay`): every act of everybody, said again in the moment in which it was first said.

A double click, a nervous finger, a line that the network delivers twice: the second finds that it has been done, and
adds nothing. What may rightly be done twice is named here, with its reason.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from bot.gateways.irc.news import News, key_of
from cogs.speech import Place, Said, Where
from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId, Stage
from rules.refusals import Refusal
from rules.tournament import Tournament
from tests.playing import ANN, BOB
from tests.refereeing import Table, playing
from tests.service import MATCH, Service, running
from tests.test_rules_authority import OK, PERSON, PLAY_THERE, TABLE, Line, Who, set_up
from tests.test_rules_properties import Moves, any_moves

COUNT_EACH_TIME: dict[type[a.Act], str] = {
    a.FlipCoin: "each flip is one of its own, with its number",
    a.RollDice: "each roll is one of its own, with its number",
    a.Announce: "the coordinator may say the same again",
    a.Extend: "a judge may grant five minutes, and five more; the answer names the new end each time",
    a.CallJudge: "who calls again may mean another matter; each call has its number",
    a.ChangeSettings: "the same setting again is the same setting, with its own line in the scorebook",
    a.PairByHand: "until the begin another pairing takes the place of the one before, an equal one too",
    a.Undo: "the second takes back the change before the last one",
    a.PairSwiss: "until the begin another pairing takes the place of the one before, an equal one too",
    a.PairBracket: "the same row of the bracket, as long as its round has not begun",
    a.SetResult: "a correction is recorded with what stood before, also one that changes nothing",
    a.NameStaff: "an office that is held already is held",
    a.FileDeck: "the last deck code counts",
    a.SetStage: "the stage that it is in already",
    a.MakeContact: "any word is contact, and one is enough",
    a.PressReady: "the first !ready is that one is there, the second that the deck is loaded",
    a.Concede: "the second question takes the place of the first",
    a.Drop: "the second question takes the place of the first",
    a.OrderReconnect: "the order may be given again; the clock is the one that runs",
    a.Uphold: "a penalty that was upheld is upheld",
}
"""Acts that enter something a second time, and why that is right; what they must not do twice is tested as well."""


@dataclass(frozen=True, slots=True)
class Credit:
    """What an act can give or cost, counted."""

    results: int
    games: tuple[tuple[int, int, int], ...]
    penalties: int
    owed: int
    calls: int
    players: int
    staff: int
    rounds: int
    holds: int
    dropped: int
    consents: int

    @classmethod
    def of(cls, state: Tournament) -> Credit:
        matches = state.matches.values()
        return cls(
            results=sum(match.is_over for match in matches),
            games=tuple((*match.wins, match.draws) for match in matches),
            penalties=len(state.penalties),
            owed=len(state.owed),
            calls=len(state.open_calls),
            players=len(state.players),
            staff=len(state.staff),
            rounds=state.round.number if state.round else 0,
            holds=len(state.holds),
            dropped=sum(not player.plays for player in state.players.values()),
            consents=sum(len(match.connecting.consents) for match in matches if match.connecting),
        )


LINES = [
    pytest.param(line, who, id=f"{cls.__name__}{number or ''}-{who.value.replace(' ', '_')}")
    for cls, lines in TABLE.items()
    for number, line in enumerate(lines)
    for who in Who
    if line.verdicts[who] is OK
]


def again(table: Table, act: a.Act) -> tuple[e.Entry, ...]:
    """The same once more; a refusal enters nothing."""
    try:
        return table.do(act)
    except Refusal:
        return ()


@pytest.mark.parametrize(("line", "who"), LINES)
def test_an_act_said_twice_counts_once(line: Line, who: Who) -> None:
    """S018."""
    person = PERSON[who]
    table = set_up(line.scene, person if who in PLAY_THERE else ANN).twin()
    act = line.make(person, table)
    assert table.do(act) != ()
    once = Credit.of(table.state)
    second = again(table, act)
    if type(act) in COUNT_EACH_TIME:
        if not isinstance(act, a.CallJudge | a.Undo):
            assert Credit.of(table.state) == once
    else:
        assert second == ()
    third = Credit.of(table.state)
    again(table, act)
    if not isinstance(act, a.CallJudge | a.Undo):
        assert Credit.of(table.state) == third


CLAIMS: dict[str, Callable[[PersonId], a.Act]] = {
    "won": lambda by: a.ReportGame(by=by, won=True),
    "drawn": lambda by: a.ReportGame(by=by, won=None),
    "report": lambda by: a.ReportMatch(by=by, mine=2, theirs=1),
    "life": lambda by: a.ReportLife(by=by, mine=7, theirs=3),
}
"""What a player says and the other has to confirm."""

few = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@few
@given(any_moves())
def test_whatever_is_said_twice_in_a_moment_decides_nothing_more(moves: Moves) -> None:
    """The second word of a moment counts no game, no penalty and no result beside the first."""
    table = playing()
    for seconds, move in moves:
        table.wait(seconds)
        assert isinstance(move, a.Act)
        if not again(table, move):
            continue
        once = Credit.of(table.state)
        entries = again(table, move)
        now = Credit.of(table.state)
        if isinstance(move, a.CallJudge | a.AnswerYes | a.AnswerNo | a.Overturn):
            continue  # two questions have two answers; an overturning may uncover what else stands
        assert (now.games, now.penalties, now.dropped) == (once.games, once.penalties, once.dropped), entries


@pytest.mark.parametrize("by", [ANN, BOB])
@pytest.mark.parametrize("claim", CLAIMS)
def test_a_report_said_again_is_the_report_that_waits(claim: str, by: PersonId) -> None:
    """It starts no new five minutes for the answer."""
    table = playing(stage=Stage.PLAYOFF)
    if claim == "life":
        table.at("12:51:00").do(a.EndTurn(by=ANN))
    act = CLAIMS[claim](by)
    table.do(act)
    waits = table.match().claim
    table.wait(20)
    table.refuses(act, r.OwnClaim)
    assert table.match().claim == waits


# --- the second question of a second ----------------------------------------------------------------


def test_yes_answers_what_was_asked_last_also_within_one_second() -> None:
    """A claim after an offer, in the second in which both were made: yes confirms, and accepts nothing."""
    table = playing()
    table.at("12:20:00").do(a.OfferDraw(by=ANN))
    table.reports(ANN, 2, 0)
    table.says_yes(BOB)
    assert table.score() == "2-0 player1"


def test_yes_to_an_offer_of_the_same_second_does_not_concede() -> None:
    table = playing()
    table.at("12:20:00").do(a.Concede(by=BOB, match=True))
    table.do(a.OfferDraw(by=ANN))
    table.says_yes(BOB)
    assert table.score() == "0-0-3 draw"


def test_the_latest_of_one_second_is_taken_back() -> None:
    table = playing()
    table.at("12:20:00").do(a.OfferDraw(by=ANN))
    table.wins(ANN)
    table.do(a.TakeBack(by=ANN))
    assert table.match().claim is None
    assert table.match().offer is not None


# --- lines that a network delivers twice ------------------------------------------------------------


def news() -> News:
    """Connected at 20:00:00, by the server's clock."""
    return News({"time": "2026-03-01T20:00:00.000Z"})


def test_what_a_bouncer_plays_back_between_its_markers_is_old() -> None:
    """S020: without tags only the bouncer's own lines tell where the buffer begins and ends."""
    heard = news()
    assert not heard.is_old({}, "#t")
    assert heard.marks("***", "#t", "Buffer Playback...")
    assert heard.is_old({}, "#t")
    assert not heard.is_old({}, "#judges")
    assert heard.marks("***", "#t", "Playback Complete.")
    assert not heard.is_old({}, "#t")


def test_nobody_can_silence_us_with_a_bouncers_words() -> None:
    heard = news()
    assert not heard.marks("mudlark", "#t", "Buffer Playback...")
    assert not heard.is_old({}, "#t")


def test_what_a_server_shows_twice_has_one_key() -> None:
    """Speaker, place, server time and text, where messages have no id of their own."""
    tags = {"time": "2026-03-01T20:01:00.000Z"}
    key = key_of(tags, "ann!a@host", "#t", "!lost")
    assert key == key_of(dict(tags), "ann!a@host", "#t", "!lost")
    others = [
        key_of({"time": "2026-03-01T20:01:00.001Z"}, "ann!a@host", "#t", "!lost"),
        key_of(tags, "bob!b@host", "#t", "!lost"),
        key_of(tags, "ann!a@host", "#t", "!won"),
        key_of(tags, "ann!a@host", "#judges", "!lost"),
    ]
    assert len({key, *others, ""}) == 6
    assert key_of({**tags, "msgid": "m1"}, "ann!a@host", "#t", "!lost") == "m1"
    assert key_of({}, "ann!a@host", "#t", "!lost") == ""


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        yield service


WORDS = {
    "alice": (
        "!lost",
        "!concede",
        "!report 1-2",
        "!draw",
        "!judge come",
        "!ready",
        "!shuffle",
        "!drop",
        "!flip",
    ),
    "judge": ("!extend 1 5m", "!penalty alice slow_play", "!hold 1", "!setresult 1 1-0 seen"),
    "tc": ("!announce lunch", "!drop alice", "!late carol"),
}


@pytest.mark.parametrize(("nick", "words"), [(nick, word) for nick, words in WORDS.items() for word in words])
async def test_one_message_delivered_three_times_is_run_once(service: Service, nick: str, words: str) -> None:
    """S018, S020, S021: nothing is entered and nothing is said for the second and the third."""
    await service.until(600)
    said = Said(
        person=service.console.person(nick),
        place=Place(network="paper", where=Where.CHANNEL),
        words=words,
        at=service.clock.now(),
        key="one-and-the-same",
    )
    await service.app.hear(said)
    await service.app.settle()
    entries, lines = await service.stored(), len(service.said)
    for _ in range(2):
        await service.app.hear(said)
    await service.app.settle()
    assert await service.stored() == entries
    assert len(service.said) == lines
