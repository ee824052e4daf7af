"""Any title as an environment for learners (PettingZoo, OpenSpiel, many games at once); networks as the value of bots.

Knows: the engine's `Game` and `State`, those libraries, and of bots what gives them a value of one's own.
Must not know: any title, matches, the lab.
"""
