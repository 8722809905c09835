"""The people of a guild: its members that are no bots, by the account that each of them has.

A person is named by the username: it is unique and plain, so nobody can look like somebody else, or like the bot,
by a name for show. Global name and server nickname are names that fit besides.
"""

from __future__ import annotations

import discord

from cogs.speech import Person


def person_of(user: discord.Member | discord.User, network: str) -> Person:
    """A member, or somebody who writes in private, as the network shows them now."""
    return Person(
        network=network,
        nick=user.name,
        account=str(user.id),
        session=session_of(user.id, network),
        also=_other_names(user),
        titles=_titles(user),
    )


def session_of(user_id: int, network: str) -> str:
    """The key of somebody's presence on this network."""
    return f"{network}.{user_id}"


def _other_names(user: discord.Member | discord.User) -> tuple[str, ...]:
    names = (user.global_name, user.nick if isinstance(user, discord.Member) else None)
    return tuple(dict.fromkeys(name for name in names if name and name != user.name))


def _titles(user: discord.Member | discord.User) -> frozenset[str]:
    """The names of the guild's roles that somebody has; everybody's role is none."""
    if not isinstance(user, discord.Member):
        return frozenset()
    return frozenset(role.name for role in user.roles if not role.is_default())
