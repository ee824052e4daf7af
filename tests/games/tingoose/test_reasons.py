"""Reasons are facts: each is checked by playing the choice and looking at what happened."""

import random
from collections import Counter
from typing import Any

import pytest

from aerodrome import CHANCE, Action
from aerodrome.bots import create_bot
from aerodrome.core.reason import Reason
from aerodrome.games.tingoose.game import TinGoose
from aerodrome.games.tingoose.model import actions, events
from aerodrome.games.tingoose.model.state import GENEROUS_DIVIDENDS, REGIONAL_MANAGEMENT, TinGooseState
from games.tingoose.table import ADVANCE, BOND, CHIP, PASS, TWO_CHIPS, Table, tin_goose


class Trial:
    """A choice tried on a copy of the table: what it changed and what was told."""

    def __init__(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> None:
        self.game, self.before, self.who = game, state, who
        self.action: Any = action
        self.step: Any = state.step_stack[-1]
        self.after = state.clone()
        self.told: list[object] = []
        game.apply(self.after, who, action, self.told.append)

    def find(self, kind: type) -> list[Any]:
        return [
            event for event in self.told if isinstance(event, kind) and getattr(event, "seat", self.who) == self.who
        ]

    @property
    def boxes(self) -> int:
        return self.after.income_box[self.who] - self.before.income_box[self.who]

    def income(self, state: TinGooseState) -> int:
        return self.game.income_boxes[state.income_box[self.who]]

    def dealt_flames(self, seat: int, state: TinGooseState | None = None) -> int:
        return self._sum("hazard", seat, state or self.before) + 4 * (((state or self.before).conditions[seat]) & 1)

    def dealt_barrels(self, seat: int) -> int:
        return self._sum("oil", seat, self.before)

    def _sum(self, figure: str, seat: int, state: TinGooseState) -> int:
        """Read from the edition itself."""
        edition = self.game.edition
        kinds = {fleet.id: fleet for fleet in edition.fleet}
        total = state.extensions[seat]
        for fleet in state.fleets[seat]:
            start = fleet == self.game.start_fleet
            total += getattr(edition.start_fleet if start else kinds[edition.card[fleet].fleet], figure)
        return total


def check_reason(trial: Trial, reason: Reason) -> None:
    """Fails unless the fact holds."""
    values = reason.values
    game, before, after, who, action = trial.game, trial.before, trial.after, trial.who, trial.action
    cash = after.cash[who] - before.cash[who]
    kind = reason.kind
    if kind == "entry_pays":
        city, demand, income, airmail, major = values
        assert city == action.city
        assert sum(e.amount for e in trial.find(events.DemandServed)) == demand * income
        assert sum(e.amount for e in trial.find(events.AirmailDelivered)) == airmail
        assert major == (20 if game.edition.city[city].major else 0)
        assert demand * income + airmail + major > 0
    elif kind == "card_in_hand":
        later = [c for c in game.edition.card if c.city == game.cities[values[0]] and is_playable_later(trial, c.era)]
        assert any(before.holder[game.card_names.index(card.id)] == who for card in later)
        assert values[0] == action.city
        assert 0 < values[1] <= 2
        assert after.income_box[who] + values[1] <= 25
    elif kind == "income_moves":
        assert values[:3] == (trial.boxes, trial.income(before), trial.income(after))
        assert reason.is_for == (trial.boxes > 0)
        assert values[3] == sum(n >> action.city & 1 for s, n in enumerate(before.network) if s != who)
    elif kind == "extension_burden":
        assert after.extensions[who] == before.extensions[who] + 1
        assert values == (1, 1)
    elif kind == "destination":
        gained = game.scores(after)[who] - game.scores(before)[who]
        if any(isinstance(e, events.IncomePaid) and e.seat == who for e in trial.told):
            gained -= trial.income(after)
        assert values[1] - values[2] + values[3] == gained
    elif kind in ("advance", "half_box", "top_of_track"):
        check_advance(trial, reason)
    elif kind == "chip_price":
        assert [e.amount for e in trial.find(events.LaborChipsTaken)] == [values[0]]
    elif kind in ("chips_useless", "own_strike"):
        check_strikes_ahead(trial, reason)
    elif kind in ("bond_for_event", "bond_for_destination", "bond_cost", "cash_left"):
        check_cash(trial, reason)
    elif kind in ("city_bonus", "event_costs", "crash_move", "calls_last", "strike_without_chips"):
        check_card(trial, reason)
    elif kind in ("strike_stakes", "zero_loses"):
        card = game.edition.card[trial.step.card]
        assert values == ((card.win, card.lose) if action.chips else (card.lose,))
        assert reason.is_for == (action.chips > 0)
    elif kind == "opening_prize":
        assert values == (len(before.card_row),) == (before.seats + 1,)
    elif kind == "opening_bid_paid":
        assert values == (action.amount,)
    elif kind in ("route_length", "start_demand", "start_major"):
        check_route(trial, reason)
    elif kind in ("fewer_flames", "income_paid_again", "pays_now", "oil_cheaper", "actions_free"):
        check_removal(trial, reason)
    else:
        check_fleet(trial, reason)
    assert cash == after.cash[who] - before.cash[who]


def is_playable_later(trial: Trial, era: str) -> bool:
    last_round = {"gold": 2, "blue": 5, "red": 7}
    return trial.before.round < last_round[era]


def check_advance(trial: Trial, reason: Reason) -> None:
    now, then = trial.income(trial.before), trial.income(trial.after)
    if reason.kind == "top_of_track":
        assert trial.boxes == 0
        assert reason.values == (15,)
        return
    assert trial.boxes == 1
    if reason.kind == "half_box":
        assert now == then == reason.values[0]
        assert trial.game.income_boxes[trial.after.income_box[trial.who] + 1] == reason.values[1] > now
        return
    blocked = trial.before.conditions[trial.who] >> GENEROUS_DIVIDENDS & 1
    turns = 0 if blocked else trial.game.rounds - trial.before.round + 1
    assert reason.values == (now, then, turns, 10 * (then - now))
    assert then > now


def check_strikes_ahead(trial: Trial, reason: Reason) -> None:
    state = trial.before
    if reason.kind == "own_strike":
        held = [c for i, c in enumerate(trial.game.edition.card) if state.holder[i] == trial.who and c.kind == "strike"]
        assert reason.values in [(card.win, card.lose) for card in held]
    else:
        last = (state.first - 1) % state.seats
        assert state.round == 7
        assert trial.who == last


def check_cash(trial: Trial, reason: Reason) -> None:
    state, who, values = trial.before, trial.who, reason.values
    if reason.kind == "bond_cost":
        assert trial.after.cash[who] - state.cash[who] >= values[0] == 40
        assert values[1] == 40
        assert trial.after.bonds[who] == state.bonds[who] + 1
    elif reason.kind == "bond_for_destination":
        place = trial.game.edition.international[values[1]]
        assert state.round in place.rounds
        assert values[2] == place.cost > state.cash[who] == values[0]
    else:
        spent = trial.action.amount if isinstance(trial.action, actions.BidForFleet) else 0
        assert values[0] == state.cash[who] - spent < values[1]
        costs = [compute_cost(trial, card, who) for card in range(96) if can_come(trial, card)]
        assert values[1] == max(costs)


def can_come(trial: Trial, card: int) -> bool:
    """Whether, as this seat knows, somebody else may hold this event of the era."""
    era = ("gold", "blue", "red")[0 if trial.before.round <= 2 else 1 if trial.before.round <= 5 else 2]
    data = trial.game.edition.card[card]
    return data.era == era and data.kind != "fleet" and trial.before.holder[card] not in (16, trial.who)


def compute_cost(trial: Trial, card: int, seat: int) -> int:
    data = trial.game.edition.card[card]
    if data.kind == "crash":
        return data.per_flame * trial.dealt_flames(seat)
    if data.kind == "oil":
        return (data.per_barrel + (trial.before.conditions[seat] >> 3 & 1)) * trial.dealt_barrels(seat)
    return data.lose


def check_card(trial: Trial, reason: Reason) -> None:
    values, who = reason.values, trial.who
    card = trial.game.edition.card[trial.action.card]
    if reason.kind == "city_bonus":
        [bonus] = [e for e in trial.told if isinstance(e, events.PlayedCardCityBonusGained)]
        assert (bonus.city, trial.income(trial.before), bonus.income) == (values[0], values[2], values[3])
        assert 0 < values[1] <= 2
    elif reason.kind == "event_costs":
        paid = {e.seat: e.amount for e in trial.told if isinstance(e, (events.CrashCostPaid, events.OilCostPaid))}
        others = sum(amount for seat, amount in paid.items() if seat != who)
        assert values == (paid[who], others, trial.before.seats - 1)
        assert reason.is_for == (paid[who] < others / (trial.before.seats - 1))
    elif reason.kind == "crash_move":
        [moved] = [e for e in trial.told if isinstance(e, events.IncomeMovedByCrash) and e.seat == who]
        assert moved.income == values[2]
        assert reason.is_for == (values[0] > 0) == (not moved.most)
    elif reason.kind == "calls_last":
        assert card.kind == "fleet"
        assert trial.game.actors(trial.after) == ((who + 1) % trial.before.seats,)
        assert trial.after.active == who
    else:
        assert card.kind == "strike"
        assert trial.before.chips[who] == 0
        assert values == (card.lose,)


def check_route(trial: Trial, reason: Reason) -> None:
    edition, values = trial.game.edition, reason.values
    route = edition.airmail[trial.action.airmail]
    lines: dict[str, set[str]] = {}
    for a, b in edition.lines.edges:
        lines.setdefault(a, set()).add(b)
        lines.setdefault(b, set()).add(a)
    if reason.kind == "route_length":
        reached, steps = {route.start}, 0
        while route.target not in reached:
            reached |= {other for city in reached for other in lines[city]}
            steps += 1
        assert values == (steps, 40)
    elif reason.kind == "start_demand":
        tokens = {
            c: trial.before.silver[trial.game.city_id[c]] + (trial.before.gold >> trial.game.city_id[c] & 1)
            for c in lines
        }
        assert trial.game.cities[values[0]] in lines[route.start]
        assert values[1] == tokens[trial.game.cities[values[0]]] == max(tokens[c] for c in lines[route.start])
    else:
        assert values == (20,)
        assert next(city for city in edition.city if city.name == route.start).major


def check_removal(trial: Trial, reason: Reason) -> None:
    state, who, values = trial.before, trial.who, reason.values
    to_come = 7 - state.round + ((who - state.first) % state.seats >= (state.active - state.first) % state.seats)
    if reason.kind == "fewer_flames":
        others = [trial.dealt_flames(seat) for seat in range(state.seats) if seat != who]
        assert values == (trial.dealt_flames(who), trial.dealt_flames(who, trial.after), max(others), min(others))
        assert values[1] < values[0]
    elif reason.kind == "income_paid_again":
        assert values == (trial.income(state), to_come)
    elif reason.kind == "pays_now":
        assert [e.amount for e in trial.find(events.UnproductiveInvestmentsPaidOut)] == [values[0]]
        assert values[1] < values[0]
    elif reason.kind == "oil_cheaper":
        assert values == (trial.dealt_barrels(who), trial.dealt_barrels(who))
    else:
        begun = who == state.active and not any(type(s).__name__ == "TurnActionsStartStep" for s in state.step_stack)
        assert state.conditions[who] >> REGIONAL_MANAGEMENT & 1
        assert values == (to_come - begun,)


def check_fleet(trial: Trial, reason: Reason) -> None:
    state, who, values, kind = trial.before, trial.who, reason.values, reason.kind
    step = trial.step
    card = trial.game.edition.card[step.card if not isinstance(trial.action, actions.PlayCard) else trial.action.card]
    fleet = next(fleet for fleet in trial.game.edition.fleet if fleet.id == card.fleet)
    owned = [trial.game.edition.card[f].fleet for f in state.fleets[who] if f != trial.game.start_fleet]
    if kind == "same_kind":
        assert card.fleet in owned
        assert 0 < values[0] <= 2
        assert state.round < 7
    elif kind == "wins_now":
        assert [(e.card, e.amount) for e in trial.find(events.FleetWon)] == [(step.card, values[0])]
    elif kind == "planes_gained":
        assert values == (2, "SML".index(fleet.size))
    elif kind in ("condition_goes", "no_condition_goes"):
        assert values == (bin(state.conditions[who]).count("1"),)
        assert values[0] > 0
        assert reason.is_for == (kind == "condition_goes")
    elif kind == "planes_enough":
        assert values[0] == sum(state.planes[who]) >= values[1] >= 2 * (7 - state.round)
    elif kind == "fleet_burden":
        assert values == (fleet.oil, fleet.hazard)
        assert reason.is_for == isinstance(trial.action, actions.PassAuction)
    else:
        check_upgrade(trial, reason)


def check_upgrade(trial: Trial, reason: Reason) -> None:
    who, values = trial.who, reason.values
    fewer_flames = trial.dealt_flames(who) - trial.dealt_flames(who, trial.after)
    fewer_barrels = trial.dealt_barrels(who) - trial._sum("oil", who, trial.after)
    [upgraded] = trial.find(events.FleetUpgraded)
    size = trial.game.fleet_size
    grows = upgraded.planes > 0 and size[upgraded.card] > size[trial.action.fleet]
    if reason.kind == "upgrade_saves":
        assert values == (fewer_barrels, fewer_flames)
        assert reason.is_for == (fewer_barrels + fewer_flames > 0)
    elif reason.kind == "upgrade_grows":
        assert grows
        assert values == (upgraded.planes, size[upgraded.card])
    else:
        assert reason.kind == "upgrade_no_better"
        assert not reason.is_for
        assert fewer_barrels <= 0
        assert fewer_flames <= 0
        assert not grows


@pytest.mark.parametrize(("bot", "seats", "games"), [("random", 4, 4), ("greedy", 3, 4), ("greedy", 5, 2)])
def test_every_reason_is_true(bot: str, seats: int, games: int) -> None:
    game, player = tin_goose(), create_bot(bot)
    met: Counter[str] = Counter()
    for seed in range(games):
        rng = random.Random(seed)
        state = game.new(seats)
        while actors := game.actors(state):
            who = actors[0]
            if who == CHANCE:
                game.apply(state, who, game.pick_outcome(state, rng.random()))
                continue
            for action in game.legal(state, who):
                for reason in game.evaluator.find_reasons(game, state, who, action):
                    met[reason.kind] += 1
                    check_reason(Trial(game, state, who, action), reason)
                    assert game.describe_reason(state, who, action, reason)
            game.apply(state, who, player.choose(game, game.imagine(state, who, rng), who, rng))
    assert len(met) > 25


def find(table: Table, action: Action, seat: int = 0) -> list[tuple[str, tuple[int, ...], bool]]:
    reasons = table.game.evaluator.find_reasons(table.game, table.state, seat, action)
    return [(reason.kind, reason.values, reason.is_for) for reason in reasons]


def words(table: Table, action: Action, is_for: bool = True) -> list[str]:
    reasons = table.game.evaluator.find_reasons(table.game, table.state, 0, action)
    return [table.game.describe_reason(table.state, 0, action, r) for r in reasons if r.is_for == is_for]


def test_an_event_that_hits_oneself_hardest_is_no_reason_for_it() -> None:
    table = Table(3).give(0, "R27").begin(6, 0).without_conditions()
    table.state.extensions = [9, 0, 0]
    card = actions.PlayCard(table.card("R27"))
    assert words(table, card) == []
    assert words(table, card, is_for=False) == [
        "you have the most flames: income down 1 box, 3 to 2",
        "it costs you $24, the others $6 on average",
    ]


def test_an_event_that_hits_the_others_harder_says_by_how_much() -> None:
    table = Table(3).give(0, "R27").begin(6, 0).without_conditions()
    table.state.extensions = [0, 9, 0]
    assert "it costs you $6, the others $15 on average" in words(table, actions.PlayCard(table.card("R27")))


def test_a_second_fleet_of_a_kind_is_no_reason_in_the_last_round() -> None:
    for round, expected in ((6, ["you fly this kind: winning another lifts income by 2 boxes"]), (7, [])):
        table = Table(3).fleets(0, R03=0).give(0, "R01").begin(round, 0)
        card = actions.PlayCard(table.card("R01"))
        assert [text for text in words(table, card) if "kind" in text] == expected


def test_airmail_and_demand_are_told_together() -> None:
    table = Table(4).acting().network(0, "Medford").tokens("San Francisco", silver=3)
    assert words(table, table.placing("San Francisco"))[0] == (
        "airmail pays $40, demand pays 3 × $3 = $9, San Francisco is major: $20 at the end"
    )


def test_a_bid_claims_no_worth_and_a_pass_tells_what_it_spares() -> None:
    table = Table().auction("G15").do(PASS, PASS)
    assert all("worth" not in text for text in words(table, actions.BidForFleet(17)))
    assert words(table, PASS)[0].startswith("it would add")


def test_rivals_purses_play_no_part_in_reasons() -> None:
    """Cash, bonds and chips of rivals are behind their screens (TG-R47)."""
    table = Table(3).give(0, "R27", "R24", "R01").begin(6, 0)
    table.state.cash = [30, 30, 30]
    choices = [*table.legal(0)]
    before = [find(table, action) for action in choices]
    table.state.cash, table.state.bonds, table.state.chips = [30, 0, 90], [0, 3, 1], [2, 9, 0]
    assert [find(table, action) for action in choices] == before


def test_fillers_of_the_last_turn_are_called_what_they_are() -> None:
    table = Table(3).acting(7, 2)
    assert [reason[0] for reason in find(table, TWO_CHIPS, 2)] == ["chips_useless", "chip_price"]
    assert find(table, CHIP, 2) == [("chips_useless", (), False)]
    assert [kind for kind, _, is_for in find(table, BOND, 2) if is_for] == []
    table.state.income_box[2] = 25
    assert find(table, ADVANCE, 2) == [("top_of_track", (15,), False)]


def test_amounts_are_dollars() -> None:
    game = tin_goose()
    assert [game.format_gain(amount) for amount in (18.4, -6.0, 0.2)] == ["+$18", "−$6", "$0"]
