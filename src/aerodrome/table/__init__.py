"""Matches of people and bots: seats, journal, storage, undo, clocks. Knows no web."""
