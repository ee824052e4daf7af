"""Where a choice points to on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import BoardTarget
from aerodrome.games.airline.model.actions import (
    BuyLandingRights,
    ChallengeCityOwner,
    ChooseBase,
    CounterOffer,
    DeclareBankruptcy,
    ExchangeAircraft,
    Offer,
)

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def find_board_target(game: Airline, seat: int, action: Action) -> BoardTarget:
    """What a click on the board must hit to choose this; empty where nothing on the board stands for it."""
    match action:
        case ChooseBase(city) | BuyLandingRights(city) | ChallengeCityOwner(city):
            return find_city_target(game, city)
        case ExchangeAircraft(aircraft):
            return {"aircraft": game.edition.aircraft[aircraft].id}
        case Offer(to, _, _, _, _) | CounterOffer(to, _, _, _, _):
            return {"seat": to}
        case DeclareBankruptcy():
            return {"seat": seat}
    return {}


def find_city_target(game: Airline, city: int) -> BoardTarget:
    return {"city": game.city_ids[city]}
