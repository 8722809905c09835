"""Standings of a stored event are those of its scorebook, at every moment of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.entries import Entry, Stage
from rules.fold import fold
from rules.standings import as_row, of_event
from storage.reading import NoSuchTournament, Reading
from storage.store import Store
from tests import scorebooks
from tests.playing import ANN, BOB, CYD, DAN, JUDGE
from tests.refereeing import Table
from tests.service import MATCH, Service, running
from tests.storage.samples import a_cancelled_event, page


async def store_event(store: Store, *entries: Entry, tournament: str = "cup") -> None:
    await store.append(page(tournament, 1, *entries))


def by_the_rules(*entries: Entry) -> list[dict[str, int | str | float]]:
    """The standings of the folded scorebook, as they are published."""
    state = fold(entries)
    return [as_row(placing, state.name_of(placing.player)) for placing in of_event(state)]


@pytest.mark.parametrize("name", scorebooks.names())
async def test_a_stored_event_stands_as_its_scorebook_says(name: str, store: Store) -> None:
    entries = list(scorebooks.entries(name))
    await store_event(store, *entries)
    told = await store.reading.standings()
    assert told == by_the_rules(*entries)
    assert told


async def test_a_corrected_result_and_a_reopened_one_are_reckoned_at_once(store: Store) -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begins((ANN, BOB), (CYD, DAN))
    table.ready(ANN, BOB, CYD, DAN)
    table.sets(JUDGE, 2, 0)
    table.sets(JUDGE, 0, 2, table=2)
    done = len(table.entries)
    await store_event(store, *table.entries)
    before = await store.reading.standings()
    table.sets(JUDGE, 1, 2)
    await store.append(page("cup", done + 1, *table.entries[done:]))
    after = await store.reading.standings()
    assert before == by_the_rules(*table.entries[:done])
    assert after == by_the_rules(*table.entries)
    assert before != after


async def test_a_running_playoff_is_ranked_by_its_bracket(store: Store) -> None:
    table = Table(players=(ANN, BOB, CYD, DAN), stage=Stage.PLAYOFF)
    table.begins((ANN, BOB), (CYD, DAN))
    table.ready(ANN, BOB, CYD, DAN)
    table.sets(JUDGE, 0, 2)
    await store_event(store, *table.entries)
    told = await store.reading.standings()
    assert [(row["rank"], row["player"]) for row in told] == [(1, "bob"), (2, "cyd"), (2, "dan"), (4, "ann")]
    assert told == by_the_rules(*table.entries)


async def test_several_events_are_named_row_by_row(store: Store) -> None:
    table = Table(players=(ANN, BOB))
    await store_event(store, *table.entries)
    await store_event(store, *a_cancelled_event(), tournament="off")
    told = await store.reading.standings()
    assert [(row["tournament"], row["player"]) for row in told] == [
        ("Autumn 12", "ann"),
        ("Autumn 12", "bob"),
    ]
    assert "tournament" not in (await store.reading.standings("Autumn 12"))[0]
    with pytest.raises(NoSuchTournament):
        await store.reading.standings("Spring Cup")


async def test_a_running_service_can_be_asked_from_outside(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH, "100 alice: !lost", "200 alice: !concede match", "201 alice: !yes")
        async with Reading.opened(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}") as reading:
            told = await reading.standings("Autumn 12")
            results = await reading.results("Autumn 12")
        assert [(row["rank"], row["player"], row["points"]) for row in told] == [
            (1, "bob", 3),
            (2, "alice", 0),
        ]
        assert told == by_the_rules(*await run.stored())
        assert [(row["player1"], row["wins1"], row["outcome"]) for row in results] == [
            ("alice", 0, "player2")
        ]
