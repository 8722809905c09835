"""What is proposed in a field while somebody fills it in."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.command import Declared
from cogs.everything import every_command
from cogs.fields import Field, Kind
from cogs.suggestions import LONGEST, MOST, Asked, Known, event_field, suggest
from rules import entries as e
from rules.entries import Entry, PersonId
from rules.fold import fold
from rules.tournament import Tournament
from tests.fake_office import after, opened, pid, playing

COMMANDS = {declared.name: declared for declared in every_command()}
EVERY_FIELD = [(declared, field) for declared in COMMANDS.values() for field in declared.form.fields]


def known(*entries: Entry, who: str = "alice", names: Sequence[str] = ()) -> Known:
    state = fold(entries or playing())
    return Known(
        who=pid(who),
        book=state.book,
        state=state,
        names=names,
        commands={declared.name: declared.summary for declared in COMMANDS.values()},
        events={"autumn-12": state.name},
    )


def part(command: str, name: str) -> Field:
    return next(field for field in COMMANDS[command].form.fields if field.name == name)


def values(command: str, name: str, typed: str, about: Known, **options: str) -> list[str]:
    asked = Asked(command=command, part=part(command, name), typed=typed, options=options)
    return [one.value for one in suggest(asked, about)]


def called() -> list[Entry]:
    """A call at table 1, and a penalty of bob that stands."""
    call = e.CallOpened(at=after(100), number=1, round=1, table=1, by=pid("alice"), why="he drew twice")
    return [*playing(), call, PENALTY]


PENALTY = e.PenaltyIssued(
    at=after(120),
    number=2,
    player=pid("bob"),
    infraction="slow_play",
    clause="A.II.6",
    penalty="caution",
    base="caution",
    round=1,
    table=1,
    game=1,
    automatic=False,
    by=pid("wren"),
    due_at=None,
    issued_at=after(120),
    reason="",
    evidence="",
    reportable=False,
    applies_to="",
    cause="judge.2",
)


def test_players_are_found_anywhere_in_their_names_the_best_first() -> None:
    about = known(names=("zed", "bobby", "kobold"))
    assert values("penalty", "nick", "", about)[:4] == ["alice", "bob", "carol", "dave"]
    assert values("penalty", "nick", "ob", about) == ["bob", "bobby", "kobold"]
    assert values("penalty", "nick", "BOB", about) == ["bob", "bobby"]
    assert values("penalty", "nick", "nobody", about) == []


def test_one_s_opponent_is_first_where_it_is_about_the_match() -> None:
    assert values("disconnected", "nick", "", known())[0] == "bob"
    assert values("disconnected", "nick", "", known(who="bob"))[0] == "alice"


def test_tables_are_shown_with_who_sits_there() -> None:
    assert values("extend", "table", "carol", known()) == ["2"]
    assert values("hold", "table", "", known()) == ["1", "2", "all"]
    assert values("extend", "table", "", known()) == ["1", "2"]


def test_rows_and_grounds_are_those_of_the_book() -> None:
    assert values("penalty", "infraction", "slow", known())[0] == "slow_play"
    graver = next(
        key for key, row in known().book.infractions.items() if "significant_advantage" in row.grounds
    )
    assert "significant_advantage" in values("penalty", "level", "", known(), infraction=graver)
    assert "game_loss" in values("penalty", "level", "game", known())
    assert "3.8" in values("rule", "clause", "3.8", known())


def test_words_of_help_and_events_are_proposed() -> None:
    assert values("help", "word", "conc", known())[0] == "concede"
    asked = Asked(command="time", part=event_field(), typed="aut")
    assert [one.label for one in suggest(asked, known())] == ["Autumn 12"]


def test_calls_are_shown_to_judges_alone() -> None:
    about = known(*called(), who="wren")
    assert values("claim", "number", "", about) == ["1"]
    assert values("evidence", "number", "", about) == ["1", "2"]
    assert values("overturn", "number", "slow", about) == []
    assert values("overturn", "number", "bob", about) == ["2"]
    for who in ("alice", "bob", "zed"):
        for command in ("claim", "ruling", "evidence", "overturn", "approve"):
            assert values(command, "number", "", known(*called(), who=who)) == []


def test_one_s_own_penalties_can_be_appealed() -> None:
    assert values("appeal", "number", "", known(*called(), who="bob")) == ["2"]
    assert values("ack", "number", "", known(*called(), who="bob")) == ["2"]
    assert values("appeal", "number", "", known(*called(), who="carol")) == []


@given(
    typed=st.text(max_size=30), chosen=st.sampled_from(EVERY_FIELD), who=st.sampled_from(["alice", "wren"])
)
def test_nothing_that_is_typed_breaks_it(typed: str, chosen: tuple[Declared, Field], who: str) -> None:
    declared, field = chosen
    found = suggest(Asked(command=declared.name, part=field, typed=typed), known(*called(), who=who))
    assert len(found) <= MOST
    assert len({one.value for one in found}) == len(found)
    for one in found:
        assert 1 <= len(one.value) <= LONGEST
        assert 1 <= len(one.label) <= LONGEST
        assert field.kind is not Kind.NUMBER or one.value.isdigit()


@pytest.mark.parametrize("typed", ["", "player 77", "zzz"])
def test_it_is_fast_with_a_thousand_players(typed: str) -> None:
    more = [
        e.PlayerRegistered(at=after(-500), player=PersonId(f"nick:p{number}"), name=f"player {number}")
        for number in range(1024)
    ]
    about = known(*opened(), *more, who="wren")
    began = time.perf_counter()
    found = values("penalty", "nick", typed, about)
    assert time.perf_counter() - began < 0.05
    assert len(found) <= MOST


def test_outside_any_event_the_book_and_the_words_are_left() -> None:
    state: Tournament = fold(playing())
    about = Known(who=pid("zed"), book=state.book, names=("zed",), commands={"help": "All words."})
    assert values("penalty", "nick", "", about) == ["zed"]
    assert values("rule", "clause", "slow", about)[0] == "slow_play"
    assert values("claim", "number", "", about) == []
    assert values("hold", "table", "", about) == []
