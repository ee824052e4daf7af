"""The steps of Tin Goose in the order of the rulebook; each phase has a module of its own."""

from aerodrome.core.codec import index_steps
from aerodrome.games.tingoose.steps.auction import CallsBid, ShedsCondition, UsesFleet
from aerodrome.games.tingoose.steps.event_cards import BidsChips
from aerodrome.games.tingoose.steps.opening import BidsOpening, BreaksTie, ChoosesAirmail, RanksBids
from aerodrome.games.tingoose.steps.setup import DealsCard, DrawsDemand, LaysAirmail
from aerodrome.games.tingoose.steps.turn import CollectsIncome, PlaysCard, Turns
from aerodrome.games.tingoose.steps.turn_actions import BeginsActions, TakesAction

STEPS = index_steps(
    DrawsDemand,
    DealsCard,
    LaysAirmail,
    BidsOpening,
    RanksBids,
    BreaksTie,
    ChoosesAirmail,
    Turns,
    PlaysCard,
    BidsChips,
    CallsBid,
    UsesFleet,
    ShedsCondition,
    BeginsActions,
    TakesAction,
    CollectsIncome,
)
