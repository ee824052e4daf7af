"""What a seat had and did: seen in public events, the final view and the tally, with the names of the edition."""

import re
from typing import Any

import pytest

from aerodrome import State, load
from aerodrome.core.game import Game
from aerodrome.games.airkwire.model.actions import Paid, TookOver
from aerodrome.games.airsteam.model.events import Delivered
from aerodrome.lab.asking import TITLES
from aerodrome.lab.match import Result, play
from aerodrome.lab.names import called, names
from aerodrome.lab.plan import Plan
from aerodrome.lab.referee import Referee
from aerodrome.lab.traits import Witness
from toy.game import Toy, ToyOptions

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("airline", {}),
    ("airkwire", {"power_cards": True}),
    ("tingoose", {}),
    ("airsteam", {"game": "full"}),
]
SEATS = 3


class Painted(Toy):
    """The toy with the views that titles have."""

    def view(self, state: State, who: int | None) -> dict[str, Any]:
        return {
            "players": [
                {
                    "name": "Red",
                    "base": "rome",
                    "fleets": [{"name": "DC-3", "size": "S"}],
                    "hold": {"oil": 2, "tea": 0},
                },
                {"name": "Blue", "base": None, "fleets": [], "airmail": {"airmail": "A9", "delivered": True}},
            ],
            "airlines": {"delta": {"ceo": 1, "shares": [2, 0], "price": 300}},
            "scores": [1, 2],
        }

    def board(self) -> dict[str, Any]:
        return {
            "cities": [{"id": "rome", "name": "Roma"}],
            "airmail": [{"id": "A9", "start": "rome", "target": "new_york"}],
        }


def test_what_a_seat_had_is_read_from_any_public_view() -> None:
    game = Painted(ToyOptions(), {})
    assert Witness(game, 2).traits(game.new(2)) == [
        ["End · Base: Roma", "End · Fleet kept: DC-3", "End · Hold: Oil", "End · Shares of: Delta"],
        ["End · Airmail: Roma–New york", "End · CEO of: Delta"],
    ]


def test_an_id_without_a_name_is_at_least_written_as_words() -> None:
    assert called({}, "salt_lake_city") == "Salt lake city"
    assert called({}, "DC-3") == "DC-3"
    assert called({"x": "Boeing 247"}, "x") == "Boeing 247"


def games(title: str, options: dict[str, Any], count: int = 12) -> tuple[Game, list[Result]]:
    plan = Plan(title=title, bots=("random",) * SEATS, seats=SEATS, format="melee", rounds=count, options=options)
    game = plan.load()
    return game, [play(game, plan, plan.fixture(number), Referee(30)) for number in range(count)]


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: str(table[0]))
def played(request: pytest.FixtureRequest) -> tuple[Game, list[Result]]:
    title, options = request.param
    return games(title, options)


def test_every_question_asked_of_a_title_names_events_and_fields_that_it_has(played: tuple[Game, list[Result]]) -> None:
    game, _results = played
    asked = TITLES[game.title]
    events = {cls.__name__: set(cls.__struct_fields__) for cls in _events(game.title)}
    for row in (*asked.start, *asked.during):
        assert {row.what, row.who} - {"tiles"} <= events[row.event], row
    for total in asked.sums:
        fields = set(re.findall(r"{(\w+)}", total.label)) | {total.amount, total.who}
        assert fields - {""} <= events[total.event], total


def _events(title: str) -> list[Any]:
    from importlib import import_module

    from aerodrome.core.actions import Event

    found = []
    for part in ("actions", "events"):
        try:
            module = import_module(f"aerodrome.games.{title}.{part}")
        except ModuleNotFoundError:
            continue
        found += [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Event)]
    return found


KINDS = {
    "airline": {"Start · First base", "Game · Owned", "Game · Flew the", "End · Base", "End · City"},
    "airkwire": {
        "Start · First airline opened",
        "Game · CEO of",
        "End · CEO of",
        "End · Shares of",
        "Game · Power card",
    },
    "tingoose": {"Start · Airmail route", "Game · Fleet", "Game · Destination", "End · Condition kept", "End · City"},
    "airsteam": {
        "Start · Team",
        "Start · Character",
        "Start · Start depot",
        "Game · Depot on",
        "Game · Airship reached level",
    },
}
FIGURES = {
    "airline": {"Game · Fares received", "Game · Subsidies received", "End · Cash"},
    "airkwire": {"Game · Dividends", "Game · Shares sold for", "Game · Routes created", "End · Cash"},
    "tingoose": {"Game · Opening bid", "Game · Paid for oil", "Game · Planes placed", "End · Income"},
    "airsteam": {"Game · Income from passing", "Game · Paid for depots", "End · Cash", "End · Train level"},
}


def test_players_find_what_they_would_ask_about(played: tuple[Game, list[Result]]) -> None:
    game, results = played
    seats = [seat for result in results for seat in result.seats]
    kinds = {trait.partition(": ")[0] for seat in seats for trait in seat.traits}
    assert kinds >= KINDS[game.title]
    assert {figure.name for seat in seats for figure in seat.figures} >= FIGURES[game.title]


def test_names_are_those_of_the_edition_and_never_ids(played: tuple[Game, list[Result]]) -> None:
    game, results = played
    ids = {key for key, name in names(game).items() if key != name}
    for result in results:
        for seat in result.seats:
            told = {trait.partition(": ")[2] for trait in seat.traits}
            assert not told & ids
            assert not [name for name in (*told, *(figure.name for figure in seat.figures)) if "_" in name]


@pytest.fixture(scope="module")
def airline() -> list[Result]:
    return games("airline", {}, 3)[1]


def test_fares_go_from_seat_to_seat(airline: list[Result]) -> None:
    for result in airline:
        told = [(figure.name, figure.value) for seat in result.seats for figure in seat.figures]
        received = sum(value for name, value in told if name == "Game · Fares received")
        assert received == sum(value for name, value in told if name == "Game · Fares paid") > 0


@pytest.fixture(scope="module")
def boards() -> dict[str, Game]:
    return {title: load(title, options=options) for title, options in TABLES}


def test_the_board_of_every_title_gives_names(boards: dict[str, Game]) -> None:
    assert names(boards["airsteam"])["B3-B5"].count("–") == 1
    assert names(boards["tingoose"])["A4"] == "Denver–Houston"
    assert names(boards["airkwire"])["american"] == "American"
    assert names(boards["airline"])["rio_de_janeiro"] == "Rio de Janeiro"


def test_goods_delivered_are_counted_each_by_its_name(boards: dict[str, Game]) -> None:
    game = boards["airsteam"]
    witness = Witness(game, 2)
    for good, count in ((1, 2), (1, 1), (0, 3)):
        witness.tell(Delivered(seat=1, depot=0, city=0, good=good, count=count, income=10 * count, final=False))
    assert witness.sums[0] == {}
    assert witness.sums[1] == {
        "Income from deliveries": 60.0,
        "Food delivered": 3.0,
        "Chemicals delivered": 3.0,
        "Goods delivered": 6.0,
    }
    assert witness.had[1] == {"Delivered: Food", "Delivered: Chemicals", "Delivered to: Akron"}


def test_dividends_go_to_each_holder_and_takeovers_to_the_largest(boards: dict[str, Game]) -> None:
    witness = Witness(boards["airkwire"], 3)
    witness.tell(Paid(airline=0, rate=10, seats=(0, 2), amounts=(30, 70)))
    witness.tell(
        TookOver(acquirer=0, defunct=1, city=0, rate=1, first=(2,), first_bonus=500, second=(0, 1), second_bonus=90)
    )
    assert [sums.get("Dividends", 0.0) for sums in witness.sums] == [30.0, 0.0, 70.0]
    assert [sums["Takeover bonuses"] for sums in witness.sums] == [90.0, 90.0, 500.0]
