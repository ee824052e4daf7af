"""What the lab reports about Kings of Air and Steam: which events tell who had what, and where money came from."""

from aerodrome.core.lab_metric_rules import EventAmountSumRule, EventTraitRule, LabMetricRules


def _join_tile_letters_of_link(link_id: str) -> str:
    """The boards a link lies on: "B/C" for "B3-C5"."""
    return "/".join(sorted({end[:1] for end in link_id.split("-")}))


METRICS = LabMetricRules(
    name="Kings of Air and Steam",
    start=(
        EventTraitRule("ColourDealt", "colour", "Team"),
        EventTraitRule("CharacterChosen", "character", "Character"),
        EventTraitRule("StartDepotPlaced", "link", "Start depot"),
        EventTraitRule("StartDepotPlaced", "link", "Start on board", describe=_join_tile_letters_of_link),
    ),
    during=(
        EventTraitRule("AirshipUpgraded", "level", "Airship reached level"),
        EventTraitRule("TrainUpgraded", "level", "Train reached level"),
        EventTraitRule("DepotBuilt", "link", "Depot on"),
        EventTraitRule("CubesDelivered", "city", "Delivered to"),
        EventTraitRule("CubesDelivered", "good", "Delivered"),
    ),
    sums=(
        EventAmountSumRule("CubesDelivered", "Income from deliveries", "income"),
        EventAmountSumRule("CubesDelivered", "{good} delivered", "count"),
        EventAmountSumRule("CubesDelivered", "Goods delivered", "count"),
        EventAmountSumRule("LinkFeePaid", "Depot fees received", "amount", "owner"),
        EventAmountSumRule("LinkFeePaid", "Depot fees paid", "amount"),
        EventAmountSumRule("PassedForIncome", "Income from passing", "income"),
        EventAmountSumRule("DepotBuilt", "Paid for depots", "cost"),
        EventAmountSumRule("AirshipUpgraded", "Paid for the airship", "cost"),
        EventAmountSumRule("TrainUpgraded", "Paid for the train", "cost"),
        EventAmountSumRule("UpkeepPaid", "Upkeep paid", "amount"),
        EventAmountSumRule("MovementError", "Movement errors"),
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
