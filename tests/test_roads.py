"""Every road to a power: each word of an official, under each of its names, said by those who hold no office.

`test_rules_authority` holds the acts against the offices; here the whole way from the line of chat to the store is
walked (S090, S091), and what look-ups of officials would tell is told to nobody else.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.config import Staff
from cogs.command import By, Declared
from cogs.everything import every_command
from cogs.speech import Where
from rules.entries import ContactMade, RegistrationRefused
from tests.service import Service, running

PEOPLE = ("tc", "hj", "judge", "dora", "alice", "bob", "carol", "dave", "zed")
STAFF = Staff(coordinators=("tc",), head_judges=("hj",), judges=("judge",), directors=("dora",))
EVENING = (
    '1 tc: !open "Autumn 12" kind=challenge starts=now authorization=A-77',
    *(f"2 {name}: !register" for name in ("alice", "bob", "carol", "dave")),
    "3 tc: !pair alice bob, carol dave",
    "10 tc: !begin",
    *(f"11 {name}: !ready" for name in ("alice", "bob", "carol", "dave")),
    *(f"20 {name}: !ready" for name in ("alice", "bob", "carol", "dave")),
    "30 alice: !judge look at this",
    "40 judge: !warn bob unsporting_conduct shouts",
    "50 bob: !appeal 2 I did not",
    "60 judge: !penalty carol slow_play game_loss stalls",
)
"""Call 1 is open, penalty 2 stands and is appealed (3), penalty 4 is proposed."""

OFFICES = By.JUDGE | By.HEAD_JUDGE | By.COORDINATOR | By.DIRECTOR
OFFICIAL = [declared for declared in every_command() if not declared.by & (By.ANYONE | By.PLAYER)]
SECRET = ("shouts", "stalls", "look at this", "!approve", "!uphold")


def lines(declared: Declared) -> list[str]:
    """Its example with each number there is in this event, under each of its names."""
    rest = declared.example.partition(" ")[2]
    numbered = {re.sub(r"\b(7|14|15)\b", str(number), rest) for number in range(1, 5)}
    return [f"!{word} {words}".rstrip() for word in declared.words for words in sorted(numbered)]


def test_the_words_of_officials_are_known_by_their_offices() -> None:
    assert {declared.name for declared in OFFICIAL} >= {"penalty", "dq", "setstanding", "evidence", "history"}
    assert all(declared.by & OFFICES for declared in OFFICIAL)


async def test_no_road_leads_anybody_else_to_the_power_of_an_official(tmp_path: Path) -> None:
    async with running(Service(tmp_path, people=PEOPLE, staff=STAFF)) as run:
        await run.play(*EVENING)
        before = await run.stored()
        for declared in OFFICIAL:
            for line in lines(declared):
                for who in ("zed", "alice"):
                    for where in (Where.CHANNEL, Where.PRIVATE, Where.JUDGES):
                        answers = await run.say(who, line, where)
                        told = " ".join(answers)
                        assert told, (who, line, where)
                        assert not any(secret in told for secret in SECRET), (who, line, told)
        after = await run.stored()
        known = (ContactMade, RegistrationRefused)
        assert [entry for entry in after[len(before) :] if not isinstance(entry, known)] == []
        assert run.parts.office.league().standings == {}


SHARED = ("!drop bob gone", "!shuffle bob", "!done bob", "!relay failed 1", "!consent no 1")
"""Words that players have as well, in the form in which they are an official's."""


@pytest.mark.parametrize("who", ["zed", "carol"])
async def test_a_word_that_players_share_is_no_side_door(who: str, tmp_path: Path) -> None:
    async with running(Service(tmp_path, people=PEOPLE, staff=STAFF)) as run:
        await run.play(*EVENING)
        before = await run.stored()
        for line in SHARED:
            for where in (Where.CHANNEL, Where.PRIVATE, Where.JUDGES):
                assert await run.say(who, line, where)
        assert await run.stored() == before


@pytest.mark.parametrize("who", ["zed", "alice"])
async def test_the_digest_is_for_the_officials(who: str, tmp_path: Path) -> None:
    async with running(Service(tmp_path, people=PEOPLE, staff=STAFF)) as run:
        await run.play(*EVENING)
        for where in (Where.CHANNEL, Where.PRIVATE, Where.JUDGES):
            assert await run.say(who, "!penalties", where) == [f"{who} has no penalties in Autumn 12."]
