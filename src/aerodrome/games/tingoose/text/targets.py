"""Where on the board a choice or refusal belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import BoardTarget
from aerodrome.games.tingoose.model import actions
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.steps.auction import DeployOrUpgradeStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def find_board_target(game: TinGoose, state: TinGooseState, seat: int, action: Action) -> BoardTarget:
    """What a choice lights up on the board: all that takes part in it."""
    ids = game.codec.vocabulary
    if isinstance(action, actions.PlacePlane):
        return {"city": ids["city"][action.city], "fleet": ids["fleet"][action.fleet]}
    if isinstance(action, actions.ServeDestination):
        place = game.destination_of_round[state.round]
        return {"destination": ids["destination"][place], "fleet": ids["fleet"][action.fleet]}
    if isinstance(action, actions.AdvanceIncome):
        return {"box": min(state.income_box[seat] + 1, len(game.income_boxes) - 1)}
    if isinstance(action, actions.TakeAirmailCard):
        start, target = game.airmail_start[action.airmail], game.airmail_target[action.airmail]
        return {"airmail": ids["airmail"][action.airmail], "city": ids["city"][start], "target": ids["city"][target]}
    if isinstance(action, actions.PlayCard):
        return {"card": ids["card"][action.card], "city": ids["city"][game.card_city[action.card]]}
    step = state.step_stack[-1]
    if isinstance(action, actions.DeployFleet) and isinstance(step, DeployOrUpgradeStep):
        return {"card": ids["card"][step.card]}
    return find_refused_action_target(game, action)


def find_refused_action_target(game: TinGoose, action: Action) -> BoardTarget:
    """The one thing that cannot be chosen."""
    ids = game.codec.vocabulary
    if isinstance(action, actions.PlayCard):
        return {"card": ids["card"][action.card]}
    if isinstance(action, (actions.UpgradeFleet, actions.ServeDestination)):
        return {"fleet": ids["fleet"][action.fleet]}
    if isinstance(action, actions.RemoveCondition):
        return {"condition": ids["condition"][action.condition]}
    if isinstance(action, (actions.PlacePlane, actions.ExtendNetwork)):
        return {"city": ids["city"][action.city]}
    return {}
