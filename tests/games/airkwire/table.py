"""A table to put positions on by hand; after every action all that must add up is checked."""

from typing import Any

from aerodrome import CHANCE, Action, Event, load
from aerodrome.core.weights import read_weights
from aerodrome.games.airkwire.components.edition import Edition
from aerodrome.games.airkwire.game import RULES_VERSION, WEIGHTS, Airkwire
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.options import AirkwireOptions
from aerodrome.games.airkwire.rules import state_changes
from aerodrome.games.airkwire.rules.queries import list_cities_served
from games.airkwire.invariants import check

FAR = ("bangor", "brownsville", "seattle", "burlington", "santa_barbara")
"""A hand that few airlines can use."""


class Table:
    """Seat 0 begins and has the turn; hands are the same useless one for all until set."""

    def __init__(self, seats: int = 3, edition: Edition | None = None, **options: Any) -> None:
        if edition is None:
            game = load("airkwire", options=options)
            assert isinstance(game, Airkwire)
        else:
            game = Airkwire(edition, AirkwireOptions(**options), RULES_VERSION, read_weights("airkwire", WEIGHTS, None))
        self.game = game
        state = game.new(seats)
        assert isinstance(state, AirkwireState)
        self.state = state
        self.heard: list[Event] = []
        self.chance("first", seat=0)
        while game.actors(state) == (CHANCE,):
            game.apply(state, CHANCE, game.legal(state, CHANCE)[0])
        check(game, state)

    # Names

    def airline(self, name: str) -> int:
        return self.game.codec.ids["airline"][name]

    def city(self, name: str) -> int:
        return self.game.codec.ids["city"][name]

    def card(self, name: str) -> int:
        return self.game.codec.ids["card"][name]

    def kind(self, name: str) -> int:
        return self.game.codec.ids["aircraft"][name]

    # Playing

    @property
    def asked(self) -> int:
        (who,) = self.game.actors(self.state)
        return who

    @property
    def step(self) -> str:
        return type(self.state.step_stack[-1]).__name__ if self.state.step_stack else ""

    def action(self, kind: str, **fields: Any) -> Action:
        return self.game.parse({"type": kind, **fields})

    def do(self, kind: str, **fields: Any) -> list[Event]:
        """Whoever is asked answers so; what is told about it."""
        return self.by(self.asked, kind, **fields)

    def by(self, who: int, kind: str, **fields: Any) -> list[Event]:
        events: list[Event] = []
        self.game.apply(self.state, who, self.action(kind, **fields), events.append)
        check(self.game, self.state)
        self.heard += events
        return events

    def chance(self, kind: str = "draw", **fields: Any) -> list[Event]:
        return self.by(CHANCE, kind, **fields)

    def rule(self, kind: str, **fields: Any) -> str:
        """The rule that forbids this to whoever is asked, or ""."""
        return self.game.violated_rule(self.state, self.asked, self.action(kind, **fields))

    def why(self, kind: str, **fields: Any) -> str:
        refusal = self.game.why_not(self.state, self.asked, self.action(kind, **fields))
        assert refusal is not None, f"{kind} {fields} is allowed"
        return f"{refusal.rule}: {refusal.text}"

    def offered(self, kind: str) -> list[dict[str, Any]]:
        """The legal answers of this kind, as fields by name."""
        actions = [self.game.dump(action) for action in self.game.legal(self.state, self.asked)]
        return [{k: v for k, v in data.items() if k != "type"} for data in actions if data["type"] == kind]

    def kinds(self) -> set[str]:
        return {str(self.game.dump(action)["type"]) for action in self.game.legal(self.state, self.asked)}

    def fly(self, city: str, airline: str, aircraft: str = "tri_motor") -> list[Event]:
        if self.step == "TradeSharesStep":
            self.do("close_stock")
        return self.do("propose", city=city, airline=airline, aircraft=aircraft)

    def end_turn(self) -> None:
        """The shortest way to the next player's turn: no trade, a discard, no draw."""
        turns = self.state.turns
        while self.state.step_stack and self.state.turns == turns:
            kinds = self.kinds()
            for kind in ("close_stock", "keep_hand", "pass", "hold"):
                if kind in kinds:
                    self.do(kind)
                    break
            else:
                self.do("discard", **self.offered("discard")[0])

    def end_turns(self, count: int) -> None:
        for _ in range(count):
            self.end_turn()

    # Setting up

    def hand(self, seat: int, *cards: str) -> None:
        """These cards and no others; they come from the pile."""
        state = self.state
        for card in state.hands[seat]:
            state.pile[card] += 1
        state.pile_size += len(state.hands[seat])
        state.hands[seat] = []
        state.seen[seat] = []
        for name in cards:
            card = self.card(name)
            self._from_pile(card)
            state.hands[seat].append(card)
            state.late[seat] += not self.game.is_plain[card]

    def far_hands(self) -> None:
        for seat in range(self.state.seats):
            self.hand(seat)
        for seat in range(self.state.seats):
            self.hand(seat, FAR[seat])

    def _from_pile(self, card: int) -> None:
        state = self.state
        assert state.pile[card], f"{self.game.codec.vocabulary['card'][card]} is not in the pile"
        state.pile[card] -= 1
        state.pile_size -= 1
        if state.top_left > sum(state.pile[plain] for plain in self.game.plain_cards):
            state.top_left -= 1

    def empty_pile(self, *left: str) -> None:
        """Only these cards stay in the pile; the others are laid on a far corner: the last hand of the game."""
        state = self.state
        state.top_left = 0
        for card in range(state.cards):
            while state.pile[card]:
                self._from_pile(card)
                state_changes.add_card_to_discard_pool(state, card)
        for name in left:
            card = self.card(name)
            state.pool[card] -= 1
            state.pool_size -= 1
            state.pile[card] += 1
            state.pile_size += 1

    def cash(self, seat: int, amount: int) -> None:
        state_changes.pay_to_bank(self.state, seat, self.state.cash[seat])
        state_changes.receive_from_bank(self.state, seat, amount)

    def open(
        self,
        name: str,
        index: int = 1,
        shares: dict[int, int] | None = None,
        routes: dict[str, str] | None = None,
        unpaid: int = 0,
    ) -> int:
        """An open airline: its place on the track, its holders (the first named is CEO), its routes."""
        state, airline = self.state, self.airline(name)
        assert state.status[airline] != OPEN
        state.status[airline] = OPEN
        home = self.game.home[airline]
        state.network[airline] = self.game.bit[home]
        state.points[airline] = self.game.points_of[home]
        state.unpaid[airline] = unpaid
        self.at(name, index)
        self.shares(name, shares or {0: 2})
        for city, aircraft in (routes or {}).items():
            self.route(name, city, aircraft)
        return airline

    def at(self, name: str, index: int) -> None:
        self.state.index[self.airline(name)] = index

    def shares(self, name: str, held: dict[int, int]) -> None:
        airline = self.airline(name)
        self.state.shares[airline] = [held.get(seat, 0) for seat in range(self.state.seats)]
        self.state.unsold[airline] = self.game.shares_per_airline - sum(held.values())
        most = max(held.values())
        self.state.ceo[airline] = next(seat for seat, count in held.items() if count == most)

    def route(self, name: str, city: str, aircraft: str = "tri_motor", card: bool = True) -> None:
        airline, place = self.airline(name), self.city(city)
        state_changes.place_aircraft(self.game, self.state, airline, place, self.kind(aircraft))
        if card:
            self._from_pile(place)
            self.state.city_cards[airline].append(place)

    # Looking

    def price(self, name: str) -> int:
        return self.game.price[self.state.index[self.airline(name)]]

    def index(self, name: str) -> int:
        return self.state.index[self.airline(name)]

    def points(self, name: str) -> int:
        return self.state.points[self.airline(name)]

    def held(self, name: str) -> list[int]:
        return self.state.shares[self.airline(name)]

    def ceo(self, name: str) -> int:
        return self.state.ceo[self.airline(name)]

    def is_open(self, name: str) -> bool:
        return self.state.status[self.airline(name)] == OPEN

    def serves(self, name: str) -> set[str]:
        airline = self.airline(name)
        cities = list_cities_served(self.state, airline)
        return {self.game.codec.vocabulary["city"][city] for city in cities}

    def pool(self) -> list[str]:
        names = self.game.codec.vocabulary["card"]
        return [names[card] for card, count in enumerate(self.state.pool) for _ in range(count)]

    def holds(self, seat: int) -> list[str]:
        return sorted(self.game.codec.vocabulary["card"][card] for card in self.state.hands[seat])

    def city_cards(self, name: str) -> list[str]:
        return sorted(self.game.codec.vocabulary["city"][card] for card in self.state.city_cards[self.airline(name)])

    def told(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.heard if type(event) is kind]

    def words(self) -> list[str]:
        return [self.game.describe_event(event) for event in self.heard]
