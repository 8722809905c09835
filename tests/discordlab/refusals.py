"""Errors as Discord words them: an HTTP status, a code of its list, a sentence, and for a bad form where it is bad."""

from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """A request is answered with an error."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.errors = status, code, message, errors

    def body(self) -> Json:
        """The answer's JSON."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class CannotDo(Exception):
    """A person tried what Discord's own client would not let them do; the sentence says why."""


def unknown(what: str, code: int) -> Refusal:
    """404: there is no such thing, or not any more."""
    return Refusal(404, code, f"Unknown {what}")


def missing_access() -> Refusal:
    """403: the bot cannot even see the place."""
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    """403: the bot sees the place and may not do this there."""
    return Refusal(403, 50013, "Missing Permissions")


def bad_form(problems: dict[str, tuple[str, str]]) -> Refusal:
    """400 with code 50035; problems are by dotted path (`embeds.0.title`), each a code and a sentence."""
    errors: Json = {}
    for path, (code, message) in problems.items():
        place = errors
        for step in path.split("."):
            place = place.setdefault(step, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})
    return Refusal(400, 50035, "Invalid Form Body", errors)
