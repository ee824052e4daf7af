"""Tin Goose: the rules of one title.

Rooms, each importing only those before it: components, model, rules, steps, text; `ai` knows all of them but text.
"""
