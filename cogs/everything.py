"""All cogs, in the order in which help shows them."""

from __future__ import annotations

from cogs.chance import Chance
from cogs.clocks import Clocks
from cogs.command import Cog, Declared
from cogs.event import Entering, Rounds, Staffing
from cogs.help import Help
from cogs.judging import Asking, Calls, Penalties, Tables
from cogs.ledger import Ledger
from cogs.records import Records
from cogs.results import Results


def every_cog() -> tuple[Cog, ...]:
    """One of each."""
    return (
        Help(),
        Records(),
        Chance(),
        Entering(),
        Clocks(),
        Results(),
        Asking(),
        Calls(),
        Penalties(),
        Tables(),
        Ledger(),
        Rounds(),
        Staffing(),
    )


def every_command() -> list[Declared]:
    """Every declaration, in that order."""
    return [declared for cog in every_cog() for declared, _ in cog.declared()]
