"""What each thing on the table is, and what it means for the one who points at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import NOBODY
from aerodrome.core.description import (
    Description,
    build_description,
    describe_by_first_known_key,
    require_index,
    require_seat,
)
from aerodrome.core.question import BoardTarget
from aerodrome.core.text import capitalize_first, format_count, format_money_change, join_with_and
from aerodrome.games.tingoose.components.checks import ERAS
from aerodrome.games.tingoose.model.state import (
    CRASH,
    FACE_DOWN,
    FLEET,
    GENEROUS_DIVIDENDS,
    IRREGULAR_SAFETY,
    LARGE,
    MEDIUM,
    PLAYED,
    RURAL_STOPS,
    SMALL,
    STRIKE,
    UNDEALT,
    UNPRODUCTIVE_INVESTMENTS,
    TinGooseState,
)
from aerodrome.games.tingoose.rules import queries
from aerodrome.games.tingoose.steps.auction import AuctionBidStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep
from aerodrome.games.tingoose.text.names import (
    SIZE_NAMES,
    airmail_route_name,
    card_name,
    describe_fleet_figures,
    fleet_name,
    format_money,
    seat_name,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

Lines = list[tuple[str, str]]

REACH_WORDS = (
    "flies to a city that a line joins to the network",
    "flies to a city in the same or the next hex",
    "flies to any city",
)
SEAT_FIGURES = (
    "cash",
    "bonds",
    "chips",
    "income",
    "flames",
    "barrels",
    "cities",
    "abroad",
    "hand",
    "conditions",
    "extensions",
)


def describe(game: TinGoose, state: TinGooseState, who: int | None, where: BoardTarget) -> Description | None:
    if "seat" in where and "figure" in where:
        return _SEAT_FIGURES[where["figure"]](game, state, who, require_seat(state, where["seat"]))
    return describe_by_first_known_key(_DESCRIBERS, game, state, who, where)


def list_describable(game: TinGoose, state: TinGooseState, who: int | None) -> list[BoardTarget]:
    ids = game.codec.vocabulary
    mine = () if who is None else (who, FACE_DOWN + who)
    cards = [card for card, holder in enumerate(state.holder) if holder in mine or holder == PLAYED]
    top = state.step_stack[-1] if state.step_stack else None
    dealt = any(holder != UNDEALT for holder in state.holder)
    row = "airmail" if dealt else "demand"
    fleets = dict.fromkeys(fleet for seat in range(state.seats) for fleet in state.fleets[seat])
    taken = [airmail for airmail in state.airmail if airmail != NOBODY]
    return [
        *[{"city": city} for city in ids["city"]],
        *[{"destination": place} for place in ids["destination"]],
        *[{"box": box} for box in range(len(game.income_boxes))],
        *[{"card": ids["card"][card]} for card in cards],
        *[{"fleet": ids["fleet"][fleet]} for fleet in fleets],
        *[{"condition": condition} for condition in ids["condition"]],
        *[{row: ids[row][card]} for card in state.card_row],
        *[{"airmail": ids["airmail"][airmail]} for airmail in taken],
        *[{"seat": seat} for seat in range(state.seats)],
        *[{"seat": seat, "figure": figure} for seat in range(state.seats) for figure in SEAT_FIGURES],
        *[{"figure": figure} for figure in ("round", "income", "hazard")],
        *([{"figure": "slots"}] if isinstance(top, TurnActionStep) else []),
        *([{"figure": "auction"}] if isinstance(top, AuctionBidStep) else []),
    ]


# Places


def _describe_city(game: TinGoose, state: TinGooseState, who: int | None, city_id: str) -> Description:
    city = game.codec.vocabulary["city"].index(city_id)
    major = game.major_cities >> city & 1 == 1
    tokens = queries.count_demand_tokens(state, city)
    gold = state.gold >> city & 1 == 1
    text = f"{_phrase_demand(game, state, tokens, gold)}"
    if major:
        text += f" A major city: ${game.per_major} at the end for everybody who flies here."
    flown = [seat for seat in range(state.seats) if state.network[seat] >> city & 1 and seat != who]
    lines: Lines = [] if who is None else _list_city_fact_lines(game, state, who, city, tokens, major)
    if flown:
        there = join_with_and([seat_name(game, seat) for seat in flown])
        lines.append(("there", f"{there} {'flies' if len(flown) == 1 else 'fly'} here"))
    rules = ("TG-10.9", "TG-10.12") if tokens else ("TG-10.10", "TG-10.11")
    return build_description(
        game.cities[city], "major city" if major else "city", text, lines, (*rules, *(["TG-16.5"] if major else []))
    )


def _phrase_demand(game: TinGoose, state: TinGooseState, demand_tokens: int, is_gold: bool) -> str:
    if not demand_tokens:
        return "No demand: income goes up by one box for whoever is alone here, and down for whoever comes later."
    if is_gold:
        return "A gold demand token: entering raises income by one box and pays it once. The token stays."
    removed = game.silver_per_service[state.seats]
    gone = "one token goes" if removed == 1 else "two tokens go"
    times = _spell_number_of_times(demand_tokens)
    return f"{format_count(demand_tokens, 'silver demand token')}: entering pays your income {times}, then {gone}."


def _spell_number_of_times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"


def _list_city_fact_lines(
    game: TinGoose, state: TinGooseState, who: int, city: int, demand_tokens: int, is_major: bool
) -> Lines:
    if state.network[who] >> city & 1:
        worth = f"; it counts ${game.per_major} at the end" if is_major else ""
        return [("yours", f"you fly here{worth}")]
    if not state.network[who]:
        starts = [i for i in state.card_row if _is_airmail_card_start(game, state, i, city)]
        return [("start", f"for the airmail route {airmail_route_name(game, i)}") for i in starts]
    lines = [_build_entry_effect_line(game, state, who, city, demand_tokens), _build_reach_line(game, state, who, city)]
    if (
        state.airmail[who] != NOBODY
        and not state.delivered >> who & 1
        and game.airmail_target[state.airmail[who]] == city
    ):
        lines.insert(1, (f"+${game.airmail_reward}", "your airmail is delivered here"))
    held = [card for card in game.cards_of_city[city] if state.holder[card] == who]
    if held:
        lines.append(("card", f"you hold {card_name(game, held[0])} of this city"))
    return lines


def _is_airmail_card_start(game: TinGoose, state: TinGooseState, airmail: int, city: int) -> bool:
    dealt = any(holder != UNDEALT for holder in state.holder)
    return dealt and game.airmail_start[airmail] == city


def _build_entry_effect_line(
    game: TinGoose, state: TinGooseState, who: int, city: int, demand_tokens: int
) -> tuple[str, str]:
    rivals = queries.count_rivals_in_city(state, who, city)
    move = 1 if demand_tokens or not rivals else -rivals
    now = queries.get_income(game, state, who)
    then = game.income_boxes[max(0, min(len(game.income_boxes) - 1, state.income_box[who] + move))]
    change = f"income {now} → {then}" if now != then else f"income stays {now}"
    if demand_tokens:
        return f"+${demand_tokens * then}", f"if you enter now: {change}, paid {_spell_number_of_times(demand_tokens)}"
    figure = "up 1 box" if move > 0 else f"down {format_count(-move, 'box', 'boxes')}"
    return figure, f"if you enter now: {change}, nothing is paid"


def _build_reach_line(game: TinGoose, state: TinGooseState, who: int, city: int) -> tuple[str, str]:
    network = state.network[who]
    waiting = {game.fleet_size[f] for f, n in zip(state.fleets[who], state.planes[who], strict=True) if n}
    if queries.find_reachable_city_bits(game, network, SMALL) >> city & 1:
        return "in reach", "of any plane, and of an extension"
    size = MEDIUM if queries.find_reachable_city_bits(game, network, MEDIUM) >> city & 1 else LARGE
    can = any(s >= size for s in waiting)
    kind = "a medium or large plane" if size == MEDIUM else "a large plane"
    return ("in reach", f"of {kind}; you have one") if can else ("too far", f"it takes {kind}; none of yours waits")


def _describe_destination(game: TinGoose, state: TinGooseState, who: int | None, destination_id: str) -> Description:
    place = game.codec.vocabulary["destination"].index(destination_id)
    rounds = [number for number in range(1, game.rounds + 1) if game.destination_of_round[number] == place]
    when = (
        "round " + join_with_and([str(number) for number in rounds])
        if len(rounds) == 1
        else ("rounds " + join_with_and([str(number) for number in rounds]))
    )
    size = game.destination_size[place]
    plane = "any plane" if size == SMALL else "a large plane" if size == LARGE else "a medium or large plane"
    text = (
        f"Open in {when} only. {capitalize_first(plane)} goes there for ${game.destination_cost[place]} "
        f"and {game.international_service_actions} action slots."
    )
    lines: Lines = []
    if who is not None:
        lines.append(_build_destination_service_line(game, state, who, place, rounds))
        if lines[0][0].startswith("+"):
            fit = sum(
                n for f, n in zip(state.fleets[who], state.planes[who], strict=True) if game.fleet_size[f] >= size
            )
            lines.append(
                ("planes", f"{format_count(fit, 'plane')} of yours can go" if fit else "none of yours can go yet")
            )
    served = [seat for seat in range(state.seats) if state.served_destinations[seat] >> place & 1 and seat != who]
    if served:
        lines.append(("served", "by " + join_with_and([seat_name(game, seat) for seat in served])))
    return build_description(game.destinations[place], "abroad", text, lines, ("TG-11.1", "TG-11.4", "TG-16.3"))


def _build_destination_service_line(
    game: TinGoose, state: TinGooseState, who: int, destination: int, open_rounds: list[int]
) -> tuple[str, str]:
    if state.served_destinations[who] >> destination & 1:
        return "served", f"by you: ${game.per_international} at the end"
    if state.round > open_rounds[-1]:
        return "closed", "you did not serve it, and nobody can any more"
    return f"+${game.per_international}", f"at the end, and ${game.per_player_behind} for each player with fewer abroad"


def _describe_income_box(game: TinGoose, state: TinGooseState, who: int | None, box_number: int) -> Description:
    box = require_index(box_number, len(game.income_boxes))
    income = game.income_boxes[box]
    text = f"Whoever stands here gets ${income} after a turn, and ${income} for each demand token on entering a city."
    lines: Lines = []
    if who is not None and state.income_box:
        steps = box - state.income_box[who]
        lines.append(("you", "stand here") if not steps else _build_box_distance_line(game, state, who, steps))
    lines.append((f"${income * game.per_income}", f"at the end: {game.per_income} times the income"))
    here = [seat for seat in range(state.seats) if state.income_box[seat] == box and seat != who]
    if here:
        lines.append(("here", join_with_and([seat_name(game, seat) for seat in here])))
    return build_description(f"Income {income}", "income track", text, lines, ("TG-15.1", "TG-16.6"))


def _build_box_distance_line(game: TinGoose, state: TinGooseState, who: int, boxes: int) -> tuple[str, str]:
    word = "above" if boxes > 0 else "below"
    return format_count(
        abs(boxes), "box", "boxes"
    ), f"{word} you; your income is {queries.get_income(game, state, who)}"


# Cards


def _describe_card(game: TinGoose, state: TinGooseState, who: int | None, card_id: str) -> Description:
    card = game.codec.vocabulary["card"].index(card_id)
    era = ERAS[game.card_era[card]]
    kind = game.card_kind[card]
    lines: Lines = []
    if kind == FLEET:
        label, text, rules = "fleet card", _phrase_fleet_card(game, state, card), ("TG-7.1", "TG-8.1")
        if who is not None and queries.owns_fleet_of_same_kind(game, state, who, card):
            lines.append((f"up {game.same_kind_bonus_boxes}", "on the income track if you win it: you own one like it"))
    elif kind == STRIKE:
        label, rules = "strike", ("TG-6.3", "TG-6.8")
        text = (
            f"All bid labor chips in secret. The most win ${game.strike_win[card]}, all others pay "
            f"${game.strike_lose[card]}, and every chip that was bid is gone."
        )
        if who is not None:
            lines.append(("chips", f"you have {state.chips[who]}"))
    else:
        label, rules = ("crash", ("TG-6.9", "TG-6.11")) if kind == CRASH else ("oil", ("TG-6.14", "TG-6.16"))
        text = _phrase_crash_or_oil(game, card)
        lines.extend(_list_event_cost_lines(game, state, who, card))
    if who is not None and state.holder[card] == who:
        lines.insert(0, _build_city_bonus_line(game, state, who, card))
    return build_description(
        capitalize_first(card_name(game, card)), f"{label}, {era} era", text, lines, (*rules, "TG-5.4")
    )


def _phrase_fleet_card(game: TinGoose, state: TinGooseState, fleet: int) -> str:
    figures = capitalize_first(describe_fleet_figures(game, fleet))
    if state.round == game.rounds:
        return f"{figures}. In the last round it is not auctioned any more."
    return f"{figures}. Played, it is auctioned; the winner deploys it with {game.planes_per_fleet} planes or upgrades."


def _phrase_crash_or_oil(game: TinGoose, card: int) -> str:
    price = game.event_price[card]
    if game.card_kind[card] == CRASH:
        return (
            f"Everybody pays ${price} for each flame. The most flames lose {-game.crash_most_boxes} boxes of income, "
            f"the fewest gain {game.crash_least_boxes}."
        )
    return f"Everybody pays ${price} for each barrel, and ${game.oil_surcharge} more with Rural Stops Along Routes."


def _list_event_cost_lines(game: TinGoose, state: TinGooseState, who: int | None, card: int) -> Lines:
    bills = [queries.compute_event_cost_or_strike_loss(game, state, seat, card) for seat in range(state.seats)]
    rivals = ", ".join([f"{seat_name(game, seat)} ${bill}" for seat, bill in enumerate(bills) if seat != who])
    if who is None:
        return [("they pay", rivals)]
    if game.card_kind[card] == CRASH:
        flames = format_count(queries.count_flames(game, state, who), "flame")
        unit = f"for your {flames}{_phrase_most_or_fewest_flames(game, state, who)}"
    else:
        unit = f"for your {format_count(queries.count_barrels(game, state, who), 'barrel')}"
    return [(format_money_change(-bills[who]), unit), ("rivals", rivals)]


def _phrase_most_or_fewest_flames(game: TinGoose, state: TinGooseState, who: int) -> str:
    flames = [queries.count_flames(game, state, seat) for seat in range(state.seats)]
    if max(flames) == min(flames):
        return ", as many as all others"
    return ", the most" if flames[who] == max(flames) else ", the fewest" if flames[who] == min(flames) else ""


def _build_city_bonus_line(game: TinGoose, state: TinGooseState, who: int, card: int) -> tuple[str, str]:
    city, boxes = game.card_city[card], f"up {game.city_bonus_boxes}"
    if state.network[who] >> city & 1:
        return boxes, f"on the income track when you play it: you fly to {game.cities[city]}"
    return boxes, f"on the income track if you fly to {game.cities[city]} before you play it"


def _describe_fleet(game: TinGoose, state: TinGooseState, who: int | None, fleet_id: str) -> Description:
    fleet = game.codec.vocabulary["fleet"].index(fleet_id)
    size = game.fleet_size[fleet]
    text = (
        f"{capitalize_first(describe_fleet_figures(game, fleet))}. A {SIZE_NAMES[size]} plane {REACH_WORDS[size]}. "
        "The card burns oil even when its planes are gone."
    )
    lines: Lines = []
    for seat in sorted(range(state.seats), key=lambda other: other != who):
        if fleet not in state.fleets[seat]:
            continue
        planes = format_count(queries.count_waiting_planes(state, seat, fleet), "plane")
        lines.append((planes, "of yours wait on it" if seat == who else f"of {seat_name(game, seat)} wait on it"))
    rules = (("TG-10.5", "TG-10.6", "TG-10.7")[size], "TG-8.2", "TG-R50")
    return build_description(fleet_name(game, fleet), "fleet", text, lines, rules)


def _describe_condition(game: TinGoose, state: TinGooseState, who: int | None, condition_id: str) -> Description:
    condition = game.codec.vocabulary["condition"].index(condition_id)
    text, rule = _phrase_condition_and_rule(game, condition)
    lines: Lines = []
    if who is not None and queries.has_condition(state, who, condition):
        lines = [_build_condition_cost_line(game, state, who, condition)]
        lines.append(("to lose it", "win a fleet and deploy it: one condition of your choice goes"))
    elif who is not None:
        lines = [("gone", "you are rid of it")]
    others = [seat for seat in range(state.seats) if seat != who and queries.has_condition(state, seat, condition)]
    if others:
        lines.append(
            (
                "rivals" if who is not None else "in force",
                _phrase_seats_still_having_condition(game, state, others, who),
            )
        )
    return build_description(game.conditions[condition], "condition", text, lines, (rule, "TG-14.2"))


def _phrase_seats_still_having_condition(
    game: TinGoose, state: TinGooseState, seats: list[int], who: int | None
) -> str:
    if len(seats) == state.seats - (who is not None) and len(seats) > 1:
        return "all still have it"
    return f"{join_with_and([seat_name(game, seat) for seat in seats])} still {'has' if len(seats) == 1 else 'have'} it"


def _phrase_condition_and_rule(game: TinGoose, condition: int) -> tuple[str, str]:
    if condition == IRREGULAR_SAFETY:
        return f"Adds {format_count(game.safety_hazard, 'flame')}: every crash costs more.", "TG-14.3"
    if condition == GENEROUS_DIVIDENDS:
        return "At the end of your turn you collect no income. Money for demand tokens still comes.", "TG-14.4"
    if condition == UNPRODUCTIVE_INVESTMENTS:
        gold, blue, red = game.investments_pay
        return f"Does no harm, and pays once when you are rid of it: ${gold}, ${blue} or ${red} by era.", "TG-14.5"
    if condition == RURAL_STOPS:
        return f"In an oil event each of your barrels costs ${game.oil_surcharge} more.", "TG-14.7"
    return "The first action of each of your turns must be Advance Income.", "TG-9.9"


def _build_condition_cost_line(game: TinGoose, state: TinGooseState, who: int, condition: int) -> tuple[str, str]:
    if condition == IRREGULAR_SAFETY:
        flames = queries.count_flames(game, state, who)
        return format_count(game.safety_hazard, "flame"), f"of your {flames} come from it"
    if condition == GENEROUS_DIVIDENDS:
        income, turns = queries.get_income(game, state, who), _count_turns_to_come(game, state, who)
        if not turns:
            return "no cost", "you have no turn left"
        return format_money_change(
            -income
        ), f"each turn; {format_money(income * turns)} over {format_count(turns, 'turn')} to come"
    if condition == UNPRODUCTIVE_INVESTMENTS:
        return format_money_change(
            game.investments_pay[game.era_of_round[max(1, state.round)]]
        ), "if you lose it in this era"
    if condition == RURAL_STOPS:
        barrels = queries.count_barrels(game, state, who)
        return format_money_change(
            -barrels * game.oil_surcharge
        ), f"more in every oil event, for {format_count(barrels, 'barrel')}"
    return "1 slot", f"of your {game.turn_actions} is taken in every turn"


def _count_turns_to_come(game: TinGoose, state: TinGooseState, who: int) -> int:
    if not state.round or state.active == NOBODY:
        return game.rounds
    done = (who - state.first) % state.seats < (state.active - state.first) % state.seats
    return game.rounds - state.round + (0 if done else 1)


def _describe_airmail(game: TinGoose, state: TinGooseState, who: int | None, airmail_id: str) -> Description:
    airmail = game.codec.vocabulary["airmail"].index(airmail_id)
    start, target = game.cities[game.airmail_start[airmail]], game.cities[game.airmail_target[airmail]]
    text = (
        f"Its owner starts in {start} and gets ${game.airmail_reward} on reaching {target}. "
        "Not delivered it is worth nothing."
    )
    lines: Lines = []
    if airmail in state.airmail:
        owner = state.airmail.index(airmail)
        done = state.delivered >> owner & 1 == 1
        if owner == who:
            lines.append(
                ("delivered", "you have the money")
                if done
                else (f"+${game.airmail_reward}", f"when you enter {target}")
            )
        else:
            lines.append(("owner", f"{seat_name(game, owner)}, {'delivered' if done else 'not delivered yet'}"))
    elif who is not None:
        lines.append(("choice", "the highest opening bid takes the first route, and the first turn"))
    return build_description(airmail_route_name(game, airmail), "airmail", text, lines, ("TG-13.2", "TG-3.6"))


def _describe_demand_card(game: TinGoose, state: TinGooseState, who: int | None, demand_card_id: str) -> Description:
    card = game.codec.vocabulary["demand"].index(demand_card_id)
    cities = [game.cities[colour[card]] for colour in game.demand_city]
    text = f"Names a city of each colour: {join_with_and(cities)}. Such cards decide where demand lies at the start."
    return build_description("Demand card", "set-up", text, [], ("TG-1.12", "TG-2.3"))


# Players and their figures


def _describe_seat(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    seat = require_seat(state, seat)
    cities = format_count(queries.count_bits(state.network[seat]), "city", "cities")
    abroad = format_count(queries.count_bits(state.served_destinations[seat]), "destination")
    left = format_count(queries.count_bits(state.conditions[seat]), "condition")
    text = f"Income {queries.get_income(game, state, seat)}, {cities}, {abroad} abroad, {left} in force."
    lines: Lines = []
    if seat == who or not state.step_stack:
        lines.append((format_money(queries.compute_score(game, state, seat)), "if the game ended now"))
    turns = _count_turns_to_come(game, state, seat) if state.step_stack else 0
    lines.append(("turns", f"{turns} to come"))
    return build_description(seat_name(game, seat), "player", text, lines, ("TG-4.1", "TG-16.9"))


def _can_see_behind_screen(state: TinGooseState, who: int | None, seat: int) -> bool:
    return seat == who or not state.step_stack


def _describe_cash(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    text = f"Dollars in hand; each counts one at the end. Everybody started with ${game.start_cash}."
    return _describe_amount_behind_screen(game, state, who, seat, "Cash", text, state.cash, "", ("TG-1.16", "TG-16.10"))


def _describe_bonds(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    text = (
        f"A bond brings ${game.bond_cash} as an action, or ${game.emergency_cash} in need when an event must be paid. "
        f"Each costs ${-game.per_bond} at the end."
    )
    figure = format_money(state.bonds[seat] * game.per_bond) if _can_see_behind_screen(state, who, seat) else ""
    return _describe_amount_behind_screen(
        game, state, who, seat, "Bonds", text, state.bonds, figure, ("TG-9.8", "TG-16.7")
    )


def _describe_chips(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    text = "Labor chips are bid in secret when a strike comes; the most chips win. They count nothing at the end."
    return _describe_amount_behind_screen(
        game, state, who, seat, "Labor chips", text, state.chips, "", ("TG-6.3", "TG-9.6")
    )


def _describe_amount_behind_screen(
    game: TinGoose,
    state: TinGooseState,
    who: int | None,
    seat: int,
    figure_name: str,
    explanation: str,
    amount_by_seat: list[int],
    amount_at_end: str,
    rules: tuple[str, ...],
) -> Description:
    lines: Lines = []
    if not _can_see_behind_screen(state, who, seat):
        lines.append(("hidden", f"what {seat_name(game, seat)} has lies behind the screen"))
    else:
        value = format_money(amount_by_seat[seat]) if figure_name == "Cash" else str(amount_by_seat[seat])
        lines.append((value, "now" if seat == who else f"of {seat_name(game, seat)}"))
        if amount_at_end:
            lines.append((amount_at_end, "at the end"))
        if figure_name == "Labor chips" and seat == who and state.step_stack:
            lines.append((format_money(queries.get_income(game, state, seat)), "buys a second one with the action"))
    return build_description(figure_name, _phrase_whose_seat(game, who, seat), explanation, lines, rules)


def _phrase_whose_seat(game: TinGoose, who: int | None, seat: int) -> str:
    return "yours" if seat == who else f"of {seat_name(game, seat)}"


def _describe_income(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    income = queries.get_income(game, state, seat)
    lines = [(f"${income}", "after each turn, and for each demand token on entering")]
    if queries.has_condition(state, seat, GENEROUS_DIVIDENDS):
        lines = [
            ("$0", "after each turn while Generous Dividends is in force"),
            (f"${income}", "for each demand token"),
        ]
    lines.append((f"${income * game.per_income}", f"at the end: {game.per_income} times the income"))
    text = "The number in the box of the income marker."
    return build_description(
        "Income", _phrase_whose_seat(game, who, seat), text, lines, ("TG-15.1", "TG-15.5", "TG-16.6")
    )


def _describe_flames(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    flames = queries.count_flames(game, state, seat)
    prices = sorted({game.event_price[c] for deck in game.decks for c in deck if game.card_kind[c] == CRASH})
    lines = [
        (
            f"${prices[0] * flames}–{prices[-1] * flames}",
            f"in a crash, by its card{_phrase_most_or_fewest_flames(game, state, seat)}",
        )
    ]
    text = "Hazard of fleets, extensions and Irregular Safety Procedures. After a crash the most lose income."
    return build_description("Flames", _phrase_whose_seat(game, who, seat), text, lines, ("TG-6.10", "TG-6.11"))


def _describe_barrels(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    barrels = queries.count_barrels(game, state, seat)
    kinds = (FLEET, STRIKE, CRASH)
    prices = sorted({game.event_price[c] for deck in game.decks for c in deck if game.card_kind[c] not in kinds})
    low, high = (barrels * queries.get_barrel_price(game, state, seat, price) for price in (prices[0], prices[-1]))
    rural = ", Rural Stops included" if queries.has_condition(state, seat, RURAL_STOPS) else ""
    text = "Oil that fleets and extensions burn; paid for in an oil event."
    lines = [(f"${low}–{high}", f"in an oil event, by its card{rural}")]
    return build_description("Barrels", _phrase_whose_seat(game, who, seat), text, lines, ("TG-6.14", "TG-6.15"))


def _describe_cities(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    major = queries.count_bits(state.network[seat] & game.major_cities)
    text = "The network: cities with a plane. New planes must connect to it, large ones excepted."
    lines = [(str(queries.count_bits(state.network[seat])), "cities in all")]
    lines.append((f"${major * game.per_major}", f"at the end for {format_count(major, 'major city', 'major cities')}"))
    return build_description("Cities", _phrase_whose_seat(game, who, seat), text, lines, ("TG-10.4", "TG-16.5"))


def _describe_destinations_served(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    parts = queries.compute_score_by_category(game, state, seat)
    text = f"Destinations served: ${game.per_international} each at the end, and more for each player with fewer."
    lines = [(f"${parts[1] + parts[2]}", f"so far: ${parts[1]} and ${parts[2]} for players with fewer")]
    return build_description("Abroad", _phrase_whose_seat(game, who, seat), text, lines, ("TG-16.3", "TG-16.4"))


def _describe_cards_held_by_era(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    counts = [(era, sum(state.holder[card] == seat for card in game.decks[i])) for i, era in enumerate(ERAS)]
    held = [f"{count} {era}" for era, count in counts if count]
    text = "One card of the era is played each turn. The last of each era is put away without effect."
    lines = [("cards", join_with_and(held) if held else "none left")]
    return build_description("Hand", _phrase_whose_seat(game, who, seat), text, lines, ("TG-5.1", "TG-5.3"))


def _describe_extensions(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    text = "Planes placed from the supply without a fleet. Each token stays and adds to the owner's flames and barrels."
    lines = [(str(state.extensions[seat]), "tokens held")]
    return build_description(
        "Extension tokens", _phrase_whose_seat(game, who, seat), text, lines, ("TG-12.3", "TG-12.4")
    )


def _describe_conditions(game: TinGoose, state: TinGooseState, who: int | None, seat: int) -> Description:
    held = [name for i, name in enumerate(game.conditions) if queries.has_condition(state, seat, i)]
    text = "Troubles everybody starts with. Deploying a fleet removes one for good."
    lines = [
        (
            str(len(held)),
            "in force: all of them"
            if len(held) == len(game.conditions)
            else f"in force{_join_names_after_colon(held)}",
        )
    ]
    return build_description("Conditions", _phrase_whose_seat(game, who, seat), text, lines, ("TG-14.1", "TG-14.2"))


def _join_names_after_colon(names: list[str]) -> str:
    return f": {join_with_and(names)}" if names else ""


# The table


def _describe_table_figure(game: TinGoose, state: TinGooseState, who: int | None, figure_id: str) -> Description:
    return _TABLE_FIGURES[figure_id](game, state, who)


def _describe_round(game: TinGoose, state: TinGooseState, who: int | None) -> Description:
    text = "Everybody has one turn in a round. The colour is the era: cards of that colour are played."
    lines: Lines = [("set-up", "the first round has not begun")]
    if state.round:
        lines = [(f"round {state.round}", f"of {game.rounds}, {ERAS[game.era_of_round[state.round]]} era")]
    if who is not None and state.step_stack and state.round:
        lines.append((format_count(_count_turns_to_come(game, state, who), "turn"), "to come for you"))
    return build_description("Rounds", "marker", text, lines, ("TG-4.1", "TG-5.2", "TG-16.1"))


def _describe_income_track(game: TinGoose, state: TinGooseState, who: int | None) -> Description:
    text = "Each marker shows what its player collects. Some numbers fill two boxes: one step may change nothing yet."
    lines: Lines = [] if who is None else [(f"${queries.get_income(game, state, who)}", "is your income")]
    return build_description("Income track", "track", text, lines, ("TG-15.3", "TG-15.4"))


def _describe_hazard_track(game: TinGoose, state: TinGooseState, who: int | None) -> Description:
    text = "Flames cost money in a crash, barrels in an oil event. The most flames also lose income, the fewest gain."
    lines: Lines = []
    if who is not None:
        flames, barrels = queries.count_flames(game, state, who), queries.count_barrels(game, state, who)
        lines = [
            (format_count(flames, "flame"), f"of yours{_phrase_most_or_fewest_flames(game, state, who)}"),
            (format_count(barrels, "barrel"), "of yours"),
        ]
    return build_description("Hazard and oil", "tracks", text, lines, ("TG-6.9", "TG-6.14"))


def _describe_turn_actions_left(game: TinGoose, state: TinGooseState, who: int | None) -> Description:
    step = state.step_stack[-1]
    if not isinstance(step, TurnActionStep):
        raise ValueError("no turn is on")
    text = (
        f"A turn has {game.turn_actions} actions; the same one at most {game.max_same_action} times. "
        f"Going abroad takes {game.international_service_actions}."
    )
    whose = "you have" if state.active == who else f"{seat_name(game, state.active)} has"
    return build_description("Actions", "turn", text, [("left", f"{whose} {step.actions_left}")], ("TG-9.1", "TG-9.2"))


def _describe_auction(game: TinGoose, state: TinGooseState, who: int | None) -> Description:
    step = state.step_stack[-1]
    if not isinstance(step, AuctionBidStep):
        raise ValueError("no auction is on")
    text = "Each player bids once or passes, the player of the card last. Only the highest bid is paid."
    lines: Lines = [("no bid", "so far")]
    if step.leader != NOBODY:
        lines = [
            (f"${step.high_bid}", "is your bid" if step.leader == who else f"is bid by {seat_name(game, step.leader)}")
        ]
    return build_description("Auction", card_name(game, step.card), text, lines, ("TG-7.2", "TG-7.3", "TG-7.6"))


_DESCRIBERS: dict[str, Callable[[TinGoose, TinGooseState, int | None, Any], Description]] = {
    "card": _describe_card,
    "condition": _describe_condition,
    "destination": _describe_destination,
    "airmail": _describe_airmail,
    "demand": _describe_demand_card,
    "city": _describe_city,
    "fleet": _describe_fleet,
    "box": _describe_income_box,
    "seat": _describe_seat,
    "figure": _describe_table_figure,
}
_SEAT_FIGURES: dict[str, Callable[[TinGoose, TinGooseState, int | None, int], Description]] = {
    "cash": _describe_cash,
    "bonds": _describe_bonds,
    "chips": _describe_chips,
    "income": _describe_income,
    "flames": _describe_flames,
    "barrels": _describe_barrels,
    "cities": _describe_cities,
    "abroad": _describe_destinations_served,
    "hand": _describe_cards_held_by_era,
    "conditions": _describe_conditions,
    "extensions": _describe_extensions,
}
_TABLE_FIGURES: dict[str, Callable[[TinGoose, TinGooseState, int | None], Description]] = {
    "round": _describe_round,
    "income": _describe_income_track,
    "hazard": _describe_hazard_track,
    "slots": _describe_turn_actions_left,
    "auction": _describe_auction,
}
