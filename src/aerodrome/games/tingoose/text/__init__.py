"""Everything in English. Knows all other rooms but ai; only the view, presentation and game import it."""
