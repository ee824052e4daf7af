"""Airline (1975), in rooms that know only those before them.

components (what is in the box) ← model (actions, events, state) ← rules ← steps ← text and view ← presentation ← game.
`ai` uses all of these but text and presentation.
"""
