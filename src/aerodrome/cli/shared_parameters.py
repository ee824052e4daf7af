"""Settings that several commands have, each with its one help text."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

AT_LEAST_ONE = Number(gte=1)

Title = Annotated[str, Parameter(help="Which game; aerodrome titles lists them.")]
Edition = Annotated[str, Parameter(help="house, miniature (a few cities, for experiments), or a TOML file.")]
Options = Annotated[
    tuple[str, ...],
    Parameter(
        name=["--options", "-o"],
        help="A setting of the title as name=value; may be repeated.",
        negative="",
        show_default=False,
    ),
]
Jobs = Annotated[int, Parameter(help="Processes on this machine.", validator=AT_LEAST_ONE)]
Seed = Annotated[int, Parameter(help="Same seed, same games.")]
Seats = Annotated[int, Parameter(help="Seats at the table; 0 for the fewest the title takes.")]
Ray = Annotated[
    str | None,
    Parameter(help="Play on a Ray cluster: its address, 'auto' to find one, or 'local' to start one here with --jobs."),
]
