"""Air-Kwire. Each room imports only from those before it: components, model, rules, steps, text and view, game.

The ai room uses all of them but the text room.
"""
