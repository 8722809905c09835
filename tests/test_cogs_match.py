"""A whole event said in words and decided by the real rules: what people type is what the rules understand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.wording import refuse
from cogs.command import Commands
from cogs.everything import every_cog
from cogs.office import Identity
from cogs.speech import Place
from rules.acts import Act, OpenTournament
from rules.decide import decide
from rules.entries import Entry, Outcome, PersonId, Role
from rules.refusals import Refusal
from rules.tournament import Tournament
from tests.fake_office import NOON, FakeOffice, Room, pid


class DecidingOffice(FakeOffice):
    """Decides with the real rules and keeps the state; nothing is stored."""

    __slots__ = ()

    async def enter(self, event: str, act: Act) -> tuple[Entry, ...]:
        entries, self.books[event] = decide(self.books[event], act, self.at)
        self.acts.append(act)
        return entries

    async def open(self, act: OpenTournament, place: Place) -> str:
        offices = ((Role.COORDINATOR, "birch"), (Role.HEAD_JUDGE, "hawk"), (Role.JUDGE, "wren"))
        staff: tuple[tuple[Role, PersonId, str], ...] = tuple((role, pid(who), who) for role, who in offices)
        _, self.books["autumn-12"] = decide(None, replace(act, staff=staff), self.at)
        return "autumn-12"


def _refuse(refusal: Refusal, state: Tournament | None, who: Identity) -> str:
    return refuse(refusal, state, who.id, who.name)


class Evening(Room):
    """Words, a minute apart, and the event that comes of them."""

    def __init__(self) -> None:
        self.office = DecidingOffice(at=NOON)
        self.commands = Commands(self.office, every_cog(), _refuse)

    @property
    def state(self) -> Tournament:
        return self.office.state("autumn-12")

    async def play(self, script: str) -> None:
        """`alice: !ready` on each line; every word must be taken."""
        for line in script.split("\n"):
            name, _, words = line.strip().partition(": ")
            if words:
                before = len(self.office.said)
                assert await self.say(name, words), words
                assert self.office.said[before:] == [], f"{words}: {self.office.texts[before:]}"
                self.office.at += timedelta(seconds=10)

    async def answer(self, name: str, words: str) -> str:
        """What one word is answered."""
        await self.say(name, words)
        return self.office.texts[-1]


OPENING = """
    birch: !open "Autumn 12" round=60m authorization=A-77 format=standard starts=now
    birch: !set rel=2
    alice: !register ABC123
    bob: !join
    bob: !deck DEF456
    carol: !register GHI789
    dave: !register JKL012
    birch: !pair alice bob, carol dave
    birch: !begin
    alice: !ready
    bob: !here
"""

GAME = """
    alice: !ready
    bob: !ready
"""


@pytest.fixture
async def evening() -> Evening:
    """Table 1 is there and has not begun its first game."""
    room = Evening()
    await room.play(OPENING)
    return room


async def test_a_match_from_the_first_word_to_the_result(evening: Evening) -> None:
    await evening.play("alice: !choose play" + GAME + "bob: !lost" + GAME + "alice: !won\nbob: !confirm")
    match = evening.state.matches[1]
    assert match.result is not None
    assert (match.result.wins, match.result.outcome) == ((2, 0), Outcome.PLAYER1)


async def test_an_agreed_draw_and_a_conceded_match(evening: Evening) -> None:
    await evening.play(
        """
        alice: !draw we both go through
        bob: !accept
        carol: !ready
        dave: !ready
        carol: !concede match my train leaves
        carol: !yes
        """
    )
    first, second = evening.state.matches[1].result, evening.state.matches[2].result
    assert first is not None
    assert second is not None
    assert (first.outcome, second.outcome) == (Outcome.DRAW, Outcome.PLAYER2)
    await evening.play("birch: !endround\nbirch: !end")
    assert evening.state.is_over


async def test_a_judges_evening(evening: Evening) -> None:
    await evening.play(
        """
        alice: !judge did he draw twice?
        wren: !claim
        wren: !penalty bob drawing extra cards
        wren: !ruling 1 one card back at random
        wren: !extend 1 4 the ruling
        wren: !hold 1
        wren: !resume table 1
        bob: !ack 2
        bob: !appeal 2 it was one card
        hawk: !uphold 3
        """
    )
    assert [p.infraction for p in evening.state.penalties.values()] == ["drawing_extra_cards"]
    assert evening.state.matches[1].extension == timedelta(minutes=4)
    assert evening.state.open_calls == ()


async def test_a_late_players_word_is_kept_as_contact_once(evening: Evening) -> None:
    answers = [await evening.answer("carol", "!time"), await evening.answer("carol", "!confirm")]
    assert len(answers) == 2
    assert evening.state.matches[2].side_of(pid("carol")).contact
    assert [type(act).__name__ for act in evening.office.acts].count("MakeContact") == 1


async def test_who_may_not_is_told_who_may(evening: Evening) -> None:
    answer = await evening.answer("alice", "!penalty bob slow_play")
    assert answer.startswith("alice")
    assert "judge" in answer
    assert evening.state.penalties_of(pid("bob")) == ()


async def test_a_flip_for_the_game_is_refused_and_kept(evening: Evening) -> None:
    assert "3.6" in await evening.answer("alice", "!flip for the game")
    await evening.play("alice: !flip lucky\nbob: !roll 2d6+1 for fun")
    assert sorted(evening.state.draws) == [1, 2, 3]
    assert (await evening.answer("zed", "!verify 3")).startswith(
        "Draw 3: 2d6+1 is 3 (1 1 +1), rolled for bob"
    )


async def test_two_who_cannot_connect_draw_without_consent(evening: Evening) -> None:
    await evening.play(
        """
        alice: !cantconnect
        alice: !relay failed
        bob: !confirm
        alice: !consent yes
        bob: !consent no
        """
    )
    result = evening.state.matches[1].result
    assert result is not None
    assert result.outcome is Outcome.DRAW


async def test_the_results_that_can_be_reported_are_spelled_out_with_their_buttons(evening: Evening) -> None:
    await evening.play(GAME + "bob: !lost")
    said = await evening.answer("alice", "!scores")
    assert said == (
        "Table 1: alice beats bob 2-0 · alice beats bob 2-1 · bob beats alice 2-1 · alice beats bob 2-0-1 · "
        "alice beats bob 2-1-1 · bob beats alice 2-1-1. Say !report <score>, yours first."
    )
    await evening.play(GAME)
    theirs = await evening.answer("bob", "!scores")
    assert theirs.startswith(
        "Table 1: bob won game 2 · alice won game 2 · Game 2 was drawn · alice beats bob 2-0 ·"
    )
    presses = evening.office.said[-1].presses
    assert [press.words for press in presses[:5]] == ["won", "lost", "drawn", "report 0-2", "report 1-2"]
    assert all(press.event == "autumn-12" and press.pressed is not None for press in presses)


async def test_who_has_no_open_match_has_nothing_to_report(evening: Evening) -> None:
    assert "no open match" in await evening.answer("birch", "!scores")
