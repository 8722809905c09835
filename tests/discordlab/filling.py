"""Filling in: what people write into the fields of a form, as Discord's client checks it and sends it."""

from tests.discordlab.refusals import CannotDo, Json


def filled(row: Json, fields: dict[str, str | list[str]], number: int) -> tuple[Json | None, set[str]]:
    """A row of a form with what was filled in, and the fields that this used up."""
    labelled = row["type"] == 18
    part = row["component"] if labelled else next(iter(row.get("components") or []), None)
    if part is None:
        return None, set()
    label = row.get("label") if labelled else part.get("label")
    key = next((k for k in (part["custom_id"], label) if k in fields), None)
    value = fields[key] if key else part.get("value") or ([] if part["type"] != 4 else "")
    _check_field(str(label), part, value)
    told: Json = {"type": part["type"], "id": number + 100, "custom_id": part["custom_id"]}
    told |= (
        {"value": value} if part["type"] == 4 else {"values": [value] if isinstance(value, str) else value}
    )
    used = {key} if key else set()
    if labelled:
        return {"type": 18, "id": number, "component": told}, used
    return {"type": 1, "id": number, "components": [told]}, used


def _check_field(label: str, part: Json, value: str | list[str]) -> None:
    if part.get("required", True) and not value:
        raise CannotDo(f"{label} must be filled in.")
    if isinstance(value, str) and value and part["type"] == 4:
        least, most = part.get("min_length") or 0, part.get("max_length") or 4000
        if not least <= len(value) <= most:
            raise CannotDo(f"{label} takes {least} to {most} characters.")
