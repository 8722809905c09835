"""A whole event on a real server: the service in a process of its own, and everybody on a connection of their own.

Sixty-four players play six rounds and a playoff by a script that chance varies from a seed; clocks run a hundred
times faster. What is checked afterwards comes from the exports and is reckoned anew here, by nothing of ours.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.fold import fold
from rules.standings import as_row, of_event
from storage.reading import Reading
from tests.hall import Hall, Seat, Service
from tests.irclab.ngircd import Ngircd
from tests.recount import Row, standings, tallies

PLAYERS, ROUNDS, CUT = 64, 6, 8

NO_SHOW, LEAVES_BETWEEN, LEAVES_AFTER_PLAYING = "sorrel", "marrow", "tansy"
NAMES = (NO_SHOW, LEAVES_BETWEEN, LEAVES_AFTER_PLAYING, "quill", "brindle", "vesper", "cobalt", "oxbow")


def names(count: int) -> tuple[str, ...]:
    """So many nicks; most are longer, so that a list of all tables is no single line."""
    return NAMES + tuple(f"player{number:02}" for number in range(count - len(NAMES)))


# --- the event --------------------------------------------------------------------------------------


async def _opens(hall: Hall) -> None:
    await hall.coordinator.ask(
        f'!open "Autumn 12" kind=challenge format=standard starts=now authorization=A-12 '
        f"stages=swiss+top{CUT} rounds={ROUNDS}",
        "Autumn 12 is open",
    )
    await asyncio.gather(
        *(
            guest.ask_in_private(f"register deck-of-{guest.nick}", f"{guest.nick} is registered")
            for guest in hall.players()
        )
    )


async def _plays_six_rounds(hall: Hall) -> None:
    wrong = await _first_round(hall)
    await _round_with_one_who_quits(hall)
    await _round_with_a_correction(hall, wrong)
    await hall.people[LEAVES_BETWEEN].ask("!drop", f"{LEAVES_BETWEEN} has left the event")
    await _round_with_a_call_in_a_crowd(hall)
    await _round_after_which_one_leaves(hall)
    await hall.pair(6)
    await hall.plays(6, {1: hall.agrees_to_draw, 2: hall.concedes})
    await hall.closes(6)


async def _first_round(hall: Hall) -> Seat:
    await hall.pair(1)
    vain = hall.seat_of(NO_SHOW, 1).table
    drawn, wrong = [seat.table for seat in hall.paired[1] if seat.table != vain][:2]
    script = {vain: hall.waits_in_vain, drawn: hall.agrees_to_draw, wrong: hall.is_reported_wrongly}
    await hall.plays(1, script)
    await hall.closes(1)
    await hall.coordinator.hears(f"{NO_SHOW} never came and is out")
    return next(seat for seat in hall.paired[1] if seat.table == wrong)


async def _round_with_one_who_quits(hall: Hall) -> None:
    await hall.pair(2)
    await hall.plays(2, {1: hall.loses_one_for_a_while, 2: hall.concedes})
    await hall.closes(2)


async def _round_with_a_correction(hall: Hall, wrong: Seat) -> None:
    """Two rounds late: what was paired on the wrong result stays, and it is said."""

    async def corrected_meanwhile(seat: Seat) -> None:
        await hall.people["judge"].ask(
            f"!setresult 1.{wrong.table} 1-2 both had it the wrong way round",
            rf"Table {wrong.table}, round 1: judge sets the result to {wrong.first} 1-2 {wrong.second} .*"
            "Standings are reckoned anew; round 3 stays as paired",
        )
        await hall.agrees_to_draw(seat)

    await hall.pair(3)
    await hall.plays(3, {1: corrected_meanwhile})
    await hall.closes(3)


async def _round_with_a_call_in_a_crowd(hall: Hall) -> None:
    """All want the whole standings at once; a call is answered before they have them."""
    await hall.pair(4)
    after = {guest.nick: len(guest.heard) for guest in hall.players()}
    for guest in hall.players():
        guest.say_in_private("standings")
    begin = time.monotonic()
    await hall.people["quill"].ask("!judge a spectator talks", "is with the judges; one comes")
    print(f"a call in a crowd is answered after {time.monotonic() - begin:.2f} s")
    await asyncio.gather(*(guest.hears("Standings of", after[guest.nick]) for guest in hall.players()))
    await hall.people["judge"].hears("a spectator talks")
    await hall.people["judge"].ask("!claim", "judge has call")
    await hall.plays(4, {1: hall.concedes, 2: hall.agrees_to_draw})
    await hall.closes(4)


async def _round_after_which_one_leaves(hall: Hall) -> None:
    await hall.pair(5)
    await hall.plays(5, {1: hall.agrees_to_draw})
    await hall.people[LEAVES_AFTER_PLAYING].ask("!drop", "leaves when the round closes")
    await hall.closes(5)


async def _plays_off(hall: Hall) -> None:
    """The cut, three rounds of the bracket, and the end."""
    await hall.coordinator.ask(f"!cut {CUT}", f"Cut to the top {CUT}")
    for number in range(ROUNDS + 1, ROUNDS + 4):
        await hall.pair(number)
        await hall.plays(number, {})
        await hall.closes(number)
    await hall.coordinator.ask("!end", "Autumn 12 is over")


async def _small_cup(hall: Hall) -> None:
    """Eight players, a round, and a final that is not played: one of the two drops, and is second (3.6)."""
    await hall.coordinator.ask(
        '!open "Small cup" kind=challenge format=standard starts=now decks=no stages=swiss+top4 rounds=1',
        "Small cup is open",
    )
    players = hall.players()
    await asyncio.gather(*(guest.ask("!register", f"{guest.nick} is registered") for guest in players))
    for number in (1, 2):
        if number == 2:
            await hall.coordinator.ask("!cut", "Cut to the top 4")
        await hall.pair(number)
        await hall.plays(number, {})
        await hall.closes(number)
    (final,) = await hall.pair(3)
    await hall.coordinator.ask("!begin", "no time limit")
    first, second = hall.people[final.first], hall.people[final.second]
    await first.ask("!skipfinal", f"{second.nick} is asked not to play the final")
    await second.ask("!skipfinal", "agree not to play the final")
    await first.ask("!drop", f"and be second, with {second.nick} first")
    await first.ask("!yes", rf"{first.nick} and {second.nick} do not play the match")
    await hall.closes(3)
    await hall.coordinator.ask("!end", "Small cup is over")


# --- the test ---------------------------------------------------------------------------------------


@pytest.mark.ngircd
async def test_sixty_four_players_six_rounds_and_a_playoff(tmp_path: Path) -> None:
    begin = time.monotonic()
    with Ngircd(tmp_path / "ngircd") as server:
        service = Service(tmp_path, server.port)
        async with service.running():
            hall = Hall(service, random.Random(12), no_show=NO_SHOW)
            await hall.fill(names(PLAYERS))
            print(f"all are there after {time.monotonic() - begin:.1f} s")
            await _opens(hall)
            print(f"all are registered after {time.monotonic() - begin:.1f} s")
            await _plays_six_rounds(hall)
            print(f"six rounds are played after {time.monotonic() - begin:.1f} s")
            await _plays_off(hall)
            print(f"it is over after {time.monotonic() - begin:.1f} s")
    exports = (service.export("results", "csv"), service.export("standings"), service.export("penalties"))
    printed, table, penalties = await asyncio.gather(*exports)
    results = list(csv.DictReader(io.StringIO(printed)))
    assert json.loads(table) == standings(results, ROUNDS)
    assert await _replayed(service) == standings(results, ROUNDS)
    _everybody_is_paired_once(hall, results)
    _results_are_what_was_said(hall, results)
    _penalties_are_those_of_the_no_show(hall, json.loads(penalties))
    print(f"{sum(len(guest.heard) for guest in hall.people.values())} lines were heard")


@pytest.mark.ngircd
async def test_a_final_that_is_not_played(tmp_path: Path) -> None:
    with Ngircd(tmp_path / "ngircd") as server:
        service = Service(tmp_path, server.port)
        async with service.running():
            hall = Hall(service, random.Random(3))
            await hall.fill(names(8))
            await _small_cup(hall)
    (final,) = hall.paired[3]
    results = list(csv.DictReader(io.StringIO(await service.export("results", "csv"))))
    assert [row["outcome"] for row in results if row["round"] == "3"] == ["unplayed"]
    exported = json.loads(await service.export("standings"))
    assert [row["player"] for row in exported[:2]] == [final.second, final.first]
    assert await _replayed(service) == exported
    assert json.loads(await service.export("penalties")) == []


async def _replayed(service: Service) -> list[dict[str, Any]]:
    """The standings by the rules, from the stored scorebook folded anew."""
    async with Reading.opened(service.url) as reading:
        (event,) = await reading.tournaments()
        entries = (await reading.entries([event["tournament"]]))[event["tournament"]]
    state = fold(entries)
    return [as_row(placing, state.name_of(placing.player)) for placing in of_event(state)]


def _everybody_is_paired_once(hall: Hall, results: list[Row]) -> None:
    playing = set(names(PLAYERS))
    seen: Counter[frozenset[str]] = Counter()
    left_after = {1: NO_SHOW, 3: LEAVES_BETWEEN, 5: LEAVES_AFTER_PLAYING}
    for number in range(1, ROUNDS + 1):
        seated = [name for seat in hall.paired[number] for name in (seat.first, seat.second)]
        bye = hall.byes.get(number)
        assert sorted([*seated, bye] if bye else seated) == sorted(playing)
        seen.update(frozenset((seat.first, seat.second)) for seat in hall.paired[number])
        recorded = [row for row in results if row["round"] == str(number)]
        assert sorted(row["player1"] for row in recorded if row["outcome"] == "bye") == ([bye] if bye else [])
        assert len(recorded) == len(hall.paired[number]) + bool(bye)
        playing.discard(left_after.get(number, ""))
    assert max(seen.values()) == 1
    assert sorted(hall.byes) == [2, 3, 6]
    assert len(set(hall.byes.values())) == 3
    before = tallies(row for row in results if int(row["round"]) < 6)
    entitled = playing - {hall.byes[2], hall.byes[3]}
    assert before[hall.byes[6]].points == min(before[name].points for name in entitled)


def _results_are_what_was_said(hall: Hall, results: list[Row]) -> None:
    byes = {(number, len(hall.paired[number]) + 1): (2, 0, 0) for number in hall.byes}
    exported = {
        (int(row["round"]), int(row["table"])): (int(row["wins1"]), int(row["wins2"]), int(row["draws"]))
        for row in results
    }
    assert exported == hall.scores | byes
    assert {row["state"] for row in results} <= {"final", "corrected"}


def _penalties_are_those_of_the_no_show(hall: Hall, penalties: list[dict[str, Any]]) -> None:
    given = [(row["player"], row["penalty"], row["status"], row["clause"]) for row in penalties]
    assert given == [
        (NO_SHOW, "game_loss", "superseded", "A.I.3"),
        (NO_SHOW, "match_loss", "standing", "A.I.3"),
    ]
    assert len({row["cause"] for row in penalties}) == 1
    for guest in hall.players():
        assert sum(f"{NO_SHOW}: Game Loss" in line for line in guest.heard if line not in guest.told) == 1
        assert sum(f"{NO_SHOW}: Match Loss" in line for line in guest.heard if line not in guest.told) == 1
