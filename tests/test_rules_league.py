"""The league's ledger: who sets a standing, what is kept of it, and what it allows (7.4, 0.2, 6.3, OG-R16)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot import books
from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId
from rules.league import League, league_apply, league_decide
from rules.membership import Standing
from rules.refusals import Refusal
from tests.playing import ANN, COORDINATOR, HEAD_JUDGE, START
from tests.refereeing import Table

ZED, DORA = PersonId("nick:zed"), PersonId("account:dora")
ORACLE = Path(__file__).parent / "oracle" / "standings.jsonl"
STANDINGS: Mapping[str, Standing] = books.load("ogaming").standings


def setting(standing: str, **changes: Any) -> a.SetStanding:
    """dora sets zed's standing."""
    act = a.SetStanding(
        by=DORA,
        by_name="dora",
        person=ZED,
        name="zed",
        standing=standing,
        why="as decided",
        directors=frozenset({DORA}),
        standings=STANDINGS,
    )
    return replace(act, **changes)


def after(*standings: str) -> League:
    """The league in which dora has set zed's standing so, a day between them."""
    league = League()
    for day, standing in enumerate(standings):
        _, league = league_decide(league, setting(standing), START + timedelta(days=day))
    return league


def registering(league: League) -> tuple[Table, a.Register]:
    return Table(), a.Register(by=ZED, name="zed", standing=league.standing_of(ZED))


# --- who sets one ---


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"by": ZED}, r.NotAllowed),
        ({"by": COORDINATOR}, r.NotAllowed),
        ({"verified": False}, r.NotVerified),
        ({"standing": "excellent"}, r.UnknownStanding),
    ],
)
def test_only_a_director_who_is_verified_sets_a_standing_that_there_is(
    changes: dict[str, Any], verdict: type[Refusal]
) -> None:
    """S044, S090."""
    with pytest.raises(verdict):
        league_decide(League(), replace(setting("suspended"), **changes), START)


def test_an_unknown_standing_names_those_there_are() -> None:
    with pytest.raises(r.UnknownStanding) as caught:
        league_decide(League(), setting("excellent"), START)
    assert caught.value.known == (
        "good",
        "previous",
        "warning",
        "probation",
        "suspended",
        "banned",
        "revoked",
    )


# --- what is kept ---


def test_a_standing_is_another_entry_and_the_latest_counts() -> None:
    """S052: nothing of before is edited, and an older entry undoes no newer one."""
    league = after("suspended", "banned")
    assert [entry.standing for entry in league.standings[ZED]] == ["suspended", "banned"]
    latest = league.standing_of(ZED)
    assert latest is not None
    assert (latest.standing, latest.before, latest.by_name, latest.why) == (
        "banned",
        "suspended",
        "dora",
        "as decided",
    )


def test_the_fold_of_the_entries_is_what_was_decided() -> None:
    league, folded = after("warning", "good"), League()
    for entry in league.standings[ZED]:
        folded = league_apply(folded, entry)
    assert folded.standings[ZED] == league.standings[ZED]


def test_a_member_is_found_by_the_name_under_which_a_standing_was_set() -> None:
    (found,) = after("suspended").called("ZED")
    assert found.person == ZED


USUAL = {
    ("good", "warning"),
    ("warning", "good"),
    ("suspended", "probation"),
    ("probation", "previous"),
    ("banned", "revoked"),
    *((before, after) for before in ("good", "previous", "warning", "probation") for after in ("suspended",)),
    *((before, "banned") for before in ("good", "previous", "warning", "probation", "suspended")),
}


@pytest.mark.parametrize("before", STANDINGS)
@pytest.mark.parametrize("to", STANDINGS)
def test_every_path_is_open_and_an_unusual_one_is_noted(before: str, to: str) -> None:
    """A7: no path is written down; the sensible ones are, and a director may know better."""
    league = after(before, to)
    latest = league.standing_of(ZED)
    assert latest is not None
    assert latest.usual is (before == to or (before, to) in USUAL)


# --- what it allows ---


@pytest.mark.parametrize("standing", ["suspended", "banned", "revoked"])
def test_who_is_shut_out_does_not_register_and_the_staff_hear_of_it(standing: str) -> None:
    table, act = registering(after(standing))
    refusal = table.refuses(act, r.NotInGoodStanding)
    assert (refusal.standing, refusal.by, refusal.why) == (standing, "dora", "as decided")
    assert [type(entry) for entry in refusal.keep] == [e.RegistrationRefused]
    assert refusal.is_private


@pytest.mark.parametrize("standing", ["good", "previous", "warning", "probation"])
def test_who_is_not_shut_out_plays_and_the_entry_says_what_was_read(standing: str) -> None:
    table, act = registering(after(standing))
    (entry,) = table.do(act)
    assert isinstance(entry, e.PlayerRegistered)
    assert entry.standing == standing


def test_a_coordinator_does_not_let_in_who_is_shut_out() -> None:
    table, act = registering(after("banned"))
    table.refuses(replace(act, by=COORDINATOR, player=ZED), r.NotInGoodStanding)


def test_a_namesake_of_who_is_shut_out_plays_and_the_entry_says_so() -> None:
    """0.5: a name proves nothing, and people should look (S-OG-023)."""
    other = PersonId("nick:zed~2")
    league = after("banned")
    assert league.standing_of(other) is None
    (entry,) = Table().do(a.Register(by=other, name="zed", standing=league.standing_for(other, "Zed")))
    assert isinstance(entry, e.PlayerRegistered)
    assert (entry.standing, entry.namesake) == ("banned", True)


# --- the cases with known answers ---


def _cases() -> list[Any]:
    lines = ORACLE.read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["ruleset"] == "ogaming"]
    return [pytest.param(case, id=case["id"]) for case in cases]


@pytest.mark.parametrize("case", _cases())
def test_a_standing_is_what_the_oracle_says(case: dict[str, Any]) -> None:
    """Staff set what the case says; nothing else that happens in an event changes a standing (OG-R16)."""
    to = case["expect"]["to"]
    staff = case["actor"] == "staff" and to != case["from"]
    league = after(case["from"], to) if staff else after(case["from"])
    latest = league.standing_of(ZED)
    assert latest is not None
    assert latest.standing == to
    assert latest.usual
    row = STANDINGS[to]
    assert (row.may_play, row.may_join) == (
        case["expect"]["may_play"],
        case["expect"]["may_join_channels"],
    )
    assert row.tell_staff is case["expect"].get("notify_staff", row.tell_staff)
    table, act = registering(league)
    if row.may_play:
        table.do(act)
        assert ZED in table.state.players
    else:
        table.refuses(act, r.NotInGoodStanding)


def test_a_disqualification_changes_no_standing() -> None:
    """7.3: an investigation may follow, and only then a director's entry (S-OG-003)."""
    table = Table()
    table.begin()
    entries = table.do(a.Disqualify(by=HEAD_JUDGE, player=ANN, infraction="cheating", why="hid two cards"))
    assert entries != ()
    assert not any(isinstance(entry, e.StandingSet) for entry in entries)
