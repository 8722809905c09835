"""Lines as Discord's messages: plain text stays plain, everything fits, and nobody is called who is not meant."""

from hypothesis import given
from hypothesis import strategies as st

from bot.gateways.discord.escaping import clean, escape
from bot.gateways.discord.messages import CONTENT, DESCRIPTION, EMBED, FIELDS, Post, compose, length
from cogs.speech import DOT, Line, Place, Press, Where
from rules.entries import PersonId
from tests.discordlab.shown import plain
from tests.discordlab.world import World

WORLD = World(token="t", bot_name="floorjudge")
CHANNEL = Place(network="discord", where=Where.CHANNEL)
SIGNS = "".join(chr(code) for code in range(33, 127)) + " \u00e9\u4e2d\U0001f600"
MARKUP = (
    "<@1>",
    "<@&2>",
    "@everyone",
    "**",
    "_a_",
    "`",
    "\\",
    "# x",
    "> q",
    "- l",
    "1. x",
    "||",
    "~~",
    ":smile:",
)
SPECIAL = ("[a](https://x.y)", "<t:1:R>", "<a:b:1>", "12:17:30")
TEXT = st.text(SIGNS, max_size=80) | st.lists(st.sampled_from(MARKUP + SPECIAL)).map(" ".join)
ITEMS = st.lists(st.text("ab_*<\u4e2d\U0001f600", min_size=1, max_size=60), min_size=1, max_size=400)


def id_of(person: PersonId) -> str | None:
    """Players are known by their numbers here; others have no account."""
    number = person.removeprefix("account:")
    return number if number.isdecimal() else None


@given(TEXT)
def test_what_is_escaped_is_read_as_it_was(text: str) -> None:
    assert plain(WORLD, escape(text)) == text


@given(st.text())
def test_what_is_heard_is_one_visible_line(text: str) -> None:
    line = clean(text)
    assert line == " ".join(line.split())
    assert all(char.isprintable() for char in line)
    assert clean(line) == line


def test_nothing_unseen_splits_or_turns_a_line() -> None:
    assert clean("!judge help\nMODE\u2028#x\u200b +o\u202e\x00 me") == "!judge help MODE #x +o me"


def _fits(post: Post) -> bool:
    if length(post.content) > CONTENT or len(post.calls) > 100 or len(post.nonce) > 25:
        return False
    if post.embed is None:
        return bool(post.content)
    embed = post.embed
    return (
        length(embed.description or "") <= DESCRIPTION
        and len(embed) <= EMBED
        and len(embed.fields) <= FIELDS
        and all(0 < length(f.name or "") <= 256 and 0 < length(f.value or "") <= 1024 for f in embed.fields)
    )


@given(ITEMS, st.integers(0, 300), st.booleans())
def test_a_list_fits_and_keeps_every_item_whole_and_in_order(
    items: list[str], called: int, may_embed: bool
) -> None:
    people = tuple(PersonId(f"account:{10**18 + number}") for number in range(called))
    line = Line(place=CHANNEL, text=DOT.join(items), lists="pairings of x", key="x/1/0", mentions=people)
    posts = compose(line, id_of, may_embed=may_embed)
    assert all(map(_fits, posts))
    ids = [user_id for post in posts for user_id in post.calls]
    assert ids == [int(person.removeprefix("account:")) for person in people]
    if may_embed:
        shown = "\n".join(post.embed.description or "" for post in posts if post.embed)
        assert shown.split("\n") == [escape(item) for item in items]


@given(st.text(SIGNS + DOT, min_size=1, max_size=6000).filter(clean))
def test_a_long_text_loses_nothing(text: str) -> None:
    posts = compose(Line(place=CHANNEL, text=text), id_of)
    assert all(map(_fits, posts))
    said = "".join(plain(WORLD, post.content) for post in posts)
    assert "".join(said.split()).replace("·", "") == "".join(clean(text).split()).replace("·", "")


def test_512_pairings_call_all_players_in_fourteen_messages() -> None:
    items = [f"{table} player{table * 2:04} - player{table * 2 + 1:04}" for table in range(1, 513)]
    people = tuple(PersonId(f"account:{10**18 + number}") for number in range(1024))
    line = Line(place=CHANNEL, text=DOT.join(items), lists="pairings of x", mentions=people)
    posts = compose(line, id_of)
    assert len(posts) <= 14
    assert sum(len(post.calls) for post in posts) == 1024


@given(st.lists(st.tuples(st.text(max_size=300), st.text(max_size=3000)), max_size=40))
def test_facts_fit(facts: list[tuple[str, str]]) -> None:
    posts = compose(Line(place=CHANNEL, text="Penalty 7", facts=tuple(facts)), id_of)
    assert all(map(_fits, posts))
    assert posts[0].content == "Penalty 7"


def test_facts_stand_under_their_sentence_with_the_buttons() -> None:
    press = Press(label="Appeal", words="appeal 7")
    line = Line(place=CHANNEL, text="alice: Warning.", facts=(("Clause", "A.I.4"),), presses=(press,))
    (post,) = compose(line, id_of)
    assert post.content == "alice: Warning."
    assert post.presses == (press,)
    assert post.embed is not None
    assert [(field.name, field.value) for field in post.embed.fields] == [("Clause", "A.I.4")]


def test_a_stored_line_has_the_same_nonces_after_a_restart_and_an_answer_never_twice() -> None:
    stored = Line(place=CHANNEL, text="x" * 5000, key="autumn-12/105/0")
    nonces = [post.nonce for post in compose(stored, id_of)]
    assert nonces == [post.nonce for post in compose(stored, id_of)]
    assert len(set(nonces)) == len(nonces) > 1
    private = Line(place=Place(network="discord", where=Where.PRIVATE, nick="a"), text="x", key=stored.key)
    assert compose(private, id_of)[0].nonce not in nonces
    answer = Line(place=CHANNEL, text="x")
    assert compose(answer, id_of)[0].nonce != compose(answer, id_of)[0].nonce


def test_only_those_with_an_account_are_called_and_each_once() -> None:
    people = (PersonId("account:5"), PersonId("nick:bob"), PersonId("account:5"))
    (post,) = compose(Line(place=CHANNEL, text="<@9> @everyone: time!", mentions=people), id_of)
    assert post.calls == (5,)
    assert post.content == "\\<@9\\> \\@everyone: time!\n<@5>"
