"""What every network is told, as Discord's people say and read it."""

from datetime import UTC, datetime

import pytest

from bot.gateways.discord.escaping import escape
from bot.gateways.discord.idiom import PLAIN, Idiom
from bot.gateways.discord.messages import compose
from cogs.speech import DOT, Line, Place, Where

NOW = datetime(2026, 1, 10, 23, 50, tzinfo=UTC)
IDIOM = Idiom(commands=frozenset({"ready", "report", "status", "help", "link"}), now=NOW)
CHANNEL = Place(network="discord", where=Where.CHANNEL)


def stamp(day: int, hour: int, minute: int, second: int) -> str:
    return f"<t:{int(datetime(2026, 1, day, hour, minute, second, tzinfo=UTC).timestamp())}:T>"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("alice: !ready by then.", "alice: /ready by then."),
        ("Say !report 2-1, or (!status).", "Say /report 2-1, or (/status)."),
        ("Also: !tl", "Also: !tl"),
        (
            "alice, say !link 7F3K to me on irc, in private.",
            "alice, say !link 7F3K to me on irc, in private.",
        ),
        ("!status@first-night", "!status@first-night"),
        ('alice says: "I said !ready at 23:40:00"', 'alice says: "I said !ready at 23:40:00"'),
        ("Nothing is over!ready", "Nothing is over!ready"),
    ],
)
def test_a_word_is_named_as_the_slash_command_that_it_is(text: str, said: str) -> None:
    assert IDIOM.of(escape(text)) == escape(said)


def test_a_time_of_day_is_a_timestamp_of_the_nearest_day() -> None:
    assert IDIOM.of("since 23:40:01, until 00:10:02 (20:02).") == (
        f"since {stamp(10, 23, 40, 1)}, until {stamp(11, 0, 10, 2)} (20:02)."
    )
    assert IDIOM.of("by 23:55:00 UTC.") == f"by {stamp(10, 23, 55, 0)}."


@pytest.mark.parametrize("text", ["49:33 left", "100:00:00 left", "24:00:00", "x12:00:00", "at 20:13"])
def test_what_is_no_time_of_day_stays(text: str) -> None:
    assert IDIOM.of(text) == text


def test_nothing_changes_where_nothing_is_known() -> None:
    assert PLAIN.of("!ready by 23:55:00 UTC.") == "!ready by 23:55:00 UTC."


def test_what_stands_before_a_list_has_a_line_of_its_own() -> None:
    text = DOT.join(("Round 1 is paired: 1 alice-bob", "2 carol-dave. Next: !ready"))
    (post,) = compose(Line(place=CHANNEL, text=text, lists="pairings of x"), lambda _: None, idiom=IDIOM)
    assert post.embed is not None
    assert post.embed.description == "Round 1 is paired:\n1 alice-bob\n2 carol-dave. Next: /ready"
