"""Where on the board a choice belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import BoardTarget

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def find_board_target(game: Airkwire, action: Action) -> BoardTarget:
    """The places an action is about, by the names of its own fields."""
    data = game.dump(action)
    return {name: data[name] for name in ("city", "airline", "aircraft", "card", "power", "seat") if name in data}
