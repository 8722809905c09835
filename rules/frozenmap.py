"""A mapping that is never changed: setting a key gives a new one that shares nearly all with the old.

State is folded entry by entry and thrown away when a commit fails, so it must not be changed in place; copying a
dict of a thousand tables for each entry would cost more than the rules do. Keys are spread over a fixed number of
small dicts and only one of them is copied.
"""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_SHARDS = 64


class FrozenMap(Mapping[K, V], Generic[K, V]):
    """An immutable mapping; `put` and `without` return changed copies. Iterates in no promised order."""

    __slots__ = ("_length", "_shards")

    _shards: tuple[dict[K, V], ...]
    _length: int

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        pairs = items.items() if isinstance(items, Mapping) else items
        shards: dict[int, dict[K, V]] = {}
        for key, value in pairs:
            shards.setdefault(hash(key) % _SHARDS, {})[key] = value
        self._shards = tuple(shards.get(i) or {} for i in range(_SHARDS))
        self._length = sum(map(len, shards.values()))

    def put(self, key: K, value: V) -> FrozenMap[K, V]:
        """This mapping with `key` set to `value`."""
        place = hash(key) % _SHARDS
        shard = self._shards[place]
        new = self._with(place, {**shard, key: value})
        new._length = self._length + (key not in shard)
        return new

    def without(self, key: K) -> FrozenMap[K, V]:
        """This mapping without `key`; the same one when it has no such key."""
        place = hash(key) % _SHARDS
        shard = self._shards[place]
        if key not in shard:
            return self
        new = self._with(place, {k: v for k, v in shard.items() if k != key})
        new._length = self._length - 1
        return new

    def _with(self, place: int, shard: dict[K, V]) -> FrozenMap[K, V]:
        new: FrozenMap[K, V] = FrozenMap.__new__(FrozenMap)
        new._shards = (*self._shards[:place], shard, *self._shards[place + 1 :])
        return new

    def __getitem__(self, key: K) -> V:
        return self._shards[hash(key) % _SHARDS][key]

    def __contains__(self, key: object) -> bool:
        return key in self._shards[hash(key) % _SHARDS]

    def __iter__(self) -> Iterator[K]:
        for shard in self._shards:
            yield from shard

    def items(self) -> ItemsView[K, V]:
        return _Items(self)

    def values(self) -> ValuesView[V]:
        return _Values(self)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"FrozenMap({dict(self)!r})"


class _Items(ItemsView[K, V]):
    """Keys and values side by side, without looking each key up again."""

    __slots__ = ()

    _mapping: FrozenMap[K, V]

    def __iter__(self) -> Iterator[tuple[K, V]]:
        for shard in self._mapping._shards:
            yield from shard.items()


class _Values(ValuesView[V]):
    """The values alone, in the order of their keys."""

    __slots__ = ()

    _mapping: FrozenMap[Hashable, V]

    def __iter__(self) -> Iterator[V]:
        for shard in self._mapping._shards:
            yield from shard.values()
