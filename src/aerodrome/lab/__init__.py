"""The lab: bots against bots by the thousand, and what comes of it.

Knows: tournaments that repeat and survive (`tournament`), one loop that plays a game (`game_runner`), ratings, reports,
comparisons of editions and the tuning of weights; titles only through `Game` and what `Game.lab_metrics` tells.
Must not know: any title by name, the command line, the server and its matches. `edition_trial`, which servers use, and
what plays games for `aerodrome simulate` need nothing beyond the engine; reports, ratings, data sets and baselines need
`aerodrome[lab]`.
"""
