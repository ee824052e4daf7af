"""What a choice changes for whoever makes it, reckoned without trying it: a broker's quick figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.sense import lead
from aerodrome.games.airkwire import actions as act
from aerodrome.games.airkwire import rules
from aerodrome.games.airkwire.merger import Disposal
from aerodrome.games.airkwire.routes import Approval
from aerodrome.games.airkwire.state import OPEN, AirkwireState

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire
    from aerodrome.games.airkwire.sense import AirkwireSense


def gain(sense: AirkwireSense, game: Airkwire, state: AirkwireState, who: int, action: Action) -> float:
    """What a choice adds to the lead of who makes it, in dollars; 0 for what the broker knows nothing about."""
    if isinstance(action, act.Buy):
        return _trade(sense, game, state, who, action.airline, 1)
    if isinstance(action, act.Sell):
        return _trade(sense, game, state, who, action.airline, -1)
    if isinstance(action, act.Propose):
        return _route(sense, game, state, who, action)
    if isinstance(action, act.Approve):
        return _approval(sense, game, state, who, action)
    if isinstance(action, act.Discard):
        return -_card(sense, game, state, who, action.card)
    if isinstance(action, act.TakePool):
        return _card(sense, game, state, who, action.city)
    if isinstance(action, act.DrawPile):
        return sense.youth(state) * (sense.card_any + sense.card + sense.card_point)
    if isinstance(action, act.Dispose):
        return _exchange(sense, game, state, action.exchange)
    if isinstance(action, act.PlaceHome):
        return -float(action.aircraft)
    return 1.0 if isinstance(action, act.Raise) else 0.0


def _trade(sense: AirkwireSense, game: Airkwire, state: AirkwireState, who: int, airline: int, way: int) -> float:
    """One share bought (1) or sold (-1): its price, and what the new price means to all who hold the airline."""
    charge = rules.fee(game, state, who)
    if state.status[airline] != OPEN:
        return _opening(sense, game, state, airline) - charge
    price = rules.trade_price(game, state, airline)
    index = rules.place(game, state, airline)
    points = state.points[airline]
    held = rules.held(game, state, airline)
    before = sense.share_worth(game, state, airline, index, points, held)
    then = max(0, min(game.last_index, index + way))
    after = sense.share_worth(game, state, airline, then, points, held + way)
    own = state.shares[airline][who]
    change = (own + way) * after - own * before - way * price - charge
    change -= (held - own) * (after - before) / (state.seats - 1)
    ceo = state.ceo[airline]
    if way > 0 and ceo != who and own + 1 > state.shares[airline][ceo]:
        change += _helm(sense, state)
    return change


def _opening(sense: AirkwireSense, game: Airkwire, state: AirkwireState, airline: int) -> float:
    """Two shares for one price (AK-4.6), and the lead in the airline."""
    home = game.points_of[game.home[airline]]
    worth = sense.share_worth(game, state, airline, 1, home, game.opening_shares)
    return game.opening_shares * worth - game.price[0] + _helm(sense, state)


def _helm(sense: AirkwireSense, state: AirkwireState) -> float:
    """Becoming CEO, which another one then is not."""
    return sense.youth(state) * sense.ceo * state.seats / (state.seats - 1)


def _card(sense: AirkwireSense, game: Airkwire, state: AirkwireState, who: int, card: int) -> float:
    return sense.youth(state) * sense.card_worth(game, state, card, rules.held_by(state, who))


# Routes


def _route(sense: AirkwireSense, game: Airkwire, state: AirkwireState, who: int, route: act.Propose) -> float:
    """Among equal aircraft the smallest."""
    if _company(game, state, route.city, route.airline):
        return _tried(sense, game, state, who, route)
    ceo = state.ceo[route.airline]
    if ceo != who and _landing(sense, game, state, ceo, route.airline, route.city) <= 0.0:
        return -sense.card_point  # it will be refused
    worth = _landing(sense, game, state, who, route.airline, route.city)
    return worth - _card(sense, game, state, who, route.city) - route.aircraft


def _approval(sense: AirkwireSense, game: Airkwire, state: AirkwireState, who: int, action: Action) -> float:
    step = state.agenda[-1]
    assert isinstance(step, Approval)
    if _company(game, state, step.city, step.airline):
        return _tried(sense, game, state, who, action)
    return _landing(sense, game, state, who, step.airline, step.city)


def _company(game: Airkwire, state: AirkwireState, city: int, airline: int) -> bool:
    """Whether another airline is there already, so that a merger may come of it."""
    bit = game.bit[city]
    return any(other != airline and state.net[other] & bit for other in range(state.airlines))


def _tried(sense: AirkwireSense, game: Airkwire, state: AirkwireState, who: int, action: Action) -> float:
    """What a merger brings is seen only by trying it."""
    twin = state.clone()
    game.apply(twin, who, action)
    return lead(sense.appraise(game, twin), who) - lead(sense.appraise(game, state), who)


def _landing(sense: AirkwireSense, game: Airkwire, state: AirkwireState, who: int, airline: int, city: int) -> float:
    """New points for the airline, and the next payout a step nearer for all that pay."""
    index = rules.place(game, state, airline)
    held = rules.held(game, state, airline)
    points = state.points[airline]
    before = sense.share_worth(game, state, airline, index, points, held)
    after = sense.share_worth(game, state, airline, index, points + game.points_of[city], held)
    total = (after - before) * _surplus(game, state, who, airline)
    nearer = sense.next_payout / game.cycle
    for other in range(state.airlines):
        if state.status[other] == OPEN and not rules.unqualified(game, state, other):
            rate = rules.dividend(game, game.price[state.index[other]], state.points[other])
            total += nearer * rate * _surplus(game, state, who, other)
    return total


def _surplus(game: Airkwire, state: AirkwireState, who: int, airline: int) -> float:
    """How many more shares one holds than the average of the others."""
    own = state.shares[airline][who]
    return own - float(rules.held(game, state, airline) - own) / (state.seats - 1)


def _exchange(sense: AirkwireSense, game: Airkwire, state: AirkwireState, exchange: int) -> float:
    """New shares at what they will be worth, instead of the price of the old ones."""
    step = state.agenda[-1]
    assert isinstance(step, Disposal)
    acquirer = step.acquirer
    index = min(game.last_index, state.index[acquirer] + exchange)
    held = rules.held(game, state, acquirer) + exchange
    worth = sense.share_worth(game, state, acquirer, index, state.points[acquirer], held)
    return exchange * (worth - game.exchange_ratio * game.price[state.index[step.defunct]])
