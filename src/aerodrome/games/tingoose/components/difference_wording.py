"""How differences between editions are told."""

from aerodrome.core.edition_differences import EditionDifferenceWording

WORDS = EditionDifferenceWording(
    entries={
        "lines.edges": "Line",
        "airmail": "Mail from {start} to {target}",
        "card": "Card {id}",
        "demand_card": "Demand card {id}",
        "city": "{name}",
    },
    fields={
        "setup.cash": "Starting cash",
        "money_values.airmail_reward": "Reward for a mail card",
        "money_values.bond_cash": "Cash from a bond",
        "money_values.emergency_bond_cash": "Cash from an emergency bond",
        "money_values.bond_repayment": "Repayment of a bond",
        "money_values.auction_min_bid": "Lowest bid",
        "scoring.per_international": "Points for an international service",
        "scoring.per_major_city": "Points for a major city",
        "scoring.income_multiplier": "Points for each dollar of income",
        "income_track.boxes": "Boxes of the income track",
        "international.cost": "Cost of {entry}",
        "international.rounds": "Rounds of {entry}",
        "fleet.oil": "Barrels of the {entry}",
        "fleet.hazard": "Flames of the {entry}",
        "fleet.copies": "Cards of the {entry}",
        "city.colour": "Colour of {entry}",
        "city.lat": "Latitude of {entry}",
        "city.lon": "Longitude of {entry}",
        "city.q": "Column of the hex of {entry}",
        "city.r": "Row of the hex of {entry}",
        "card.city": "City of {entry}",
        "card.win": "Winnings of {entry}",
        "card.lose": "Losses of {entry}",
    },
    money="${}",
    amounts=frozenset(
        {
            "setup.cash",
            "money_values.airmail_reward",
            "money_values.bond_cash",
            "money_values.emergency_bond_cash",
            "money_values.bond_repayment",
            "money_values.auction_min_bid",
            "actions.issue_bond.cash",
            "international.cost",
            "card.win",
            "card.lose",
        }
    ),
)
