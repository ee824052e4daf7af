"""Aerodrome: four airline board games as a rules engine, a table for friends and a lab."""

from aerodrome.core.actions import CHANCE, Action, BadData, Event, IllegalAction, Refusal
from aerodrome.core.game import Game
from aerodrome.core.record import Record, RecordError
from aerodrome.core.registry import load, register, titles
from aerodrome.core.state import State

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
    "titles",
]

for _title in ("airkwire", "airline", "airsteam", "tingoose"):
    register(_title, f"aerodrome.games.{_title}.game")
