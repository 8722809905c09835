"""Games of a match: who chooses, decks, the start, and the score after each."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.marks import decks
from bot.wording.scene import Scene, Spoken
from bot.wording.scores import leader, seen_by
from bot.wording.speaking import says
from bot.wording.times import at_time
from cogs import presses
from cogs.speech import Urgency
from rules.entries import (
    ChoicePassed,
    DeckLoaded,
    GameBegan,
    GameFinished,
    HowGame,
    LifeAgreed,
    MatchFinished,
    MatchReopened,
    PenaltyOverturned,
    PlayChosen,
    PlayerArrived,
    PregameReminded,
    RoundBegun,
)
from rules.match import Match


@says(ChoicePassed)
def choice_passed(scene: Scene, entry: ChoicePassed) -> Iterator[Spoken]:
    """Told with the game that has ended or came back, or the players' arrival; alone only when it changes later."""
    kinds = [GameFinished, MatchFinished, MatchReopened]
    if not scene.together(RoundBegun):  # who was ready before the begin has no line of the arrival
        kinds.append(PlayerArrived)
    if any(scene.at_table(kind, entry) for kind in kinds) or scene.together(PenaltyOverturned):
        return
    match = scene.match(entry)
    yield scene.say(
        f"Table {entry.table}, game {entry.game}: {scene.name(entry.chooser)} chooses (2.4).",
        mentions=[entry.chooser] if entry.chooser else (),
        presses=presses.choice(match) if match else (),
    )


@says(PlayChosen)
def play_chosen(scene: Scene, entry: PlayChosen) -> Iterator[Spoken]:
    if not entry.silent:  # silence is told with the start of the game
        yield scene.say(f"{scene.name(entry.plays_first)} plays first.", Urgency.ANSWER)


@says(DeckLoaded)
def deck_loaded(scene: Scene, entry: DeckLoaded) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None or match.runs or scene.at_table(GameBegan, entry):
        return
    opponent = scene.name(match.opponent_of(entry.player))
    yield scene.tell(
        entry.player,
        f"{scene.name(entry.player)}, you are ready for game {entry.game}; {opponent} is not yet.",
    )


@says(PregameReminded)
def pregame_reminded(scene: Scene, entry: PregameReminded) -> Iterator[Spoken]:
    match = scene.match(entry)
    yield scene.tell(
        entry.player,
        f"{scene.name(entry.player)}, your deck for game {entry.game} by "
        f"{scene.by_time(entry.due_at)}, then !ready "
        "(3.3).",
        Urgency.NOW,
        presses=presses.ready(match) if match else (),
    )


@says(GameBegan)
def game_began(scene: Scene, entry: GameBegan) -> Iterator[Spoken]:
    if scene.at_table(GameFinished, entry) or scene.at_table(MatchFinished, entry):
        return  # a report came without !ready: the result says it all
    start = f"Table {entry.table}, game {entry.game} is on"
    match = scene.match(entry)
    then = presses.in_game(match) if match else ()
    if entry.plays_first is None:
        yield scene.say(f"{start}.", Urgency.ANSWER, presses=then)
        return
    first = scene.name(entry.plays_first)
    chosen = scene.at_table(PlayChosen, entry)
    silence = (
        f"{scene.name(chosen.player)} chose nothing, so {first} plays first. "
        if chosen and chosen.silent
        else ""
    )
    yield scene.say(f"{start}. {silence}Mulligans: {first} decides first.", Urgency.ANSWER, presses=then)


@says(GameFinished)
def game_finished(scene: Scene, entry: GameFinished) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    yield from scene.tell_words(match, entry.by, entry.words, "the concession")
    if scene.at_table(MatchFinished, entry) or scene.batch.at_table(GameFinished, entry)[-1] is not entry:
        return  # the line of the match, or of the last of several games, has the score
    urgency = Urgency.NEWS if entry.how is HowGame.PENALTY else Urgency.ANSWER
    ending = f"{_ending(scene, match, entry)}{standing(scene, match)}"
    parts = (f"Table {entry.table}: {ending}.", _what_follows(scene, match))
    waited_for = () if match.disputed else (*presses.choice(match), *presses.ready(match))
    yield scene.say(
        " ".join(part for part in parts if part),
        urgency,
        mentions=match.players if waited_for else (),
        presses=waited_for,
    )


def _ending(scene: Scene, match: Match, entry: GameFinished) -> str:
    """How this game ended, where that is news beside the score."""
    game = f"game {entry.game}"
    if not entry.counts:
        return f"{game} does not count, as both lost it, and is played again; "
    match entry.how:
        case HowGame.CONCEDED if entry.winner is not None:
            return f"{scene.name(match.opponent_of(entry.winner))} concedes {game}; "
        case HowGame.LIFE if entry.winner is not None:
            return f"{scene.name(entry.winner)} has {game}{by_life(scene, entry)}; "
        case HowGame.TIME:
            return f"{game} is drawn at time (2.6); "
        case HowGame.RULING:
            whose = f"to {scene.name(entry.winner)}" if entry.winner else "drawn"
            by = f", {scene.name(entry.by)}" if entry.by else ""
            return f"{game} is {whose} (ruling{by}); "
        case _:
            return f"{game} is drawn; " if entry.winner is None else ""


def by_life(scene: Scene, entry: GameFinished) -> str:
    """` by life, 12-7`, the winner's first."""
    life, match = scene.at_table(LifeAgreed, entry), scene.match(entry)
    if life is None or match is None or entry.winner is None:
        return " by life (2.6)"
    totals = (life.first, life.second)
    place = match.place_of(entry.winner)
    return f" by life, {totals[place]}-{totals[1 - place]} (2.6)"


def standing(scene: Scene, match: Match) -> str:
    """`quill leads 1-0`, `it stands 1-1`."""
    ahead = leader(match)
    if ahead is None:
        return f"it stands {seen_by(match, match.players[0])}"
    return f"{scene.name(ahead)} leads {seen_by(match, ahead)}"


def _what_follows(scene: Scene, match: Match) -> str:
    """The next game, who chooses, and by when decks are due."""
    if match.is_over or (match.time_called_at is not None and not match.sudden_death):
        return ""
    if match.disputed:
        return f"A judge decides call {match.disputed} first."
    chooses = f"{scene.name(match.chooser)} chooses" if match.chooser else "the roll decides who chooses"
    return f"Game {match.game}: {chooses}. {decks(scene, match)}".rstrip()


def goes_on(scene: Scene, match: Match) -> str:
    """How an open match goes on after something was taken back: the score, the game or its decks, and the time.

    `0-0 again; game 1 goes on. Time is called at 12:55:00.`
    """
    score = standing(scene, match) if leader(match) else f"{seen_by(match, match.players[0])} again"
    if match.runs:
        return f"{score}; game {match.game} goes on.{_time_left(match)}"
    follows = _what_follows(scene, match)
    return f"{score}.{f' {follows}' if follows else ''}{_time_left(match)}"


def _time_left(match: Match) -> str:
    if match.is_held:
        return " The table is on hold."
    if match.time_called_at is not None:
        return " Time is called already."
    return f" Time is called at {at_time(match.ends_at)}." if match.ends_at is not None else ""
