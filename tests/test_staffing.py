"""The staff of `[staff]` on a network of unique handles: by handle, number and role, at the moment of use."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import Staff
from cogs.speech import TitlesChanged, Where
from rules.entries import PersonId, Role
from tests.test_ties import Twin, twin

OPEN = '!open "Autumn 12" kind=challenge starts=now authorization=A-77'


async def retitle(both: Twin, nick: str, *titles: str) -> None:
    """A member has these roles of the network's own now."""
    person = replace(both.guild.person(nick), titles=frozenset(titles))
    await both.service.app.hear(TitlesChanged(person=person, at=both.service.clock.now()))
    await both.service.app.settle()


def offices(both: Twin, number: str) -> set[Role]:
    person = PersonId(f"account:{number}@discord")
    return {role for role, who in both.service.state.staff if who == person}


@pytest.mark.parametrize("staff", [Staff(), Staff(judges=("judge", "HJ"), directors=("tc",))])
async def test_a_placeholder_gives_a_stranger_of_that_name_nothing(tmp_path: Path, staff: Staff) -> None:
    """Every copy of the example configuration has them written."""
    async with twin(tmp_path, staff=staff) as both:
        await both.service.say("tc", OPEN)
        assert offices(both, "11") == set()
        await both.guild.log_in("judge", "12")
        await both.guild.join("judge")
        await both.service.app.settle()
        assert [who for _, who in both.service.state.staff if "discord" in who] == []


async def test_who_has_a_placeholder_as_handle_is_named_by_number(tmp_path: Path) -> None:
    async with twin(tmp_path, staff=Staff(judges=("judge", "11"))) as both:
        await both.service.say("tc", OPEN)
        assert offices(both, "11") == {Role.JUDGE}


async def test_a_number_and_a_handle_officiate_whichever_network_opened_the_event(tmp_path: Path) -> None:
    staff = Staff(judges=("zed",), directors=("88",))
    async with twin(tmp_path, staff=staff) as both:
        await both.service.say("tc", OPEN)
        assert offices(both, "99") == {Role.JUDGE}
        assert offices(both, "88") == {Role.DIRECTOR}


async def test_who_comes_later_under_a_handle_of_the_staff_officiates_then(tmp_path: Path) -> None:
    async with twin(tmp_path, staff=Staff(judges=("late",))) as both:
        await both.service.say("tc", OPEN)
        await both.guild.log_in("late", "55")
        await both.guild.join("late")
        await both.service.app.settle()
        assert offices(both, "55") == {Role.JUDGE}


async def test_an_office_comes_and_goes_with_the_role_that_gives_it(tmp_path: Path) -> None:
    async with twin(tmp_path, staff=Staff(judges=("@Referees",))) as both:
        await retitle(both, "zed", "Referees")
        await both.service.say("tc", OPEN)
        assert offices(both, "99") == {Role.JUDGE}
        await retitle(both, "zed")
        assert offices(both, "99") == set()
        await retitle(both, "bobby", "referees")
        assert offices(both, "88") == {Role.JUDGE}


async def test_who_was_named_by_hand_keeps_the_office_without_a_role(tmp_path: Path) -> None:
    async with twin(tmp_path, staff=Staff(judges=("@Referees",))) as both:
        await both.service.say("tc", OPEN)
        await both.service.say("tc", "!staff judge zed")
        await retitle(both, "zed", "Others")
        assert offices(both, "99") == {Role.JUDGE}


async def test_one_name_is_one_head_judge(tmp_path: Path) -> None:
    async with twin(tmp_path, staff=Staff(head_judges=("bobby",))) as both:
        await both.service.say("tc", OPEN)
        assert offices(both, "88") == {Role.JUDGE}


async def test_a_head_judge_with_tied_accounts_is_one_everywhere(tmp_path: Path) -> None:
    async with twin(tmp_path, staff=Staff(head_judges=("bob", "bobby"))) as both:
        await both.tie("bob", "bobby")
        await both.service.say("tc", OPEN)
        assert [role for role, who in both.service.state.staff if who == both.id_of("bobby")] == [
            Role.HEAD_JUDGE
        ]


async def test_a_player_does_not_become_a_judge_by_a_role(tmp_path: Path) -> None:
    async with twin(tmp_path, staff=Staff(judges=("@Referees",))) as both:
        await both.service.say("tc", OPEN)
        await both.say("bobby", "!register", Where.CHANNEL)
        await retitle(both, "bobby", "Referees")
        assert offices(both, "88") == set()
