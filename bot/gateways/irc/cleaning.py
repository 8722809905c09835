"""Cleaning of text, on the way in and on the way out.

In: the codes for colour and the like go, without the digits beside them. Out: nothing that could end a line
stays, so that nobody's words become a command of ours (ngircd takes a lone CR for a line's end).
"""

import re

_FORMATTING = re.compile(
    "\x03(?:[0-9]{1,2}(?:,[0-9]{1,2})?)?"  # colour: two digits at most, a background only with its comma
    "|\x04(?:[0-9A-Fa-f]{6}(?:,[0-9A-Fa-f]{6})?)?"  # colour in hexadecimal
    "|[\x02\x0f\x11\x16\x1d\x1e\x1f]"  # bold, plain, monospace, reverse, italics, struck, underlined
)
_BREAKS = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
_SUSPECT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean_heard(text: str) -> str:
    """The words somebody said, without formatting, line ends and control characters."""
    if _SUSPECT.search(text) is None:
        return text
    return _without_controls(_FORMATTING.sub("", text))


def clean_said(text: str) -> str:
    """Words of ours, fit for one line: a line end becomes a blank, other control characters go."""
    if not text.isascii():
        text = _SURROGATES.sub("\ufffd", text)
    return text if _SUSPECT.search(text) is None else _without_controls(text)


def _without_controls(text: str) -> str:
    return _CONTROLS.sub("", _BREAKS.sub(" ", text))
