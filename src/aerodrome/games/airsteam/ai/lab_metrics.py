"""What the lab reports about Kings of Air and Steam: which events tell who had what, and where money came from."""

from aerodrome.core.lab_metric_rules import LabMetricRules, SumRule, TraitRule


def _join_tile_letters_of_link(link_id: str) -> str:
    """The boards a link lies on: "B/C" for "B3-C5"."""
    return "/".join(sorted({end[:1] for end in link_id.split("-")}))


METRICS = LabMetricRules(
    name="Kings of Air and Steam",
    start=(
        TraitRule("ColourDealt", "colour", "Team"),
        TraitRule("CharacterChosen", "character", "Character"),
        TraitRule("StartDepotPlaced", "link", "Start depot"),
        TraitRule("StartDepotPlaced", "link", "Start on board", describe=_join_tile_letters_of_link),
    ),
    during=(
        TraitRule("AirshipUpgraded", "level", "Airship reached level"),
        TraitRule("TrainUpgraded", "level", "Train reached level"),
        TraitRule("DepotBuilt", "link", "Depot on"),
        TraitRule("CubesDelivered", "city", "Delivered to"),
        TraitRule("CubesDelivered", "good", "Delivered"),
    ),
    sums=(
        SumRule("CubesDelivered", "Income from deliveries", "income"),
        SumRule("CubesDelivered", "{good} delivered", "count"),
        SumRule("CubesDelivered", "Goods delivered", "count"),
        SumRule("LinkFeePaid", "Depot fees received", "amount", "owner"),
        SumRule("LinkFeePaid", "Depot fees paid", "amount"),
        SumRule("PassedForIncome", "Income from passing", "income"),
        SumRule("DepotBuilt", "Paid for depots", "cost"),
        SumRule("AirshipUpgraded", "Paid for the airship", "cost"),
        SumRule("TrainUpgraded", "Paid for the train", "cost"),
        SumRule("UpkeepPaid", "Upkeep paid", "amount"),
        SumRule("MovementError", "Movement errors"),
    ),
    ignored_fields=frozenset({"plan", "hold", "giving", "team", "character"}),
    endings={"rounds": "the last round"},
    decision_kinds={
        "choose_colour": "Colour and character",
        "choose_character": "Colour and character",
        "plan_card": "Plans",
        "lay_card": "Plans",
        "take_back_card": "Plans",
        "exchange_cards": "Plans",
        "seal_plan": "Plans",
        "open_plan": "Plans",
        "swap_card": "Plans",
        "fly": "Flying",
        "adjust": "Flying",
        "load": "Loading",
        "place_depot": "Depots",
        "build": "Depots",
        "upgrade_airship": "Upgrades",
        "upgrade_train": "Upgrades",
        "ship": "Shipping",
        "ship_to": "Shipping",
        "ship_count": "Shipping",
        "ship_pay": "Shipping",
        "finish": "Shipping",
        "pass": "Passing",
        "convert": "Cubes given up",
        "give_up": "Cubes given up",
        "give_up_cubes": "Cubes given up",
        "become": "Cubes given up",
        "lay_line": "Track",
        "track": "Track",
        "pay_upkeep": "Upkeep",
        "keep_cube": "Upkeep",
        "open_upkeep": "Upkeep",
        "decline": "Offers declined",
    },
    header_colours=("#5a3a1c", "#e5b565"),
)
