"""What a seat had and did: seen in public events, the final view and the score, with the names of the edition."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from aerodrome import State, lab, load
from aerodrome.core.game import Game
from aerodrome.core.lab_metric_rules import LabMetricRules, load_lab_metric_rules_or_default
from aerodrome.games.airkwire.model.events import AirlineTakenOver, DividendsPaid
from aerodrome.games.airsteam.model.events import CubesDelivered
from aerodrome.lab.board_names import get_display_name, read_board_names
from aerodrome.lab.bot_runner import BotRunner
from aerodrome.lab.game_results import GameResult
from aerodrome.lab.text_summary import format_tournament_summary
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_batch import play_game_and_build_result
from aerodrome.lab.tournament_plan import TournamentPlan
from aerodrome.lab.tournament_report import render_tournament_report
from aerodrome.lab.trait_collector import TraitCollector
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

    def lab_metrics(self) -> LabMetricRules:
        return LabMetricRules(
            name="Painted",
            ignored_fields=frozenset({"secret"}),
            field_labels={"ceo": "CEO of", "fleets": "Fleet kept", "shares": "Shares of"},
            owner_fields=frozenset({"ceo"}),
        )

    def view(self, state: State, who: int | None) -> dict[str, Any]:
        return {
            "players": [
                {
                    "name": "Red",
                    "base": "rome",
                    "fleets": [{"name": "DC-3", "size": "S"}],
                    "hold": {"oil": 2, "tea": 0},
                    "secret": "plan",
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
    assert TraitCollector(game, 2).list_traits_by_seat(game.new(2)) == [
        ["End · Base: Roma", "End · Fleet kept: DC-3", "End · Hold: Oil", "End · Shares of: Delta"],
        ["End · Airmail: Roma–New york", "End · CEO of: Delta"],
    ]


def test_a_title_that_says_nothing_about_itself_is_measured_by_its_view_and_score() -> None:
    class Silent(Painted):
        def lab_metrics(self) -> LabMetricRules:
            return load_lab_metric_rules_or_default("nowhere.game", "silent")

    game = Silent(ToyOptions(), {})
    assert game.lab_metrics().name == "Silent"
    assert game.lab_metrics().describe_ending("last_card") == "last card"
    traits = TraitCollector(game, 2).list_traits_by_seat(game.new(2))
    assert "End · Fleets: DC-3" in traits[0]
    assert "End · Shares: Delta" in traits[0]


def test_a_new_title_tells_the_lab_about_itself_in_a_file_of_its_own(tmp_path: Path) -> None:
    """The toy has `ai/lab_metrics.py`; the lab has never heard of it."""
    plan = TournamentPlan(title="toy", bots=("random", "greedy"), rounds=10)
    run_tournament(plan, tmp_path / "t.parquet")
    frame = read_results(tmp_path / "t.parquet")
    assert set(frame["traits"].explode().drop_nulls()) == {"Game · Won as: Red", "Game · Won as: Blue"}
    assert "Game · Bid" in {figure["name"] for seat in frame["figures"] for figure in seat}
    assert "The Toy: 20 games" in format_tournament_summary(frame, plan)
    assert "end with the sealed bids" in format_tournament_summary(frame, plan)
    assert "#112233" in render_tournament_report(frame, plan)


def test_the_lab_knows_no_title_by_name() -> None:
    words = {"airline", "airkwire", "tingoose", "airsteam"}
    for file in Path(lab.__file__).parent.glob("*.py"):
        strings = {
            node.value for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)
        }
        assert not words & strings, file.name


def test_an_id_without_a_name_is_at_least_written_as_words() -> None:
    assert get_display_name({}, "salt_lake_city") == "Salt lake city"
    assert get_display_name({}, "DC-3") == "DC-3"
    assert get_display_name({"x": "Boeing 247"}, "x") == "Boeing 247"


def games(title: str, options: dict[str, Any], count: int = 12) -> tuple[Game, list[GameResult]]:
    plan = TournamentPlan(
        title=title, bots=("random",) * SEATS, seats=SEATS, format="melee", rounds=count, options=options
    )
    game = plan.load_game()
    return game, [
        play_game_and_build_result(game, plan.get_scheduled_game(number), BotRunner(30)) for number in range(count)
    ]


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: str(table[0]))
def played(request: pytest.FixtureRequest) -> tuple[Game, list[GameResult]]:
    title, options = request.param
    return games(title, options)


def test_every_question_asked_of_a_title_names_events_and_fields_that_it_has(
    played: tuple[Game, list[GameResult]],
) -> None:
    game, _results = played
    metrics = game.lab_metrics()
    events = {cls.__name__: set(cls.__struct_fields__) for cls in _events(game.title)}
    for row in (*metrics.start, *metrics.during):
        assert {row.field, row.seat_field} <= events[row.event], row
    for total in metrics.sums:
        fields = set(re.findall(r"{(\w+)}", total.label)) | {total.amount_field, total.seat_field}
        assert fields - {""} <= events[total.event], total


CHOSEN_BY_CHANCE = {
    "airline": {"throw"},
    "airkwire": {"first", "draw"},
    "airsteam": {"deal_colour", "draw_start_player", "draw_demand"},
    "tingoose": {"draw_demand", "deal_card", "lay_airmail", "go_next"},
}


def test_every_choice_of_a_seat_has_the_words_of_its_kind(boards: dict[str, Game]) -> None:
    for title, by_chance in CHOSEN_BY_CHANCE.items():
        actions, kinds = set(boards[title].codec.actions), set(boards[title].lab_metrics().decision_kinds)
        assert (actions - kinds, kinds - actions) == (by_chance, set()), title


def _events(title: str) -> list[Any]:
    from importlib import import_module

    from aerodrome.core.actions import Event

    found = []
    for part in ("actions", "events"):
        try:
            module = import_module(f"aerodrome.games.{title}.model.{part}")
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


def test_players_find_what_they_would_ask_about(played: tuple[Game, list[GameResult]]) -> None:
    game, results = played
    seats = [seat for result in results for seat in result.seats]
    kinds = {trait.partition(": ")[0] for seat in seats for trait in seat.traits}
    assert kinds >= KINDS[game.title]
    assert {figure.name for seat in seats for figure in seat.figures} >= FIGURES[game.title]


def test_names_are_those_of_the_edition_and_never_ids(played: tuple[Game, list[GameResult]]) -> None:
    game, results = played
    ids = {key for key, name in read_board_names(game).items() if key != name}
    for result in results:
        for seat in result.seats:
            told = {trait.partition(": ")[2] for trait in seat.traits}
            assert not told & ids
            assert not [name for name in (*told, *(figure.name for figure in seat.figures)) if "_" in name]


@pytest.fixture(scope="module")
def airline() -> list[GameResult]:
    return games("airline", {}, 3)[1]


def test_fares_go_from_seat_to_seat(airline: list[GameResult]) -> None:
    for result in airline:
        told = [(figure.name, figure.value) for seat in result.seats for figure in seat.figures]
        received = sum(value for name, value in told if name == "Game · Fares received")
        assert received == sum(value for name, value in told if name == "Game · Fares paid") > 0


@pytest.fixture(scope="module")
def boards() -> dict[str, Game]:
    return {title: load(title, options=options) for title, options in TABLES}


def test_the_board_of_every_title_gives_names(boards: dict[str, Game]) -> None:
    assert read_board_names(boards["airsteam"])["B3-B5"].count("–") == 1
    assert read_board_names(boards["tingoose"])["A4"] == "Denver–Houston"
    assert read_board_names(boards["airkwire"])["american"] == "American"
    assert read_board_names(boards["airline"])["rio_de_janeiro"] == "Rio de Janeiro"


def test_goods_delivered_are_counted_each_by_its_name(boards: dict[str, Game]) -> None:
    game = boards["airsteam"]
    collector = TraitCollector(game, 2)
    for good, count in ((1, 2), (1, 1), (0, 3)):
        collector.observe_event(
            CubesDelivered(seat=1, depot=0, city=0, good=good, count=count, income=10 * count, final=False)
        )
    assert collector.sums[0] == {}
    assert collector.sums[1] == {
        "Income from deliveries": 60.0,
        "Food delivered": 3.0,
        "Chemicals delivered": 3.0,
        "Goods delivered": 6.0,
    }
    assert collector.game_traits[1] == {"Delivered: Food", "Delivered: Chemicals", "Delivered to: Akron"}


def test_dividends_go_to_each_holder_and_takeovers_to_the_largest(boards: dict[str, Game]) -> None:
    collector = TraitCollector(boards["airkwire"], 3)
    collector.observe_event(DividendsPaid(airline=0, rate=10, seats=(0, 2), amounts=(30, 70)))
    collector.observe_event(
        AirlineTakenOver(
            acquirer=0, defunct=1, city=0, rate=1, first=(2,), first_bonus=500, second=(0, 1), second_bonus=90
        )
    )
    assert [sums.get("Dividends", 0.0) for sums in collector.sums] == [30.0, 0.0, 70.0]
    assert [sums["Takeover bonuses"] for sums in collector.sums] == [90.0, 90.0, 500.0]
