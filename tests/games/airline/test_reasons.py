"""Every reason given for or against a choice is true: checked by playing it out and by the printed board."""

import random
from typing import Any

import pytest

import aerodrome
from aerodrome.bots import choose_action, create_bot
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.reason import Reason
from aerodrome.games.airline.game import Airline
from aerodrome.games.airline.model.actions import (
    AcceptOffer,
    BuyLandingRights,
    ChallengeCityOwner,
    ChooseBase,
    CollectClaim,
    CounterOffer,
    EndTurn,
    ExchangeAircraft,
    LeaveClaimsUncalled,
    Offer,
    RejectOffer,
    ThrowDice,
)
from aerodrome.games.airline.model.state import AirlineState
from games.airline.table import GREEN, JET, PROP, RED, YELLOW, Table

Refusal = tuple[int, int, frozenset[int], frozenset[int], int, object]


class Judge:
    """Knows the printed board and what was said in this game, and nothing of the evaluator."""

    def __init__(self, game: Airline) -> None:
        self.game = game
        edition = game.edition
        names = [city.id for city in edition.city]
        self.roads = [{frozenset((names.index(r.a), names.index(r.b))) for r in edition.route}][0]
        self.fares = [list(city.fares) for city in edition.city]
        self.space = {names.index(s.city): s.pos for s in edition.track.spaces if s.city}
        self.kinds = [s.kind for s in edition.track.spaces]
        self.chance = self.walk_the_track()
        self.refused: list[Refusal] = []

    def walk_the_track(self) -> list[float]:
        """How often a turn's move ends on each space, by following the chances of many turns."""
        at = [1.0] + [0.0] * 23
        ends = at
        for _turn in range(2000):
            ends = [0.0] * 24
            for pos, chance in enumerate(at):
                for first in range(1, 7):
                    for second in range(1, 7):
                        ends[(pos + first + second) % 24] += chance / 36
            at = list(ends)
            hijack = self.kinds.index("hijack")
            at[0] += ends[hijack] * 5 / 6
            at[hijack] -= ends[hijack] * 5 / 6
        return ends

    def owned(self, state: AirlineState, seat: int) -> set[int]:
        return {city for city in range(18) if state.owned[seat] >> city & 1}

    def connected(self, state: AirlineState, seat: int) -> set[int]:
        owned = self.owned(state, seat)
        found = {state.base[seat]} & owned
        while more := {c for c in owned - found if any(frozenset((c, d)) in self.roads for d in found)}:
            found |= more
        return found

    def rate(self, state: AirlineState, seat: int) -> float:
        visitors = state.out.count(False) - 1
        cities = self.connected(state, seat)
        return visitors * sum(self.fares[c][state.aircraft[seat]] * self.chance[self.space[c]] for c in cities)

    def upkeep(self, aircraft: int) -> float:
        plane = self.game.edition.aircraft[aircraft]
        return plane.subsidy * 7 / 24 - plane.maintenance * self.chance[self.kinds.index("maintenance")]

    def hear(self, state: AirlineState, action: Action) -> None:
        """Note a refusal; all steps that answer offers have these fields."""
        if isinstance(action, (RejectOffer, CounterOffer)):
            offer: Any = state.step_stack[-1]
            give, want = frozenset(offer.give_cities), frozenset(offer.want_cities)
            when = self.circumstances(state, offer.proposer, offer.receiver, give, want)
            paid = offer.give_cash - offer.want_cash
            self.refused.append((offer.proposer, offer.receiver, give, want, paid, when))

    def circumstances(
        self, state: AirlineState, proposer: int, receiver: int, give: frozenset[int], want: frozenset[int]
    ) -> object:
        """What the deal would do to both, and the debt it is for."""
        in_debt = [(state.round, state.active) for step in state.step_stack if hasattr(step, "debtor")]
        moved = state.clone()
        for city in give | want:
            bit = 1 << city
            moved.owned[proposer] = moved.owned[proposer] & ~bit if city in give else moved.owned[proposer] | bit
            moved.owned[receiver] = moved.owned[receiver] & ~bit if city in want else moved.owned[receiver] | bit
        effects = [self.connected(state, seat) ^ self.connected(moved, seat) for seat in (proposer, receiver)]
        return effects, state.aircraft[proposer], state.aircraft[receiver], in_debt

    def after(self, state: AirlineState, who: int, action: Action) -> AirlineState:
        """The table when the choice is made, or, of a choice not to, when the opposite is."""
        twin = state.clone()
        step: Any = state.step_stack[-1]
        if isinstance(action, RejectOffer):
            action = AcceptOffer()
        elif isinstance(action, EndTurn):
            action = BuyLandingRights(step.city) if step.owner < 0 else ChallengeCityOwner(step.city)
        self.game.apply(twin, who, action)
        if isinstance(action, (Offer, CounterOffer)):
            self.game.apply(twin, action.to, AcceptOffer())
        if isinstance(action, ChallengeCityOwner):
            self.game.apply(twin, CHANCE, ThrowDice(6, 6))
            self.game.apply(twin, CHANCE, ThrowDice(1, 1))
        return twin

    def check(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        getattr(self, f"check_{reason.kind}")(state, who, action, reason)

    # One check for each kind of reason

    def check_routes(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        assert isinstance(action, ChooseBase)
        count = {c: sum(c in road for road in self.roads) for c in range(18) if c not in state.base}
        assert reason.values[0] == count[action.city]
        assert reason.values[1] / 10 == pytest.approx(sum(count.values()) / len(count), abs=0.051)
        assert reason.is_for == (count[action.city] > sum(count.values()) / len(count))

    def check_own_fares(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        self.check_rates(who, state, self.after(state, who, action), reason.values)
        rises = reason.values[1] > reason.values[0]
        assert reason.is_for == (rises != isinstance(action, (RejectOffer, EndTurn)))

    def check_rival_fares(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        rival = reason.values[0]
        assert rival != who
        self.check_rates(rival, state, self.after(state, who, action), reason.values[1:])
        assert reason.is_for == ((reason.values[2] < reason.values[1]) != isinstance(action, RejectOffer))

    def check_rates(self, seat: int, before: AirlineState, after: AirlineState, values: tuple[int, ...]) -> None:
        assert values[0] / 10 == pytest.approx(self.rate(before, seat), abs=0.06)
        assert values[1] / 10 == pytest.approx(self.rate(after, seat), abs=0.06)
        assert values[0] != values[1]

    def check_upkeep(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        assert isinstance(action, ExchangeAircraft)
        assert reason.values[0] / 10 == pytest.approx(self.upkeep(state.aircraft[who]), abs=0.06)
        assert reason.values[1] / 10 == pytest.approx(self.upkeep(action.aircraft), abs=0.06)
        assert reason.is_for == (action.aircraft < state.aircraft[who])

    def more_a_round(self, state: AirlineState, who: int, action: Action) -> float:
        assert isinstance(action, ExchangeAircraft)
        twin = self.after(state, who, action)
        upkeep = self.upkeep(action.aircraft) - self.upkeep(state.aircraft[who])
        return self.rate(twin, who) - self.rate(state, who) + upkeep

    def check_pays_back(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        (rounds,) = reason.values
        more = self.more_a_round(state, who, action)
        assert rounds <= 40
        assert reason.is_for
        assert 30 / (more + 0.2) <= rounds <= 30 / max(0.01, more - 0.2) + 1

    def check_brings_less(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        assert not reason.is_for
        assert -reason.values[0] / 10 == pytest.approx(self.more_a_round(state, who, action), abs=0.21)

    def check_joins_network(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        city, fare = reason.values
        assert city in self.connected(self.after(state, who, action), who)
        assert fare == self.fares[city][state.aircraft[who]]
        assert reason.is_for != isinstance(action, EndTurn)

    def check_not_connected(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        twin = self.after(state, who, action)
        assert reason.values[0] in self.owned(twin, who) - self.connected(twin, who)
        assert reason.is_for == isinstance(action, EndTurn)

    def check_reconnects(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        idle = self.owned(state, who) - self.connected(state, who)
        assert set(reason.values) == idle & self.connected(self.after(state, who, action), who) != set()

    def check_rival_next_to(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        rival, city = reason.values
        assert rival != who
        assert any(frozenset((city, other)) in self.roads for other in self.connected(state, rival))

    def check_own_cash_after(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        cash, owner, city, fare = reason.values
        twin = self.after(state, who, action)
        assert cash == twin.cash[who] < fare
        assert owner != who
        assert fare == self.fares[city][state.aircraft[owner]]
        if not isinstance(action, ChallengeCityOwner):
            assert city in self.connected(twin, owner)
        assert 2 <= (self.space[city] - state.pos[who]) % 24 <= 12
        assert reason.is_for == isinstance(action, (EndTurn, RejectOffer))

    def check_fares_if_won(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        self.check_rates(who, state, self.after(state, who, action), reason.values)

    def check_cuts_off_if_won(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        owner = reason.values[0]
        twin = self.after(state, who, action)
        lost = self.connected(state, owner) - self.connected(twin, owner)
        assert set(reason.values[1:]) == lost & self.owned(twin, owner) != set()

    def check_challenge_odds(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        totals = [first + second for first in range(1, 7) for second in range(1, 7)]
        assert reason.values == (sum(mine > theirs for mine in totals for theirs in totals),)
        assert reason.is_for == isinstance(action, EndTurn)

    def check_idle_city(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        assert reason.values[0] in self.owned(state, who) - self.connected(state, who)
        assert reason.values[0] not in self.owned(self.after(state, who, action), who)

    def check_brings_cash(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        offer: Any = state.step_stack[-1]
        gets = action.want_cash if isinstance(action, (Offer, CounterOffer)) else offer.give_cash
        assert reason.values == (gets,)
        assert gets > 0

    def check_refused_before(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        assert isinstance(action, (Offer, CounterOffer))
        assert not reason.is_for
        give, want = frozenset(action.give_cities), frozenset(action.want_cities)
        assert self.knows_refusal(state, who, action.to, give, want, action.give_cash - action.want_cash)

    def check_own_price(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        offer: Any = state.step_stack[-1]
        assert reason.values == (offer.proposer,)
        give, want = frozenset(offer.want_cities), frozenset(offer.give_cities)
        assert self.knows_refusal(state, who, offer.proposer, give, want, offer.want_cash - offer.give_cash)

    def knows_refusal(
        self, state: AirlineState, who: int, to: int, give: frozenset[int], want: frozenset[int], paid: int
    ) -> bool:
        now = self.circumstances(state, who, to, give, want)
        return any(r[:4] == (who, to, give, want) and paid <= r[4] and r[5] == now for r in self.refused)

    def check_pays_debt(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        debts = [step for step in self.after(state, who, action).step_stack if hasattr(step, "debtor")]
        assert debts == []

    def check_nothing_to_sell(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        dealt = [city for deal in state.raise_deals for city in range(18) if (deal[1] | deal[2]) >> city & 1]
        assert self.owned(state, who) - set(dealt) == {state.base[who]}

    def check_rivals_too_poor(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        debt: Any = state.step_stack[-1]
        assert reason.values == (debt.amount - state.cash[who], sum(state.cash) - state.cash[who])
        assert reason.values[1] < reason.values[0]

    def check_can_sell(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        assert not reason.is_for
        assert 0 < reason.values[0] <= len(self.owned(state, who)) - 1

    def check_claims_lapse(self, state: AirlineState, who: int, action: Action, reason: Reason) -> None:
        assert reason.values == (sum(claim[2] for claim in state.claims if claim[0] == who),)
        assert reason.is_for == isinstance(action, CollectClaim) != isinstance(action, LeaveClaimsUncalled)


def check_all_reasons(judge: Judge, state: AirlineState, who: int, legal: list[Action]) -> set[str]:
    game = judge.game
    before = game.to_json(state)
    kinds = set()
    for action in legal:
        for reason in game.evaluator.find_reasons(game, state, who, action):
            judge.check(state, who, action, reason)
            words = game.describe_reason(state, who, action, reason)
            assert words
            assert not words.endswith(".")
            kinds.add(reason.kind)
    assert game.to_json(state) == before
    return kinds


def play_and_check(bot: str, seats: int, seed: int, choices: int, **options: Any) -> set[str]:
    game = aerodrome.load("airline", options=options)
    assert isinstance(game, Airline)
    judge = Judge(game)
    state = game.new(seats)
    rng = random.Random(seed)
    player = create_bot(bot)
    kinds: set[str] = set()
    while choices and game.actors(state):
        (who,) = game.actors(state)
        if who == CHANCE:
            game.apply(state, who, game.pick_outcome(state, rng.random()))
            continue
        choices -= 1
        kinds |= check_all_reasons(judge, state, who, game.legal(state, who))
        action = choose_action(player, game, state, who, rng)
        judge.hear(state, action)
        game.apply(state, who, action)
    return kinds


def test_every_reason_in_games_of_bots_and_of_chance_is_true() -> None:
    kinds = play_and_check("random", 4, 1, 700) | play_and_check("random", 3, 2, 400, collect="claim")
    kinds |= play_and_check("greedy", 4, 3, 500) | play_and_check("greedy", 2, 4, 300)
    kinds |= play_and_check("cadet", 3, 5, 500)
    rare = {"pays_debt", "nothing_to_sell", "rivals_too_poor", "can_sell", "own_price", "refused_before"}
    rare |= {"reconnects"}
    every = {name.removeprefix("check_") for name in dir(Judge) if name.startswith("check_")} - {"rates"}
    assert every - rare <= kinds


def reasons(table: Table, who: int, action: Action) -> dict[str, Reason]:
    judge = Judge(table.game)
    found = table.game.evaluator.find_reasons(table.game, table.state, who, action)
    for reason in found:
        if reason.kind not in ("refused_before", "own_price"):
            judge.check(table.state, who, action, reason)
    return {reason.kind: reason for reason in found}


def test_a_jet_is_argued_by_figures_not_by_promises() -> None:
    table = Table("tokyo", "lima", "mexico_city")
    table.stand(RED, "tokyo")
    found = reasons(table, RED, ExchangeAircraft(JET))
    assert not found["brings_less"].is_for
    assert "pays_back" not in found
    words = table.game.describe_reason(table.state, RED, ExchangeAircraft(JET), found["own_fares"])
    assert words == "your fares a round: $0.8M → $1.7M"
    table.own(RED, "moscow", "tashkent", "bangkok", "sydney", "baghdad", "rome", "nairobi", "colombo", "london")
    assert "pays_back" in reasons(table, RED, ExchangeAircraft(JET))


def test_a_city_that_connects_others_says_which() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, "london")
    table.land("moscow")
    assert reasons(table, RED, table.buy_city("moscow"))["reconnects"].values == table.cities("london")


def test_going_down_to_a_prop_never_boasts_of_fares() -> None:
    table = Table("tokyo", "lima")
    table.stand(RED, "tokyo")
    table.aircraft(RED, JET)
    table.own(RED, "moscow")
    found = reasons(table, RED, ExchangeAircraft(PROP))
    assert not found["own_fares"].is_for
    assert found["upkeep"].is_for


def test_a_debtor_is_told_what_saves_him_and_when_nothing_does() -> None:
    table = Table("tokyo", "lima", "london")
    table.own(RED, "moscow")
    table.cash(RED, 0)
    table.land("lima")
    offer = table.offer(GREEN, give=("moscow",), get=20)
    assert reasons(table, RED, offer)["pays_debt"].is_for
    assert not reasons(table, RED, table.game.give_up)["can_sell"].is_for
    table.cash(YELLOW, 2)
    table.cash(GREEN, 1)
    assert reasons(table, RED, table.game.give_up)["rivals_too_poor"].is_for
    poor = Table("tokyo", "lima")
    poor.cash(RED, 0)
    poor.land("lima")
    assert "nothing_to_sell" in reasons(poor, RED, poor.game.give_up)


def test_a_refusal_and_ones_own_price_are_named() -> None:
    table = Table("tokyo", "lima", "london")
    table.own(YELLOW, "moscow")
    table.no_offers()
    offer = table.offer(YELLOW, pay=40, want=("moscow",))
    table.do(RED, offer)
    table.do(YELLOW, RejectOffer())
    assert not reasons(table, RED, offer)["refused_before"].is_for
    table.fly(1, 1)
    table.end()
    table.do(YELLOW, table.offer(RED, give=("moscow",), get=40))
    assert reasons(table, RED, AcceptOffer())["own_price"].is_for
    assert not reasons(table, RED, RejectOffer())["own_price"].is_for
    table.do(RED, RejectOffer())
    table.own(GREEN, "bangkok")
    assert "refused_before" in reasons(table, YELLOW, table.offer(RED, give=("moscow",), get=40))
    table.own(RED, "rome")
    assert "refused_before" not in reasons(table, YELLOW, table.offer(RED, give=("moscow",), get=40))


@pytest.mark.parametrize(
    ("amount", "words"), [(6.2, "+$6M"), (-0.41, "-$0.4M"), (1.0, "+$1M"), (-0.01, "+$0M"), (-12.0, "-$12M")]
)
def test_gains_are_millions_of_dollars(amount: float, words: str) -> None:
    assert aerodrome.load("airline").format_gain(amount) == words
