"""What a player is asked, offered and refused, in English; standing orders and the final count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import BasketForm, Choice, Form, Item, Partner, ScoreLine, StandingOrder, UnavailableAction
from aerodrome.games.airline.model.actions import (
    CAUSES,
    ENDS,
    Accept,
    Buy,
    Challenge,
    ChooseBase,
    Collect,
    Counter,
    Exchange,
    GiveUp,
    Offer,
    Reject,
    Wait,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import bits, connected, count, fare, open_fare, owner_of
from aerodrome.games.airline.steps.base import claim_of
from aerodrome.games.airline.steps.debts import Claims, Raise, shortfall
from aerodrome.games.airline.steps.trading import Answer, Asked, tradable
from aerodrome.games.airline.steps.turn import After, BaseChoice, Before
from aerodrome.games.airline.text.words import (
    aircraft_name,
    cities_listed,
    city_name,
    describe_action,
    goods,
    money,
    seat_name,
    space_name,
)

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def phase(game: Airline, state: AirlineState) -> str:
    if not state.step_stack:
        return f"Over: {ENDS[state.end]}"
    if state.round == 0:
        return "Set-up · bases"
    where = "flying"
    for step in state.step_stack:
        if isinstance(step, Before):
            where = "before the throw"
        elif isinstance(step, After):
            where = "after landing"
        elif isinstance(step, Raise):
            where = "raising money"
    return f"Round {state.round} · {seat_name(game, state.active)} · {where}"


# The question


def prompt(game: Airline, state: AirlineState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, BaseChoice):
        return "Choose the city of your base"
    if isinstance(step, Before):
        return _ask_before(game, state, seat)
    if isinstance(step, After):
        return _ask_after(game, state, seat, step)
    if isinstance(step, Asked):
        return _ask_offer(game, state, step)
    if isinstance(step, Answer):
        return _ask_answer(game, step)
    if isinstance(step, Raise):
        short = money(step.amount - state.cash[seat])
        return (
            f"You owe {seat_name(game, step.creditor)} {money(step.amount)} ({CAUSES[step.cause]}) and are {short} "
            "short: sell cities or give up"
        )
    if isinstance(step, Claims):
        return "Collect what you are owed before the next movement throw"
    return ""


def _ask_before(game: Airline, state: AirlineState, seat: int) -> str:
    left = game.offers_active - state.offers[seat]
    here = space_name(game, state.pos[seat])
    return f"Your turn, on {here}: deal, exchange your aircraft, then throw — {left} offers left"


def _ask_after(game: Airline, state: AirlineState, seat: int, step: After) -> str:
    if step.city == NOBODY or step.done:
        return "Deal with the others or end your turn"
    name = city_name(game, step.city)
    if step.owner == NOBODY:
        return f"{name} is free: buy the landing rights for {money(game.rights_price)}, deal, or end your turn"
    if step.owner == seat:
        return f"{name} is yours: deal or end your turn"
    if state.base[step.owner] == step.city:
        return f"{name} is the base of {seat_name(game, step.owner)}: deal or end your turn"
    return f"{name} belongs to {seat_name(game, step.owner)}: challenge, deal, or end your turn"


def _ask_offer(game: Airline, state: AirlineState, step: Asked) -> str:
    to = seat_name(game, step.to)
    if step.raising:
        return f"{to} needs {money(shortfall(state, step.to))} more: make an offer for a city, or none"
    return f"Make {to} an offer before {to} goes on, or none — {game.offers_other - state.offers[step.seat]} left"


def _ask_answer(game: Airline, step: Answer) -> str:
    give = goods(game, step.give_cities, step.give_cash)
    want = goods(game, step.want_cities, step.want_cash)
    return f"{seat_name(game, step.proposer)} gives you {give} for {want}: do you accept?"


def choice(game: Airline, state: AirlineState, seat: int, action: Action) -> Choice:
    label = describe_action(game, state, seat, action)
    data = game.dump(action)
    match action:
        case ChooseBase(city):
            return Choice(data, label, "Base", _fares(game, city), _at(game, city))
        case Exchange(aircraft):
            return Choice(
                data, label, "Aircraft", _aircraft(game, aircraft), {"aircraft": game.edition.aircraft[aircraft].id}
            )
        case Buy(city):
            return Choice(data, label, "City", _connects(game, state, seat, city), _at(game, city))
        case Challenge(city):
            why = f"{_connects(game, state, seat, city)}; you win 44 times in 100"
            return Choice(data, label, "City", why, _at(game, city), f"Pay {money(game.challenge_fee)} for the throw?")
        case Offer(to, _, _, _, _):
            return Choice(
                data, label, f"Deal with {seat_name(game, to)}", _deal(game, state, seat, action), {"seat": to}
            )
        case Counter(to, _, _, _, _):
            return Choice(data, label, "Answer", "", {"seat": to})
        case Accept() | Reject():
            return Choice(data, label, "Answer")
        case GiveUp():
            confirm = "You are out of the game and everything goes to the bank. Declare bankruptcy?"
            return Choice(data, label, "Debt", "", {"seat": seat}, confirm)
        case Collect(_) | Wait():
            return Choice(data, label, "Claims")
    return Choice(data, label, "Turn")


def _at(game: Airline, city: int) -> dict[str, Any]:
    return {"city": game.city_ids[city]}


def _fares(game: Airline, city: int) -> str:
    prop, jet, sst = game.fares[city]
    return f"fares {prop} / {jet} / {sst}, {count(game, game.routes[city])} routes"


def _aircraft(game: Airline, aircraft: int) -> str:
    return f"SUBSIDY {money(game.subsidies[aircraft])}, MAINTENANCE {money(game.maintenance[aircraft])}"


def _connects(game: Airline, state: AirlineState, seat: int, city: int) -> str:
    """What the city would bring this seat."""
    network = connected(game, state.base[seat], state.owned[seat] | 1 << city)
    if not (network >> city) & 1:
        return "would not be connected to your base"
    again = network & state.owned[seat] & ~state.network[seat]
    earns = f"connected, fare {game.fares[city][state.aircraft[seat]]}"
    return f"{earns}; connects {cities_listed(game, tuple(bits(game, again)))} too" if again else earns


def _deal(game: Airline, state: AirlineState, seat: int, offer: Offer) -> str:
    if len(offer.want_cities) == 1:
        return _connects(game, state, seat, offer.want_cities[0])
    if offer.give_cities and not (state.network[seat] >> offer.give_cities[0]) & 1:
        return f"{city_name(game, offer.give_cities[0])} earns you nothing now"
    return ""


# Forms


def forms(game: Airline, state: AirlineState, seat: int) -> list[Form]:
    step = state.step_stack[-1]
    if isinstance(step, Answer):
        if step.chain >= game.counters:
            return []
        return [_basket(game, state, seat, "Counter-offer", "counter", [step.proposer])]
    partners = [other for other in range(state.seats) if other != seat and not state.out[other]]
    if isinstance(step, Asked):
        partners = [step.to]
    elif isinstance(step, Raise):
        partners = [other for other in partners if state.raise_to[other] < game.raise_offers]
    elif not isinstance(step, (Before, After)) or state.offers[seat] >= game.offers_active:
        return []
    return [_basket(game, state, seat, "Offer a deal", "offer", partners)] if partners else []


def _basket(game: Airline, state: AirlineState, seat: int, label: str, kind: str, partners: list[int]) -> BasketForm:
    return BasketForm(
        label=label,
        action={"type": kind},
        things="cities",
        mine=_items(game, state, seat),
        cash=state.cash[seat],
        partners=[Partner(other, _items(game, state, other), state.cash[other]) for other in partners],
        detail="At least one city; cash from one side only, and whoever gets cash gives a city",
    )


def _items(game: Airline, state: AirlineState, seat: int) -> list[Item]:
    found = []
    for city in bits(game, tradable(state, seat)):
        amount = fare(game, state, seat, city)
        found.append(
            Item(
                key=game.city_ids[city],
                label=city_name(game, city),
                detail=f"fare {amount}" if amount else "cut off",
                where=_at(game, city),
            )
        )
    return found


# What cannot be done now


def unavailable_actions(game: Airline, state: AirlineState, seat: int) -> list[UnavailableAction]:
    step = state.step_stack[-1]
    tries: list[Action] = []
    if isinstance(step, Before):
        now = state.aircraft[seat]
        tries = [game.ladder[a] for a in range(3) if abs(a - now) == 1]
        tries += [game.ladder[a] for a in range(3) if abs(a - now) == 2]
    elif isinstance(step, After) and step.city != NOBODY and step.owner != seat and not step.done:
        tries = [game.buy[step.city] if step.owner == NOBODY else game.challenge[step.city]]
    elif isinstance(step, BaseChoice):
        tries = [game.bases[city] for city in state.base if city != NOBODY]
    elif isinstance(step, Answer):
        tries = [game.accept_reject[0]]
    found = []
    for action in tries:
        rule = game.violated_rule(state, seat, action)
        if rule:
            where = choice(game, state, seat, action).where
            why = explain_refusal(game, state, seat, action, rule)
            found.append(UnavailableAction(describe_action(game, state, seat, action), rule, why, where))
    if isinstance(step, (Before, After)) and state.offers[seat] >= game.offers_active:
        found.append(UnavailableAction("Offer a deal", "AL-R33", _no_offers(game.offers_active)))
    return found


def _no_offers(limit: int) -> str:
    return f"You have made all {limit} offers of this turn." if limit else "This match is played without offers."


def explain_refusal(game: Airline, state: AirlineState, who: int, action: Action, rule: str) -> str:
    """Why this rule forbids that action, with names and numbers."""
    if rule == game.rule_over and not state.step_stack:
        return "The game is over."
    if rule == game.rule_turn:
        return _whose_turn(game, state)
    text = _explain_turn(game, state, who, rule)
    text = text or _explain_city(game, state, who, action, rule)
    text = text or _explain_deal(game, state, who, action, rule)
    return text or "That is not the question now."


def _whose_turn(game: Airline, state: AirlineState) -> str:
    actors = game.actors(state)
    if not actors or actors[0] < 0:
        return "The dice are thrown first."
    return f"It is {seat_name(game, actors[0])} who must answer now."


def _explain_turn(game: Airline, state: AirlineState, who: int, rule: str) -> str:
    here = space_name(game, state.pos[who]) if 0 <= who < state.seats else ""
    cash = money(state.cash[who]) if 0 <= who < state.seats else ""
    match rule:
        case "AL-1.11":
            return "Choose your base first."
        case "AL-1.12":
            return "There is no such city on the map."
        case "AL-2.1":
            return "The movement throw of this turn is made; there is only one."
        case "AL-2.2":
            return "You cannot end your turn before the movement throw."
        case "AL-2.4":
            return "That is not a part of this step of the turn."
        case "AL-2.5":
            return "Aircraft are exchanged before the movement throw only."
        case "AL-2.8":
            return f"You cannot end your turn: you are {money(shortfall(state, who))} short of a debt."
        case "AL-6.1":
            return f"You fly the {aircraft_name(game, state.aircraft[who])}; choose another aircraft."
        case "AL-6.3":
            return "From PROP the way up is to JET first, then to SST in a later turn."
        case "AL-6.4":
            return "From SST the way down is to JET first, then to PROP in a later turn."
        case "AL-6.5":
            return "You have exchanged your aircraft in this turn already."
        case "AL-6.7":
            return f"You stand on {here}; exchange is possible only in a city you own."
        case "AL-6.12":
            return f"The exchange costs {money(game.exchange_fee)} and you have {cash}."
        case "AL-R7":
            return "A turn is ended after its space is dealt with."
        case "AL-R14":
            return "You can declare bankruptcy only while you are short of money for a debt."
        case "AL-R54":
            return "The dice are thrown by chance, two numbers from 1 to 6."
        case "AL-11.1":
            return "You have no such claim now."
        case "AL-R18":
            return "There is no claim of yours to decide about now."
    return ""


def _explain_city(game: Airline, state: AirlineState, who: int, action: Action, rule: str) -> str:
    city = action.city if isinstance(action, (Buy, Challenge, ChooseBase)) else NOBODY
    name = city_name(game, city)
    owner = seat_name(game, owner_of(state, city)) if 0 <= city < 18 else ""
    cash = money(state.cash[who]) if 0 <= who < state.seats else ""
    match rule:
        case "AL-R4":
            return f"{name} is the base of {owner} already."
        case "AL-2.7":
            return "You can buy or challenge for the city you landed on in this turn only, after landing."
        case "AL-4.4":
            return f"The landing rights in {name} cost {money(game.rights_price)} and you have {cash}."
        case "AL-4.6":
            return f"{name} belongs to {owner}."
        case "AL-4.10":
            return f"All your {game.marker_limit} markers are on the map."
        case "AL-R37":
            return f"{name} was not free when you landed; you can buy it when you land there again."
        case "AL-9.1":
            return f"{name} did not belong to another player when you landed."
        case "AL-9.2":
            return f"{name} is the base of {owner}, and a base cannot be challenged."
        case "AL-9.10":
            return f"You have challenged for {name} on this landing already."
        case "AL-9.11":
            needed = game.challenge_fee + open_fare(state, who)
            return f"The challenge needs {money(needed)} in cash and you have {cash}."
        case "AL-9.12":
            return f"All your {game.marker_limit} markers are on the map; you cannot win another city."
        case "AL-9.14":
            return f"{name} has changed hands since you landed."
    return ""


def _explain_deal(game: Airline, state: AirlineState, who: int, action: Action, rule: str) -> str:
    match rule:
        case "AL-2.6":
            return "Deals are made before the throw, after landing, or while money is raised."
        case "AL-5.1":
            return "A deal is made with another player."
        case "AL-5.2":
            return _centre_only(game, state)
        case "AL-5.3":
            return "A base can never be traded or moved."
        case "AL-5.8":
            return "A deal moves at least one city."
        case "AL-5.9":
            return _short_of_cash(game, state, who, action)
        case "AL-5.10":
            return f"Somebody would own more than {game.marker_limit} cities."
        case "AL-5.13":
            return "While money is raised, each deal must bring the debtor cash."
        case "AL-5.14":
            return "Whoever receives cash must give a city for it."
        case "AL-11.5":
            return "Money is a whole number of millions and never negative."
        case "AL-R13":
            return f"A debtor may make {game.raise_offers} offers to each opponent for a debt, and get one from each."
        case "AL-R31":
            return "The players must be in the game and own the cities they give."
        case "AL-R32":
            return _protocol(state, action)
        case "AL-R33":
            return _limits(game, state, who)
        case "AL-R55":
            return _order_of_window(game, state)
    return ""


def _centre_only(game: Airline, state: AirlineState) -> str:
    step = state.step_stack[-1]
    centre = step.to if isinstance(step, Asked) else state.active
    return f"One of the two parties must be {seat_name(game, centre)}."


def _short_of_cash(game: Airline, state: AirlineState, who: int, action: Action) -> str:
    if isinstance(action, (Offer, Counter)) and 0 <= who < state.seats:
        if action.give_cash > state.cash[who]:
            return f"You offer {money(action.give_cash)} and have {money(state.cash[who])}."
        to = action.to
        return f"{seat_name(game, to)} has {money(state.cash[to])}, not {money(action.want_cash)}."
    return "The cash of this deal is not in the payer's hand."


def _protocol(state: AirlineState, action: Action) -> str:
    if isinstance(action, Offer) or (isinstance(action, Counter) and isinstance(state.step_stack[-1], Answer)):
        return "Cash goes one way only in a deal, and a counter goes back to whoever made the offer."
    return "There is no open offer to answer."


def _limits(game: Airline, state: AirlineState, who: int) -> str:
    if isinstance(state.step_stack[-1], Answer):
        return f"An offer can be countered {game.counters} times in all: accept or reject."
    return _no_offers(game.offers_active if who == state.active else game.offers_other)


def _order_of_window(game: Airline, state: AirlineState) -> str:
    step = state.step_stack[-1]
    if isinstance(step, Answer):
        return f"The offer of {seat_name(game, step.proposer)} must be answered first."
    return "Nobody asks you for an offer now."


# Standing orders

NO_OFFERS = "no_offers"
NO_RESCUE = "no_rescue"
REJECT_ALL = "reject_all"
COLLECT_ALL = "collect_all"


def standing_orders(game: Airline, state: AirlineState, seat: int) -> list[StandingOrder]:
    if not state.step_stack or state.out[seat]:
        return []
    found = [
        StandingOrder(NO_OFFERS, "Make no offers in the turns of others"),
        StandingOrder(NO_RESCUE, "Make no offers to players in debt"),
        StandingOrder(REJECT_ALL, "Reject every offer"),
    ]
    if game.claims:
        found.append(StandingOrder(COLLECT_ALL, "Collect every claim at once"))
    return found


def standing_order_action(game: Airline, state: AirlineState, seat: int, given: frozenset[str]) -> Action | None:
    step = state.step_stack[-1] if state.step_stack else None
    if isinstance(step, Asked) and step.seat == seat and (NO_RESCUE if step.raising else NO_OFFERS) in given:
        return game.pass_
    if isinstance(step, Answer) and step.receiver == seat and REJECT_ALL in given:
        return game.accept_reject[1]
    if isinstance(step, Claims) and step.seat == seat and COLLECT_ALL in given:
        for claim in game.collects:
            if isinstance(claim, Collect) and claim_of(state, seat, claim.claim) >= 0:
                return claim
    return None


def score_breakdown(game: Airline, state: AirlineState) -> list[list[ScoreLine]]:
    """The count of the short game."""
    found = []
    for seat in range(state.seats):
        cities = count(game, state.owned[seat])
        found.append(
            [
                ScoreLine("Cash", state.cash[seat], "AL-13.2"),
                ScoreLine(f"{cities} cities at {money(game.city_value)}", cities * game.city_value, "AL-13.2"),
            ]
        )
    return found
