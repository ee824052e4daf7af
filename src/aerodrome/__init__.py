"""Aerodrome: four airline board games as a rules engine, a table for friends and a lab."""

from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import CHANCE, Action, BadData, Event, IllegalAction, Refusal
from aerodrome.core.game import Game
from aerodrome.core.record import Record, RecordError
from aerodrome.core.registry import load, register, titles
from aerodrome.core.state import State

if TYPE_CHECKING:
    from aerodrome.reviews.model import Review

__all__ = [
    "CHANCE",
    "Action",
    "BadData",
    "Event",
    "Game",
    "IllegalAction",
    "Record",
    "RecordError",
    "Refusal",
    "State",
    "load",
    "review",
    "titles",
]

for _title in ("airkwire", "airline", "airsteam", "tingoose"):
    register(_title, f"aerodrome.games.{_title}.game")


def review(record: Record, effort: str = "quick", **settings: Any) -> "Review":
    """Judge a finished match, "quick" or "deep": see `aerodrome.reviews.review.review` for the settings."""
    from aerodrome.reviews.model import EFFORTS
    from aerodrome.reviews.review import review as judge_match

    if effort not in EFFORTS:
        raise ValueError(f"effort: expected one of {', '.join(EFFORTS)}; got {effort!r}")
    return judge_match(record, EFFORTS[effort], **settings)
