"""Every reason is true. The judge plays the choice out and looks at the table and at what is told; it uses nothing of
`ai/reasons.py` and none of the queries that it uses."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from aerodrome import CHANCE, Action, Event, load
from aerodrome.bots.base import Bot, choose_action
from aerodrome.bots.greedy import GreedyBot
from aerodrome.bots.levels import Cadet
from aerodrome.core.reason import Reason
from aerodrome.games.airkwire.game import Airkwire
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model import events as ev
from aerodrome.games.airkwire.model.state import BANKRUPT, OPEN, AirkwireState
from games.airkwire.table import Table


class Case:
    """A choice in a position, and the position after it."""

    def __init__(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> None:
        self.game = game
        self.state = state
        self.who = who
        self.action = action
        self.told: list[Event] = []
        self.after = state.clone()
        played = game.approvals[0] if isinstance(action, act.RefuseRoute) else action
        game.apply(self.after, who, played, self.told.append)
        step = type(self.after.step_stack[-1]).__name__ if self.after.step_stack else ""
        if isinstance(action, act.ProposeRoute) and step == "RouteApprovalStep":
            game.apply(self.after, self.after.ceo[action.airline], game.approvals[0], self.told.append)
        if isinstance(action, (act.BuyShare, act.SellShare)):
            self._settle_trades()

    def _settle_trades(self) -> None:
        """Under Block Trade prices move when the trading is over."""
        after = self.after
        if type(after.step_stack[-1]).__name__ != "TradeSharesStep":
            return
        for airline in range(after.airlines):
            if after.fixed[airline] >= 0 and after.index[airline] + after.shift[airline] >= 0:
                after.index[airline] = min(20, after.index[airline] + after.shift[airline])

    def price(self, state: AirkwireState, airline: int) -> int:
        return self.game.price[state.index[airline]]

    def price_before(self, airline: int) -> int:
        state = self.state
        return self.game.price[max(0, min(20, state.index[airline] + state.shift[airline]))]

    def pays(self, state: AirkwireState, airline: int, shift: int = 0) -> int:
        """What a share gets at a payout now, by the text of section 11."""
        game = self.game
        index = max(0, min(20, state.index[airline] + shift))
        served = [plane for plane in state.planes[airline] if plane >= 0]
        allowed = {kind for kind, craft in enumerate(game.edition.aircraft) if craft.min_price <= game.price[index]}
        if len(served) > game.edition.track[index].city_limit or {plane % 3 for plane in served} - allowed:
            return 0
        if state.points[airline] < sum(state.shares[airline]):
            return 0
        exact = game.price[index] * state.points[airline] / 100
        return int(exact / 10 + 0.5) * 10

    def others(self, state: AirkwireState, airline: int) -> int:
        return sum(state.shares[airline]) - state.shares[airline][self.who]

    def events(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.told if type(event) is kind]


Judge = Callable[[Case, tuple[int, ...]], bool]


def judge_opens(case: Case, values: tuple[int, ...]) -> bool:
    airline, shares = values
    return case.state.status[airline] != OPEN and case.after.shares[airline][case.who] == shares


def judge_leads(case: Case, values: tuple[int, ...]) -> bool:
    return case.state.ceo[values[0]] != case.who and case.after.ceo[values[0]] == case.who


def judge_loses_lead(case: Case, values: tuple[int, ...]) -> bool:
    return case.state.ceo[values[0]] == case.who and case.after.ceo[values[0]] == values[1]


def judge_pays(case: Case, values: tuple[int, ...]) -> bool:
    airline, rate = values
    return case.pays(case.state, airline, case.state.shift[airline]) > 0 and case.pays(case.after, airline) == rate


def judge_starts_paying(case: Case, values: tuple[int, ...]) -> bool:
    airline, rate = values
    return not case.pays(case.state, airline, case.state.shift[airline]) and case.pays(case.after, airline) == rate


def judge_stops_paying(case: Case, values: tuple[int, ...]) -> bool:
    return not case.pays(case.after, values[0])


def judge_can_fly(case: Case, values: tuple[int, ...]) -> bool:
    (airline,) = values
    served = sum(plane >= 0 for plane in case.state.planes[airline])
    track = case.game.edition.track
    before = max(0, case.state.index[airline] + case.state.shift[airline])
    return track[before].city_limit <= served < track[case.after.index[airline]].city_limit


def judge_lifts_own(case: Case, values: tuple[int, ...]) -> bool:
    airline, shares, dollars = values
    moved = case.price(case.after, airline) - case.price_before(airline)
    both = min(case.state.shares[airline][case.who], case.after.shares[airline][case.who])
    return moved == dollars and both == shares


def judge_lifts_others(case: Case, values: tuple[int, ...]) -> bool:
    airline, shares, dollars = values
    moved = case.price(case.after, airline) - case.price_before(airline)
    return moved == dollars and case.others(case.after, airline) == shares


def judge_cash(case: Case, values: tuple[int, ...]) -> bool:
    return case.after.cash[case.who] - case.state.cash[case.who] == values[0] > 0


def judge_bankrupt(case: Case, values: tuple[int, ...]) -> bool:
    airline, lost = values
    gone = case.after.status[airline] == BANKRUPT or case.after.index[airline] + case.after.shift[airline] < 0
    return gone and case.state.shares[airline][case.who] - 1 == lost


def judge_nothing_to_buy(case: Case, values: tuple[int, ...]) -> bool:
    return not any(isinstance(action, act.BuyShare) for action in case.game.legal(case.state, case.who))


def judge_owed(case: Case, values: tuple[int, ...]) -> bool:
    return values[0] in case.state.owed


def judge_bonus(case: Case, values: tuple[int, ...]) -> bool:
    defunct, dollars = values
    if not case.events(ev.AirlineTakenOver):  # the acquirer's CEO is first asked for an aircraft
        case.game.apply(
            case.after, case.after.ceo[_acquirer(case)], case.game.homes[_home_aircraft(case)], case.told.append
        )
    (event,) = case.events(ev.AirlineTakenOver)
    assert isinstance(event, ev.AirlineTakenOver)
    paid = {**dict.fromkeys(event.second, event.second_bonus), **dict.fromkeys(event.first, event.first_bonus)}
    return event.defunct == defunct and paid.get(case.who) == dollars


def _acquirer(case: Case) -> int:
    return int(case.after.step_stack[-1].acquirer)  # type: ignore[attr-defined]


def _home_aircraft(case: Case) -> int:
    first = case.game.legal(case.after, case.after.ceo[_acquirer(case)])[0]
    assert isinstance(first, act.PlaceAircraftAtDefunctHome)
    return first.aircraft


def _merges(case: Case, values: tuple[int, ...]) -> bool:
    for event in case.events(ev.AirlineTakenOver):
        assert isinstance(event, ev.AirlineTakenOver)
        return (event.acquirer, event.defunct) == values
    step = case.after.step_stack[-1]
    return type(step).__name__ == "ChooseAircraftForDefunctHomeStep" and (step.acquirer, step.defunct) == values  # type: ignore[attr-defined]


def judge_takes_over(case: Case, values: tuple[int, ...]) -> bool:
    return case.state.ceo[values[0]] == case.who and _merges(case, values)


def judge_taken_over(case: Case, values: tuple[int, ...]) -> bool:
    return case.state.ceo[values[1]] == case.who and _merges(case, values)


def judge_ends_game_winning(case: Case, values: tuple[int, ...]) -> bool:
    return case.after.points[values[0]] >= 40 and case.who in case.game.winners(case.after)


def judge_ends_game_losing(case: Case, values: tuple[int, ...]) -> bool:
    winners = case.game.winners(case.after)
    return case.who not in winners and values[1] in winners


def judge_payout(case: Case, values: tuple[int, ...]) -> bool:
    if not case.after.step_stack:
        paid: Counter[int] = Counter()
        for event in case.events(ev.DividendsPaid):
            assert isinstance(event, ev.DividendsPaid)
            paid.update(dict(zip(event.seats, event.amounts, strict=True)))
        amounts = [paid[seat] for seat in range(case.state.seats)]
    else:
        amounts = [
            sum(
                case.pays(case.after, airline) * case.after.shares[airline][seat]
                for airline in range(case.state.airlines)
                if case.after.status[airline] == OPEN
            )
            for seat in range(case.state.seats)
        ]
        assert case.after.due
    return (amounts[case.who], max(amounts[: case.who] + amounts[case.who + 1 :])) == values


def judge_points(case: Case, values: tuple[int, ...]) -> bool:
    airline, points, before, after = values
    rates = [round_rate(case.price(state, airline) * state.points[airline]) for state in (case.state, case.after)]
    gained = case.after.points[airline] - case.state.points[airline]
    return (gained, *rates) == (points, before, after)


def round_rate(hundredfold: int) -> int:
    return int(hundredfold / 1000 + 0.5) * 10


def judge_no_points(case: Case, values: tuple[int, ...]) -> bool:
    return case.after.points[values[0]] == case.state.points[values[0]]


def judge_others_hold_more(case: Case, values: tuple[int, ...]) -> bool:
    airline, own, others = values
    return own == case.state.shares[airline][case.who] and others == case.others(case.state, airline) > own


def routes_to(case: Case, city: int) -> list[int]:
    """The airlines that the player could fly to this city now, with the card in hand and nothing refused or owed."""
    state = case.state.clone()
    while type(state.step_stack[-1]).__name__ != "RouteOrDiscardStep":
        state.step_stack.pop()
        if not state.step_stack:
            state.step_stack = [case.game.steps["Route"]()]
    state.hands[case.who] = [city]
    state.refused.clear()
    state.owed.clear()
    legal = state.step_stack[-1].legal(case.game, state, case.who)
    return [action.airline for action in legal if isinstance(action, act.ProposeRoute)]


def judge_out_of_reach(case: Case, values: tuple[int, ...]) -> bool:
    return not routes_to(case, values[0])


def judge_second_card(case: Case, values: tuple[int, ...]) -> bool:
    return values[0] in case.after.hands[case.who]


def judge_open_route(case: Case, values: tuple[int, ...]) -> bool:
    city, airline, points = values
    alone = all(not case.state.network[other] >> city & 1 for other in range(case.state.airlines))
    return airline in routes_to(case, city) and alone and case.game.edition.city[city].points == points > 0


def judge_in_reach(case: Case, values: tuple[int, ...]) -> bool:
    city, airline, points = values
    return airline in routes_to(case, city) and case.game.edition.city[city].points == points


def judge_lost_draw(case: Case, values: tuple[int, ...]) -> bool:
    return any(isinstance(action, act.DrawFromPile) for action in case.game.legal(case.state, case.who))


def judge_exchange(case: Case, values: tuple[int, ...]) -> bool:
    acquirer, price, cash = values
    step = case.state.step_stack[-1]
    assert isinstance(case.action, act.ExchangeOrSellShares)
    if case.action.exchange:
        now = case.events(ev.SharesExchangedOrSold)[0]
        assert isinstance(now, ev.SharesExchangedOrSold)
        if now.now != price:
            return False
    return cash == 2 * case.price(case.state, step.defunct) and step.acquirer == acquirer  # type: ignore[attr-defined]


def judge_sold_out_rise(case: Case, values: tuple[int, ...]) -> bool:
    airline, shares, dollars = values
    twin = case.state.clone()
    case.game.apply(twin, case.who, act.RaisePrice())
    return (
        case.price(twin, airline) - case.price(case.state, airline) == dollars
        and shares == twin.shares[airline][case.who]
    )


def wealth(case: Case) -> list[int]:
    state = case.state
    return [
        state.cash[seat] + sum(state.shares[a][seat] * case.price(state, a) for a in range(state.airlines))
        for seat in range(state.seats)
    ]


def judge_richest(case: Case, values: tuple[int, ...]) -> bool:
    return wealth(case)[case.who] == max(wealth(case))


def judge_richer(case: Case, values: tuple[int, ...]) -> bool:
    return wealth(case)[values[0]] == max(wealth(case)) > wealth(case)[case.who]


def judge_standstill(case: Case, values: tuple[int, ...]) -> bool:
    return case.state.idle_turns >= values[0] * case.state.seats > 0


def judge_city_points(case: Case, values: tuple[int, ...]) -> bool:
    return case.game.edition.city[values[0]].points == values[1] > 0


JUDGES: dict[str, Judge] = {
    name.removeprefix("judge_"): judge for name, judge in list(globals().items()) if name.startswith("judge_")
}
JUDGES["pays_nothing"] = judge_stops_paying


def positions(
    options: dict[str, bool], seats: int, seed: int, bot: Bot | None
) -> Iterator[tuple[Airkwire, AirkwireState, int]]:
    """Every question of a game; without a bot everybody plays at random."""
    game = load("airkwire", options=options)
    assert isinstance(game, Airkwire)
    state, rng = game.new(seats), random.Random(seed)
    assert isinstance(state, AirkwireState)
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
            continue
        yield game, state, who
        action = choose_action(bot, game, state, who, rng) if bot else rng.choice(game.legal(state, who))
        game.apply(state, who, action)


def check_reasons(game: Airkwire, state: AirkwireState, who: int, seen: set[str]) -> None:
    for action in game.legal(state, who):
        case = None
        for reason in game.evaluator.find_reasons(game, state, who, action):
            case = case or Case(game, state, who, action)
            words = game.describe_reason(state, who, action, reason)
            what = f"{game.say(state, who, action)}: {words} ({reason.kind} {reason.values})"
            assert words.strip(" .") == words != "", what
            assert JUDGES[reason.kind](case, reason.values), what
            seen.add(reason.kind)


@pytest.mark.parametrize(
    ("bot", "seats", "games"), [(None, 3, 2), (None, 5, 2), (GreedyBot(), 3, 3), (GreedyBot(), 6, 1), (Cadet(), 4, 1)]
)
@pytest.mark.parametrize("power_cards", [False, True])
def test_every_reason_is_true(bot: Bot | None, seats: int, games: int, power_cards: bool) -> None:
    seen: set[str] = set()
    for seed in range(games):
        for number, (game, state, who) in enumerate(positions({"power_cards": power_cards}, seats, seed, bot)):
            if number % 3 == 0 or state.step_stack[-1].rule != "AK-3.2":
                check_reasons(game, state, who, seen)
    assert len(seen) > 20


def reasons(table: Table, kind: str, **fields: object) -> list[Reason]:
    game = table.game
    return game.evaluator.find_reasons(game, table.state, table.asked, table.action(kind, **fields))


def kinds(table: Table, kind: str, **fields: object) -> list[tuple[str, bool]]:
    return [(reason.kind, reason.is_for) for reason in reasons(table, kind, **fields)]


def test_trading_ends_for_want_of_shares_only_when_there_are_none() -> None:
    table = Table()
    table.open("united", 5, {0: 4})
    assert kinds(table, "close_stock") == []
    table.cash(0, 50)
    assert kinds(table, "close_stock") == [("nothing_to_buy", True)]


def test_a_card_that_an_own_airline_can_use_is_not_called_useless() -> None:
    table = Table()
    table.open("united", 5, {0: 4})
    table.hand(0, "cleveland", "bangor")
    table.do("close_stock")
    assert kinds(table, "discard", card="cleveland") == [("open_route", False)]
    assert kinds(table, "discard", card="bangor") == [("out_of_reach", True)]


def test_a_city_without_points_gives_none() -> None:
    table = Table()
    table.open("united", 5, {0: 4})
    table.hand(0, "knoxville")
    table.do("close_stock")
    assert ("no_points", False) in kinds(table, "propose", city="knoxville", airline="united", aircraft="boeing_247")
    assert "points" not in [
        kind for kind, _ in kinds(table, "propose", city="knoxville", airline="united", aircraft="boeing_247")
    ]


def test_refusing_argues_the_other_way() -> None:
    table = Table()
    table.open("united", 5, {1: 3, 0: 2})
    table.hand(0, "cleveland")
    table.fly("cleveland", "united")
    approve = {(reason.kind, reason.values, reason.is_for) for reason in reasons(table, "approve")}
    refuse = {(reason.kind, reason.values, not reason.is_for) for reason in reasons(table, "refuse")}
    assert approve == refuse != set()


def test_a_merger_is_named_for_who_loses_his_airline() -> None:
    table = Table()
    table.open("united", 3, {0: 3})
    table.open("twa", 8, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")
    table.do("close_stock")
    route = {"city": "st_louis", "airline": "united", "aircraft": "tri_motor"}
    assert kinds(table, "propose", **route)[0] == ("taken_over", False)
    first = reasons(table, "propose", **route)[0]
    words = table.game.describe_reason(table.state, 0, table.action("propose", **route), first)
    assert words == "TWA takes over United"


@pytest.mark.parametrize(
    ("amount", "words"), [(1200.4, "+$1,200"), (-7083.5, "-$7,080"), (0.2, "+$0"), (-42, "-$42"), (15270, "+$15,270")]
)
def test_amounts_are_dollars(amount: float, words: str) -> None:
    assert load("airkwire").format_gain(amount) == words
