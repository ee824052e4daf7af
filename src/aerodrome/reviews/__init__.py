"""A finished match judged: what decided it, which choices cost what, and how much was luck.

Knows records, positions and bots; must not know matches, the server or the lab. `docs/review.md` says what the figures
mean and what adds up.
"""
