"""How differences between editions are told."""

from aerodrome.core.edition_differences import EditionDifferenceWording

WORDS = EditionDifferenceWording(
    entries={
        "card": "Card {id}",
        "airship_level": "Airship level {level}",
        "train_level": "Train level {level}",
        "tile": "Tile {id}",
        "tile.factories": "Factory {id}",
        "tile.links": "Link {a}–{b}",
        "cross_link": "Link {a}–{b}",
        "configuration": "The map for {players} players",
    },
    fields={
        "game.start_money": "Starting money",
        "game.depot_cost": "Costs of a depot",
        "game.pass_income": "Income of whoever passes",
        "game.upkeep_per_cube": "Upkeep of a cube",
        "game.foreign_depot_fee": "Fee on another's depot",
        "game.final_price_per_cube": "Price of a cube at the end",
        "game.depot_end_value": "Value of a depot at the end",
        "market.steps": "Prices on the market",
        "tile.cities.good": "Good that {entry} wants",
        "tile.cities.at": "Place of {entry}",
        "tile.factories.good": "Good of {entry}",
        "card.speed": "Speed of {entry}",
        "card.diamonds": "Diamonds of {entry}",
        "airship_level.capacity": "Capacity at {entry}",
        "train_level.links": "Links at {entry}",
    },
    money="${}",
    amounts=frozenset(
        {
            "game.start_money",
            "game.depot_cost",
            "game.pass_income",
            "game.upkeep_per_cube",
            "game.foreign_depot_fee",
            "game.final_price_per_cube",
            "game.depot_end_value",
            "market.steps",
        }
    ),
)
