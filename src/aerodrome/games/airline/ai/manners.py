"""What a person would find absurd in a bot's Airline: judged by the rules and by what was said and done before."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.manners import MannersObserver
from aerodrome.games.airline.model import actions as act
from aerodrome.games.airline.model.state import CREDITOR, TRACK_LENGTH, AirlineState
from aerodrome.games.airline.rules.queries import (
    count_players_in_game,
    find_connected_city_bits,
    find_rule_against_aircraft_exchange,
    find_rule_against_purchase,
    find_tradable_city_bits,
    list_cities_in_bits,
)
from aerodrome.games.airline.steps.after_landing import AfterLandingStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep, find_raise_money_step
from aerodrome.games.airline.steps.trading import AnswerOfferStep

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

RICH: Final = 200
"""Cash in which somebody swims who started with half of it."""
MANY_OFFERS: Final = 3
LONG_GAME: Final = 200
FEW_ROUNDS: Final = 3
ROUGHLY: Final = 0.9
"""Fares are counted as if each space were landed on equally often, which is not quite so."""

Circumstances = tuple[int, int, int, int, bool]
"""Cities and aircraft of proposer and receiver, and whether money was raised for a debt."""


class Observer(MannersObserver["Airline", AirlineState]):
    """Remembers offers, exchanges and deals of one game."""

    absurdities: ClassVar[dict[str, str]] = {
        "repeated_offer": "an offer made again, no better, after it was refused and nothing changed",
        "own_price_refused": "an offer refused that the same seat had made itself, though nothing changed",
        "refused_terms_offered": "terms offered that the same seat had refused, though nothing changed",
        "too_many_offers": f"more than {MANY_OFFERS} offers of one seat in a turn",
        "last_money_asked": "an offer that would take the receiver's last money",
        "deal_taken_back": "a city sold back within a few rounds for no debt, cities and aircraft of both the same",
        "city_left_by_the_rich": f"a free city that would be connected not bought with ${RICH}M in hand",
        "old_aircraft_of_the_rich": f"${RICH}M in hand and an exchange not made that more than pays in fares",
        "worthless_exchange": f"a faster aircraft, with less than ${RICH}M, that costs more than all fares it adds",
        "exchanged_to_and_fro": "an aircraft exchanged and exchanged back within a few rounds, no city lost between",
        "gave_up_unasked": "bankruptcy declared without asking somebody who could have paid",
        "money_left_uncalled": "a claim left to lapse",
        "endless_game": f"a game of more than {LONG_GAME} rounds",
    }

    def __init__(self) -> None:
        self.refused: dict[tuple[int, int, frozenset[int], frozenset[int]], list[tuple[int, int, Circumstances]]] = {}
        """By the terms without the cash: cash to the receiver, the proposer's own cash, circumstances."""
        self.holdings: tuple[int, ...] = ()
        self.turn = (-1, -1)
        self.offers: dict[int, int] = {}
        self.sold: dict[tuple[int, int, int], tuple[int, int, int, int, int]] = {}
        """Seller, buyer, city: in which round, what cities the two had after it, and their aircraft."""
        self.exchanges: dict[int, tuple[int, int, int, int]] = {}
        """By seat: round, aircraft before and after, cities then."""

    def observe_choice_and_list_absurdities(
        self, game: Airline, state: AirlineState, who: int, action: Action
    ) -> list[str]:
        self._forget_outdated_refusals(state)
        if self.turn != (state.round, state.active):
            self.turn = (state.round, state.active)
            self.offers = {}
        step = state.step_stack[-1]
        if isinstance(action, act.Offer):
            return self._record_offer_and_list_absurdities(state, who, action, find_raise_money_step(state) is not None)
        if isinstance(step, AnswerOfferStep):
            return self._record_answer_and_list_absurdities(state, step, action)
        if isinstance(action, act.ExchangeAircraft):
            return self._record_exchange_and_list_absurdities(game, state, who, action.aircraft)
        if isinstance(action, act.CloseTradeAndFly):
            return _list_absurdities_of_closing_trade_and_flying(game, state, who)
        if isinstance(action, act.EndTurn) and isinstance(step, AfterLandingStep):
            return _list_absurdities_of_ending_turn(game, state, who, step)
        if isinstance(action, act.DeclareBankruptcy) and isinstance(step, RaiseMoneyStep):
            return _list_absurdities_of_bankruptcy(game, state, step)
        if isinstance(action, act.LeaveClaimsUncalled) and any(claim[CREDITOR] == who for claim in state.claims):
            return ["money_left_uncalled"]
        return []

    def observe_end_and_list_absurdities(self, game: Airline, state: AirlineState) -> list[str]:
        return ["endless_game"] if state.round > LONG_GAME else []

    def _forget_outdated_refusals(self, state: AirlineState) -> None:
        """What was refused to somebody with other cities or aircraft may be asked again, also when both are back."""
        holdings = (*state.owned, *state.aircraft)
        if holdings == self.holdings:
            return
        self.holdings = holdings
        for (proposer, receiver, _give, _want), refusals in self.refused.items():
            now = _get_offer_circumstances(state, proposer, receiver, False)[:3]
            refusals[:] = [refusal for refusal in refusals if refusal[2][:3] == now]

    def _record_offer_and_list_absurdities(
        self, state: AirlineState, who: int, offer: act.Offer | act.CounterOffer, for_debt: bool
    ) -> list[str]:
        found: list[str] = []
        payment = offer.give_cash - offer.want_cash
        give, want = frozenset(offer.give_cities), frozenset(offer.want_cities)
        now = _get_offer_circumstances(state, who, offer.to, for_debt)
        for paid, _cash, then in self.refused.get((who, offer.to, give, want), []):
            if then == now and payment <= paid:
                found.append("repeated_offer")
                break
        now = _get_offer_circumstances(state, offer.to, who, for_debt)
        for paid, _cash, then in self.refused.get((offer.to, who, want, give), []):
            if then == now and -payment <= paid and not for_debt:
                found.append("refused_terms_offered")
                break
        if offer.want_cash and offer.want_cash >= state.cash[offer.to]:
            found.append("last_money_asked")
        if isinstance(offer, act.Offer) and not for_debt:
            self.offers[who] = self.offers.get(who, 0) + 1
            if self.offers[who] > MANY_OFFERS:
                found.append("too_many_offers")
        return found

    def _record_answer_and_list_absurdities(
        self, state: AirlineState, step: AnswerOfferStep, action: Action
    ) -> list[str]:
        if isinstance(action, act.AcceptOffer):
            return self._record_deal_and_list_absurdities(state, step)
        if not isinstance(action, (act.RejectOffer, act.CounterOffer)):
            return []
        found = self._list_absurdities_of_refusal(state, step)
        terms = (step.proposer, step.receiver, frozenset(step.give_cities), frozenset(step.want_cities))
        now = _get_offer_circumstances(state, step.proposer, step.receiver, step.raising)
        refusals = self.refused.setdefault(terms, [])
        refusals.append((step.give_cash - step.want_cash, state.cash[step.proposer], now))
        if isinstance(action, act.CounterOffer):
            found += self._record_offer_and_list_absurdities(state, step.receiver, action, step.raising)
        return found

    def _list_absurdities_of_refusal(self, state: AirlineState, step: AnswerOfferStep) -> list[str]:
        """Whether the receiver had offered the same, or what is worse for him."""
        seat = step.receiver
        payment = step.want_cash - step.give_cash
        now = _get_offer_circumstances(state, seat, step.proposer, step.raising)
        own = (seat, step.proposer, frozenset(step.want_cities), frozenset(step.give_cities))
        for paid, cash, then in self.refused.get(own, []):
            if then == now and payment <= paid and (payment <= 0 or state.cash[seat] >= cash):
                return ["own_price_refused"]
        return []

    def _record_deal_and_list_absurdities(self, state: AirlineState, step: AnswerOfferStep) -> list[str]:
        found: list[str] = []
        moves = [(step.proposer, step.receiver, city) for city in step.give_cities]
        moves += [(step.receiver, step.proposer, city) for city in step.want_cities]
        for seller, buyer, city in moves:
            aircraft = (state.aircraft[seller], state.aircraft[buyer])
            then, *holdings = self.sold.get((buyer, seller, city), (-FEW_ROUNDS, 0, 0, 0, 0))
            now = [state.owned[buyer], state.owned[seller], *reversed(aircraft)]
            if state.round - then < FEW_ROUNDS and holdings == now and not step.raising:
                found.append("deal_taken_back")
            bit = 1 << city
            self.sold[seller, buyer, city] = (
                state.round,
                state.owned[seller] & ~bit,
                state.owned[buyer] | bit,
                *aircraft,
            )
        return found

    def _record_exchange_and_list_absurdities(
        self, game: Airline, state: AirlineState, who: int, aircraft: int
    ) -> list[str]:
        found: list[str] = []
        then, before, after, cities = self.exchanges.get(who, (-FEW_ROUNDS, -1, -1, 0))
        back = (before, after) == (aircraft, state.aircraft[who]) and not cities & ~state.owned[who]
        if back and state.round - then < FEW_ROUNDS:
            found.append("exchanged_to_and_fro")
        self.exchanges[who] = (state.round, state.aircraft[who], aircraft, state.owned[who])
        fares = 2.0 * _estimate_added_fares_per_round(game, state, who, aircraft)
        poor = state.cash[who] < RICH
        upkeep = _estimate_added_upkeep_per_turn(game, state, who, aircraft)
        if poor and aircraft > state.aircraft[who] and fares < ROUGHLY * upkeep:
            found.append("worthless_exchange")
        return found


def _get_offer_circumstances(state: AirlineState, proposer: int, receiver: int, for_debt: bool) -> Circumstances:
    """What matters to an offer, a debt by the turn it is in."""
    aircraft = 3 * state.aircraft[proposer] + state.aircraft[receiver]
    turn = state.round * state.seats + state.active if for_debt else -1
    return state.owned[proposer], state.owned[receiver], aircraft, turn, for_debt


def _list_absurdities_of_closing_trade_and_flying(game: Airline, state: AirlineState, who: int) -> list[str]:
    """Fares count twice, here and where an exchange is judged: what comes in, and what the others lose."""
    faster = state.aircraft[who] + 1
    if state.cash[who] < RICH + game.exchange_fee or find_rule_against_aircraft_exchange(game, state, who, faster):
        return []
    pays = (
        2.0 * _estimate_added_fares_per_round(game, state, who, faster)
        > _estimate_added_upkeep_per_turn(game, state, who, faster) + 1.0
    )
    return ["old_aircraft_of_the_rich"] if pays else []


def _list_absurdities_of_ending_turn(game: Airline, state: AirlineState, who: int, step: AfterLandingStep) -> list[str]:
    if step.city == NOBODY or step.owner != NOBODY or state.cash[who] < RICH:
        return []
    if find_rule_against_purchase(game, state, who, step.city, step.owner, step.done):
        return []
    joined = find_connected_city_bits(game, state.base[who], state.owned[who] | 1 << step.city)
    return ["city_left_by_the_rich"] if (joined >> step.city) & 1 else []


def _list_absurdities_of_bankruptcy(game: Airline, state: AirlineState, debt: RaiseMoneyStep) -> list[str]:
    who = debt.debtor
    if not find_tradable_city_bits(state, who):
        return []
    for seat in range(state.seats):
        asked = state.raise_offers_to[seat] or state.raise_offers_from[seat]
        full = game.marker_limit and state.owned[seat].bit_count() >= game.marker_limit
        able = seat != who and not state.out[seat] and not full and game.raise_offers > 0
        if able and not asked and state.cash[seat] > max(2 * game.rights_price, debt.amount - state.cash[who]):
            return ["gave_up_unasked"]
    return []


def _estimate_added_fares_per_round(game: Airline, state: AirlineState, who: int, aircraft: int) -> float:
    """What this aircraft adds in a round to the fares of the network, each space about equally often landed on."""
    fares = [game.fares[city] for city in list_cities_in_bits(game, state.network[who])]
    more = sum(fare[aircraft] - fare[state.aircraft[who]] for fare in fares)
    return (count_players_in_game(state) - 1) * more / TRACK_LENGTH


def _estimate_added_upkeep_per_turn(game: Airline, state: AirlineState, who: int, aircraft: int) -> float:
    """What this aircraft costs more in a turn: SUBSIDY every 24 spaces of about 7 a throw, one space MAINTENANCE."""
    subsidy = game.subsidies[state.aircraft[who]] - game.subsidies[aircraft]
    return (7 * subsidy + game.maintenance[aircraft] - game.maintenance[state.aircraft[who]]) / TRACK_LENGTH
