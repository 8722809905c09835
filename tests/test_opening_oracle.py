"""What may be announced, and what an event needs to begin: the cases with known answers, each a test by its id."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.matching import best
from rules import acts as a
from rules import refusals as r
from rules.decide import decide
from rules.entries import Leaving, RoundPaired, Stage
from rules.pairing import contenders, places, proposal, ranked
from rules.refusals import Refusal
from tests.wording_play import Play, at, begun, opened, opening, who

ORACLE = Path(__file__).parent / "oracle" / "endofround.jsonl"
PREMIER = {"kind": "grandprix", "authorization": "A-77", "format": "Standard", "starts": "now"}
CHALLENGE = {"authorization": "A-77", "starts": "now"}


def cases() -> list[Any]:
    """The `config` cases of the O-Gaming book."""
    told = map(json.loads, ORACLE.read_text().splitlines())
    mine = [case for case in told if case["kind"] == "config" and case["ruleset"] == "ogaming"]
    return [pytest.param(case, id=case["id"]) for case in mine]


def why(refusal: Refusal) -> str:
    """The oracle's word for a refusal."""
    match refusal:
        case r.BadSetting(key="round", clause="2.2"):
            return "below_minimum_50_min"
        case r.BadSetting(key="best_of"):
            return "swiss_is_best_of_three"
        case r.AfterTheStart():
            return "must_be_announced_before_start"
        case r.TwoJudgesMissing():
            return "needs_head_and_secondary_judge"
        case r.TooFewPlayers(needed=4):
            return "minimum_4"
        case r.HeadJudgeAbsent():
            return "head_judge_must_be_present"
    raise AssertionError(f"the oracle knows no word for {refusal}")


def keys(asked: Mapping[str, Any]) -> dict[str, str]:
    """The keys of `!open` or `!set` that announce it."""
    found: dict[str, str] = {}
    if "round_limit_s" in asked:
        found["round"] = f"{asked['round_limit_s'] // 60}m"
    if "swiss_best_of" in asked:
        found["best_of"] = str(asked["swiss_best_of"])
    if "playoff_best_of" in asked:
        found |= {"playoff_best_of": str(asked["playoff_best_of"]), "stages": "swiss+top8"}
    if asked.get("two_judge"):
        found["two_judges"] = "yes"
    return found


def announced(asked: Mapping[str, Any]) -> list[str]:
    """What is said when it is announced."""
    if asked.get("announced") == "after_start":
        play = begun(("alice", "bob"))
        return [
            line.text for line in play.do("20:05:00", a.ChangeSettings(by=who("birch"), keys=keys(asked)))
        ]
    play = Play()
    lines = play.do(
        "19:50:00", opening(keys={**(PREMIER if asked.get("premier") else CHALLENGE), **keys(asked)})
    )
    if asked.get("two_judge"):
        play = opened(*"abcd", keys={**CHALLENGE, **keys(asked)})
        pair(play)
    return [line.text for line in lines]


def pair(play: Play) -> list[str]:
    """The first round, paired by itself."""
    everybody = contenders(play.now)
    drawing = best(places(ranked(everybody, "lot"), "lot"))
    act = a.PairSwiss(by=who("birch"), proposal=proposal(everybody, "lot", drawing))
    return [line.text for line in play.do("19:59:00", act)]


def of_so_many(asked: Mapping[str, Any]) -> list[str]:
    """What is said when so many are paired."""
    names = [f"p{number}" for number in range(asked["players"])]
    return pair(opened(*names, keys=PREMIER if asked.get("premier") else CHALLENGE))


def without_head_judge() -> list[str]:
    play = opened(*"abcd", keys=CHALLENGE)
    pair(play)
    play.do("19:59:10", a.SeeLeaving(by=who("hawk"), how=Leaving.LOST))
    return [line.text for line in play.do("20:00:00", a.BeginRound(by=who("birch"), dice=play.dice))]


def timed_final() -> str | None:
    """A limit for the playoff is taken; the final is untimed all the same."""
    play = Play()
    limited = {**CHALLENGE, "playoff_round": "50m", "stages": "single_elimination", "decks": "no"}
    play.do("19:50:00", opening(keys=limited, formalities_met=True))
    for name in ("alice", "bob"):
        play.do("19:55:00", a.Register(by=who(name), name=name))
    entries, _ = decide(play.state, a.PairBracket(by=who("birch"), seed="lot"), at("19:59:00"))
    (paired,) = (entry for entry in entries if isinstance(entry, RoundPaired))
    assert paired.stage is Stage.FINAL
    return "final_always_untimed" if paired.limit is None else None


def answer(asked: Mapping[str, Any]) -> dict[str, object]:
    """What the bot makes of it, in the oracle's words."""
    if "final_timed" in asked:
        untimed = timed_final()
        return {"accepted": untimed is None, "why": untimed}
    try:
        if "head_judge_present" in asked:
            said = without_head_judge()
        else:
            said = of_so_many(asked) if "players" in asked else announced(asked)
    except Refusal as refusal:
        return {"accepted": False, "why": why(refusal)}
    warned = {
        "warn_premier_only": any("meant for premier events (2.2" in text for text in said),
        "invitation_prizes_may_be_halved": any("may be halved (6.2)" in text for text in said),
    }
    return {"accepted": True, "why": next((word for word, was_said in warned.items() if was_said), None)}


@pytest.mark.parametrize("case", cases())
def test_the_announcement_is_answered_as_the_oracle_says(case: dict[str, Any]) -> None:
    assert answer(case["input"]) == {key: case["expect"][key] for key in ("accepted", "why")}
