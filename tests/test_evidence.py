"""`!evidence`: what was seen and said around a call, a penalty or an appeal, in the whole service."""

from __future__ import annotations

import re
from pathlib import Path

from cogs.speech import Where
from rules.entries import Leaving
from storage.talk import KEPT_FOR
from tests.service import MATCH, NOON, Service, running

CALL = (
    "100 alice: did he draw twice?",
    "101 bob: no, once",
    "102 tc: lunch is at one",
    "110 alice: !judge he drew twice",
    "120 judge: !claim",
    "130 judge: who has a screenshot?",
    "140 judge: !ruling 1 one card back",
    "150 bob: thanks",
)


async def asked(run: Service, words: str, nick: str = "judge") -> list[str]:
    """What is told in private to who asks."""
    before = len(run.said)
    await run.say(nick, words)
    said = run.said[before:]
    assert {place for _, place, _ in said} <= {nick}
    return [text for _, _, text in said]


async def test_a_judge_sees_what_led_to_a_call_up_to_the_ruling(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play("0 tc: hello before it opens", *MATCH, *CALL)
        await run.say("alice", "my secret", Where.PRIVATE)
        (*_, told) = [" ".join(await asked(run, "!evidence 1"))]
        assert told.startswith("Call 1, table 1 (alice-bob), from 11:51:50: ")
        in_order = (
            "12:01:10 alice arrived",
            "12:01:35 game 1 began",
            "12:01:40 <alice> did he draw twice?",
            "12:01:41 <bob> no, once",
            "12:01:50 call 1 by alice: he drew twice",
            "12:02:00 judge took call 1",
            "12:02:10 <judge> who has a screenshot?",
            "12:02:20 ruling 1 by judge: one card back",
        )
        places = [told.find(words) for words in in_order]
        assert -1 not in places, told
        assert places == sorted(places)
        for left_out in ("lunch", "hello", "thanks", "secret"):
            assert left_out not in told


async def test_joins_and_quits_are_evidence_for_a_penalty(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH)
        await run.until(200)
        await run.console.leave("bob", Leaving.QUIT, "gone home")
        await run.until(230)
        run.console.bring_in(["bob"])
        await run.until(240)
        await run.say("judge", "!penalty bob slow_play asked twice")
        told = " ".join(await asked(run, "!evidence 1"))
        assert told.startswith("Penalty 1, table 1 (alice-bob), from ")
        assert "12:03:20 bob left the channel (quit) gone home" in told
        assert "<judge> !penalty bob slow_play asked twice" in told
        assert re.search(r"penalty 1, caution for bob \(A\.II\.6\) by judge: asked twice", told)


async def test_an_appeal_ends_with_its_answer(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH, *CALL, "160 bob: !appeal 1 it was one", "170 hj: !uphold 2", "180 bob: pity")
        told = " ".join(await asked(run, "!evidence 2"))
        assert told.startswith("Appeal 2, table 1 (alice-bob), from 11:52:40: ")
        assert "12:02:50 hj answered appeal 2: upheld" in told
        assert "pity" not in told


async def test_it_is_for_judges_and_for_numbers_that_there_are(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH, *CALL)
        (refused,) = await run.say("alice", "!evidence 1")
        assert refused.startswith("alice, that is for ")
        (unknown,) = await run.say("judge", "!evidence 9")
        assert "there is no call, penalty or appeal 9" in unknown


async def test_a_long_story_keeps_its_end(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH)
        for number in range(90):
            await run.until(100 + number)
            await run.say("alice", f"{number} " + "and so on " * 9)
        await run.play("200 alice: !judge please")
        told = await asked(run, "!evidence 1")
        assert len(told) == 12
        assert re.search(r": … and \d+ more before; entries: floorjudge export scorebook$", told[0])
        assert told[-1].endswith("12:03:20 call 1 by alice: please")


async def test_it_outlives_the_process_for_some_days(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    async with running(Service(tmp_path / "first")) as run:
        await run.play(*MATCH, *CALL)
    async with running(run.killed(tmp_path / "second")) as again:
        assert "no, once" in " ".join(await asked(again, "!evidence 1"))
    later = Service(tmp_path / "second", start=NOON + KEPT_FOR * 2)
    async with running(later) as run:
        told = " ".join(await asked(run, "!evidence 1"))
        assert "12:01:50 call 1 by alice: he drew twice" in told
        assert "no, once" not in told


async def test_nothing_is_kept_while_no_event_is_open(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.say("alice", "anybody there?")
        _, talk = await run.parts.store.around("", NOON - KEPT_FOR, NOON + KEPT_FOR)
        assert talk == []
