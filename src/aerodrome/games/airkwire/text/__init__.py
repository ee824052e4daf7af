"""Everything in English. Nothing but the view and the presentation knows it."""
