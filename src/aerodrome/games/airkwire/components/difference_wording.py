"""How differences between editions are told."""

from aerodrome.core.edition_differences import EditionDifferenceWording

WORDS = EditionDifferenceWording(
    entries={"track": "Space {index} of the market", "city": "{name}", "blank": "Blank hex {label}"},
    fields={
        "setup.starting_cash": "Starting cash",
        "stock.brokerage_fee": "Brokerage fee",
        "track.price": "Price on {entry}",
        "track.city_limit": "City limit on {entry}",
        "track.aircraft": "Aircraft on {entry}",
        "city.points": "Points of {entry}",
        "city.cards": "Cards of {entry}",
        "city.q": "Column of {entry}",
        "city.r": "Row of {entry}",
        "airline.home": "Home of {entry}",
        "aircraft.min_price": "Lowest price for the {entry}",
        "end.city_points": "City points that end the game",
        "merger.immunity_points": "City points that protect from a merger",
        "merger.first_bonus_multiple": "Merger bonus of the largest shareholder, in prices",
        "merger.second_bonus_multiple": "Merger bonus of the second shareholder, in prices",
        "dividends.cycle": "Turns from one dividend to the next",
        "dividends.percent_of_price": "Dividend in percent of the price",
    },
    money="${}",
    amounts=frozenset(
        {
            "setup.starting_cash",
            "setup.first_player_cash_delta",
            "setup.last_player_cash_delta",
            "stock.brokerage_fee",
            "track.price",
            "aircraft.min_price",
        }
    ),
)
