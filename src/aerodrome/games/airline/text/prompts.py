"""What a player is asked: the question of the moment, the phase, the forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.core.question import ConfirmForm, DealForm, DealPartner, Form, SelectableItem
from aerodrome.core.text import format_count, join_with_or
from aerodrome.games.airline.model.state import DEBT_CAUSES, AirlineState
from aerodrome.games.airline.rules.listed_offers import OFFER_PRICES
from aerodrome.games.airline.rules.queries import (
    find_city_owner,
    find_tradable_city_bits,
    get_current_fare,
    list_cities_in_bits,
)
from aerodrome.games.airline.steps.after_landing import AfterLandingStep
from aerodrome.games.airline.steps.claims import CollectClaimsStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep, compute_debt_shortfall
from aerodrome.games.airline.steps.setup import BaseChoiceStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep, MakeOfferStep
from aerodrome.games.airline.steps.turn import BeforeMovementThrowStep
from aerodrome.games.airline.text.deals import describe_earlier_offers
from aerodrome.games.airline.text.names import city_name, describe_deal_side, format_money, seat_name, space_name
from aerodrome.games.airline.text.targets import find_city_target

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def describe_phase(game: Airline, state: AirlineState) -> str:
    """Where in the rulebook the table is."""
    if not state.step_stack:
        return "Game over"
    if state.round == 0:
        return "Set-up · bases"
    where = "flying"
    for step in state.step_stack:
        if isinstance(step, BeforeMovementThrowStep):
            where = "before the throw"
        elif isinstance(step, AfterLandingStep):
            where = "after landing"
        elif isinstance(step, RaiseMoneyStep):
            where = "raising money"
    return f"Round {game.round_number(state)} · {seat_name(game, state.active)} · {where}"


def prompt(game: Airline, state: AirlineState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, BaseChoiceStep):
        return "Choose the city of your base"
    if isinstance(step, BeforeMovementThrowStep):
        return _prompt_before_throw(game, state, seat)
    if isinstance(step, AfterLandingStep):
        return _prompt_after_landing(game, state, seat, step)
    if isinstance(step, MakeOfferStep):
        return _prompt_for_offer(game, state, step)
    if isinstance(step, AnswerOfferStep):
        return _prompt_for_answer(game, step)
    if isinstance(step, RaiseMoneyStep):
        short = format_money(step.amount - state.cash[seat])
        return (
            f"You owe {seat_name(game, step.creditor)} {format_money(step.amount)} ({DEBT_CAUSES[step.cause]}) "
            f"and are {short} short: {'sell cities or give up' if find_tradable_city_bits(state, seat) else 'give up'}"
        )
    if isinstance(step, CollectClaimsStep):
        return "Collect what you are owed before the next movement throw"
    return ""


def _can_propose_deal(game: Airline, state: AirlineState, seat: int) -> bool:
    """Whether the active player can propose anything: it takes an offer that is left, and somebody's city."""
    return state.offers_made[seat] < game.offers_active and any(
        not state.out[other] and find_tradable_city_bits(state, other) for other in range(state.seats)
    )


def _prompt_before_throw(game: Airline, state: AirlineState, seat: int) -> str:
    """Names what can be done: a deal needs somebody's city, an exchange the money for it."""
    doings: list[str] = []
    can_deal = _can_propose_deal(game, state, seat)
    if can_deal:
        doings.append("deal")
    if any(not game.violated_rule(state, seat, action) for action in game.exchanges_from[state.aircraft[seat]]):
        doings.append("exchange your aircraft")
    before = f"{join_with_or(doings)}, then " if doings else ""
    offers = f" — {format_count(game.offers_active - state.offers_made[seat], 'offer')} left" if can_deal else ""
    return f"Your turn, on {space_name(game, state.pos[seat])}: {before}throw the dice{offers}"


def _prompt_after_landing(game: Airline, state: AirlineState, seat: int, step: AfterLandingStep) -> str:
    """Says whose the city is now, as it may have changed hands since the landing, and names what can be done."""
    can_deal = _can_propose_deal(game, state, seat)
    if step.city == NOBODY or step.done:
        return "Deal with the others or end your turn" if can_deal else "End your turn"
    owner = find_city_owner(state, step.city)
    doings = ["deal"] if can_deal else []
    if owner == NOBODY and not game.violated_rule(state, seat, game.purchases[step.city]):
        doings.insert(0, f"buy the landing rights for {format_money(game.rights_price)}")
    if owner not in (NOBODY, seat) and not game.violated_rule(state, seat, game.challenges[step.city]):
        doings.insert(0, "challenge")
    whose = "is free"
    if owner == seat:
        whose = "is yours"
    elif owner != NOBODY:
        link = "is the base of" if state.base[owner] == step.city else "belongs to"
        whose = f"{link} {seat_name(game, owner)}"
    return f"{city_name(game, step.city)} {whose}: {join_with_or([*doings, 'end your turn'])}"


def _prompt_for_offer(game: Airline, state: AirlineState, step: MakeOfferStep) -> str:
    to = seat_name(game, step.to)
    if step.raising:
        return (
            f"{to} needs {format_money(compute_debt_shortfall(state, step.to))} more: make an offer for a city, or none"
        )
    return f"Make {to} an offer before {to} goes on, or none — {game.offers_other - state.offers_made[step.seat]} left"


def _prompt_for_answer(game: Airline, step: AnswerOfferStep) -> str:
    give = describe_deal_side(game, step.give_cities, step.give_cash)
    want = describe_deal_side(game, step.want_cities, step.want_cash)
    return f"{seat_name(game, step.proposer)} gives you {give} for {want}: do you accept?"


def forms(game: Airline, state: AirlineState, seat: int) -> list[Form]:
    found: list[Form] = [*_list_deal_forms(game, state, seat)]
    if isinstance(state.step_stack[-1], (BeforeMovementThrowStep, AfterLandingStep)):
        found.append(_LEAVE_FORM)
    return found


_LEAVE_FORM = ConfirmForm(
    label="Leave the game",
    action={"type": "leave"},
    detail="You are out for good, and all you own goes to the bank.",
)


def _list_deal_forms(game: Airline, state: AirlineState, seat: int) -> list[DealForm]:
    step = state.step_stack[-1]
    if isinstance(step, AnswerOfferStep):
        if step.counters_made >= game.counters:
            return []
        return [_build_deal_form(game, state, seat, "Counter-offer", "counter", [step.proposer])]
    partners = [other for other in range(state.seats) if other != seat and not state.out[other]]
    if isinstance(step, MakeOfferStep):
        partners = [step.to]
    elif isinstance(step, RaiseMoneyStep):
        if not find_tradable_city_bits(state, seat):
            return []
        partners = [other for other in partners if state.raise_offers_to[other] < game.raise_offers]
    elif not isinstance(step, (BeforeMovementThrowStep, AfterLandingStep)) or not _can_propose_deal(game, state, seat):
        return []
    return [_build_deal_form(game, state, seat, "Offer a deal", "offer", partners)] if partners else []


def _build_deal_form(
    game: Airline, state: AirlineState, seat: int, label: str, action_type: str, partners: list[int]
) -> DealForm:
    return DealForm(
        label=label,
        action={"type": action_type},
        things="cities",
        mine=_build_tradable_city_items(game, state, seat),
        cash=state.cash[seat],
        partners=[_build_deal_partner(game, state, seat, other) for other in partners],
        detail="At least one city; cash from one side only, and whoever gets cash gives a city",
        prices=list(OFFER_PRICES),
    )


def _build_deal_partner(game: Airline, state: AirlineState, seat: int, partner: int) -> DealPartner:
    earlier = describe_earlier_offers(game, state, seat, partner)
    return DealPartner(partner, _build_tradable_city_items(game, state, partner), state.cash[partner], earlier)


def _build_tradable_city_items(game: Airline, state: AirlineState, seat: int) -> list[SelectableItem]:
    found = []
    for city in list_cities_in_bits(game, find_tradable_city_bits(state, seat)):
        amount = get_current_fare(game, state, seat, city)
        found.append(
            SelectableItem(
                key=game.city_ids[city],
                label=city_name(game, city),
                detail=f"fare {amount}" if amount else "cut off",
                where=find_city_target(game, city),
            )
        )
    return found
