"""The application: the bot's token and what its owner granted it on the developers' page."""

from dataclasses import dataclass

from tests.discordlab.ids import snowflake
from tests.discordlab.people import User
from tests.discordlab.refusals import Json
from tests.discordlab.sessions import Intent

_PRESENCES, _MEMBERS, _CONTENT = 1 << 13, 1 << 15, 1 << 19
"""The flags of the `limited` grants: the switch is on, and the bot is in fewer than 100 guilds."""


@dataclass(slots=True, kw_only=True)
class App:
    """What the developers' page says."""

    id: str
    token: str
    owner: User
    name: str = "FloorJudge"
    members_granted: bool = True
    presences_granted: bool = True
    content_granted: bool = True

    def granted_intents(self) -> Intent:
        """The privileged intents that an IDENTIFY may ask for."""
        granted = Intent.MEMBERS if self.members_granted else Intent(0)
        granted |= Intent.PRESENCES if self.presences_granted else Intent(0)
        return granted | (Intent.MESSAGE_CONTENT if self.content_granted else Intent(0))

    def flags(self) -> int:
        """The application's flags."""
        flags = _PRESENCES if self.presences_granted else 0
        flags |= _MEMBERS if self.members_granted else 0
        return flags | (_CONTENT if self.content_granted else 0)

    def payload(self) -> Json:
        """The application object."""
        return {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": self.flags(),
            "owner": self.owner.payload(),
            "team": None,
            "hook": False,
            "summary": "",
            "approximate_guild_count": 1,
        }


def new_app(token: str, owner: User) -> App:
    """An application with everything granted."""
    return App(id=snowflake(), token=token, owner=owner)
