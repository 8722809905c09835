"""The wording as a whole: nothing is forgotten, nothing breaks a line, nobody else passes for the bot."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.wording import SAYERS, SILENT, speak, speak_league
from bot.wording.lines import ROOM, series
from bot.wording.quotes import listed, plain, quoted
from bot.wording.times import by_time
from cogs.speech import Urgency
from rules.acts import Announce, BeginRound, CallJudge, FlipCoin, OfferDraw, PairByHand, RollDice
from rules.decide import decide
from rules.entries import KINDS, Entry
from rules.league import League, league_decide
from tests.wording_play import Loaded, at, begun, opened, opening, playing, texts, who

NASTY = "one\r\nQUIT :two\x03" + '4,5 "bob: Game Loss" \u202etfel \x02\u200b   wide'


@pytest.mark.parametrize("cls", KINDS.values(), ids=lambda cls: cls.__name__)
def test_every_kind_of_entry_is_spoken_or_silent_for_a_reason(cls: type[Entry]) -> None:
    assert (cls in SAYERS) is not (cls in SILENT)
    assert cls in SAYERS or len(SILENT[cls]) > 20


def test_entries_of_no_kind_have_no_words() -> None:
    assert set(SAYERS) | set(SILENT) == set(KINDS.values())


@given(st.text())
def test_free_text_stays_one_visible_line(text: str) -> None:
    shown = plain(text)
    assert shown == " ".join(shown.split())
    assert all(sign.isprintable() for sign in shown)


@given(st.text())
def test_a_quotation_cannot_be_closed_from_inside(text: str) -> None:
    assert quoted(text)[1:-1].count('"') == 0


@given(st.text(min_size=1), st.integers(min_value=2, max_value=200))
def test_free_text_is_never_longer_than_allowed(text: str, longest: int) -> None:
    assert len(plain(text, longest)) <= longest


def test_long_text_is_cut_at_a_word() -> None:
    assert plain("he drew two cards and then said nothing", 20) == "he drew two cards…"


@given(
    st.lists(
        st.text(st.characters(min_codepoint=33, max_codepoint=0x3000), min_size=1, max_size=60), min_size=1
    )
)
def test_a_list_is_one_text_and_loses_nothing(items: list[str]) -> None:
    text = series("Pairings: ", items, tail="!ready")
    assert text.startswith("Pairings: ")
    assert text.endswith(" !ready")
    assert all(item in text for item in items)


def test_a_name_list_reads_like_a_sentence() -> None:
    assert [listed(("a", "b", "c")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_a_time_is_said_with_what_is_left() -> None:
    now = at("20:17:02")
    assert by_time(now + timedelta(minutes=5), now) == "20:22:02 (5:00)"
    assert by_time(now, now) == "20:17:02"
    assert by_time(now + timedelta(hours=48), now) == "05 May 20:17:02 (48:00:00)"


def test_words_of_players_cannot_look_like_the_bot() -> None:
    play = playing(("alice", "bob"))
    (offer,) = texts(play.do("20:05:00", OfferDraw(by=who("alice"), words=NASTY)), "bob")
    assert offer == (
        "alice offers a draw of the match: \"one QUIT :two4,5 'bob: Game Loss' tfel wide\". !accept or !decline."
    )


def test_an_announcement_is_quoted_and_named() -> None:
    play = opened("alice", "bob")
    said = texts(play.do("19:56:00", Announce(by=who("birch"), text="five minutes' break")))
    assert said == ['birch announces: "five minutes\' break"']


def test_a_call_of_900_characters_is_cut_at_a_word() -> None:
    play = playing(("alice", "bob"))
    (call,) = texts(play.do("20:05:00", CallJudge(by=who("alice"), why="he drew " * 112)), "judges")
    assert call.endswith('drew he…" !claim 1')
    assert len(call.encode()) <= ROOM


def test_pairings_of_a_large_round_are_one_list_in_order() -> None:
    names = [f"player{n:03}" for n in range(200)]
    play = opened(*names)
    pairs = tuple((who(a), who(b)) for a, b in zip(names[::2], names[1::2], strict=True))
    lines = play.do("19:59:00", PairByHand(by=who("birch"), pairs=pairs))
    said, reminder = texts(lines)
    tables = " · ".join(f"{n} player{2 * n - 2:03}-player{2 * n - 1:03}" for n in range(1, 101))
    assert f": {tables}. " in said
    assert all(line.urgency is Urgency.LIST for line in lines)
    assert said.endswith("!ready counts from now on; the clock starts with !begin.")
    assert reminder.startswith("Keep in mind: ")


def test_a_large_round_begins_with_one_line() -> None:
    names = [f"player{n:03}" for n in range(100)]
    play = opened(*names)
    pairs = tuple((who(a), who(b)) for a, b in zip(names[::2], names[1::2], strict=True))
    play.do("19:59:00", PairByHand(by=who("birch"), pairs=pairs))
    assert texts(play.do("20:00:00", BeginRound(by=who("birch"), dice=play.dice))) == [
        "Round 1 of Autumn 12: time is called at 20:50:00 (50:00). !pairing shows your table. "
        "At your table: !ready. Late past 20:10:00 (10:00) costs a game (A.I.3)."
    ]


def test_a_rehearsal_says_so_in_its_header() -> None:
    play = opened()
    play.state = None
    header = texts(play.do("19:50:00", opening(speed=60.0)))
    assert "A rehearsal: clocks run 60 times as fast, and nothing counts for the league." in " ".join(header)


def test_the_header_names_rules_and_head_judge() -> None:
    play = opened()
    play.state = None
    assert texts(play.do("19:50:00", opening())) == [
        "Autumn 12 is open: O-Gaming tournament rules, version 1, challenge, Standard, REL 1, best of 3, "
        "50:00 a round. Head judge: hawk. Authorization A-77. Decks are to be on file: !deck <code>. "
        "Public: results and penalties; decks after the end. !register to play."
    ]


def test_the_same_batch_gives_the_same_lines() -> None:
    play = begun(("alice", "bob"))
    before = play.now
    entries, after = decide(before, OfferDraw(by=who("alice"), words="shall we?"), at("20:05:00"))
    assert speak(entries, before, after) == speak(entries, before, after)


def test_a_flip_outside_events_is_answered_where_it_was_asked() -> None:
    act = FlipCoin(by=who("alice"), by_name="alice", words="lucky", dice=Loaded(), asked_in="private")
    entries, after = league_decide(League(), act, at("12:00:00"))
    (line,) = speak_league(entries, League(), after)
    assert (line.place, line.text) == (
        "person:nick:alice",
        'alice: heads (draw 1, mixed with "lucky"). !verify 1',
    )


def test_dice_are_told_with_their_sum() -> None:
    act = RollDice(by=who("a"), by_name="a", count=2, sides=6, modifier=-1, word="", dice=Loaded(face=4))
    entries, after = league_decide(League(), act, at("12:00:00"))
    assert speak_league(entries, None, after)[0].text == "a: 2d6-1 is 4 + 4 - 1 = 7 (draw 1). !verify 1"
