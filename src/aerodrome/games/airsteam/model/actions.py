"""Every answer a player or chance can give."""

from aerodrome.core.actions import Action


class DealColour(Action, frozen=True):
    colour: int


class DrawStartPlayer(Action, frozen=True):
    seat: int


class DrawDemand(Action, frozen=True):
    good: int


class ChooseCharacter(Action, frozen=True):
    character: int


class PlaceDepot(Action, frozen=True):
    """A depot that costs nothing: at the start, and the one that comes with a new line."""

    hex: int


class PlanCard(Action, frozen=True):
    card: int


class LayCard(Action, frozen=True):
    """A card from the hand into this slot; a card that lies there comes back to the hand."""

    slot: int
    card: int


class TakeBackCard(Action, frozen=True):
    slot: int


class ExchangeCards(Action, frozen=True):
    """What lies in two slots of the own plan changes places; one of them may be empty."""

    slot: int
    other: int


class SealPlan(Action, frozen=True):
    pass


class OpenPlan(Action, frozen=True):
    """A sealed plan can be changed again; also out of turn."""


class SwapCard(Action, frozen=True):
    """Eli's: the revealed card for the one face down in this slot."""

    slot: int


class Fly(Action, frozen=True):
    hex: int


class Load(Action, frozen=True):
    """The hold after loading and unloading: how many cubes of each good."""

    hold: tuple[int, ...]


class Build(Action, frozen=True):
    hex: int


class UpgradeAirship(Action, frozen=True):
    pass


class UpgradeTrain(Action, frozen=True):
    pass


class Ship(Action, frozen=True):
    depot: int
    good: int


class ShipTo(Action, frozen=True):
    """A city or another own depot."""

    hex: int


class ShipCount(Action, frozen=True):
    count: int


class ShipPay(Action, frozen=True):
    """For how many links each seat is paid."""

    links: tuple[int, ...]


class Adjust(Action, frozen=True):
    direction: int


class Pass(Action, frozen=True):
    pass


class Convert(Action, frozen=True):
    pass


class GiveUp(Action, frozen=True):
    """One own cube, in a depot or (none) in the hold: to convert, to sacrifice, or to save its upkeep."""

    depot: int
    good: int


class Become(Action, frozen=True):
    good: int


class LayLine(Action, frozen=True):
    first: int
    last: int


class Track(Action, frozen=True):
    hex: int


class PayUpkeep(Action, frozen=True):
    pass


class KeepCube(Action, frozen=True):
    """A cube that was given up at Upkeep is kept after all."""

    depot: int
    good: int


class OpenUpkeep(Action, frozen=True):
    """Settled upkeep can be changed again; also out of turn."""


class Decline(Action, frozen=True):
    """No, thank you: an offer that need not be taken."""


class Finish(Action, frozen=True):
    """Done: no more shipments, no more track."""


ACTIONS = (
    DealColour,
    DrawStartPlayer,
    DrawDemand,
    ChooseCharacter,
    PlaceDepot,
    PlanCard,
    SwapCard,
    Fly,
    Load,
    Build,
    UpgradeAirship,
    UpgradeTrain,
    Ship,
    ShipTo,
    ShipCount,
    ShipPay,
    Adjust,
    Pass,
    Convert,
    GiveUp,
    Become,
    LayLine,
    Track,
    PayUpkeep,
    Decline,
    Finish,
    LayCard,
    TakeBackCard,
    ExchangeCards,
    SealPlan,
    OpenPlan,
    KeepCube,
    OpenUpkeep,
)
