"""Requests about commands, and about the answers to interactions."""

from typing import Any

from tests.discordlab import posting
from tests.discordlab.forms import check_choices, check_message, check_modal, check_not_empty
from tests.discordlab.interactions import Answer, Interaction, Kind
from tests.discordlab.messages import Message, MessageFlag, MessageType
from tests.discordlab.refusals import Json, Refusal, bad_form, unknown
from tests.discordlab.routes import EMPTY, ROUTES, Request, Response
from tests.discordlab.world import World

_TYPES = {Kind.COMMAND: MessageType.CHAT_INPUT_COMMAND}


def told(message: Message, world: World) -> Json:
    """An answer as REST gives it: the bot may read its own."""
    return message.payload(world.bot.id)


# --- commands


@ROUTES.on("GET", "applications/{}/commands")
@ROUTES.on("GET", "applications/{}/guilds/{}/commands")
def commands(request: Request) -> Response:
    """The declared commands, global or of a guild."""
    return Response(body=request.world.commands.of(_guild_id(request)))


@ROUTES.on("PUT", "applications/{}/commands")
@ROUTES.on("PUT", "applications/{}/guilds/{}/commands")
def put_commands(request: Request) -> Response:
    """Declare all commands anew, global or of a guild."""
    declared = request.world.commands.put(_guild_id(request), request.body)
    request.world.touch()
    return Response(body=declared)


def _guild_id(request: Request) -> str | None:
    if len(request.ids) == 1:
        return None
    guild = request.world.guilds.get(request.ids[1])
    if guild is None or not guild.has_bot:
        raise Refusal(403, 50001, "Missing Access")
    return guild.id


# --- the acknowledgement


@ROUTES.on("POST", "interactions/{}/{}/callback")
def acknowledge(request: Request) -> Response:
    """The bot's first answer: once, and within 3 seconds."""
    world, body = request.world, request.body
    interaction = world.interactions.get(request.ids[1])
    if interaction is None or interaction.id != request.ids[0]:
        raise unknown("interaction", 10062)
    interaction.callbacks.append(body)
    if interaction.accepted is not None:
        raise Refusal(400, 40060, "Interaction has already been acknowledged.")
    if interaction.took is None:
        interaction.took = interaction.age
    if interaction.failed or interaction.age > interaction.answer_within:
        interaction.failed = True
        raise unknown("interaction", 10062)
    _accept(world, interaction, Answer(body["type"]), body.get("data") or {}, request.attachments)
    interaction.accepted = body
    interaction.acknowledged.set()
    world.touch()
    if request.query.get("with_response") in ("1", "true"):
        return Response(body=_callback_response(world, interaction))
    return EMPTY


def _accept(world: World, interaction: Interaction, answer: Answer, data: Json, files: list[Json]) -> None:
    _check_fits(interaction, answer)
    match answer:
        case Answer.MESSAGE:
            check_message(data)
            check_not_empty(data, len(files))
            interaction.message = _post(world, interaction, data, files)
        case Answer.DEFERRED_MESSAGE:
            flags = int(data.get("flags") or 0) | MessageFlag.LOADING
            interaction.message = _post(world, interaction, {"flags": flags}, [])
        case Answer.DEFERRED_UPDATE:
            interaction.message = interaction.on_message
        case Answer.UPDATE if interaction.on_message is not None:
            check_message(data)
            if interaction.on_message.deleted:
                raise unknown("Message", 10008)
            interaction.message = posting.edit(world, interaction.on_message, data, files)
        case Answer.CHOICES:
            check_choices(data)
        case _:
            check_modal(data)


def _check_fits(interaction: Interaction, answer: Answer) -> None:
    """Not every answer suits every interaction."""
    suggests = interaction.kind is Kind.AUTOCOMPLETE
    updates = answer in (Answer.UPDATE, Answer.DEFERRED_UPDATE)
    fits = (answer is Answer.CHOICES) == suggests
    fits &= not (updates and interaction.on_message is None)
    fits &= not (answer is Answer.MODAL and interaction.kind is Kind.MODAL)
    if not fits:
        sentence = "This kind of answer cannot be given to this kind of interaction."
        raise bad_form({"type": ("INTERACTION_CALLBACK_TYPE_INVALID", sentence)})


def _post(world: World, interaction: Interaction, data: Json, files: list[Json]) -> Message:
    hidden = bool(int(data.get("flags") or 0) & MessageFlag.EPHEMERAL)
    kind = MessageType.DEFAULT
    if interaction.kind is Kind.COMMAND:
        on_something = interaction.data.get("type", 1) != 1
        kind = MessageType.CONTEXT_MENU_COMMAND if on_something else MessageType.CHAT_INPUT_COMMAND
    draft = posting.Draft(
        author=world.bot,
        body=data,
        type=kind,
        attachments=files,
        interaction=interaction.metadata(),
        seen_only_by=interaction.user if hidden else None,
        by_webhook=True,
    )
    return posting.post(world, interaction.channel, draft)


def _callback_response(world: World, interaction: Interaction) -> Json:
    accepted = interaction.accepted or {}
    message = interaction.message
    about: dict[str, Any] = {"id": interaction.id, "type": int(interaction.kind)}
    body: Json = {"interaction": about}
    if message is not None and accepted["type"] in (Answer.MESSAGE, Answer.DEFERRED_MESSAGE, Answer.UPDATE):
        about["response_message_id"] = message.id
        about["response_message_loading"] = bool(message.flags & MessageFlag.LOADING)
        about["response_message_ephemeral"] = message.ephemeral
        body["resource"] = {"type": accepted["type"], "message": told(message, world)}
    elif accepted["type"] in (Answer.DEFERRED_UPDATE, Answer.MODAL):
        body["resource"] = {"type": accepted["type"]}
    return body


# --- what follows, with the interaction's token


def _live(request: Request) -> Interaction:
    interaction = request.world.interactions.get(request.ids[1])
    if interaction is None or request.ids[0] != request.world.app.id:
        raise unknown("Webhook", 10015)
    if not interaction.token_valid:
        raise Refusal(401, 50027, "Invalid Webhook Token")
    if interaction.accepted is None:
        raise unknown("Webhook", 10015)
    return interaction


def _answer(request: Request) -> Message:
    """The message of the path: `@original` or a follow-up."""
    interaction = _live(request)
    if request.ids[2] == "@original":
        message = interaction.message
    else:
        theirs = (*interaction.answers, interaction.on_message)
        message = next((m for m in theirs if m is not None and m.id == request.ids[2]), None)
    if message is None or message.deleted:
        raise unknown("Message", 10008)
    return message


@ROUTES.on("POST", "webhooks/{}/{}")
def follow_up(request: Request) -> Response:
    """Say one thing more; after a deferral the first one takes the place of 'thinking'."""
    interaction, world = _live(request), request.world
    check_message(request.body)
    check_not_empty(request.body, len(request.attachments))
    original = interaction.message
    if original is not None and original.flags & MessageFlag.LOADING:
        return Response(body=told(posting.edit(world, original, request.body, request.attachments), world))
    body = {**request.body}
    message = _post(world, interaction, body, request.attachments)
    interaction.followups.append(message)
    world.touch()
    return Response(body=told(message, world))


@ROUTES.on("GET", "webhooks/{}/{}/messages/{}")
def get_answer(request: Request) -> Response:
    """Read an answer again."""
    return Response(body=told(_answer(request), request.world))


@ROUTES.on("PATCH", "webhooks/{}/{}/messages/{}")
def edit_answer(request: Request) -> Response:
    """Edit an answer."""
    message = _answer(request)
    check_message(request.body)
    after = {part: getattr(message, part) for part in posting.EDITABLE} | request.body
    check_not_empty(after, len(request.attachments) + len(message.attachments))
    return Response(
        body=told(posting.edit(request.world, message, request.body, request.attachments), request.world)
    )


@ROUTES.on("DELETE", "webhooks/{}/{}/messages/{}")
def delete_answer(request: Request) -> Response:
    """Delete an answer."""
    posting.delete(request.world, _answer(request))
    return EMPTY
