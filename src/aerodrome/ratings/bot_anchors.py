"""The bots on the scale of people: their ratings are measured in the lab, by title and level, and never move."""

from functools import cache
from pathlib import Path

import msgspec

from aerodrome.ratings.model import Rating

ANCHORS_FILE = Path(__file__).with_name("bot_anchors.json")
"""Written by `aerodrome lab anchors`."""


class BotAnchor(msgspec.Struct, frozen=True):
    """The rating of one level, and how many games of how many seats are behind it."""

    level: str
    mu: float
    sigma: float
    games: int
    seats: int

    @property
    def rating(self) -> Rating:
        """As the model takes it."""
        return Rating(self.mu, self.sigma)


@cache
def read_bot_anchors_by_title() -> dict[str, list[BotAnchor]]:
    """By title: its bots, strongest first."""
    return msgspec.json.decode(ANCHORS_FILE.read_bytes(), type=dict[str, list[BotAnchor]])


def list_bot_anchors(title: str) -> list[BotAnchor]:
    """The bots of a title that have a rating, strongest first."""
    return read_bot_anchors_by_title().get(title, [])


def find_bot_anchor(title: str, level: str | None) -> BotAnchor | None:
    """The rating of a bot of this level; its style makes no difference."""
    return next((anchor for anchor in list_bot_anchors(title) if anchor.level == level), None)
