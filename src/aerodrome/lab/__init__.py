"""The lab: bots against bots by the thousand, and what comes of it.

Knows: tournaments that repeat and survive (`tournament`), one loop that plays a game (`game_runner`), ratings, reports,
comparisons of editions and the tuning of weights; titles only through `Game` and what `Game.lab_metrics` tells.
Must not know: any title by name, the command line, the server and its matches. `game_runner`, `game_results`,
`batch_runners`, `confidence_intervals`, `comparison_rows` and `edition_trial`, which servers use, need nothing beyond
the engine; the rest needs `aerodrome[lab]`.
"""
