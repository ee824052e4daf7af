"""Every answer a player or chance can give."""

from aerodrome.core.actions import Action


class DealColour(Action, frozen=True):
    colour: int


class ChooseColour(Action, frozen=True):
    """A seat takes one of the colours nobody has yet (KS-R56)."""

    colour: int


class DrawStartPlayer(Action, frozen=True):
    seat: int


class DrawDemandTile(Action, frozen=True, tag="draw_demand"):
    good: int


class ChooseCharacter(Action, frozen=True):
    character: int


class PlaceFreeDepot(Action, frozen=True, tag="place_depot"):
    """A depot that costs nothing: at the start, and the one that comes with a new line."""

    hex: int


class PlanNextCard(Action, frozen=True, tag="plan_card"):
    card: int


class LayCardInSlot(Action, frozen=True, tag="lay_card"):
    """A card from the hand into this slot; a card that lies there comes back to the hand."""

    slot: int
    card: int


class TakeBackPlannedCard(Action, frozen=True, tag="take_back_card"):
    slot: int


class ExchangePlannedCards(Action, frozen=True, tag="exchange_cards"):
    """What lies in two slots of the own plan changes places; one of them may be empty."""

    slot: int
    other: int


class SealPlan(Action, frozen=True):
    pass


class ReopenPlan(Action, frozen=True, tag="open_plan"):
    """A sealed plan can be changed again; also out of turn."""


class SwapRevealedCard(Action, frozen=True, tag="swap_card"):
    """Eli's: the revealed card for the one face down in this slot."""

    slot: int


class FlyAirship(Action, frozen=True, tag="fly"):
    hex: int


class LoadOrUnload(Action, frozen=True, tag="load"):
    """The hold after loading and unloading: how many cubes of each good."""

    hold: tuple[int, ...]


class BuildDepot(Action, frozen=True, tag="build"):
    hex: int


class UpgradeAirship(Action, frozen=True):
    pass


class UpgradeTrain(Action, frozen=True):
    pass


class ShipFromDepot(Action, frozen=True, tag="ship"):
    depot: int
    good: int


class ChooseShipDestination(Action, frozen=True, tag="ship_to"):
    """A city or another own depot."""

    hex: int


class ChooseShippedCubeCount(Action, frozen=True, tag="ship_count"):
    count: int


class ChooseFeeSplit(Action, frozen=True, tag="ship_pay"):
    """For how many links each seat is paid."""

    links: tuple[int, ...]


class AdjustAirship(Action, frozen=True, tag="adjust"):
    direction: int


class PassForIncome(Action, frozen=True, tag="pass"):
    pass


class ConvertCube(Action, frozen=True, tag="convert"):
    pass


class GiveUpCube(Action, frozen=True, tag="give_up"):
    """One own cube, in a depot or (none) in the hold: to convert, to sacrifice, or to save its upkeep."""

    depot: int
    good: int


class GiveUpCubes(Action, frozen=True, tag="give_up_cubes"):
    """Several cubes at once at Upkeep: how many of each kind the seat has, in the order in which `legal` lists them."""

    counts: tuple[int, ...]


class ConvertIntoGood(Action, frozen=True, tag="become"):
    good: int


class BeginRailLine(Action, frozen=True, tag="lay_line"):
    first: int
    last: int


class LayTrackTile(Action, frozen=True, tag="track"):
    hex: int


class PayUpkeep(Action, frozen=True):
    pass


class KeepGivenUpCube(Action, frozen=True, tag="keep_cube"):
    """A cube that was given up at Upkeep is kept after all."""

    depot: int
    good: int


class ReopenUpkeep(Action, frozen=True, tag="open_upkeep"):
    """Settled upkeep can be changed again; also out of turn."""


class DeclineOffer(Action, frozen=True, tag="decline"):
    """No, thank you: an offer that need not be taken."""


class FinishShippingOrTrack(Action, frozen=True, tag="finish"):
    """Done: no more shipments, no more track."""


ACTIONS = (
    DealColour,
    DrawStartPlayer,
    DrawDemandTile,
    ChooseCharacter,
    PlaceFreeDepot,
    PlanNextCard,
    SwapRevealedCard,
    FlyAirship,
    LoadOrUnload,
    BuildDepot,
    UpgradeAirship,
    UpgradeTrain,
    ShipFromDepot,
    ChooseShipDestination,
    ChooseShippedCubeCount,
    ChooseFeeSplit,
    AdjustAirship,
    PassForIncome,
    ConvertCube,
    GiveUpCube,
    ConvertIntoGood,
    BeginRailLine,
    LayTrackTile,
    PayUpkeep,
    DeclineOffer,
    FinishShippingOrTrack,
    LayCardInSlot,
    TakeBackPlannedCard,
    ExchangePlannedCards,
    SealPlan,
    ReopenPlan,
    KeepGivenUpCube,
    ReopenUpkeep,
    GiveUpCubes,
    ChooseColour,
)
