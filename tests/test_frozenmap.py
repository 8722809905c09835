"""The mapping that is never changed: what it shows is what a dict of the same would show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.frozenmap import FrozenMap

steps = st.lists(st.tuples(st.integers(0, 200), st.none() | st.integers()))
"""Keys that are set to a value, or (None) taken out."""


@given(steps)
def test_keys_values_and_items_are_those_of_a_dict_that_went_through_the_same(
    changes: list[tuple[int, int | None]],
) -> None:
    plain: dict[int, int] = {}
    frozen: FrozenMap[int, int] = FrozenMap()
    for key, value in changes:
        if value is None:
            plain.pop(key, None)
            frozen = frozen.without(key)
        else:
            plain[key] = value
            frozen = frozen.put(key, value)
    assert dict(frozen.items()) == plain
    assert list(frozen.items()) == list(zip(frozen, frozen.values(), strict=True))
    assert sorted(frozen.values()) == sorted(plain.values())
    assert len(frozen) == len(frozen.items()) == len(frozen.values()) == len(plain)
    assert frozen == FrozenMap(plain)


def test_its_views_say_what_is_in_them() -> None:
    frozen = FrozenMap({"ann": 1, "bob": 2})
    assert ("ann", 1) in frozen.items()
    assert ("ann", 2) not in frozen.items()
    assert 2 in frozen.values()
    assert 3 not in frozen.values()
