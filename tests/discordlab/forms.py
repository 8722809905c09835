"""Forms: what Discord refuses in a message, a modal, a thread or a channel (400, code 50035)."""

from typing import Any

from tests.discordlab.messages import MessageFlag, parts_of
from tests.discordlab.refusals import Json, Refusal, bad_form

Problems = dict[str, tuple[str, str]]

CONTENT, EMBEDS, EMBEDS_TOGETHER, FIELDS, ROWS, CUSTOM_ID, NONCE = 2000, 10, 6000, 25, 5, 100, 25
_EMBED = {"title": 256, "description": 4096}
_BUTTON, _SELECTS, _ROW, _MODAL, _LINK_BUTTON = 2, {3, 5, 6, 7, 8}, 1, 9, 5


class Form:
    """Collects what is wrong with a request, and refuses it in one go as Discord does."""

    def __init__(self) -> None:
        self.problems: Problems = {}

    def length(self, path: str, text: Any, most: int, least: int = 0, *, required: bool = False) -> None:
        """A text must be of a length; a required one must be there."""
        if text is None or (text == "" and required):
            if required:
                self.problems[path] = ("BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(text, str):
            self.problems[path] = ("BASE_TYPE_BAD_TYPE", "Could not convert value to string.")
        elif len(text) > most and least:
            self.problems[path] = ("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        elif len(text) > most:
            self.problems[path] = ("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif len(text) < least:
            self.problems[path] = ("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def count(self, path: str, things: list[Any], most: int, least: int = 0) -> None:
        """A list must have a length."""
        if len(things) > most and not least:
            self.problems[path] = ("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not least <= len(things) <= most:
            self.problems[path] = ("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def refuse(self) -> None:
        """Raise what was found, if anything."""
        if self.problems:
            raise bad_form(self.problems)


def check_message(body: Json) -> None:
    """Refuse a message whose parts are too long, too many or without a name."""
    form = Form()
    form.length("content", body.get("content"), CONTENT)
    embeds = body.get("embeds") or []
    form.count("embeds", embeds, EMBEDS)
    for number, embed in enumerate(embeds):
        _check_embed(form, f"embeds.{number}", embed)
    if sum(map(_embed_size, embeds)) > EMBEDS_TOGETHER:
        form.problems["embeds"] = (
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {EMBEDS_TOGETHER}",
        )
    form.length("nonce", str(body["nonce"]) if body.get("nonce") is not None else None, NONCE)
    flags = MessageFlag(int(body.get("flags") or 0))
    if MessageFlag.COMPONENTS_V2 in flags and (body.get("content") or embeds):
        form.problems["content"] = (
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        )
    _check_components(form, body.get("components") or [], v2=MessageFlag.COMPONENTS_V2 in flags)
    form.refuse()


def check_not_empty(body: Json, files: int) -> None:
    """Refuse a message that says nothing: 50006."""
    if not (str(body.get("content") or "").strip() or body.get("embeds") or body.get("components") or files):
        raise Refusal(400, 50006, "Cannot send an empty message")


def _embed_size(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    texts += [(embed.get("author") or {}).get("name")]
    texts += [text for field in embed.get("fields") or [] for text in (field.get("name"), field.get("value"))]
    return sum(len(text) for text in texts if text)


def _check_embed(form: Form, path: str, embed: Json) -> None:
    for key, most in _EMBED.items():
        form.length(f"{path}.{key}", embed.get(key), most)
    form.length(f"{path}.footer.text", (embed.get("footer") or {}).get("text"), 2048)
    form.length(f"{path}.author.name", (embed.get("author") or {}).get("name"), 256)
    fields = embed.get("fields") or []
    form.count(f"{path}.fields", fields, FIELDS)
    for number, field in enumerate(fields):
        form.length(f"{path}.fields.{number}.name", field.get("name"), 256, required=True)
        form.length(f"{path}.fields.{number}.value", field.get("value"), 1024, required=True)


def _check_components(form: Form, components: list[Json], *, v2: bool) -> None:
    if not v2:
        form.count("components", components, ROWS)
    elif sum(1 for _ in parts_of(components)) > 40:
        form.problems["components"] = (
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            "The total number of components is limited to 40",
        )
    for number, component in enumerate(components):
        if component.get("type") == _ROW:
            _check_row(form, f"components.{number}", component)
        elif not v2:
            form.problems[f"components.{number}"] = (
                "UNION_TYPE_CHOICES",
                'Value of field "type" must be one of (1,).',
            )
    seen: set[str] = set()
    for component in parts_of(components):
        custom_id = component.get("custom_id")
        if custom_id in seen:
            form.problems["components"] = (
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        elif custom_id:
            seen.add(custom_id)


def _check_row(form: Form, path: str, row: Json) -> None:
    parts = row.get("components") or []
    form.count(f"{path}.components", parts, 5, 1)
    if len(parts) > 1 and any(part.get("type") in _SELECTS for part in parts):
        form.problems[f"{path}.components"] = (
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The layout width of 5 is exceeded",
        )
    for number, part in enumerate(parts):
        where = f"{path}.components.{number}"
        if part.get("type") == _BUTTON:
            _check_button(form, where, part)
        elif part.get("type") in _SELECTS:
            _check_select(form, where, part)


def _check_button(form: Form, path: str, button: Json) -> None:
    form.length(f"{path}.label", button.get("label"), 80)
    if not button.get("label") and not button.get("emoji"):
        form.problems[f"{path}.label"] = (
            "BUTTON_COMPONENT_MUST_HAVE_LABEL_OR_EMOJI",
            "A button must have a label or emoji",
        )
    if button.get("style") == _LINK_BUTTON:
        form.length(f"{path}.url", button.get("url"), 512, required=True)
    else:
        form.length(f"{path}.custom_id", button.get("custom_id"), CUSTOM_ID, 1, required=True)


def _check_select(form: Form, path: str, select: Json) -> None:
    form.length(f"{path}.custom_id", select.get("custom_id"), CUSTOM_ID, 1, required=True)
    form.length(f"{path}.placeholder", select.get("placeholder"), 150)
    if select.get("type") != 3:
        return
    options = select.get("options") or []
    form.count(f"{path}.options", options, 25, 1)
    for number, option in enumerate(options):
        form.length(f"{path}.options.{number}.label", option.get("label"), 100, 1, required=True)
        form.length(f"{path}.options.{number}.value", option.get("value"), 100, 1, required=True)
        form.length(f"{path}.options.{number}.description", option.get("description"), 100)
    values = [option.get("value") for option in options]
    if len(set(values)) < len(values):
        form.problems[f"{path}.options"] = (
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        )


def check_modal(data: Json) -> None:
    """Refuse a modal with too long a title, or with inputs that cannot be shown."""
    form = Form()
    form.length("data.title", data.get("title"), 45, 1, required=True)
    form.length("data.custom_id", data.get("custom_id"), CUSTOM_ID, 1, required=True)
    rows = data.get("components") or []
    form.count("data.components", rows, 5, 1)
    for number, row in enumerate(rows):
        inner: Json = row.get("component") or next(iter(row.get("components") or []), {})
        path = f"data.components.{number}"
        label = row.get("label") if row.get("type") == 18 else inner.get("label")
        if row.get("type") in (_ROW, 18):
            form.length(f"{path}.label", label, 45, 1, required=True)
            form.length(f"{path}.custom_id", inner.get("custom_id"), CUSTOM_ID, 1, required=True)
            form.length(f"{path}.placeholder", inner.get("placeholder"), 100)
            form.length(f"{path}.value", inner.get("value"), 4000)
    form.refuse()


def check_choices(data: Json) -> None:
    """Refuse more than 25 suggestions, and suggestions with no name."""
    form = Form()
    choices = data.get("choices") or []
    form.count("data.choices", choices, 25)
    for number, choice in enumerate(choices):
        form.length(f"data.choices.{number}.name", choice.get("name"), 100, 1, required=True)
        if isinstance(choice.get("value"), str):
            form.length(f"data.choices.{number}.value", choice["value"], 100, 1)
    form.refuse()


def check_name(body: Json, *, required: bool) -> None:
    """Refuse a thread or channel whose name is empty or longer than 100."""
    form = Form()
    if required or "name" in body:
        form.length("name", body.get("name"), 100, 1, required=True)
    form.length("topic", body.get("topic"), 1024)
    form.refuse()
