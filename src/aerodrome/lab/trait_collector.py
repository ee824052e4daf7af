"""What each seat had and did, as names and figures: read from public events, the final public view and the score."""

import re
from typing import Any

from aerodrome.core.actions import Event
from aerodrome.core.game import Game
from aerodrome.core.lab_metric_rules import EventAmountSumRule, EventTraitRule
from aerodrome.core.state import State
from aerodrome.lab.board_names import get_display_name, read_board_names

START, GAME, END = "Start · ", "Game · ", "End · "
"""When a seat had it: begins every name and figure."""

SEAT_FIELDS = {"seat", "name", "colour", "color"}
"""Fields of a player that only say which seat it is."""

_BOARD_NAMES: dict[tuple[type[Game], str], dict[str, str]] = {}


def _get_board_names(game: Game) -> dict[str, str]:
    """Read once from each board."""
    key = (type(game), game.edition_hash)
    if key not in _BOARD_NAMES:
        _BOARD_NAMES[key] = read_board_names(game)
    return _BOARD_NAMES[key]


class TraitCollector:
    """Observes one game and remembers what its players would talk about afterwards, as the title's metrics say."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.metrics = game.lab_metrics()
        self.board_names = _get_board_names(game)
        self.start_traits: list[dict[str, str]] = [{} for _seat in range(seats)]
        self.game_traits: list[set[str]] = [set() for _seat in range(seats)]
        self.sums: list[dict[str, float]] = [{} for _seat in range(seats)]
        trait_events = {rule.event for rule in (*self.metrics.start, *self.metrics.during)}
        self._event_types = trait_events | {rule.event for rule in self.metrics.sums}

    def observe_event(self, event: Event) -> None:
        """Takes in one event of the game, as `Game.apply` tells it."""
        event_type = type(event).__name__
        if event_type not in self._event_types:
            return
        data = self.game.dump_event(event)
        for rule in self.metrics.start:
            if rule.event == event_type:
                for seat, name in self._pair_seats_with_trait_names(rule, data):
                    self.start_traits[seat].setdefault(rule.label, name)
        for rule in self.metrics.during:
            if rule.event == event_type:
                for seat, name in self._pair_seats_with_trait_names(rule, data):
                    self.game_traits[seat].add(f"{rule.label}: {name}")
        for total in self.metrics.sums:
            if total.event == event_type:
                self._add_amounts_of_event(total, data)

    def _pair_seats_with_trait_names(self, rule: EventTraitRule, event_data: dict[str, Any]) -> list[tuple[int, str]]:
        """The seats that an event gives something to, each with its name."""
        value = event_data[rule.field]
        items = value if isinstance(value, list) else [value]
        names = [rule.describe(item) if rule.describe else self._get_display_name(item) for item in items]
        return [(seat, name) for seat in _extract_seats(event_data[rule.seat_field]) for name in names]

    def _add_amounts_of_event(self, rule: EventAmountSumRule, event_data: dict[str, Any]) -> None:
        amount = event_data[rule.amount_field] if rule.amount_field else 1
        seats = _extract_seats(event_data[rule.seat_field]) if rule.seat_field else list(range(self.seats))
        amounts = amount if isinstance(amount, list) else [amount] * len(seats)
        fields = {field: self._get_display_name(event_data[field]) for field in re.findall(r"{(\w+)}", rule.label)}
        label = rule.label.format(**fields)
        for seat, part in zip(seats, amounts, strict=True):
            self.sums[seat][label] = self.sums[seat].get(label, 0.0) + float(part)

    def _get_display_name(self, item_id: Any) -> str:
        return get_display_name(self.board_names, item_id)

    def list_traits_by_seat(self, state: State) -> list[list[str]]:
        """For each seat "Start · First base: Rome", "Game · CEO of: Delta", "End · Fleet: Douglas DC-3"."""
        view = self.game.view(state, None)
        return [
            sorted(
                {f"{START}{label}: {name}" for label, name in self.start_traits[seat].items()}
                | {f"{GAME}{trait}" for trait in self.game_traits[seat]}
                | {f"{END}{trait}" for trait in self._find_final_traits(view, seat)}
            )
            for seat in range(self.seats)
        ]

    def _find_final_traits(self, view: dict[str, Any], seat: int) -> set[str]:
        """What the final public view shows this seat to have."""
        player: dict[str, Any] = view["players"][seat] if "players" in view else {}
        ignored = SEAT_FIELDS | self.metrics.ignored_fields
        fields = {field: value for field, value in player.items() if field not in ignored}
        found = {self._format_trait(field, name) for field, value in fields.items() for name in _extract_names(value)}
        for value in view.values():
            if isinstance(value, dict):
                found |= {self._format_trait(field, name) for field, name in self._find_shared_traits(value, seat)}
        return found

    def _format_trait(self, field: str, name: str) -> str:
        label = self.metrics.field_labels.get(field) or field.replace("_", " ").capitalize()
        return f"{label}: {self._get_display_name(name)}"

    def _find_shared_traits(self, items_by_name: dict[str, Any], seat: int) -> set[tuple[str, str]]:
        """Named things that several seats have a part in (shares of Delta) or that one of them leads (CEO of Delta)."""
        found: set[tuple[str, str]] = set()
        for name, item in items_by_name.items():
            for field, value in item.items() if isinstance(item, dict) else ():
                if isinstance(value, list) and len(value) == self.seats and all(type(part) is int for part in value):
                    found |= {(field, name)} if value[seat] > 0 else set()
                elif field in self.metrics.owner_fields and type(value) is int and value == seat:
                    found.add((field, name))
        return found

    def list_figures_by_seat(self, state: State) -> list[dict[str, float]]:
        """For each seat what it added up over the game, the lines of its score and what players track on paper."""
        found: list[dict[str, float]] = [
            {f"{GAME}{label}": value for label, value in self.sums[seat].items()} for seat in range(self.seats)
        ]
        for seat, lines in enumerate(self.game.score_breakdown(state)):
            for line in lines:
                name = END + remove_words_with_numbers(line.label)
                found[seat][name] = found[seat].get(name, 0.0) + line.amount
        for series in self.game.statistics(state, None):
            for seat, value in enumerate(series.values):
                if value is not None:
                    found[seat].setdefault(END + series.name, float(value))
        return found


def _extract_seats(field_value: Any) -> list[int]:
    """The seats that a field of an event names; nobody (the bank) is no seat."""
    return [
        seat
        for seat in (field_value if isinstance(field_value, list) else [field_value])
        if isinstance(seat, int) and seat >= 0
    ]


def _extract_names(field_value: Any) -> set[str]:
    """The names in a field: a name, a list of names or of named things, or what there is more than nothing of."""
    if isinstance(field_value, str):
        return {field_value} if field_value else set()
    if isinstance(field_value, list):
        return {
            word
            for part in field_value
            for word in (_extract_name_or_first_text(part) if isinstance(part, dict) else _extract_names(part))
        }
    if isinstance(field_value, dict):
        counted = {str(key) for key, amount in field_value.items() if type(amount) is int and amount > 0}
        return counted or _extract_name_or_first_text(field_value)
    return set()


def _extract_name_or_first_text(named_item: dict[str, Any]) -> set[str]:
    """A thing's name, or the first word there is in it."""
    words = (
        [named_item["name"]]
        if "name" in named_item
        else [word for word in named_item.values() if isinstance(word, str)]
    )
    return {str(word) for word in words[:1]}


def remove_words_with_numbers(label: str) -> str:
    """ "5 cities at $20M" is about cities, "United shares at $400" about United's shares."""
    words = [word for word in label.split() if not re.search(r"[\d$×]", word)]
    while len(words) > 1 and words[-1] in ("at", "of", "for"):
        words.pop()
    name = " ".join(words) or label
    return name[:1].upper() + name[1:]
