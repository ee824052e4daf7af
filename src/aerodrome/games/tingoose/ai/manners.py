"""What people would find absurd in a bot's play of Tin Goose, by the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.manners import MannersObserver
from aerodrome.games.tingoose.model import actions
from aerodrome.games.tingoose.model.state import CRASH, OIL, PLAYED, TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    count_barrels,
    count_demand_tokens,
    count_flames,
    count_rivals_in_city,
    find_reachable_city_bits,
    find_rule_against_destination_service,
    get_barrel_price,
)
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.opening import OpeningBidStep
from aerodrome.games.tingoose.steps.turn import CardPlayStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

MOST_FOR_A_FLEET: Final = 60
"""Beyond this a price has no measure: bids among bots are about $12 on average, and everybody starts with $40."""


class Observer(MannersObserver["TinGoose", TinGooseState]):
    """Counts what the reviews of bot play named, and its siblings."""

    absurdities: ClassVar[dict[str, str]] = {
        "upgrade_no_better": "replaces a fleet by one with no fewer barrels, no fewer flames and no larger plane",
        "condition_kept": "removes no condition though one could go",
        "second_chip_useless": "buys a labor chip when no card will be played any more",
        "bond_useless": "issues a bond in its last turn when no event to come could need it and nothing is bought",
        "advance_at_top": "advances income at the top of the track",
        "last_plane_lost": "enters a city with the last placement of the game for less income and nothing else",
        "extension_instead_of_plane": "extends in its last turn where a plane waits that will not fly any more",
        "last_destination_missed": "fills the slots of the last destination it could serve with a chip or a bond",
        "last_call_too_high": "is the last to call and bids more than one dollar above the high bid",
        "bid_without_measure": f"bids more than ${MOST_FOR_A_FLEET} for a fleet",
        "strike_sure_to_lose": "plays a strike it must lose without a chip, for no bonus while another card costs less",
        "strike_overbid": "bids more labor chips than anybody else has, though equal bids win too",
        "strike_chips_saved": "saves labor chips in the last strike that can come",
        "opening_over_half": "bids more than half its cash for the first choice",
        "opening_nobody": "nobody bids anything in the opening",
    }

    def observe_choice_and_list_absurdities(
        self, game: TinGoose, state: TinGooseState, who: int, action: Action
    ) -> list[str]:
        if isinstance(action, actions.MakeOpeningBid):
            return _list_absurdities_of_opening_bid(game, state, who, action.amount)
        if isinstance(action, actions.BidForFleet):
            return _list_absurdities_of_auction_bid(state, who, action.amount)
        if isinstance(action, actions.UpgradeFleet):
            return ["upgrade_no_better"] if _is_upgrade_no_better(game, state, who, action.fleet) else []
        if isinstance(action, actions.RemoveNoCondition):
            return ["condition_kept"]
        if isinstance(action, actions.PlayCard):
            return ["strike_sure_to_lose"] if _is_strike_sure_to_lose(game, state, who, action.card) else []
        if isinstance(action, actions.BidStrikeChips):
            return _list_absurdities_of_strike_bid(game, state, who, action.chips)
        if isinstance(action, actions.AdvanceIncome):
            return ["advance_at_top"] if state.income_box[who] == len(game.income_boxes) - 1 else []
        if state.round == game.rounds:
            return _list_absurdities_of_last_round(game, state, who, action)
        return []


def _list_absurdities_of_opening_bid(game: TinGoose, state: TinGooseState, who: int, amount: int) -> list[str]:
    found = ["opening_over_half"] if 2 * amount > game.start_cash else []
    others = [bid for seat, bid in enumerate(state.sealed_bids) if seat != who]
    if amount == 0 and not any(others) and isinstance(state.step_stack[-1], OpeningBidStep):
        found.append("opening_nobody")
    return found


def _list_absurdities_of_auction_bid(state: TinGooseState, who: int, amount: int) -> list[str]:
    found: list[str] = []
    step = state.step_stack[-1]
    if isinstance(step, AuctionBidStep) and who == state.active and amount > step.high_bid + 1:
        found.append("last_call_too_high")
    if amount > MOST_FOR_A_FLEET:
        found.append("bid_without_measure")
    return found


def _is_upgrade_no_better(game: TinGoose, state: TinGooseState, who: int, old_fleet: int) -> bool:
    step = state.step_stack[-1]
    if not isinstance(step, DeployOrUpgradeStep):
        return False
    new = step.card
    fewer = (
        game.fleet_barrels[new] < game.fleet_barrels[old_fleet] or game.fleet_flames[new] < game.fleet_flames[old_fleet]
    )
    planes = state.planes[who][state.fleets[who].index(old_fleet)]
    return not fewer and not (planes > 0 and game.fleet_size[new] > game.fleet_size[old_fleet])


def _is_strike_sure_to_lose(game: TinGoose, state: TinGooseState, who: int, strike: int) -> bool:
    rivals_chips = sum(held for seat, held in enumerate(state.chips) if seat != who)
    if not game.strike_lose[strike] or state.chips[who] or not rivals_chips:
        return False
    if state.network[who] >> game.card_city[strike] & 1:
        return False  # TG-5.4
    others = [action.card for action in game.legal(state, who) if isinstance(action, actions.PlayCard)]
    costs = [_compute_card_cost(game, state, who, card) for card in others if card != strike]
    return any(cost < game.strike_lose[strike] for cost in costs)


def _compute_card_cost(game: TinGoose, state: TinGooseState, who: int, card: int) -> int:
    """What the event costs this seat for certain, a strike being lost; nothing for a fleet."""
    kind = game.card_kind[card]
    if kind == OIL:
        return count_barrels(game, state, who) * get_barrel_price(game, state, who, game.event_price[card])
    if kind == CRASH:
        return count_flames(game, state, who) * game.event_price[card]
    return game.strike_lose[card]


def _list_absurdities_of_strike_bid(game: TinGoose, state: TinGooseState, who: int, chips: int) -> list[str]:
    most = max([held for seat, held in enumerate(state.chips) if seat != who] + [1])
    if chips > most:
        return ["strike_overbid"]
    is_last = state.round == game.rounds and not _list_seats_yet_to_play_card(state)
    return ["strike_chips_saved"] if is_last and chips < min(most, state.chips[who]) else []


def _list_seats_yet_to_play_card(state: TinGooseState) -> list[int]:
    """Who has not yet played the card of this round."""
    before = (state.active - state.first) % state.seats
    if not isinstance(state.step_stack[-1], CardPlayStep):
        before += 1
    return [(state.first + i) % state.seats for i in range(before, state.seats)]


def _list_absurdities_of_last_round(game: TinGoose, state: TinGooseState, who: int, action: Action) -> list[str]:
    step = state.step_stack[-1]
    if not isinstance(step, TurnActionStep):
        return []
    if isinstance(action, (actions.TakeLaborChip, actions.IssueBond)):
        found = ["last_destination_missed"] if _needs_all_slots_for_destination(game, state, who, step) else []
        if isinstance(action, actions.IssueBond):
            return found + (["bond_useless"] if _is_bond_useless(game, state, who) else [])
        return found + (["second_chip_useless"] if action.second and not _list_seats_yet_to_play_card(state) else [])
    if isinstance(action, actions.ExtendNetwork) and _could_waiting_plane_replace_extension(
        game, state, who, action.city, step
    ):
        return ["extension_instead_of_plane"]
    if isinstance(action, (actions.PlacePlane, actions.ExtendNetwork)):
        is_last = step.actions_left == 1 or step.planes == game.max_same_action - 1
        return ["last_plane_lost"] if is_last and _only_loses_income_by_entry(game, state, who, action.city) else []
    return []


def _needs_all_slots_for_destination(game: TinGoose, state: TinGooseState, who: int, step: TurnActionStep) -> bool:
    if step.actions_left != game.international_service_actions:
        return False
    return any(not find_rule_against_destination_service(game, state, who, fleet) for fleet in state.fleets[who])


def _is_bond_useless(game: TinGoose, state: TinGooseState, who: int) -> bool:
    """No card to come could cost more than the cash in hand, and the destination is paid for or out of question."""
    place = game.destination_of_round[state.round]
    if place != NOBODY and state.cash[who] < game.destination_cost[place]:
        return False
    worst = 0
    for card in game.decks[game.era_of_round[state.round]]:
        if state.holder[card] == PLAYED or state.holder[card] == who:
            continue
        worst = max(worst, _compute_card_cost(game, state, who, card))
    return state.cash[who] >= worst * len(_list_seats_yet_to_play_card(state))


def _could_waiting_plane_replace_extension(
    game: TinGoose, state: TinGooseState, who: int, city: int, step: TurnActionStep
) -> bool:
    """Planes wait for every placement left, and one of them could make this flight."""
    placements = min(step.actions_left, game.max_same_action - step.planes)
    if sum(state.planes[who]) < placements:
        return False
    sizes = [game.fleet_size[fleet] for i, fleet in enumerate(state.fleets[who]) if state.planes[who][i]]
    return any(find_reachable_city_bits(game, state.network[who], size) >> city & 1 for size in sizes)


def _only_loses_income_by_entry(game: TinGoose, state: TinGooseState, who: int, city: int) -> bool:
    if count_demand_tokens(state, city) or game.major_cities >> city & 1:
        return False
    if game.airmail_target[state.airmail[who]] == city and not state.delivered >> who & 1:
        return False
    return count_rivals_in_city(state, who, city) > 0
