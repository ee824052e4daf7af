"""Where a choice points to on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import BoardTarget
from aerodrome.games.airline.model.actions import Buy, Challenge, ChooseBase, Counter, Exchange, GiveUp, Offer

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def find_target(game: Airline, seat: int, action: Action) -> BoardTarget:
    """What a click on the board must hit to choose this; empty where nothing on the board stands for it."""
    match action:
        case ChooseBase(city) | Buy(city) | Challenge(city):
            return find_city_target(game, city)
        case Exchange(aircraft):
            return {"aircraft": game.edition.aircraft[aircraft].id}
        case Offer(to, _, _, _, _) | Counter(to, _, _, _, _):
            return {"seat": to}
        case GiveUp():
            return {"seat": seat}
    return {}


def find_city_target(game: Airline, city: int) -> BoardTarget:
    return {"city": game.city_ids[city]}
