"""Text of IRC lines: what is cleaned away, what is the same name, where a line is cut, what a QUIT says."""

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.gateways.irc.casefold import CaseMapping
from bot.gateways.irc.cleaning import clean_heard, clean_said
from bot.gateways.irc.isupport import ServerWays
from bot.gateways.irc.leaving import QuitReader
from bot.gateways.irc.splitting import cut
from rules.entries import Leaving


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("\x0304!report 2-1\x0f", "!report 2-1"),
        ("\x02!confirm\x02", "!confirm"),
        ("!report \x022-1", "!report 2-1"),
        ("\x030412-1", "12-1"),  # a colour has two digits at most
        ("\x0304,052-1", "2-1"),
        ("\x034,hello", ",hello"),  # a comma with no colour behind it is a comma
        ("\x03!draw", "!draw"),
        ("\x04ff00ff!draw", "!draw"),
        ("\x1d\x1f\x1e\x11\x16!draw\x0f", "!draw"),
        ("hello\rNICK hacked", "hello NICK hacked"),
        ("hello\nNICK\x00 hacked", "hello NICK hacked"),
        ("a\u2028b\u2029c\x85d", "a b c d"),
        ("Éric ½ 日本", "Éric ½ 日本"),
    ],
)
def test_what_is_heard_is_cleaned(raw: str, words: str) -> None:
    assert clean_heard(raw) == words


@given(st.text())
def test_nothing_that_ends_a_line_is_ever_said(text: str) -> None:
    said = clean_said(text)
    assert not any(unicodedata.category(c) == "Cc" or c in "\u2028\u2029" for c in said)
    assert len(said.splitlines()) <= 1
    said.encode()  # lone surrogates are gone too


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert clean_said(text) == text
    assert clean_heard(text) == text


# --- Splitting. ---

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=400)


def pieces(text: str, room: int) -> list[str]:
    """All pieces of a text."""
    found = []
    while text:
        piece, text = cut(text, room)
        found.append(piece)
    return found


@given(TEXTS.filter(lambda text: "·" not in text), st.integers(min_value=16, max_value=120))
def test_each_piece_fits_and_nothing_but_blanks_is_lost(text: str, room: int) -> None:
    parts = pieces(text, room)
    assert all(0 < len(part.encode()) <= room for part in parts if part.strip(" "))
    assert "".join(parts).replace(" ", "") == text.replace(" ", "")


@given(TEXTS.filter(lambda text: "·" not in text), st.integers(min_value=1, max_value=4))
def test_splitting_ends_even_in_no_room(text: str, room: int) -> None:
    assert "".join(pieces(text, room)).replace(" ", "") == text.replace(" ", "")


NAMES = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=9)


@given(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=200), st.integers(min_value=100, max_value=460))
def test_a_list_is_cut_between_its_tables_into_the_fewest_lines(
    pairs: list[tuple[str, str]], room: int
) -> None:
    tables = [f"{number} {'-'.join(pair)}" for number, pair in enumerate(pairs, 1)]
    parts = pieces("Round 1: " + " · ".join(tables), room)
    assert all(len(part.encode()) <= room for part in parts)
    items = [part.removeprefix("… ").removeprefix("Round 1: ").split(" · ") for part in parts]
    assert [item for line in items for item in line] == tables
    for part, after in itertools.pairwise(zip(parts, items, strict=True)):
        assert len(f"{part[0]} · {after[1][0]}".encode()) > room  # no line had room for the next table


@given(TEXTS, st.integers(min_value=1, max_value=40))
def test_cutting_ends_whatever_stands_between_the_dots(text: str, room: int) -> None:
    assert len(pieces(text.replace(" ", " · "), room)) <= 2 * len(text) * 5 + 1


def test_what_follows_a_list_is_cut_like_any_text() -> None:
    assert pieces("1 a-b · 2 c-d. Ready when you are, and do say so.", 24) == [
        "1 a-b",
        "… 2 c-d. Ready when",
        "you are, and do say so.",
    ]


def test_names_are_not_torn_where_there_is_a_blank() -> None:
    assert pieces("alice beats bob, carol beats dan", 18) == ["alice beats bob,", "carol beats dan"]


def test_an_accent_stays_with_its_letter() -> None:
    text = "e\u0301" * 20
    assert all(part[0] == "e" for part in pieces(text, 16))


def test_what_fits_is_one_piece() -> None:
    assert cut("é" * 8, 16) == ("é" * 8, "")


# --- Names. ---


@pytest.mark.parametrize(
    ("mapping", "one", "other", "is_same"),
    [
        (CaseMapping.ASCII, "Alice", "aLICE", True),
        (CaseMapping.ASCII, "foo[", "foo{", False),
        (CaseMapping.RFC1459, "foo[]\\~", "FOO{}|^", True),
        (CaseMapping.RFC1459_STRICT, "foo[]\\", "foo{}|", True),
        (CaseMapping.RFC1459_STRICT, "foo~", "foo^", False),
        (CaseMapping.RFC1459, "Éric", "éric", False),
        (CaseMapping.RFC1459, "\u212aarl", "karl", False),  # the Kelvin sign is no K
    ],
)
def test_names_are_compared_as_the_server_does(
    mapping: CaseMapping, one: str, other: str, is_same: bool
) -> None:
    assert (mapping.fold(one) == mapping.fold(other)) is is_same


def test_an_unknown_mapping_takes_only_letters_for_the_same() -> None:
    assert CaseMapping.called("rfc7613") is CaseMapping.ASCII
    assert CaseMapping.called("RFC1459") is CaseMapping.RFC1459


def test_the_servers_ways_are_read_from_any_tokens() -> None:
    ways = ServerWays()
    ways.learn(["CASEMAPPING=ascii", "NICKLEN=20", "WHOX", "PREFIX=ov@+", "CHANLIMIT=#", "SET=1", "=", ""])
    ways.learn(["LINELEN=1024", "NETWORK=Test\\x20Net", "MONITOR"])
    assert (ways.case_mapping, ways.nick_length, ways.has_whox) == (CaseMapping.ASCII, 20, True)
    assert ways.line_length == 1024
    ways.learn(["-WHOX", "NICKLEN=many", "LINELEN=" + "9" * 5000])
    assert (ways.has_whox, ways.nick_length, ways.line_length) == (False, None, 512)


def test_without_any_token_it_is_a_server_of_rfc_1459() -> None:
    ways = ServerWays()
    assert (ways.case_mapping, ways.nick_length, ways.line_length) == (CaseMapping.RFC1459, None, 512)
    assert "@" in ways.signs


# --- What a QUIT says. ---


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("Quit: bye all", Leaving.QUIT),
        ("Quit: Ping timeout: 240 seconds", Leaving.QUIT),
        ("Quit: irc1.test.invalid irc2.test.invalid", Leaving.QUIT),
        ('"bye all"', Leaving.QUIT),
        ("bob", Leaving.QUIT),
        ("Client exited", Leaving.QUIT),
        ("", Leaving.QUIT),
        ("irc1.test.invalid irc2.test.invalid", Leaving.SPLIT),
        ("*.net *.split", Leaving.SPLIT),
        ("Nick collision", Leaving.SPLIT),
        ("Ping timeout: 5 seconds", Leaving.LOST),
        ("Connection closed", Leaving.LOST),
        ("Client closed connection", Leaving.LOST),
        ("Remote host closed the connection", Leaving.LOST),
        ("Read error: Connection reset by peer", Leaving.LOST),
        ("Killed (Ref (abuse))", Leaving.KICKED),
        ("KILLed by Ref: abuse", Leaving.KICKED),
        ("G-lined", Leaving.KICKED),
    ],
)
def test_a_quit_is_read_as_servers_write_it(text: str, how: Leaving) -> None:
    assert QuitReader().read(text, "bob").how is how


def test_where_users_words_are_passed_on_a_split_of_one_is_a_quit() -> None:
    reader = QuitReader()
    reader.read("see you all tomorrow", "carol")
    assert reader.read("a.example b.example", "bob").how is Leaving.QUIT


def test_where_users_words_are_marked_a_split_is_a_split() -> None:
    reader = QuitReader()
    reader.read("Quit: see you", "carol")
    reader.read("Some text of the server", "dan")
    reading = reader.read("a.example b.example", "bob")
    assert (reading.how, reading.is_sure) == (Leaving.SPLIT, True)
