"""Law: what views hide though it could be reckoned is displayed nowhere.

In Tin Goose these are the cash, bonds and chips of rivals (TG-R56). It may guide bots and advice, so the figures of
advice may follow it; the words may not.
"""

import random
from typing import Any

import msgspec
import pytest

import aerodrome.games.tingoose.model.events as event_kinds
from aerodrome import CHANCE, Action, Event, Game, State
from laws.cases import Case, cases_of
from laws.walk import glances, some

CHOICES = 10


def law_displayed_nowhere(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"displayed {seed}")
    for moment in glances(game, seats, seed, looks=15):
        if moment.who == CHANCE:
            continue
        with moment.looked_at():
            for seat in {moment.who, (moment.who + 1) % seats}:
                twin = with_other_totals(moment.state, seat, rng)
                one, other = displayed(game, moment.state, seat), displayed(game, twin, seat)
                for what in one:
                    assert one[what] == other[what], f"{what} of seat {seat} show what is behind another's screen"
            check_reasons(game, moment.state, moment.who, rng)


def with_other_totals(state: Any, seat: int, rng: random.Random) -> Any:
    """The same table with other amounts behind the screens of the others, where nothing has shown them."""
    twin = state.clone()
    for rival in range(state.seats):
        if rival != seat:
            twin.cash[rival] = rng.choice((0, 3, 17, 60, 250))
            twin.bonds[rival] = rng.randrange(5)
            twin.chips[rival] = max(rng.randrange(6), state.sealed_bids[rival])
    return twin


def displayed(game: Game, state: State, seat: int) -> dict[str, Any]:
    """All that the screen of a seat shows before anybody acts."""
    found = {
        "view": game.view(state, seat),
        "question": game.question(state, seat),
        "choices out of turn": game.out_of_turn_choices(state, seat),
        "standing orders": game.standing_orders(state, seat),
        "figures": game.statistics(state, seat),
        "outcomes": game.list_choice_outcomes(state, seat),
    }
    return {what: msgspec.to_builtins(thing) for what, thing in found.items()}


def check_reasons(game: Game, state: State, seat: int, rng: random.Random) -> None:
    twin = with_other_totals(state, seat, rng)
    for action in some(game.legal(state, seat), CHOICES, rng):
        assert words(game, state, seat, action) == words(game, twin, seat, action), f"reasons for {action}"


def words(game: Game, state: State, seat: int, action: Action) -> list[str]:
    reasons = game.evaluator.find_reasons(game, state, seat, action)
    return [game.describe_reason(state, seat, action, reason) for reason in reasons]


@pytest.mark.parametrize("case", [case for case in cases_of("tingoose") if case.time < 2], ids=str)
def test_what_could_be_reckoned_is_displayed_nowhere(case: Case) -> None:
    law_displayed_nowhere(case.game, case.seats, case.seed(17))


def test_no_line_of_the_log_names_a_total_behind_a_screen() -> None:
    """Events tell changes; none has a field for what somebody then holds."""
    totals = {"cash", "bonds_held", "chips_held", "total", "balance"}
    kinds = [kind for kind in vars(event_kinds).values() if isinstance(kind, type) and issubclass(kind, Event)]
    assert not [kind.__name__ for kind in kinds if kind is not Event and totals & set(kind.__struct_fields__)]
