"""Kings of Air and Steam: airships bring goods to railway depots, trains to the cities.

Each room knows those before it: components, model, rules, steps, text and view, presentation, game. `ai` knows all but
text and presentation.
"""
