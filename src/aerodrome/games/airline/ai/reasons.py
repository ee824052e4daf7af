"""Why one would make a choice in Airline, or not: facts and figures out of the rules and the dice.

Kinds and their values; rates are in tenths of a million, all other money in millions:

- `routes` (routes of this base, average of the free cities in tenths)
- `own_fares` (rate before, rate after): what fares bring in a round in the long run
- `rival_fares` (rival, rate before, rate after)
- `upkeep` (rate before, rate after): SUBSIDY less MAINTENANCE in a turn of one's own
- `pays_back` (rounds): after so many rounds fares and upkeep have brought the fee
- `brings_less` (rate): fares and upkeep together fall by so much a round
- `joins_network` (city, fare), `not_connected` (city), `reconnects` (cities)
- `rival_next_to` (rival, city): a rival could connect it
- `own_cash_after` (cash after, owner, city, fare): too little for a fare within one throw
- `fares_if_won` (rate before, rate after), `cuts_off_if_won` (rival, cities), `challenge_odds` (wins in 1296)
- `idle_city` (city): given away, earns nothing now
- `refused_before` (seat), `own_price` (seat): the offer, or the same the other way round, was refused
- `brings_cash` (amount)
- `pays_debt` (amount), `nothing_to_sell` (), `rivals_too_poor` (amount missing, their cash), `can_sell` (cities)
- `claims_lapse` (amount): lost if not called before the next throw
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.reason import Reason
from aerodrome.games.airline.ai.outlook import IncomeOutlook
from aerodrome.games.airline.model import actions as act
from aerodrome.games.airline.model.state import AMOUNT, CREDITOR, TRACK_LENGTH, AirlineState
from aerodrome.games.airline.rules.queries import (
    convert_cities_to_bits_or_minus_one_if_invalid,
    count_cities_in_bits,
    count_players_in_game,
    find_city_owner,
    find_neighbour_city_bits,
    find_rule_against_challenge,
    find_rule_against_purchase,
    find_tradable_city_bits,
    get_current_fare,
    list_cities_in_bits,
)
from aerodrome.games.airline.rules.refused_offers import compute_debt_id, find_standing_refusal
from aerodrome.games.airline.rules.state_changes import (
    carry_out_deal,
    place_markers_and_update_network,
    remove_markers_and_update_network,
)
from aerodrome.games.airline.steps.after_landing import AfterLandingStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep, find_raise_money_step
from aerodrome.games.airline.steps.trading import AnswerOfferStep, MakeOfferStep

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

CHALLENGES_WON: Final = 575
"""Of 1296 equally likely pairs of throws."""  # AL-R23
ROUNDS_TO_WAIT: Final = 40
"""A fee that comes back later than this does not pay."""


def find_reasons(game: Airline, outlook: IncomeOutlook, state: AirlineState, who: int, action: Action) -> list[Reason]:
    """The facts about this choice, the most telling first."""
    if isinstance(action, act.ChooseBase):
        return _find_reasons_for_base(game, state, action.city)
    if isinstance(action, act.ExchangeAircraft):
        return _find_reasons_for_exchange(game, outlook, state, who, action.aircraft)
    if isinstance(action, act.BuyLandingRights):
        return _find_reasons_for_purchase(game, outlook, state, who, action.city)
    if isinstance(action, act.ChallengeCityOwner):
        return _find_reasons_for_challenge(game, outlook, state, who, action.city)
    if isinstance(action, (act.Offer, act.CounterOffer)):
        return _find_reasons_for_offer(game, outlook, state, who, action)
    if isinstance(action, (act.AcceptOffer, act.RejectOffer)):
        return _find_reasons_for_answer(game, outlook, state, who, isinstance(action, act.AcceptOffer))
    if isinstance(action, act.EndTurn):
        return _find_reasons_for_ending_turn(game, state, who)
    if isinstance(action, act.DeclareBankruptcy):
        return _find_reasons_for_bankruptcy(game, state, who)
    if isinstance(action, (act.CollectClaim, act.LeaveClaimsUncalled)):
        owed = sum([claim[AMOUNT] for claim in state.claims if claim[CREDITOR] == who])
        return [Reason("claims_lapse", (owed,), isinstance(action, act.CollectClaim))] if owed else []
    return []


def compute_fares_per_round_in_tenths(game: Airline, outlook: IncomeOutlook, state: AirlineState, seat: int) -> int:
    """What fares bring this seat in a round in the long run, in tenths of a million."""
    visitors = count_players_in_game(state) - 1
    return round(10.0 * visitors * outlook.compute_expected_fares_per_turn(state.aircraft[seat], state.network[seat]))


def _find_reasons_for_base(game: Airline, state: AirlineState, city: int) -> list[Reason]:
    free = [other for other in range(18) if other not in state.base]
    average = round(10.0 * sum([count_cities_in_bits(game, game.routes[other]) for other in free]) / len(free))
    routes = count_cities_in_bits(game, game.routes[city])
    return [] if 10 * routes == average else [Reason("routes", (routes, average), 10 * routes > average)]


def _find_reasons_for_exchange(
    game: Airline, outlook: IncomeOutlook, state: AirlineState, who: int, aircraft: int
) -> list[Reason]:
    after = state.clone()
    after.aircraft[who] = aircraft
    fares, fares_after = (
        compute_fares_per_round_in_tenths(game, outlook, state, who),
        compute_fares_per_round_in_tenths(game, outlook, after, who),
    )
    upkeep, upkeep_after = round(10.0 * outlook.upkeep[state.aircraft[who]]), round(10.0 * outlook.upkeep[aircraft])
    found = [
        Reason("own_fares", (fares, fares_after), fares_after > fares),
        Reason("upkeep", (upkeep, upkeep_after), upkeep_after > upkeep),
    ]
    more = fares_after - fares + upkeep_after - upkeep
    if more * ROUNDS_TO_WAIT >= 10 * game.exchange_fee:
        found.insert(1, Reason("pays_back", ((10 * game.exchange_fee + more - 1) // more,)))
    elif more < 0:
        found.insert(0, Reason("brings_less", (-more,), False))
    return found + _find_reasons_if_cash_below_fare(game, state, who, state.cash[who] - game.exchange_fee, False)


def _find_reasons_for_purchase(
    game: Airline, outlook: IncomeOutlook, state: AirlineState, who: int, city: int
) -> list[Reason]:
    after = state.clone()
    place_markers_and_update_network(game, after, who, 1 << city, None)
    found = _find_reasons_about_new_city(game, state, after, who, city)
    fares, fares_after = (
        compute_fares_per_round_in_tenths(game, outlook, state, who),
        compute_fares_per_round_in_tenths(game, outlook, after, who),
    )
    if fares_after > fares:
        found.append(Reason("own_fares", (fares, fares_after)))
    for rival in range(state.seats):
        if rival != who and not state.out[rival] and (find_neighbour_city_bits(game, state.network[rival]) >> city) & 1:
            found.append(Reason("rival_next_to", (rival, city)))
    return found + _find_reasons_if_cash_below_fare(game, state, who, state.cash[who] - game.rights_price, False)


def _find_reasons_about_new_city(
    game: Airline, state: AirlineState, state_after: AirlineState, who: int, city: int
) -> list[Reason]:
    """Whether a city that `who` gets is connected, and what it connects."""
    if not (state_after.network[who] >> city) & 1:
        return [Reason("not_connected", (city,), False)]
    again = state_after.network[who] & state.owned[who] & ~state.network[who]
    found = [Reason("reconnects", tuple(list_cities_in_bits(game, again)))] if again else []
    return [*found, Reason("joins_network", (city, get_current_fare(game, state_after, who, city)))]


def _find_reasons_for_challenge(
    game: Airline, outlook: IncomeOutlook, state: AirlineState, who: int, city: int
) -> list[Reason]:
    owner = find_city_owner(state, city)
    if owner == NOBODY:
        return []
    won = state.clone()
    remove_markers_and_update_network(game, won, owner, 1 << city, None)
    place_markers_and_update_network(game, won, who, 1 << city, None)
    found: list[Reason] = []
    cut_off = state.network[owner] & ~won.network[owner] & won.owned[owner]
    if cut_off:
        found.append(Reason("cuts_off_if_won", (owner, *list_cities_in_bits(game, cut_off))))
    fares, fares_after = (
        compute_fares_per_round_in_tenths(game, outlook, state, who),
        compute_fares_per_round_in_tenths(game, outlook, won, who),
    )
    if fares_after > fares:
        found.append(Reason("fares_if_won", (fares, fares_after)))
    found.append(Reason("challenge_odds", (CHALLENGES_WON,), False))
    return found + _find_reasons_if_cash_below_fare(game, state, who, state.cash[who] - game.challenge_fee, False)


def _find_reasons_for_offer(
    game: Airline, outlook: IncomeOutlook, state: AirlineState, who: int, offer: act.Offer | act.CounterOffer
) -> list[Reason]:
    give, want = (
        convert_cities_to_bits_or_minus_one_if_invalid(offer.give_cities),
        convert_cities_to_bits_or_minus_one_if_invalid(offer.want_cities),
    )
    payment = offer.give_cash - offer.want_cash
    step = state.step_stack[-1]
    raising = isinstance(step, RaiseMoneyStep) or (isinstance(step, (MakeOfferStep, AnswerOfferStep)) and step.raising)
    found: list[Reason] = []
    debt = compute_debt_id(state, raising)
    if find_standing_refusal(game, state, who, offer.to, debt, give, want, payment) >= 0:
        found.append(Reason("refused_before", (offer.to,), False))
    return found + _find_reasons_for_deal(
        game, outlook, state, who, offer.to, offer.give_cities, offer.want_cities, payment, True
    )


def _find_reasons_for_answer(
    game: Airline, outlook: IncomeOutlook, state: AirlineState, who: int, accepts: bool
) -> list[Reason]:
    offer = state.step_stack[-1]
    if not isinstance(offer, AnswerOfferStep) or offer.find_rule_against_acceptance(game, state):
        return []
    give, want = (
        convert_cities_to_bits_or_minus_one_if_invalid(offer.want_cities),
        convert_cities_to_bits_or_minus_one_if_invalid(offer.give_cities),
    )
    payment = offer.want_cash - offer.give_cash
    found: list[Reason] = []
    debt = compute_debt_id(state, offer.raising)
    if find_standing_refusal(game, state, who, offer.proposer, debt, give, want, payment) >= 0:
        found.append(Reason("own_price", (offer.proposer,), accepts))
    return found + _find_reasons_for_deal(
        game, outlook, state, who, offer.proposer, offer.want_cities, offer.give_cities, payment, accepts
    )


def _find_reasons_for_deal(
    game: Airline,
    outlook: IncomeOutlook,
    state: AirlineState,
    who: int,
    partner: int,
    give_cities: tuple[int, ...],
    want_cities: tuple[int, ...],
    cash_to_partner: int,
    chooses_deal: bool,
) -> list[Reason]:
    """What a deal of `who` with `partner` does to both; `chooses_deal`: whether `who` chooses to make it."""
    after = state.clone()
    carry_out_deal(
        game, after, who, partner, give_cities, max(0, cash_to_partner), want_cities, max(0, -cash_to_partner), None
    )
    found: list[Reason] = []
    debt = find_raise_money_step(state)
    if debt is not None and debt.debtor == who and after.cash[who] >= debt.amount:
        found.append(Reason("pays_debt", (debt.amount,), chooses_deal))
    if debt is not None:
        game.pay_open_debt_if_covered(after, None)  # AL-12.4
    fares, fares_after = (
        compute_fares_per_round_in_tenths(game, outlook, state, who),
        compute_fares_per_round_in_tenths(game, outlook, after, who),
    )
    if fares_after != fares:
        found.append(Reason("own_fares", (fares, fares_after), (fares_after > fares) == chooses_deal))
    theirs, theirs_after = (
        compute_fares_per_round_in_tenths(game, outlook, state, partner),
        compute_fares_per_round_in_tenths(game, outlook, after, partner),
    )
    if theirs_after != theirs:
        found.append(Reason("rival_fares", (partner, theirs, theirs_after), (theirs_after < theirs) == chooses_deal))
    for city in give_cities:
        if not (state.network[who] >> city) & 1:
            found.append(Reason("idle_city", (city,), chooses_deal))
    if cash_to_partner < 0:
        found.append(Reason("brings_cash", (-cash_to_partner,), chooses_deal))
    elif cash_to_partner > 0:
        found += _find_reasons_if_cash_below_fare(game, after, who, after.cash[who], not chooses_deal)
    return found


def _find_reasons_for_ending_turn(game: Airline, state: AirlineState, who: int) -> list[Reason]:
    step = state.step_stack[-1]
    if not isinstance(step, AfterLandingStep) or step.city == NOBODY or step.done:
        return []
    if step.owner == NOBODY and not find_rule_against_purchase(game, state, who, step.city, NOBODY, False):
        after = state.clone()
        place_markers_and_update_network(game, after, who, 1 << step.city, None)
        found = [
            Reason(reason.kind, reason.values, not reason.is_for)
            for reason in _find_reasons_about_new_city(game, state, after, who, step.city)
        ]
        return _find_reasons_if_cash_below_fare(game, state, who, state.cash[who] - game.rights_price, True) + found
    if not find_rule_against_challenge(game, state, who, step.city, step.owner, False):
        return [Reason("challenge_odds", (CHALLENGES_WON,))]
    return []


def _find_reasons_for_bankruptcy(game: Airline, state: AirlineState, who: int) -> list[Reason]:
    debt = state.step_stack[-1]
    if not isinstance(debt, RaiseMoneyStep):
        return []
    tradable = find_tradable_city_bits(state, who)
    if not tradable:
        return [Reason("nothing_to_sell")]
    missing = debt.amount - state.cash[who]
    theirs = sum([state.cash[seat] for seat in range(state.seats) if seat != who and not state.out[seat]])
    if theirs < missing:
        return [Reason("rivals_too_poor", (missing, theirs))]
    return [Reason("can_sell", (count_cities_in_bits(game, tradable),), False)]


def _find_reasons_if_cash_below_fare(
    game: Airline, state: AirlineState, who: int, cash_left: int, is_for: bool
) -> list[Reason]:
    """That so much cash does not pay the dearest fare within one throw, if that is so."""
    dearest = 0
    place = NOBODY
    for total in range(2, 13):
        city = game.city_at[(state.pos[who] + total) % TRACK_LENGTH]
        owner = NOBODY if city == NOBODY else find_city_owner(state, city)
        if owner not in (NOBODY, who):
            fare = get_current_fare(game, state, owner, city)
            if fare > dearest:
                dearest = fare
                place = city
    if cash_left >= dearest:
        return []
    return [Reason("own_cash_after", (cash_left, find_city_owner(state, place), place, dearest), is_for)]
