"""Messages: a line as what Discord takes, within its limits.

A line is plain content; a list is an embed with one item to a line; facts are the fields of an embed. What is too
long goes on in another message, between items where there are any, else between words. Whom a line is about is
called by id, and nobody else can be. Each message has a nonce that follows from the line's key, so that a line
sent once more, even after a restart, is no second message.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

import discord

from bot.gateways.discord.escaping import clean, escape
from bot.gateways.discord.idiom import PLAIN, Idiom
from cogs.speech import DOT, Line, Press
from rules.entries import PersonId

CONTENT, DESCRIPTION, TITLE, LABEL, VALUE, EMBED = 2000, 4096, 256, 256, 1024, 6000
"""How many characters Discord takes: in a message's content, in the parts of an embed, in all embeds of a message."""
FIELDS = 25
"""How many fields an embed may have."""
CALLED = 80
"""How many people one message calls: Discord allows 100, and this many fit beside each other."""
_NOTHING = "\u200b"
"""For a label or text of a fact that may not be empty."""

AccountOf = Callable[[PersonId], str | None]
"""The user id that a person has on Discord; None for somebody who has none there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One message. `calls` are the ids of those whom it mentions."""

    content: str = ""
    embed: discord.Embed | None = None
    calls: tuple[int, ...] = ()
    nonce: str = ""
    presses: tuple[Press, ...] = ()


def compose(
    line: Line,
    account_of: AccountOf,
    *,
    may_embed: bool = True,
    calls: Sequence[int] = (),
    idiom: Idiom = PLAIN,
) -> tuple[Post, ...]:
    """A line as messages, at least one.

    `may_embed`: whether embeds are shown there; else all is content. `calls`: users to be called besides those
    whom the line is about. `idiom`: how things are said there.
    """
    calls = [*_calls(line.mentions, account_of), *calls]
    if line.lists and may_embed:
        posts = _list(line, calls, idiom)
    elif line.facts and may_embed:
        posts = [
            *_plain(line.text, calls, idiom),
            *(Post(embed=embed) for embed in _facts(line.facts, idiom)),
        ]
        if not posts[-2].embed and len(posts) > 1:
            posts[-2:] = [replace(posts[-2], embed=posts[-1].embed)]
    else:
        posts = _plain(line.text, calls, idiom)
    nonces = _nonces(line, len(posts))
    numbered = [replace(post, nonce=nonce) for post, nonce in zip(posts, nonces, strict=True)]
    return (*numbered[:-1], replace(numbered[-1], presses=line.presses))


def _calls(people: Iterable[PersonId], account_of: AccountOf) -> list[int]:
    """The ids of those who can be called, each once."""
    accounts = (account_of(person) for person in people)
    return list(dict.fromkeys(int(account) for account in accounts if account))


def _nonces(line: Line, count: int) -> list[str]:
    """A nonce for each message. An answer has no key: its nonces hold for this attempt to say it."""
    place = line.place
    where = f"{place.network}/{place.where}/{place.nick}"
    stem = f"{line.key}/{where}" if line.key else secrets.token_hex()
    parts = (f"{stem}/{part}".encode() for part in range(count))
    return [hashlib.blake2b(part, digest_size=12).hexdigest() for part in parts]


# --- content ---


def _plain(text: str, calls: Sequence[int], idiom: Idiom) -> list[Post]:
    """Content, and behind its last part those whom it is about."""
    parts = _packed(clean(text).split(DOT), DOT, CONTENT, idiom) or [_NOTHING]
    posts = [Post(content=part) for part in parts]
    for called in _runs(calls, CALLED):
        names = _mentions(called)
        content = f"{posts[-1].content}\n{names}"
        if posts[-1].calls or length(content) > CONTENT:
            posts.append(Post(content=names, calls=called))
        else:
            posts[-1] = Post(content=content, calls=called)
    return posts


def _mentions(called: Iterable[int]) -> str:
    return " ".join(f"<@{user_id}>" for user_id in called)


# --- lists ---


def _list(line: Line, calls: Sequence[int], idiom: Idiom) -> list[Post]:
    """A list: as many pages as it needs, or as it takes to call everybody, and its title on each."""
    items = _headed(clean(line.text).split(DOT))
    called = _runs(calls, CALLED)
    runs = _even(items, max(len(called), 1))
    pages = [page for run in runs for page in _packed(run, "\n", DESCRIPTION, idiom)]
    what = line.lists.partition(" of ")[0]  # whose it is, the text says
    title = _cut(clean(f"{what[:1].upper()}{what[1:]}"), TITLE)[0]
    embeds = [discord.Embed(title=title, description=page) for page in pages]
    return [
        Post(content=_mentions(ids or ()), calls=ids or (), embed=embed)
        for embed, ids in zip_longest(embeds, called)
    ]


def _headed(items: Sequence[str]) -> list[str]:
    """The items, and before them on a line of its own what stands before the number of the first one."""
    head, found, first = items[0].rpartition(": ")
    return [f"{head}:", first, *items[1:]] if found and first[:1].isdecimal() else [*items]


def _even(items: Sequence[str], runs: int) -> list[Sequence[str]]:
    """The items in so many runs of nearly the same length, as far as there are items for all."""
    bounds = [len(items) * number // runs for number in range(runs + 1)]
    return [items[begin:end] for begin, end in pairwise(bounds) if begin < end]


# --- facts ---


def _facts(facts: Iterable[tuple[str, str]], idiom: Idiom) -> list[discord.Embed]:
    """The facts as fields of as many embeds as they need."""
    embeds = [discord.Embed()]
    for label, text in facts:
        name = _cut(clean(label) or _NOTHING, LABEL)[0]
        for value in _packed([clean(text) or _NOTHING], DOT, VALUE, idiom):
            if len(embeds[-1].fields) == FIELDS or len(embeds[-1]) + length(name) + length(value) > EMBED:
                embeds.append(discord.Embed())
            embeds[-1].add_field(name=name, value=value)
    return embeds


# --- fitting ---


def length(text: str) -> int:
    """How long Discord takes a text to be at most: some of it counts characters, some UTF-16 units."""
    return len(text) + sum(char > "\uffff" for char in text)


def _packed(items: Iterable[str], between: str, most: int, idiom: Idiom) -> list[str]:
    """Plain items as escaped texts of at most so many characters, as many items in each as fit."""
    texts: list[str] = []
    for item in items:
        for number, piece in enumerate(_cut(item, most, idiom)):
            joint = between if number == 0 else " "
            if texts and length(texts[-1]) + length(joint) + length(piece) <= most:
                texts[-1] += joint + piece
            elif piece:
                texts.append(piece)
    return texts


def _cut(item: str, most: int, idiom: Idiom = PLAIN) -> list[str]:
    """A plain item, escaped, in pieces of at most so many characters: whole, else between words, else anywhere."""
    if length(said := idiom.of(escape(item))) <= most:
        return [said]
    pieces = [""]
    for word in item.split(" "):
        for part in _chopped(word, most // 3):
            fit = f"{pieces[-1]} {escape(part)}" if pieces[-1] else escape(part)
            if length(fit) <= most:
                pieces[-1] = fit
            else:
                pieces.append(escape(part))
    return pieces


def _chopped(word: str, most: int) -> list[str]:
    """A word whole, unless nothing could hold it."""
    if length(word) <= most:
        return [word]
    return [word[begin : begin + most] for begin in range(0, len(word), most)]


def _runs(ids: Sequence[int], most: int) -> list[tuple[int, ...]]:
    return [tuple(ids[begin : begin + most]) for begin in range(0, len(ids), most)]
