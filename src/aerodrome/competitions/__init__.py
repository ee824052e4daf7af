"""Competitions: tournaments of people. Who meets whom in each round, who sits where, what it is worth.

Knows no title, no match, no database. The lab's tournaments of bots are another thing (`aerodrome.lab`).
"""
