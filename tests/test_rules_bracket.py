"""Brackets: the seeds meet as late as they can, and whoever wins goes on."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules import bracket
from rules.entries import PersonId, Stage


def seeds(count: int) -> tuple[PersonId, ...]:
    return tuple(PersonId(f"nick:s{place}") for place in range(1, count + 1))


def names(*pairs: tuple[PersonId, PersonId]) -> list[str]:
    return ["-".join(player.removeprefix("nick:s") for player in pair) for pair in pairs]


def test_eight_seeds_meet_as_brackets_are_drawn_everywhere() -> None:
    meetings = bracket.meetings(bracket.made(seeds(8)))
    assert names(*meetings.pairs) == ["1-8", "4-5", "2-7", "3-6"]


def test_missing_seeds_let_the_best_go_on_without_a_match() -> None:
    meetings = bracket.meetings(bracket.made(seeds(6)))
    assert names(*meetings.pairs) == ["4-5", "3-6"]
    assert meetings.walkovers == (seeds(6)[0], seeds(6)[1])


def test_who_is_out_leaves_the_opponent_to_go_on_and_nobody_is_promoted() -> None:
    gone = seeds(8)[0]
    meetings = bracket.meetings(bracket.made(seeds(8)), frozenset({gone}))
    assert names(*meetings.pairs) == ["4-5", "2-7", "3-6"]
    assert meetings.walkovers == (seeds(8)[7],)


def test_two_seeds_are_a_final() -> None:
    assert bracket.made(seeds(2)).stage is Stage.FINAL
    assert bracket.made(seeds(3)).stage is Stage.PLAYOFF


@given(st.integers(2, 130))
def test_every_seed_has_one_slot_and_no_match_lacks_both(count: int) -> None:
    made = bracket.made(seeds(count))
    assert sorted(p for p in made.slots if p is not None) == sorted(seeds(count))
    meetings = bracket.meetings(made)
    assert 2 * len(meetings.pairs) + len(meetings.walkovers) == count
    assert set(meetings.walkovers) == set(seeds(count)[: len(meetings.walkovers)])


@given(st.integers(1, 7))
def test_when_the_better_seed_always_wins_the_best_meet_last(power: int) -> None:
    row = bracket.made(seeds(2**power)).slots
    while len(row) > 1:
        assert set(row) == set(seeds(len(row)))
        seeded = bracket.Bracket(seeds=seeds(2**power), slots=row)
        row = tuple(pair[0] for pair in bracket.meetings(seeded).pairs)
    assert row == seeds(1)
