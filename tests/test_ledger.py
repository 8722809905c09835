"""The ledger as people meet it, in the whole service: standings, what they allow, and what stays of earlier events."""

from __future__ import annotations

from pathlib import Path

from bot.config import Staff
from cogs.speech import Where
from tests.service import Service, running

PEOPLE = ("tc", "hj", "judge", "dora", "alice", "bob", "zed")
STAFF = Staff(coordinators=("tc",), head_judges=("hj",), judges=("judge",), directors=("dora",))
SHUT_OUT = "0 dora: !setstanding zed suspended three events missed"


def opening(name: str, second: int = 1) -> str:
    return f'{second} tc: !open "{name}" kind=challenge starts=now authorization=A-77'


def service(folder: Path) -> Service:
    return Service(folder, people=PEOPLE, staff=STAFF)


async def test_who_is_suspended_is_told_why_in_private_and_the_staff_know(tmp_path: Path) -> None:
    async with running(service(tmp_path)) as run:
        await run.play(SHUT_OUT, opening("Autumn 12"))
        before = len(run.said)
        await run.say("zed", "!register ABC")
        said = [(place, text) for _, place, text in run.said[before:]]
        assert dict(said)["zed"] == (
            'zed, you are suspended since 10 Jan 2026, by dora: "three events missed". The event is not open to '
            "that standing (0.2, 6.3); only the league's directors change it."
        )
        assert sorted(place for place, _ in said) == ["hj", "tc", "zed"]
        assert run.state.players == {}


async def test_who_is_on_probation_plays_and_the_staff_know(tmp_path: Path) -> None:
    """OG-R16."""
    async with running(service(tmp_path)) as run:
        await run.play(SHUT_OUT, "1 dora: !setstanding zed probation served", opening("Autumn 12", 2))
        before = len(run.said)
        await run.say("zed", "!register ABC")
        told = [(place, text) for _, place, text in run.said[before:] if place in ("tc", "hj")]
        line = "zed is on probation (just back from a suspension) and may play (7.4). Since when and why: !standing zed"
        assert sorted(told) == [("hj", line), ("tc", line)]
        assert len(run.state.players) == 1


async def test_who_is_shut_out_in_mid_event_stays_in_it_until_people_act(tmp_path: Path) -> None:
    """The bot drops nobody for a standing; the director hears who could."""
    async with running(service(tmp_path)) as run:
        await run.play(opening("Autumn 12"), "2 zed: !register")
        heard = await run.say("dora", "!setstanding zed suspended three events missed")
        assert heard[-1] == (
            "zed is registered in Autumn 12 and stays in it; a coordinator can !drop zed <why>."
        )
        assert [player.plays for player in run.state.players.values()] == [True]


async def test_only_a_director_sets_a_standing(tmp_path: Path) -> None:
    async with running(service(tmp_path)) as run:
        await run.play(opening("Autumn 12"))
        (answer,) = await run.say("hj", "!setstanding zed banned because")
        assert answer.startswith("hj, a standing is for the director")
        assert run.parts.office.league().standings == {}


async def test_a_standing_is_shown_to_anyone_with_since_when_by_whom_and_why(tmp_path: Path) -> None:
    async with running(service(tmp_path)) as run:
        await run.play(SHUT_OUT)
        assert await run.say("alice", "!standing zed") == [
            "zed: suspended (serving a suspension) since 10 Jan 2026 12:00, by dora: "
            '"three events missed". May not play (7.4). Before: good.'
        ]
        assert await run.say("alice", "!standing") == [
            "alice: good (never sanctioned); nothing else is on record. May play (7.4)."
        ]


async def test_an_unusual_path_is_open_and_pointed_out(tmp_path: Path) -> None:
    async with running(service(tmp_path)) as run:
        answers = await run.say("dora", "!setstanding zed revoked told twice")
        assert any("That is unusual after good" in text for text in answers)
        assert (await run.say("dora", "!setstanding zed excellent really")) == [
            "dora, there is no standing excellent; there are good, previous, warning, probation, suspended, banned "
            "and revoked."
        ]


async def test_a_standing_outlives_the_service_and_the_members_presence(tmp_path: Path) -> None:
    """S048: who has left is found by the name the records have."""
    async with running(service(tmp_path)) as run:
        await run.play(SHUT_OUT)
        later = run.killed(tmp_path / "later")
    async with running(later) as run:
        await run.console.quit(["zed"], "bye")
        await run.app.settle()
        (answer,) = await run.say("alice", "!standing zed")
        assert answer.startswith("zed: suspended")
        await run.say("dora", "!setstanding zed probation served in full")
        (answer,) = await run.say("alice", "!standing zed")
        assert answer.startswith("zed: probation")


async def test_the_history_goes_across_events_and_the_judge_hears_of_it(tmp_path: Path) -> None:
    """S049: earlier events are named apart, and raise nothing by themselves."""
    async with running(service(tmp_path)) as run:
        await run.play(
            opening("Autumn 11"),
            "2 bob: !register",
            "3 judge: !warn bob unsporting_conduct shouts",
            "4 tc: !end",
            opening("Autumn 12", 10),
            "11 bob: !register",
        )
        before = len(run.said)
        await run.say("judge", "!penalty bob slow_play")
        heard = [text for _, place, text in run.said[before:] if place == "judge"]
        assert heard[-1] == "bob: 1 penalty of earlier events stands as well: !history bob"
        (history,) = await run.say("judge", "!history bob", Where.JUDGES)
        assert history == (
            "bob, 2 penalties that stand in 2 events: Autumn 12, 10 Jan 2026: 1 Caution (A.II.6) stands · "
            "Autumn 11, 10 Jan 2026: 1 Warning (A.II.8) stands. !standing bob"
        )
        assert await run.say("judge", "!warninfo alice") == ["alice has no penalty in any event."]


async def test_the_history_has_all_of_it_and_the_count(tmp_path: Path) -> None:
    """S053."""
    many = [f"{3 + 40 * n} judge: !warn bob unsporting_conduct time {n}" for n in range(21)]
    async with running(service(tmp_path)) as run:
        await run.play(opening("Autumn 12"), "2 bob: !register", *many)
        lines = await run.say("judge", "!history bob", Where.JUDGES)
        assert lines[0].startswith(
            "bob, 21 penalties that stand in 1 event: Autumn 12, 10 Jan 2026: 21 Warning"
        )
        assert " ".join(lines).count("Warning (A.II.8) stands") == 21
        assert lines[-1].endswith("1 Warning (A.II.8) stands. !standing bob")


async def test_the_history_is_for_the_officials(tmp_path: Path) -> None:
    async with running(service(tmp_path)) as run:
        await run.play(opening("Autumn 12"))
        (answer,) = await run.say("alice", "!history bob")
        assert answer.startswith("alice, what a player has from earlier events is for")


async def test_the_report_has_what_stands_from_a_warning_up(tmp_path: Path) -> None:
    """OG-R15: Cautions stay in the event."""
    async with running(service(tmp_path)) as run:
        await run.play(
            opening("Autumn 11"),
            "2 bob: !register",
            "2 alice: !register",
            "3 judge: !warn bob unsporting_conduct shouts",
            "4 judge: !penalty bob slow_play",
            "5 judge: !warn alice unsporting_conduct shouts back",
            "6 judge: !overturn 3 it was a misunderstanding",
        )
        rows = await run.parts.store.reading.report("Autumn 11")
        assert [(row["player"], row["penalty"]) for row in rows] == [("bob", "warning")]


async def test_who_may_not_join_is_announced_to_the_judges_once(tmp_path: Path) -> None:
    """S-OG-024: operators are alerted; S-OG-025: a suspended member may be there."""
    async with running(service(tmp_path)) as run:
        await run.play("0 dora: !setstanding zed banned as decided", "1 dora: !setstanding bob suspended so")
        for _ in range(2):
            await run.console.quit(["zed", "bob"], "bye")
            await run.console.join("zed")
            await run.console.join("bob")
            await run.app.settle()
        assert run.heard("is in the channel and is") == [
            'zed is in the channel and is banned since 10 Jan 2026, by dora: "as decided". That standing may not '
            "join (7.4): please have an operator look."
        ]
