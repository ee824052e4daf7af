"""Every reason is true, by checks that do not use the code that found it."""

import random
from collections.abc import Callable

import pytest

from aerodrome import CHANCE, Action
from aerodrome.bots.greedy import GreedyBot
from aerodrome.core.actions import NOBODY
from aerodrome.core.chance import pick_outcome_index
from aerodrome.core.reason import Reason
from aerodrome.games.airsteam.ai import reasons
from aerodrome.games.airsteam.game import Airsteam
from aerodrome.games.airsteam.model import actions as a
from aerodrome.games.airsteam.model.state import GOODS, REVEALED, SLOTS, AirsteamState
from games.airsteam.table import FOOD, Table, game_of


class Position:
    """A choice in a position, with answers worked out anew from the map."""

    def __init__(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> None:
        self.game, self.state, self.who, self.action = game, state, who, action
        self.tables = game.maps[state.seats]

    def after(self) -> AirsteamState:
        twin = self.state.clone()
        self.game.apply(twin, self.who, self.action)
        return twin

    def link_at(self, hex_id: int) -> int:
        if hex_id in self.state.laid_hex:
            return self.state.laid_link[self.state.laid_hex.index(hex_id)]
        return self.tables.link_at[hex_id]

    def ends(self, link: int) -> tuple[int, int]:
        if link < self.game.printed_links:
            return self.tables.link_ends[link]
        i = 2 * (link - self.game.printed_links)
        return self.state.laid_ends[i], self.state.laid_ends[i + 1]

    def fees(self, link: int, limit: int) -> dict[int, int]:
        """Every city that a train from this line reaches, with the fewest dollars for one cube: all routes tried."""
        found: dict[int, int] = {}
        lines = [i for i, depots in enumerate(self.state.link_depots) if depots]

        def go(city: int, used: list[int], fee: int) -> None:
            found[city] = min(found.get(city, fee), fee)
            for line in lines:
                if line not in used and city in self.ends(line) and len(used) < limit:
                    a, b = self.ends(line)
                    foreign = not self.state.link_owners[line] >> self.who & 1
                    go(b if a == city else a, [*used, line], fee + foreign)

        for city in self.ends(link):
            go(city, [link], 0)
        free = self.game.fee_from_bank[self.state.character[self.who]]
        return {city: 0 if free else fee for city, fee in found.items()}

    def buyers(self, link: int, good: int, more_links: int = 0) -> dict[int, int]:
        level = self.state.train_level[self.who]
        reached = self.fees(link, self.game.links_by_level[level] + more_links)
        wants = [i for i, g in enumerate(self.state.city_good) if g == good and self.state.city_left[i]]
        return {city: fee for city, fee in reached.items() if city in wants}

    def own_depots(self) -> list[int]:
        return [h for h, owner in zip(self.state.depot_hex, self.state.depot_seat, strict=True) if owner == self.who]

    def price(self, good: int) -> int:
        return self.game.prices[self.state.price[good]]

    def net(self, depot: int, good: int, price: int | None = None) -> int:
        paid = self.price(good) if price is None else price
        return max([0, *[paid - fee for fee in self.buyers(self.link_at(depot), good).values()]])

    def best_net(self, good: int) -> int:
        return max([0, *[self.net(depot, good) for depot in self.own_depots()]])

    def aboard(self, good: int) -> int:
        return self.state.hold[self.who * GOODS + good]

    def stored(self, depot: int, good: int) -> int:
        return self.state.depot_cubes[self.state.depot_hex.index(depot) * GOODS + good]

    def kept(self, place: int, good: int) -> int:
        given = self.state.cubes_given_up
        gone = [given[i : i + 3] for i in range(0, len(given), 3)].count([self.who, place, good])
        return (self.aboard(good) if place == NOBODY else self.stored(place, good)) - gone

    def distance(self, one: int, other: int) -> int:
        (q, r), (p, s) = self.game.names.hexes[one], self.game.names.hexes[other]
        return max(abs(q - p), abs(r - s), abs(q + r - p - s))

    def destination(self) -> int:
        if isinstance(self.action, a.FlyAirship):
            return self.action.hex
        return self.after().airship[self.who]

    def is_last_round(self) -> bool:
        return self.state.round == self.game.rounds

    def worth(self, place: int, good: int) -> int:
        """What the last of these cubes would bring after Upkeep, by the rules of the round."""
        if self.is_last_round():
            return 0 if place == NOBODY else self.net(place, good, self.game.final_price)
        if place == NOBODY:
            return self.best_net(good)
        best = self.net(place, good)
        buyers = self.buyers(self.link_at(place), good)
        left = [self.state.city_left[city] for city, fee in buyers.items() if self.price(good) - fee == best]
        return best if best and self.kept(place, good) <= max(left) else 0

    def planned_diamonds(self, *faces: int) -> int:
        plan = self.state.plan[self.who * SLOTS : (self.who + 1) * SLOTS]
        face = self.state.face[self.who * SLOTS : (self.who + 1) * SLOTS]
        return sum(
            self.game.card_diamonds[card] for card, f in zip(plan, face, strict=True) if card != NOBODY and f in faces
        )


def _sale(p: Position, v: tuple[int, ...], final: bool) -> bool:
    good, count, price, fee, city = v
    step = p.state.step_stack[-1]
    depot = p.action.depot if isinstance(p.action, a.ShipFromDepot) else step.depot  # type: ignore[attr-defined]
    paid = p.game.final_price if final else p.price(good)
    enough = count <= p.stored(depot, good) and (final or count <= p.state.city_left[city])
    return enough and price == paid and p.buyers(p.link_at(depot), good).get(city) == fee


def _only_to_depot(p: Position, v: tuple[int, ...]) -> bool:
    assert isinstance(p.action, a.ShipFromDepot)
    return not p.buyers(p.link_at(p.action.depot), v[0])


def _depot_value(p: Position, v: tuple[int, ...]) -> bool:
    after = p.after()
    cost = p.state.cash[p.who] - after.cash[p.who]
    return v == (p.game.scores(after)[p.who] - p.game.scores(p.state)[p.who] + cost, cost)


def _line_serves(p: Position, v: tuple[int, ...]) -> bool:
    assert isinstance(p.action, (a.BuildDepot, a.PlaceFreeDepot))
    city, good, price, away = v
    makers = [p.tables.factory_hex[f] for f in p.tables.factories if p.tables.factory_good[f] == good]
    near = min(p.distance(p.action.hex, at) for at in makers)
    return city in p.ends(p.link_at(p.action.hex)) and (p.state.city_good[city], p.price(good), near) == (
        good,
        price,
        away,
    )


def _airship_rows(p: Position) -> tuple[tuple[int, int], tuple[int, int]]:
    level = p.state.airship_level[p.who]
    bonus = p.game.capacity_bonus[p.state.character[p.who]]
    rows = p.game.edition.airship_level
    before, after = rows[level - 1], rows[level]
    return (before.capacity + bonus, after.capacity + bonus), (before.diamonds, after.diamonds)


def _heals(p: Position, v: tuple[int, ...]) -> bool:
    before, after = _airship_rows(p)[1]
    total = p.state.diamonds[p.who] + p.planned_diamonds(*range(REVEALED))
    return v == (total, after) and before < total <= after


def _city_in_reach(p: Position, v: tuple[int, ...]) -> bool:
    city, good, price = v
    lines = [p.link_at(depot) for depot in p.own_depots()]
    now = any(city in p.buyers(line, good) for line in lines)
    then = any(city in p.buyers(line, good, 1) for line in lines)
    return then and not now and price == p.price(good)


def _nothing_more(p: Position, v: tuple[int, ...]) -> bool:
    more = [
        depot
        for depot in p.own_depots()
        for good in range(GOODS)
        if p.stored(depot, good) and not p.buyers(p.link_at(depot), good) and p.buyers(p.link_at(depot), good, 1)
    ]
    return p.is_last_round() and p.state.slot == SLOTS - 1 and not more


def _change(p: Position, good: int) -> int:
    assert isinstance(p.action, a.LoadOrUnload)
    return p.action.hold[good] - p.aboard(good)


def _towards(p: Position, goal: int, away: int) -> bool:
    return away == p.distance(p.destination(), goal) < p.distance(p.state.airship[p.who], goal)


def _card(p: Position) -> int:
    assert isinstance(p.action, (a.PlanNextCard, a.LayCardInSlot))
    return p.action.card


def _keeps(p: Position, v: tuple[int, ...], sellable: bool) -> bool:
    cubes = [(place, good) for place in (NOBODY, *p.own_depots()) for good in range(GOODS) if p.kept(place, good) > 0]
    if p.game.depot_upkeep_free[p.state.character[p.who]]:
        cubes = [cube for cube in cubes if cube[0] == NOBODY]
    if sellable:
        return v[0] == sum(p.kept(*cube) for cube in cubes if p.worth(*cube) > p.game.upkeep_per_cube)
    return p.is_last_round() and v[0] == sum(p.kept(*cube) for cube in cubes if p.worth(*cube) == 0)


def _no_buyer(p: Position, v: tuple[int, ...]) -> bool:
    places = p.own_depots() if v[1] == NOBODY else [v[1]]
    return not any(p.buyers(p.link_at(place), v[0]) for place in places)


def _worthless(p: Position, v: tuple[int, ...]) -> bool:
    assert isinstance(p.action, a.GiveUpCube)
    return p.is_last_round() and p.worth(p.action.depot, v[0]) == 0


def _still_sells(p: Position, v: tuple[int, ...]) -> bool:
    assert isinstance(p.action, a.GiveUpCube)
    return v == (p.action.good, p.worth(p.action.depot, p.action.good)) and v[1] > 0


def _earns(p: Position, v: tuple[int, ...]) -> bool:
    after = p.after()
    while after.step_stack and type(after.step_stack[-1]).__name__ == "ChooseFeeSplitStep":
        ways = [way for way in p.game.legal(after, p.who) if isinstance(way, a.ChooseFeeSplit)]
        p.game.apply(after, p.who, min(ways, key=lambda way: sum(way.links)))
    return after.cash[p.who] - p.state.cash[p.who] == v[0]


def _pays_least(p: Position, v: tuple[int, ...]) -> bool:
    paid = [
        p.state.cash[p.who] - Position(p.game, p.state, p.who, way).after().cash[p.who]
        for way in p.game.legal(p.state, p.who)
    ]
    after = p.after()
    return p.state.cash[p.who] - after.cash[p.who] == min(paid)


def _least_depot_cost(p: Position) -> int:
    twin = p.state.clone()
    twin.cash[p.who] = 1000
    builds = [act for act in p.game.legal(twin, p.who) if isinstance(act, a.BuildDepot)]
    printed = [act for act in builds if p.tables.link_at[act.hex] != NOBODY]
    return min(1000 - Position(p.game, twin, p.who, act).after().cash[p.who] for act in printed)


CHECKS: dict[str, Callable[[Position, tuple[int, ...]], bool]] = {
    "sells": lambda p, v: _sale(p, v, False),
    "sells_at_end": lambda p, v: _sale(p, v, True),
    "only_to_depot": _only_to_depot,
    "depot_value": lambda p, v: _depot_value(p, v) and v[1] < v[0],
    "depot_dear": lambda p, v: _depot_value(p, v) and v[1] >= v[0],
    "line_serves": _line_serves,
    "capacity": lambda p, v: v == _airship_rows(p)[0],
    "diamonds": lambda p, v: v == _airship_rows(p)[1] and not p.is_last_round(),
    "heals_plan": _heals,
    "no_flight_left": lambda p, v: p.is_last_round() and p.state.slot == SLOTS - 1,
    "city_in_reach": _city_in_reach,
    "nothing_more_to_ship": _nothing_more,
    "load_sells": lambda p, v: v == (v[0], _change(p, v[0]), p.best_net(v[0])) and v[2] > 0,
    "load_unsellable": lambda p, v: _change(p, v[0]) > 0 and p.best_net(v[0]) == 0,
    "unload_sells": lambda p, v: v == (v[0], -_change(p, v[0]), p.net(p.state.airship[p.who], v[0])) and v[2] > 0,
    "fetches": lambda p, v: (
        p.destination() == p.tables.factory_hex[v[0]] and v[2] == p.state.factory_cubes[v[0] * GOODS + v[1]] > 0
    ),
    "brings": lambda p, v: v == (v[0], p.aboard(v[0]), p.net(p.destination(), v[0])) and v[1] * v[2] > 0,
    "towards_factory": lambda p, v: _towards(p, p.tables.factory_hex[v[0]], v[2]) and p.best_net(v[1]) > 0,
    "towards_depot": lambda p, v: _towards(p, v[0], v[1]) and v[0] in p.own_depots(),
    "reaches_factory": lambda p, v: (
        p.distance(p.state.airship[p.who], p.tables.factory_hex[v[0]]) <= p.game.card_speed[_card(p)]
        and v[2] == p.state.factory_cubes[v[0] * GOODS + v[1]]
    ),
    "reaches_depot": lambda p, v: (
        v[0] in p.own_depots() and p.distance(p.state.airship[p.who], v[0]) <= p.game.card_speed[_card(p)]
    ),
    "over_rating": lambda p, v: (
        v
        == (
            p.planned_diamonds(0, 1) + p.game.card_diamonds[_card(p)],
            p.game.edition.airship_level[p.state.airship_level[p.who] - 1].diamonds,
        )
        and v[0] > v[1]
    ),
    "keeps_sellable": lambda p, v: _keeps(p, v, True),
    "keeps_worthless": lambda p, v: _keeps(p, v, False),
    "worthless_now": _worthless,
    "no_buyer": _no_buyer,
    "still_sells": _still_sells,
    "earns": _earns,
    "pays_least": _pays_least,
    "all_depots_built": lambda p, v: len(p.own_depots()) == p.game.depots_each,
    "saves_for_depot": lambda p, v: v == (_least_depot_cost(p), p.state.cash[p.who]) and v[0] > v[1],
    "more_than_depot": lambda p, v: (
        v[0] == p.after().cash[p.who] - p.state.cash[p.who] and v[1] == p.game.depot_value - _least_depot_cost(p)
    ),
}


def check_reasons(game: Airsteam, state: AirsteamState, who: int, action: Action) -> set[str]:
    """The kinds found for a choice; fails when one is false or has no words."""
    kinds = set()
    for reason in game.evaluator.find_reasons(game, state, who, action):
        said = f"{game.say(state, who, action)}: {game.describe_reason(state, who, action, reason)}"
        assert CHECKS[reason.kind](Position(game, state, who, action), reason.values), (said, reason.values)
        assert not said.endswith(": ")
        kinds.add(reason.kind)
    return kinds


@pytest.mark.parametrize(
    ("style", "seats", "bot"),
    [("basic", 2, True), ("basic", 4, False), ("full", 3, True), ("full", 6, False)],
)
def test_every_reason_is_true(style: str, seats: int, bot: bool) -> None:
    game = game_of(style)
    rng = random.Random(f"reasons {style} {seats}")
    state = game.new(seats)
    greedy = GreedyBot(1)
    kinds: set[str] = set()
    while actors := game.actors(state):
        who = actors[int(rng.random() * len(actors))]
        legal = game.legal(state, who)
        if who == CHANCE:
            game.apply(state, who, legal[pick_outcome_index(game.odds(state), rng.random())])
            continue
        assert isinstance(state, AirsteamState)
        for action in rng.sample(legal, min(4, len(legal))):
            kinds |= check_reasons(game, state, who, action)
        chosen = legal[int(rng.random() * len(legal))]
        if bot and len(legal) > 1 and rng.random() < 0.8:
            chosen = greedy.choose(game, game.imagine(state, who, rng), who, rng)
        game.apply(state, who, chosen)
    assert len(kinds) >= 12


def test_every_kind_is_checked_and_described() -> None:
    assert reasons.__doc__ is not None
    for kind in CHECKS:
        assert f"`{kind}`" in reasons.__doc__


def find_kinds(table: Table, action: Action) -> list[tuple[str, bool]]:
    found: list[Reason] = table.game.evaluator.find_reasons(table.game, table.state, 0, action)
    return [(reason.kind, reason.is_for) for reason in found]


def test_a_useless_upgrade_has_only_a_reason_against_it() -> None:
    table = Table(2).at_action()
    assert ("capacity", True) in find_kinds(table, a.UpgradeAirship())
    table.state.round, table.state.slot = 6, 3
    for i in range(SLOTS):
        table.state.face[i] = REVEALED
    assert find_kinds(table, a.UpgradeAirship()) == [("no_flight_left", False)]
    assert find_kinds(table, a.UpgradeTrain()) == [("nothing_more_to_ship", False)]


def test_the_last_upkeep_tells_what_is_worth_nothing() -> None:
    table = Table(2).aboard(0, FOOD, 2).draw().plan()
    table.state.round = 6
    table.on("UpkeepStep", seat=0)
    assert find_kinds(table, a.PayUpkeep()) == [("keeps_worthless", False)]
    assert find_kinds(table, a.GiveUpCube(NOBODY, FOOD)) == [("worthless_now", True)]


def test_amounts_are_dollars() -> None:
    game = game_of()
    assert [game.format_gain(x) for x in (3.2, -1.8, 0.2)] == ["+$3", "-$2", "+$0"]
