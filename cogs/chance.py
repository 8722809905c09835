"""Chance on request: coins, dice, and how to check what came out."""

from __future__ import annotations

from cogs import lookups
from cogs.command import Call, Cog, command
from cogs.readers import NOTHING_MIXED, Mixed, Throw
from rules.acts import Act, FlipCoin, RollDice

ONE_D20 = Throw(dice=1, sides=20, modifier=0)


class Chance(Cog):
    """Flips and rolls: logged, numbered, drawn without bias."""

    @command("flip", "coin", "ct")
    async def flip(self, call: Call, word: Mixed = NOTHING_MIXED) -> None:
        """Flip a coin; a word of yours is mixed into the draw. It may not decide a game or a match (3.6).

        > !flip lucky
        < alice: heads (draw 31, mixed with "lucky"). !verify 31
        """
        await _enter(
            call,
            FlipCoin(
                **call.author,
                by_name=call.who.name,
                words=word,
                dice=call.dice,
                asked_in=call.place.where.value,
            ),
        )

    @command("roll", "dice")
    async def roll(self, call: Call, dice: Throw = ONE_D20, word: Mixed = NOTHING_MIXED) -> None:
        """Roll dice, 1d20 if you name none; at most 100 dice of at most 1000 faces.

        > !roll 2d6+1
        < alice: 2d6+1 is 3 + 5 + 1 = 9 (draw 32). !verify 32
        """
        await _enter(
            call,
            RollDice(
                **call.author,
                by_name=call.who.name,
                count=dice.dice,
                sides=dice.sides,
                modifier=dice.modifier,
                word=word,
                dice=call.dice,
                asked_in=call.place.where.value,
            ),
        )

    @command("verify")
    async def verify(self, call: Call, number: int) -> None:
        """How a draw came about, and what it was computed from.

        > !verify 31
        < Draw 31: heads, flipped for alice at 20:14:31, mixed with "lucky", drawn from 5f0c…e1.
        """
        state, league = call.state_if_any, call.office.league()
        if state is not None and (number in state.draws or number not in league.draws):
            await call.reply(lookups.draw(state, number))
        if state is None or (number in league.draws and (state.is_over or number not in state.draws)):
            await call.reply(lookups.draw(league, number))


async def _enter(call: Call, act: Act) -> None:
    """In the event while one goes on, else in the league's book."""
    state = call.state_if_any
    if state is None or state.is_over:
        await call.enter_league(act)
    else:
        await call.enter(act)
