"""The HTTP side of matches: routes, schemas of the API, identity, limits, the event stream and the client's files.

Knows `matches`, what a title shows of itself (`core`) and, of the lab, the trial of an edition. Knows no rules and no
SQL, and sends nobody anything of a match that `serializers` did not build for that viewer.
"""
