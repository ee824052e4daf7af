"""What must hold in any edition of Tin Goose, whatever its owner changed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from aerodrome.core.edition import Oddity, expect, list_oddities_of_close_cities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aerodrome.games.tingoose.components.edition import Edition, FleetOrEventCard

COLOURS = ("green", "black", "magenta", "blue")
ERAS = ("gold", "blue", "red")
SIZES = ("S", "M", "L")
CONDITIONS = (
    "irregular-safety",
    "generous-dividends",
    "unproductive-investments",
    "rural-stops",
    "regional-management",
)
DECK = {"fleet": 23, "strike": 3, "crash": 3, "oil": 3}


BREAKS = {
    "edition.id": "records tell editions apart by id and hash",
    "edition": "the rules are written for three to five players, seven rounds, four colours and three eras",
    "setup": "every player starts with a hand, cash and a first fleet",
    "eras": "each round of an era takes one card of the hand",
    "supply": "the tokens must suffice for the deal at the beginning",
    "actions": "a turn has three slots, and each action takes its share of them",
    "money_values": "a payment below zero would take money where the rules give it",
    "scoring": "the winner is reckoned with this number",
    "condition": "each condition does what the rules have written for its id",
    "income_track": "income moves box by box along this track",
    "hazard_track": "the first fleet and the first condition set the hazard",
    "international": "each round offers one destination",
    "city": "the map has 48 cities, twelve of each colour",
    "lines": "routes are flown along lines: a city that no line reaches could never be served",
    "demand": "demand is set up from these cards and charts",
    "demand_card": "demand is set up from these cards and charts",
    "airmail": "a mail card is carried from one city of the board to another",
    "fleet": "fleets are auctioned by the cards of their era",
    "card": "each era deals from a deck of 32 cards",
    "map": "the map is drawn with these numbers",
}
"""What a wrong value breaks."""


def _check_distinct(names: list[str], where: str) -> None:
    twice = [name for name, n in Counter(names).items() if n > 1]
    expect(not twice, where, "distinct names", twice)


def _check_header(edition: Edition) -> None:
    head = edition.edition
    expect((head.players_min, head.players_max) == (3, 5), "edition.players_min", "3 to 5 players", head.players_min)
    expect(head.rounds == 7, "edition.rounds", "7 rounds", head.rounds)
    expect(tuple(head.colours) == COLOURS, "edition.colours", ", ".join(COLOURS), head.colours)
    expect(tuple(head.era_order) == ("start", *ERAS), "edition.era_order", "start, gold, blue, red", head.era_order)
    expect(tuple(head.size_order) == SIZES, "edition.size_order", "S, M, L", head.size_order)
    expect(len(head.player_colours) == 5, "edition.player_colours", "5 colours", head.player_colours)
    _check_distinct(head.player_colours, "edition.player_colours")


def _check_setup_and_eras(edition: Edition) -> None:
    setup = edition.setup
    first = 1
    for name in ERAS:
        era, split = edition.eras.get_for_era(name), edition.setup.variant_hand.get_for_era(name)
        where = f"eras.{name}"
        expect(setup.hand.get_for_era(name) == era.deal, f"setup.hand.{name}", f"{era.deal} as in {where}.deal")
        expect(split.fleet + split.event == era.deal, f"setup.variant_hand.{name}", f"{era.deal} cards in all")
        expect(era.deal == era.play + era.discard, f"{where}.deal", "play + discard", era.deal)
        expect(era.play == len(era.rounds), f"{where}.play", "one card for each round", era.play)
        expect(era.discard == 1, f"{where}.discard", "1", era.discard)
        rounds = list(range(first, first + len(era.rounds)))
        expect(era.rounds == rounds, f"{where}.rounds", f"{rounds}", era.rounds)
        first += len(rounds)
        cards = edition.edition.players_max
        expect(cards * split.event <= 9, f"setup.variant_hand.{name}.event", "at most 9 for all players", split.event)
    expect(first == edition.edition.rounds + 1, "eras", "rounds 1 to 7 in order", first - 1)
    expect(setup.cash >= 0, "setup.cash", "no debt", setup.cash)
    expect(setup.labor_chips >= 0, "setup.labor_chips", "no debt", setup.labor_chips)
    expect(setup.planes_per_deployed_fleet >= 1, "setup.planes_per_deployed_fleet", "at least 1")
    expect(setup.start_fleet_planes >= 1, "setup.start_fleet_planes", "at least 1", setup.start_fleet_planes)
    plus = setup.airmail_cards_per_player_plus
    expect(plus >= 0, "setup.airmail_cards_per_player_plus", "0 or more", plus)
    most = edition.edition.players_max + plus
    expect(len(edition.airmail) >= most, "airmail", f"at least {most} cards", len(edition.airmail))


def _check_turn_actions(edition: Edition) -> None:
    actions = edition.actions
    expect((actions.per_turn, actions.max_same_per_turn) == (3, 2), "actions.per_turn", "3 slots, 2 of the same")
    for name in ("advance_income", "place_plane", "take_labor_chip", "issue_bond"):
        expect(getattr(actions, name).slots == 1, f"actions.{name}.slots", "1")
    expect(actions.international_service.slots == 2, "actions.international_service.slots", "2")
    chip = actions.take_labor_chip
    expect(
        (chip.free, chip.buyable) == (1, 1), "actions.take_labor_chip", "1 free, 1 to buy", (chip.free, chip.buyable)
    )
    expect(actions.advance_income.boxes == 1, "actions.advance_income.boxes", "1", actions.advance_income.boxes)
    same = actions.issue_bond.cash == edition.money_values.bond_cash
    expect(same, "actions.issue_bond.cash", "money_values.bond_cash", actions.issue_bond.cash)


def _check_money(edition: Edition) -> None:
    money, scoring = edition.money_values, edition.scoring
    expect(money.emergency_bond_cash > 0, "money_values.emergency_bond_cash", "more than 0")
    expect(money.auction_min_bid >= 1, "money_values.auction_min_bid", "at least 1", money.auction_min_bid)
    expect(money.crash_most_boxes <= 0, "money_values.crash_most_boxes", "0 or less", money.crash_most_boxes)
    expect(money.crash_least_boxes >= 0, "money_values.crash_least_boxes", "0 or more", money.crash_least_boxes)
    expect(money.city_bonus_boxes >= 0, "money_values.city_bonus_boxes", "0 or more", money.city_bonus_boxes)
    expect(money.same_kind_bonus_boxes >= 0, "money_values.same_kind_bonus_boxes", "0 or more")
    fair = money.bond_repayment >= money.bond_cash
    expect(fair, "money_values.bond_repayment", f"at least the {money.bond_cash} of a bond", money.bond_repayment)
    paid = scoring.per_bond == -money.bond_repayment
    expect(paid, "scoring.per_bond", f"{-money.bond_repayment}", scoring.per_bond)


def _check_conditions(edition: Edition) -> None:
    conditions = edition.condition
    ids = tuple(condition.id for condition in conditions)
    expect(ids == CONDITIONS, "condition", f"the five conditions {', '.join(CONDITIONS)}", ids)
    safety, dividends, investments, rural, regional = conditions
    expect(all(c.copies == 5 for c in conditions), "condition.copies", "5 of each")
    expect(safety.hazard >= 0, "condition[0].hazard", "0 or more", safety.hazard)
    expect(dividends.skip_income_phase, "condition[1].skip_income_phase", "true")
    expect(rural.oil_surcharge_per_barrel >= 0, "condition[3].oil_surcharge_per_barrel", "0 or more")
    forced = regional.forced_first_action
    expect(forced == "advance_income", "condition[4].forced_first_action", "advance_income", forced)
    pays = investments.pays_on_removal
    expect(pays is not None, "condition[2].pays_on_removal", "an amount for every era")
    if pays is not None:
        for name in ERAS:
            same = pays.get_for_era(name) == edition.eras.get_for_era(name).unproductive_investments_pays
            expect(same, f"condition[2].pays_on_removal.{name}", "as in eras", pays.get_for_era(name))


def _check_tracks(edition: Edition) -> None:
    boxes, start = edition.income_track.boxes, edition.income_track.start_index
    where = "income_track.boxes"
    expect(len(boxes) > 1, where, "several boxes", boxes)
    expect(boxes[0] == 2 and boxes[-1] == 15, where, "2 first and 15 last", (boxes[0], boxes[-1]))
    expect(boxes.count(2) == 1 and boxes.count(15) == 1, where, "one box for 2 and one for 15")
    steps = all(0 <= b - a <= 1 for a, b in pairwise(boxes))
    expect(steps, where, "numbers that never fall and never skip one", boxes)
    right = 0 <= start < len(boxes) and boxes[start] == 3 and 3 not in boxes[:start]
    expect(right, "income_track.start_index", "the lowest box that shows 3", start)
    hazard = edition.start_fleet.hazard + edition.condition[0].hazard
    expect(edition.hazard_track.start == hazard, "hazard_track.start", f"{hazard}", edition.hazard_track.start)
    planes = edition.start_fleet.planes
    expect(planes == edition.setup.start_fleet_planes, "start_fleet.planes", "as in setup", planes)
    expect(edition.start_fleet.copies >= 5, "start_fleet.copies", "one for every player", edition.start_fleet.copies)


def _check_international_destinations(edition: Edition) -> None:
    _check_distinct([place.id for place in edition.international], "international.id")
    rounds = sorted(number for place in edition.international for number in place.rounds)
    expect(
        rounds == list(range(1, 8)), "international.rounds", "exactly one destination in each of rounds 1 to 7", rounds
    )
    for i, place in enumerate(edition.international):
        expect(place.cost >= 0, f"international[{i}].cost", "0 or more", place.cost)


def _check_cities(edition: Edition) -> None:
    cities = edition.city
    expect(len(cities) == 48, "city", "48 cities", len(cities))
    _check_distinct([city.slug for city in cities], "city.name")
    _check_distinct([city.code for city in cities], "city.code")
    for i, city in enumerate(cities):
        expect(city.colour in COLOURS, f"city[{i}].colour", ", ".join(COLOURS), city.colour)
    for colour, number in Counter(city.colour for city in cities).items():
        expect(number == 12, "city.colour", f"12 {colour} cities", number)
    majors = sum(city.major for city in cities)
    expect(majors == 10, "city.major", "10 major cities", majors)


def _check_hex_radius(edition: Edition) -> None:
    radius = edition.map.hex_radius_km
    expect(radius > 0, "map.hex_radius_km", "more than 0", radius)


def _check_lines(edition: Edition) -> None:
    names = {city.name for city in edition.city}
    beside: dict[str, set[str]] = {name: set() for name in names}
    for i, (a, b) in enumerate(edition.lines.edges):
        where = f"lines.edges[{i}]"
        expect(a in names and b in names and a != b, where, "two cities of the board", [a, b])
        expect(b not in beside[a], where, "a line that is not there yet", [a, b])
        beside[a].add(b)
        beside[b].add(a)
    found = {edition.city[0].name}
    front = list(found)
    while front:
        new = beside[front.pop()] - found
        found |= new
        front.extend(new)
    expect(found == names, "lines.edges", "lines that join all cities", sorted(names - found))


def _check_demand(edition: Edition) -> None:
    demand, cards = edition.demand, edition.demand_card
    colour_of = {city.name: city.colour for city in edition.city}
    expect(len(cards) == 12, "demand_card", "12 cards", len(cards))
    _check_distinct([card.id for card in cards], "demand_card.id")
    for i, card in enumerate(cards):
        for colour in COLOURS:
            name = card.get_city_of_colour(colour)
            expect(colour_of.get(name) == colour, f"demand_card[{i}].{colour}", f"a {colour} city", name)
    _check_distinct([card.get_city_of_colour(colour) for card in cards for colour in COLOURS], "demand_card")
    expect(demand.deal_per_colour == 4, "demand.deal_per_colour", "4", demand.deal_per_colour)
    expect(demand.first_city_gold == 1, "demand.first_city_gold", "1", demand.first_city_gold)
    for name in demand.initial_gold:
        expect(name in colour_of, "demand.initial_gold", "cities of the board", name)
    _check_distinct(demand.initial_gold, "demand.initial_gold")
    gold, silver = edition.supply.demand_gold.count, edition.supply.demand_silver.count
    needed = len(demand.initial_gold) + len(COLOURS)
    expect(needed <= gold, "supply.demand_gold.count", f"at least {needed}", gold)
    for seats in range(3, 6):
        row = demand.chart.get(str(seats), [])
        expect(len(row) == 3 and min(row) >= 0, f"demand.chart.{seats}", "three numbers", row)
        expect(sum(row) * len(COLOURS) <= silver, f"demand.chart.{seats}", f"at most {silver} tokens in all", row)
        expect(sum(row) <= 12, f"demand.chart.{seats}", "at most one token for each of 12 cities", row)
        removed = demand.silver_removed_per_service.get(str(seats), 0)
        expect(removed >= 1, f"demand.silver_removed_per_service.{seats}", "at least 1", removed)


def _check_airmail(edition: Edition) -> None:
    names = {city.name for city in edition.city}
    _check_distinct([card.id for card in edition.airmail], "airmail.id")
    _check_distinct([card.start for card in edition.airmail], "airmail.start")
    for i, card in enumerate(edition.airmail):
        right = card.start in names and card.target in names and card.start != card.target
        expect(right, f"airmail[{i}]", "two cities of the board", [card.start, card.target])


def _check_fleets(edition: Edition) -> None:
    _check_distinct([fleet.id for fleet in edition.fleet] + [edition.start_fleet.id], "fleet.id")
    _check_distinct([fleet.name for fleet in edition.fleet] + [edition.start_fleet.name], "fleet.name")
    for i, fleet in enumerate(edition.fleet):
        expect(fleet.oil >= 0 and fleet.hazard >= 0, f"fleet[{i}]", "barrels and flames of 0 or more")


def _check_deck(edition: Edition, era: str) -> None:
    cards = [card for card in edition.card if card.era == era]
    kinds = {kind: sum(card.kind == kind for card in cards) for kind in DECK}
    expect(kinds == DECK, f"card ({era})", "23 fleets, 3 strikes, 3 crashes, 3 oil events", kinds)
    _check_distinct([card.id for card in edition.card] + [edition.start_fleet.id], "card.id")
    names = {city.name for city in edition.city}
    for i, card in enumerate(edition.card):
        expect(card.city in names, f"card[{i}].city", "a city of the board", card.city)
        if card.era == era:
            _check_card(edition, card, f"card[{i}]")
    copies = Counter(card.fleet for card in cards if card.kind == "fleet")
    for i, fleet in enumerate(edition.fleet):
        if fleet.era == era:
            expect(copies[fleet.id] == fleet.copies, f"fleet[{i}].copies", f"{copies[fleet.id]} as dealt", fleet.copies)


def _check_card(edition: Edition, card: FleetOrEventCard, where: str) -> None:
    if card.kind == "fleet":
        era = [fleet.era for fleet in edition.fleet if fleet.id == card.fleet]
        expect(era == [card.era], f"{where}.fleet", f"a {card.era} fleet", card.fleet)
    elif card.kind == "strike":
        expect(card.win > 0 and card.lose > 0, where, "amounts won and lost above 0", [card.win, card.lose])
    elif card.kind == "crash":
        expect(card.per_flame in (1, 2), f"{where}.per_flame", "1 or 2", card.per_flame)
    else:
        expect(card.per_barrel in (1, 2, 3), f"{where}.per_barrel", "1, 2 or 3", card.per_barrel)


def _check_decks(edition: Edition) -> None:
    for era in ERAS:
        _check_deck(edition, era)


def list_oddities(edition: Edition) -> Iterator[Oddity]:
    """What the rules allow and a printed copy hardly has."""
    money = edition.money_values
    if money.airmail_reward == 0:
        yield Oddity("money_values.airmail_reward", "Carrying mail pays nothing.")
    if money.emergency_bond_cash > money.bond_cash:
        yield Oddity("money_values.emergency_bond_cash", "A bond taken in need brings more than one taken in time.")
    if edition.setup.cash < money.auction_min_bid:
        yield Oddity("setup.cash", "Nobody can make the first bid.")
    near = Counter(end for edge in edition.lines.edges for end in edge)
    for number, city in enumerate(edition.city):
        if near[city.name] == 1:
            yield Oddity(f"city[{number}]", f"Only one line goes to {city.name}.")
    costs = sorted(place.cost for place in edition.international)
    for number, place in enumerate(edition.international):
        if place.cost > 4 * max(1, costs[len(costs) // 2]):
            yield Oddity(f"international[{number}].cost", f"{place.name} costs {place.cost}, far more than the others.")
    for number, mail in enumerate(edition.airmail):
        if (mail.start, mail.target) in edition.lines.edges or (mail.target, mail.start) in edition.lines.edges:
            yield Oddity(f"airmail[{number}]", f"Mail from {mail.start} to {mail.target} has one line to go.")
    yield from list_oddities_of_close_cities(edition.city, 0.4)


CHECKS = (
    _check_header,
    _check_setup_and_eras,
    _check_turn_actions,
    _check_money,
    _check_conditions,
    _check_tracks,
    _check_international_destinations,
    _check_cities,
    _check_hex_radius,
    _check_lines,
    _check_demand,
    _check_airmail,
    _check_fleets,
    _check_decks,
)
FULL_SIZE_CHECKS = (
    _check_header,
    _check_setup_and_eras,
    _check_international_destinations,
    _check_cities,
    _check_demand,
    _check_decks,
)
"""What counts on 48 cities, seven rounds and whole decks, which a miniature does not have."""
