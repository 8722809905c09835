"""Draws are unbiased, bounded, and follow from their entropy by a recipe that anybody can repeat."""

from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest

from bot.chance import BadScript, ScriptedDice, SeededDice, SystemDice
from rules.acts import Dice
from rules.chance import face_of, faces_from

# The 0.1 % points of chi-squared: a fair source fails one test of these in a thousand, and the seed is fixed.
CRITICAL = {2: 10.83, 6: 20.52, 7: 22.46, 20: 43.82}


def chi_squared(faces: list[int], sides: int) -> float:
    expected = len(faces) / sides
    counts = Counter(faces)
    return sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))


@pytest.mark.parametrize("sides", [6, 20, 7])
def test_dice_pass_a_chi_squared_test(sides: int) -> None:
    dice = SeededDice(57)
    faces = [face for n in range(1200) for face in dice.roll(number=n, word="", count=100, sides=sides).faces]
    assert len(faces) == 120_000
    assert chi_squared(faces, sides) < CRITICAL[sides]


def test_coins_pass_a_chi_squared_test() -> None:
    dice = SeededDice(57)
    faces = [dice.coin(number=n, word="").faces[0] for n in range(100_000)]
    assert chi_squared(faces, 2) < CRITICAL[2]


@pytest.mark.parametrize("sides", [1, 2, 6, 7, 20, 1000])
def test_each_face_has_as_many_numbers_as_every_other(sides: int) -> None:
    # A remainder alone would give the low faces one number more than the high ones.
    top = 2**32 - 2**32 % sides
    assert face_of(top - 1, sides) == sides
    assert all(face_of(value, sides) is None for value in range(top, 2**32))


def test_a_draw_can_be_recomputed_by_the_written_recipe() -> None:
    drawn = SystemDice().roll(number=31, word="lucky", count=1, sides=20)
    digest = sha256(f"{drawn.entropy}:31:0:lucky".encode()).digest()
    assert drawn.faces == (int.from_bytes(digest[:4], "big") % 20 + 1,)


def test_the_word_and_the_number_change_the_draw() -> None:
    entropy = bytes(32)
    draws = [
        faces_from(entropy, number=number, word=word, sides=1000, count=8)
        for number, word in [(1, ""), (2, ""), (1, "a"), (1, "b")]
    ]
    assert len(set(draws)) == 4


def test_a_long_draw_begins_like_a_short_one() -> None:
    entropy = bytes(32)
    draws = [faces_from(entropy, number=1, word="", sides=6, count=count) for count in range(1, 101)]
    assert all(long[:-1] == short for short, long in pairwise(draws))


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (101, 6), (1, 0), (1, 1001), (-1, 6), (1, 10**32)])
def test_draws_out_of_bounds_are_refused(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match="1 to 100 dice"):
        SystemDice().roll(number=1, word="", count=count, sides=sides)


def test_a_die_of_one_face_shows_it() -> None:
    assert SystemDice().roll(number=1, word="", count=3, sides=1).faces == (1, 1, 1)


def test_a_seed_gives_the_same_draws_again() -> None:
    first, second = SeededDice(7), SeededDice(7)
    assert [first.coin(number=n, word="") for n in range(20)] == [
        second.coin(number=n, word="") for n in range(20)
    ]
    assert SeededDice(8).first_chooser(number=1).entropy != SeededDice(7).first_chooser(number=1).entropy


def test_a_script_is_drawn_in_its_order_and_then_the_seed() -> None:
    dice: Dice = ScriptedDice(["heads", "4", "17", "2", "tails"], seed=7)
    assert dice.coin(number=1, word="").faces == (1,)
    assert dice.roll(number=2, word="", count=2, sides=20).faces == (4, 17)
    assert dice.first_chooser(number=3).faces == (2,)
    assert dice.coin(number=4, word="").faces == (2,)
    assert dice.roll(number=5, word="", count=1, sides=20).entropy


def test_a_scripted_draw_can_be_verified() -> None:
    drawn = ScriptedDice(["4", "17"]).roll(number=2, word="x", count=2, sides=20)
    assert faces_from(bytes.fromhex(drawn.entropy), number=2, word="x", sides=20, count=2) == (4, 17)


@pytest.mark.parametrize(("script", "message"), [(["4"], "heads or tails"), (["Heads"], "found 'Heads'")])
def test_a_script_that_does_not_fit_says_what_was_expected(script: list[str], message: str) -> None:
    with pytest.raises(BadScript, match=message):
        ScriptedDice(script).coin(number=1, word="")


def test_a_face_beyond_the_die_and_a_script_that_ends_are_named() -> None:
    with pytest.raises(BadScript, match="1 to 6"):
        ScriptedDice(["7"]).roll(number=1, word="", count=1, sides=6)
    with pytest.raises(BadScript, match="3 faces were wanted"):
        ScriptedDice(["1", "2"]).roll(number=1, word="", count=3, sides=6)
