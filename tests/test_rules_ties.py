"""One person on several networks: which accounts can be tied, and what is one person's from then on."""

from __future__ import annotations

from typing import Any

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.codec import decode, encode
from rules.entries import PersonId
from rules.league import League, league_apply, league_decide
from rules.refusals import Refusal
from tests.playing import START

NETTLE, NET, THIRD = PersonId("account:nettle"), PersonId("account:77@discord"), PersonId("account:n@irc2")
ON = {NETTLE: ("nettle", "irc"), NET: ("net", "discord"), THIRD: ("n", "irc2")}


def tying(by: PersonId, other: PersonId, **changes: Any) -> a.TieAccounts:
    """`by` gives the code that `other` got."""
    given: dict[str, Any] = {
        "by": by,
        "name": ON.get(by, (by, "irc"))[0],
        "on": ON.get(by, (by, "irc"))[1],
        "other": other,
        "other_name": ON.get(other, (other, "irc"))[0],
        "other_on": ON.get(other, (other, "irc"))[1],
    }
    return a.TieAccounts(**given | changes)


def untying(by: PersonId, **changes: Any) -> a.UntieAccounts:
    return a.UntieAccounts(**{"by": by, "name": ON[by][0], "on": ON[by][1]} | changes)


def league(*acts: a.Act) -> League:
    """The league after these."""
    state = League()
    for act in acts:
        _, state = league_decide(state, act, START)
    return state


def refused(state: League, act: a.Act, why: type[Refusal]) -> None:
    with pytest.raises(why):
        league_decide(state, act, START)


def test_two_accounts_become_one_person_and_the_one_with_the_code_comes_first() -> None:
    state = league(tying(NET, NETTLE))
    assert state.ids_of(NETTLE) == state.ids_of(NET) == (NETTLE, NET)
    assert state.ids_of(THIRD) == (THIRD,)


def test_a_third_network_joins_the_two() -> None:
    state = league(tying(NET, NETTLE), tying(THIRD, NET))
    assert {state.ids_of(each) for each in ON} == {(NETTLE, NET, THIRD)}


def test_who_leaves_three_leaves_two_together_and_who_leaves_two_leaves_none() -> None:
    three = league(tying(NET, NETTLE), tying(THIRD, NET))
    _, two = league_decide(three, untying(NETTLE), START)
    assert two.ids_of(NET) == (NET, THIRD)
    assert two.ids_of(NETTLE) == (NETTLE,)
    _, none = league_decide(two, untying(NET), START)
    assert dict(none.ties) == {}


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (tying(NETTLE, NET), r.TiedAlready),
        (tying(NET, NETTLE), r.TiedAlready),
        (tying(PersonId("account:88@discord"), NETTLE, on="discord"), r.TiedElsewhere),
        (tying(PersonId("account:other"), NET, on="irc"), r.TiedElsewhere),
        (tying(THIRD, NET, verified=False), r.NotVerified),
        (tying(THIRD, NET, event="Autumn 12"), r.ApartInEvent),
        (untying(THIRD), r.NotTied),
        (untying(NET, verified=False), r.NotVerified),
        (untying(NET, event="Autumn 12"), r.TiedInEvent),
    ],
)
def test_what_is_refused_changes_nothing(act: a.Act, why: type[Refusal]) -> None:
    refused(league(tying(NET, NETTLE)), act, why)


def test_two_accounts_of_one_network_are_never_tied() -> None:
    refused(League(), tying(NETTLE, PersonId("account:other")), r.TiedElsewhere)


def test_a_standing_follows_the_person_to_every_account() -> None:
    state = league_apply(
        league(tying(NET, NETTLE)),
        e.StandingSet(
            at=START,
            person=NETTLE,
            name="nettle",
            standing="suspended",
            before="good",
            usual=True,
            by=PersonId("account:dora"),
            by_name="dora",
            why="",
        ),
    )
    found = state.standing_of(NET)
    assert found is not None
    assert (found.person, found.standing) == (NET, "suspended")
    assert state.standing_of(THIRD) is None


@pytest.mark.parametrize("act", [tying(NET, NETTLE), untying(NET)])
def test_a_stored_tie_reads_as_it_was_written(act: a.Act) -> None:
    (entry,), _ = league_decide(league(*[tying(NET, NETTLE)] * isinstance(act, a.UntieAccounts)), act, START)
    assert decode(entry.kind, entry.at, encode(entry)) == entry


@pytest.mark.parametrize(("now", "is_free"), [("banned", False), ("good", True)])
def test_a_standing_is_not_shed_by_untying_the_account_that_has_it(now: str, is_free: bool) -> None:
    state = league(tying(NET, NETTLE))
    for standing, before in (("suspended", "good"), (now, "suspended")):
        state = league_apply(
            state,
            e.StandingSet(
                at=START,
                person=NETTLE,
                name="nettle",
                standing=standing,
                before=before,
                usual=True,
                by=PersonId("account:dora"),
                by_name="dora",
                why="",
            ),
        )
    if is_free:
        _, apart = league_decide(state, untying(NET), START)
        assert apart.ids_of(NET) == (NET,)
    else:
        refused(state, untying(NET), r.TiedByStanding)
