"""Any title as an environment for learners (PettingZoo, OpenSpiel, many games at once); networks as the value of bots.

Knows: the engine's `Game` and `State`, and the two libraries. Must not know: any title, bots, matches, the lab.
"""
