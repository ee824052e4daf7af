"""How differences between editions are told."""

from aerodrome.core.edition_differences import EditionDifferenceWording

WORDS = EditionDifferenceWording(
    entries={"route": "Route {a}–{b}", "track.spaces": "Space {pos} of the track", "aircraft": "{name}"},
    fields={
        "city.fares": "Fares of {entry}",
        "city.lat": "Latitude of {entry}",
        "city.lon": "Longitude of {entry}",
        "aircraft.maintenance": "Maintenance of a {entry}",
        "aircraft.subsidy": "Subsidy of a {entry}",
        "track.spaces.city": "City on {entry}",
        "track.spaces.kind": "Kind of {entry}",
        "players.colours": "Colours of the airlines",
        "money.denominations": "Notes",
    },
    money="${}m",
    amounts=frozenset({"city.fares", "aircraft.maintenance", "aircraft.subsidy", "money.denominations"}),
)
