"""What a person would find absurd in a bot's play: counted by `aerodrome lab manners`, never consulted by bots."""

from importlib import import_module
from typing import Any, ClassVar, Generic

from aerodrome.core.actions import Action
from aerodrome.core.state import G, S


class MannersObserver(Generic[G, S]):
    """Watches one game between bots and names each absurdity as it happens. A title writes its own.

    It judges by the rules and by what happened, never by the evaluator: otherwise a bot would be its own judge.
    """

    absurdities: ClassVar[dict[str, str]] = {}
    """Every absurdity it can notice, by name, in words."""

    def observe_choice_and_list_absurdities(self, game: G, state: S, who: int, action: Action) -> list[str]:
        """The absurdities in this choice of a seat; `state` is the true table before it, not to be changed."""
        return []

    def observe_chance(self, game: G, state: S, action: Action) -> None:
        """Chance is about to act so."""

    def observe_end_and_list_absurdities(self, game: G, state: S) -> list[str]:
        """The absurdities that show only when the game is over (it took too long, a guard ended it)."""
        return []


def load_manners_observer_class(game_module: str) -> type[MannersObserver[Any, Any]]:
    """`Observer` of `ai/manners.py` beside the module of a title's game, or one that notices nothing."""
    package = game_module.rpartition(".")[0]
    name = f"{package}.ai.manners" if package else "ai.manners"
    try:
        observer: type[MannersObserver[Any, Any]] = import_module(name).Observer
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        return MannersObserver
    return observer
