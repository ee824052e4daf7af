"""Out of the game: bankruptcy and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.core.state import EventSink
from aerodrome.games.airline.model.events import BankPaidForDebtor, DebtReassignedToBank, PlayerLeft, PlayerWentBankrupt
from aerodrome.games.airline.model.state import BANK, LAST_PLAYER, SHORT_GAME, AirlineState
from aerodrome.games.airline.rules.queries import count_players_in_game, list_cities_in_bits
from aerodrome.games.airline.rules.state_changes import pay_to_bank, receive_from_bank, undo_deals_made_for_debt
from aerodrome.games.airline.steps.claims import collect_fare_and_void_broken_offer
from aerodrome.games.airline.steps.common import AirlineAutoStep, AirlineStep, DecisionStep, DiceThrowStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep, find_raise_money_step
from aerodrome.games.airline.steps.end import finish_game

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def remove_player(game: Airline, state: AirlineState, seat: int, tell: EventSink | None) -> None:
    """Somebody gives up or leaves: with an open debt he is bankrupt."""
    debt = find_raise_money_step(state)
    if debt is not None and debt.debtor == seat:
        declare_bankrupt(game, state, debt, tell)  # AL-R38
        return
    _surrender_all_and_mark_out(game, state, seat, False, tell)
    _end_game_or_adapt_steps(game, state, seat, False, tell)


def declare_bankrupt(game: Airline, state: AirlineState, debt: RaiseMoneyStep, tell: EventSink | None) -> None:
    """The debtor is bankrupt; the bank stands in for him."""
    undo_deals_made_for_debt(game, state, debt.debtor, tell)
    _surrender_all_and_mark_out(game, state, debt.debtor, True, tell)
    if debt.creditor != BANK:
        receive_from_bank(state, debt.creditor, debt.amount)  # AL-12.8
        if tell is not None:
            tell(BankPaidForDebtor(debt.debtor, debt.creditor, debt.amount))
    _end_game_or_adapt_steps(game, state, debt.debtor, True, tell)


def _surrender_all_and_mark_out(
    game: Airline, state: AirlineState, seat: int, bankrupt: bool, tell: EventSink | None
) -> None:
    """Everything goes to the bank; the cities are free."""  # AL-12.6, AL-12.7
    if tell is not None:
        cities = tuple(list_cities_in_bits(game, state.owned[seat]))
        tell(
            PlayerWentBankrupt(seat, state.cash[seat], cities)
            if bankrupt
            else PlayerLeft(seat, state.cash[seat], cities)
        )
    pay_to_bank(state, seat, state.cash[seat])
    state.owned[seat] = 0
    state.network[seat] = 0
    state.base[seat] = NOBODY
    state.aircraft[seat] = 0
    state.pos[seat] = 0
    state.out[seat] = True


def _end_game_or_adapt_steps(
    game: Airline, state: AirlineState, seat: int, bankrupt: bool, tell: EventSink | None
) -> None:
    """The game ends, or what waits on the step stack is made to fit those who are left."""
    if count_players_in_game(state) == 1:
        finish_game(game, state, LAST_PLAYER, tell)  # AL-12.10
        return
    if bankrupt and game.short_game:
        finish_game(game, state, SHORT_GAME, tell)  # AL-13.1
        return
    kept = []
    for step in state.step_stack:
        rest: AirlineStep | None = step
        if isinstance(step, (DecisionStep, AirlineAutoStep, DiceThrowStep)):
            rest = step.get_step_without_removed_player(state, seat, tell)
        if rest is not None:
            kept.append(rest)
    state.step_stack[:] = kept
    _let_bank_replace_leaver_in_claims(game, state, seat, tell)


def _let_bank_replace_leaver_in_claims(game: Airline, state: AirlineState, seat: int, tell: EventSink | None) -> None:
    """What was owed to the leaver is owed to the bank, what he owed is owed by the bank."""  # AL-R38
    claims = state.claims
    state.claims = []
    for creditor, debtor, amount, kind, city in claims:
        if creditor != seat:
            state.claims.append([creditor, BANK if debtor == seat else debtor, amount, kind, city])
        elif debtor != BANK and not state.out[debtor]:
            if tell is not None:
                tell(DebtReassignedToBank(debtor, amount))
            collect_fare_and_void_broken_offer(game, state, BANK, debtor, amount, city, tell)  # AL-12.13
