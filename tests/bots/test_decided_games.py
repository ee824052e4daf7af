"""In a decided game money still counts: the last questions of Kings, far ahead, far behind and close."""

import random

import pytest

from aerodrome.bots import choose_action, create_bot
from aerodrome.bots.advice import advise
from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.model.actions import GiveUpCube, UpgradeAirship, UpgradeTrain
from games.airsteam.table import FOOD, Table

BOTS = ("greedy", "cadet?forget_rate=0.0", "captain", "ace?simulations=60", "search?simulations=60")
FAR = (80, -80)
SEEDS = range(6)


def last_upkeep(ahead: int) -> Table:
    """The upkeep of the last round: seat 0 has two cubes aboard, which are worth nothing any more (KS-22.1)."""
    table = Table(2)
    while table.state.round < 6 or table.step != "PlanCardsStep":
        table.plainly()
    table.aboard(0, FOOD, 2).plan().on("UpkeepStep")
    return set_lead(table, 0, ahead)


def last_action(ahead: int) -> Table:
    """The very last action of the game, with nothing to ship: a depot or passing brings money, an upgrade costs it."""
    table = Table(2)
    while table.state.round < 6 or table.state.slot < 3 or table.step != "TakeActionStep":
        table.plainly()
    seat = table.actors[0]
    twin = table.twin()
    twin.plainly()
    if twin.on("TakeActionStep", "over").step != "over":
        table.on("MoveAirshipStep", "TakeActionStep").on("TakeActionStep", seat=1 - seat)
    return set_lead(table.clear_factories(), table.actors[0], ahead)


def set_lead(table: Table, seat: int, ahead: int) -> Table:
    table.cash(seat, 100)
    table.cash(1 - seat, 100)
    scores = table.game.scores(table.state)
    return table.cash(1 - seat, 100 + scores[seat] - scores[1 - seat] - ahead)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("ahead", [*FAR, 5, 1])
def test_nobody_pays_upkeep_for_cubes_that_are_worth_nothing(bot: str, ahead: int) -> None:
    table = last_upkeep(ahead)
    choices = {choose_action(create_bot(bot), table.game, table.state, 0, random.Random(seed)) for seed in SEEDS}
    assert choices == {GiveUpCube(NOBODY, FOOD)}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("ahead", FAR)
def test_nobody_upgrades_with_the_last_action_of_the_game(bot: str, ahead: int) -> None:
    table = last_action(ahead)
    seat = table.actors[0]
    assert {UpgradeTrain, UpgradeAirship} & {type(action) for action in table.legal()}
    for seed in SEEDS:
        action = choose_action(create_bot(bot), table.game, table.state, seat, random.Random(seed))
        after = table.state.clone()
        table.game.apply(after, seat, action)
        assert table.game.scores(after)[seat] > table.game.scores(table.state)[seat], action


@pytest.mark.parametrize("ahead", FAR)
def test_advice_in_a_decided_game_is_about_the_money(ahead: int) -> None:
    table = last_upkeep(ahead)
    (only,) = advise(table.game, table.state, 0).choices  # to pay for it is pointless
    assert only.action == GiveUpCube(NOBODY, FOOD)
    table = last_action(ahead)
    choices = advise(table.game, table.state, table.actors[0]).choices
    assert not any(isinstance(choice.action, UpgradeTrain | UpgradeAirship) for choice in choices)
