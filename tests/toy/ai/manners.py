"""What a person would find absurd in a game of the toy."""

from typing import Any, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.manners import MannersObserver
from toy.actions import Bid


class Observer(MannersObserver[Any, Any]):
    absurdities: ClassVar[dict[str, str]] = {"all_in": "bids all there is", "nobody_bid": "nobody bids anything"}

    def __init__(self) -> None:
        self.deals = 0

    def observe_chance(self, game: Any, state: Any, action: Action) -> None:
        self.deals += 1

    def observe_choice_and_list_absurdities(self, game: Any, state: Any, who: int, action: Action) -> list[str]:
        assert self.deals == state.seats, "chance was not shown"
        return ["all_in"] if action == Bid(9) else []

    def observe_end_and_list_absurdities(self, game: Any, state: Any) -> list[str]:
        return ["nobody_bid"] if not any(state.bids) else []
