"""Any title as an environment of other libraries: PettingZoo and OpenSpiel.

Knows: the engine's `Game` and `State`, and the two libraries. Must not know: any title, bots, matches, the lab.
"""
