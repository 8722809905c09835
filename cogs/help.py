"""Help: what can be said here, by whom, and how. `python -m cogs.help` prints the README's table of it."""

from __future__ import annotations

from functools import reduce
from operator import or_

from cogs.command import MARK, By, Call, Cog, Declared, command
from cogs.speech import Urgency
from rules.entries import PersonId, Role
from rules.tournament import Tournament

_TITLES = {
    By.ANYONE: "anyone",
    By.PLAYER: "players",
    By.JUDGE: "judges",
    By.HEAD_JUDGE: "the head judge",
    By.COORDINATOR: "the coordinator",
    By.DIRECTOR: "directors",
}


class Help(Cog):
    """What the official understands."""

    @command("help", "commands")
    async def help(self, call: Call, word: str = "") -> None:
        """What you can say here; with a word, how that one is said.

        > !help concede
        < !concede [game|match] [words] (also !ff !forfeit): Concede the game, or the match. Example: !concede
        """
        if not word:
            words = overview(call.commands.all, call.who.name, offices(call))
            hint = "" if call.office.events() else " No event is open; a coordinator opens one with !open."
            await call.reply(f"{words}{hint}", Urgency.LIST)
            return
        declared = call.commands.named(word)
        if declared is None:
            await call.reply(f"{call.who.name}, there is no such word. All that you can say: !help")
        else:
            await call.reply(explain(declared))


def explain(declared: Declared) -> str:
    """One line and one example."""
    others = " ".join(MARK + word for word in declared.words[1:])
    also = f" (also {others})" if others else ""
    whose = "" if By.ANYONE in declared.by else f" For {whom(declared.by)}."
    return f"{declared.usage}{also}: {declared.summary}{whose} Example: {declared.example}"


def whom(by: By) -> str:
    """`judges and the head judge`."""
    return " and ".join(title for flag, title in _TITLES.items() if flag in by)


def offices(call: Call) -> By:
    """What the speaker is in the event that is meant; in any that goes on, when several may be."""
    state = call.state_if_any
    events = [state] if state is not None else call.office.events().values()
    in_the_league = By.DIRECTOR if call.who.id in call.office.directors(call.place.network) else By.ANYONE
    return reduce(or_, (_offices_in(event, call.who.id) for event in events), By.ANYONE | in_the_league)


def _offices_in(state: Tournament, person: PersonId) -> By:
    found = By.ANYONE
    if state.has_role(person, Role.COORDINATOR):
        found |= By.COORDINATOR
    if state.has_role(person, Role.HEAD_JUDGE, Role.SECONDARY_JUDGE):
        found |= By.HEAD_JUDGE | By.JUDGE
    if state.has_role(person, Role.JUDGE):
        found |= By.JUDGE
    if person in state.players or found is By.ANYONE:
        found |= By.PLAYER  # who is nothing yet may register
    return found


def overview(commands: list[Declared], name: str, held: By) -> str:
    """All words for somebody who holds these offices, the own ones first, each word once."""
    parts: list[str] = []
    shown: set[str] = set()
    for flag in (By.PLAYER, By.DIRECTOR, By.COORDINATOR, By.HEAD_JUDGE, By.JUDGE, By.ANYONE):
        words = (
            [one.name for one in commands if flag in one.by and one.name not in shown] if flag in held else []
        )
        shown.update(words)
        if words:
            parts.append(f"as {_TITLES[flag]}: {' '.join(MARK + word for word in words)}")
    return f"{name}, you can say, {'; '.join(parts)}. More on one of them: !help <word>"


def table(commands: list[Declared]) -> str:
    """The README's table in Markdown, made from the declarations."""
    rows = ["| Say | Also | Whose | What it does |", "|---|---|---|---|"]
    for declared in commands:
        also = " ".join(f"`{MARK}{word}`" for word in declared.words[1:])
        usage = declared.usage.replace("|", "\\|")
        rows.append(f"| `{usage}` | {also} | {whom(declared.by)} | {declared.summary} |")
    return "\n".join(rows)


if __name__ == "__main__":
    from cogs.everything import every_command

    print(table(every_command()))
