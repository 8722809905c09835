"""Likeness: whether two names can be taken for each other when they are read.

A name has two skeletons, and names that share one look alike. In the first every letter of another script that
looks like a Latin one is that one, and case does not count. In the second, besides, a stroke is a stroke (1, l, I) and
a ring a ring (0, o, O), for which the case has to count: Ian is read as lan, and never as Lan. What cannot be seen is
nothing. The table is closed and short on purpose: of thousands of look-alikes it has those that a keyboard types.
"""

from __future__ import annotations

import unicodedata

_CYRILLIC = (
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408\u04c0\u04ae"
    "\u0430\u0435\u043a\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04cf\u04bb\u0501\u051b\u051d"
)
_CYRILLIC_AS = "ABEKMHOPCTYXSIJIYaekopcyxsijlhdqw"
_GREEK = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03f2\u03f3"
)
_GREEK_AS = "ABEZHIKMNOPTYXaikvopucj"
_FURTHER = "\u0131\u0251\u0261\u0570\u0578\u057d\u0585"  # Latin letters of few languages, and Armenian
_FURTHER_AS = "iaghnuo"

_LATIN = str.maketrans(_CYRILLIC + _GREEK + _FURTHER, _CYRILLIC_AS + _GREEK_AS + _FURTHER_AS)
_SHAPES = str.maketrans("1Il|0O", "||||oo")
_PAIRS = (("rn", "m"), ("vv", "w"))
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Zs"})
_FILLERS = frozenset("\u034f\u115f\u1160" + "".join(map(chr, range(0xFE00, 0xFE10))))


def skeletons(name: str) -> frozenset[str]:
    """What a name looks like, in two readings; names with one in common can be taken for each other."""
    whole = unicodedata.normalize("NFKC", name)
    latin = "".join(letter for letter in whole if not _is_unseen(letter)).translate(_LATIN)
    return frozenset({f"letters {_joined(latin)}", f"shapes {_joined(latin.translate(_SHAPES))}"})


def _joined(name: str) -> str:
    """The name without case, and with the letters that two others look like."""
    name = name.casefold()
    for pair, letter in _PAIRS:
        name = name.replace(pair, letter)
    return name


def _is_unseen(letter: str) -> bool:
    """Whether nothing of it is seen, or only room."""
    return letter in _FILLERS or unicodedata.category(letter) in _UNSEEN_CATEGORIES
