"""What each seat had and did, as names and figures: read from public events, the final public view and the tally."""

import re
from typing import Any

from aerodrome.core.actions import Event
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.lab.asking import FIELDS, Had, Sum, asking
from aerodrome.lab.names import called, names

START, GAME, END = "Start · ", "Game · ", "End · "
"""When a seat had it: begins every name and figure."""

LABELS = {"seat", "name", "colour", "color", "out", "banker", "chosen"}
"""Fields of a player that only say which seat it is."""

_NAMES: dict[tuple[type[Game], str], dict[str, str]] = {}


def _names_of(game: Game) -> dict[str, str]:
    """Read once from each board."""
    key = (type(game), game.edition_hash)
    if key not in _NAMES:
        _NAMES[key] = names(game)
    return _NAMES[key]


class Witness:
    """Watches one game and remembers what its players would talk about afterwards."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.asking = asking(game.title)
        self.names = _names_of(game)
        self.first: list[dict[str, str]] = [{} for _seat in range(seats)]
        self.had: list[set[str]] = [set() for _seat in range(seats)]
        self.sums: list[dict[str, float]] = [{} for _seat in range(seats)]
        had = {row.event for row in (*self.asking.start, *self.asking.during)}
        self.known = had | {row.event for row in self.asking.sums}

    def tell(self, event: Event) -> None:
        kind = type(event).__name__
        if kind not in self.known:
            return
        data = self.game.dump_event(event)
        if "link" in data:
            data["tiles"] = sorted({end[:1] for end in str(data["link"]).split("-")})
        for row in self.asking.start:
            if row.event == kind:
                for seat, name in self._named(row, data):
                    self.first[seat].setdefault(row.label, name)
        for row in self.asking.during:
            if row.event == kind:
                for seat, name in self._named(row, data):
                    self.had[seat].add(f"{row.label}: {name}")
        for total in self.asking.sums:
            if total.event == kind:
                self._add(total, data)

    def _named(self, row: Had, data: dict[str, Any]) -> list[tuple[int, str]]:
        what = data[row.what]
        if row.what == "tiles":
            return [(data[row.who], "/".join(what))]
        things = what if isinstance(what, list) else [what]
        return [(seat, called(self.names, thing)) for seat in self._seats(data[row.who]) for thing in things]

    def _add(self, row: Sum, data: dict[str, Any]) -> None:
        amount = data[row.amount] if row.amount else 1
        seats = self._seats(data[row.who]) if row.who else list(range(self.seats))
        amounts = amount if isinstance(amount, list) else [amount] * len(seats)
        words = {field: called(self.names, data[field]) for field in re.findall(r"{(\w+)}", row.label)}
        label = row.label.format(**words)
        for seat, part in zip(seats, amounts, strict=True):
            self.sums[seat][label] = self.sums[seat].get(label, 0.0) + float(part)

    def _seats(self, who: Any) -> list[int]:
        """Nobody (the bank) is no seat."""
        return [seat for seat in (who if isinstance(who, list) else [who]) if isinstance(seat, int) and seat >= 0]

    def traits(self, state: State) -> list[list[str]]:
        """For each seat "Start · First base: Rome", "Game · CEO of: Delta", "End · Fleet: Douglas DC-3"."""
        held = self._final(state)
        return [
            sorted(
                {f"{START}{label}: {name}" for label, name in self.first[seat].items()}
                | {f"{GAME}{trait}" for trait in self.had[seat]}
                | {f"{END}{trait}" for trait in held[seat]}
            )
            for seat in range(self.seats)
        ]

    def _final(self, state: State) -> list[set[str]]:
        view = self.game.view(state, None)
        return [self._held(view, seat) for seat in range(self.seats)]

    def _held(self, view: dict[str, Any], seat: int) -> set[str]:
        own: dict[str, Any] = view["players"][seat] if "players" in view else {}
        asked = {name: item for name, item in own.items() if name not in LABELS | self.asking.unasked}
        found = {self._trait(name, word) for name, item in asked.items() for word in _words(item)}
        for value in view.values():
            if isinstance(value, dict):
                found |= {self._trait(field, name) for field, name in _shared(value, seat, self.seats)}
        return found

    def _trait(self, field: str, word: str) -> str:
        label = FIELDS.get(field) or field.replace("_", " ").capitalize()
        return f"{label}: {called(self.names, word)}"

    def figures(self, state: State) -> list[dict[str, float]]:
        """For each seat what it added up over the game, the lines of its tally and what players track on paper."""
        found: list[dict[str, float]] = [
            {f"{GAME}{label}": value for label, value in self.sums[seat].items()} for seat in range(self.seats)
        ]
        for seat, lines in enumerate(self.game.tally(state)):
            for line in lines:
                name = END + plain(line.label)
                found[seat][name] = found[seat].get(name, 0.0) + line.amount
        for series in self.game.numbers(state, None):
            for seat, value in enumerate(series.values):
                if value is not None:
                    found[seat].setdefault(END + series.name, float(value))
        return found


def _words(item: Any) -> set[str]:
    """The names in a field: a name, a list of names or of named things, or what there is more than nothing of."""
    if isinstance(item, str):
        return {item} if item else set()
    if isinstance(item, list):
        return {word for part in item for word in (_named(part) if isinstance(part, dict) else _words(part))}
    if isinstance(item, dict):
        counted = {str(key) for key, amount in item.items() if type(amount) is int and amount > 0}
        return counted or _named(item)
    return set()


def _named(thing: dict[str, Any]) -> set[str]:
    """A thing's name, or the first word there is in it."""
    words = [thing["name"]] if "name" in thing else [word for word in thing.values() if isinstance(word, str)]
    return {str(word) for word in words[:1]}


def _shared(things: dict[str, Any], seat: int, seats: int) -> set[tuple[str, str]]:
    """Named things that several seats have a part in (shares of Delta) or that one of them leads (CEO of Delta)."""
    found: set[tuple[str, str]] = set()
    for name, thing in things.items():
        for field, value in thing.items() if isinstance(thing, dict) else ():
            if isinstance(value, list) and len(value) == seats and all(type(part) is int for part in value):
                found |= {(field, name)} if value[seat] > 0 else set()
            elif field in ("ceo", "owner") and type(value) is int and value == seat:
                found.add((field, name))
    return found


def plain(label: str) -> str:
    """ "5 cities at $20M" is about cities, "United shares at $400" about United's shares."""
    words = [word for word in label.split() if not re.search(r"[\d$×]", word)]
    while len(words) > 1 and words[-1] in ("at", "of", "for"):
        words.pop()
    name = " ".join(words) or label
    return name[:1].upper() + name[1:]
