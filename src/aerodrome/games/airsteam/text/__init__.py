"""Everything in English: names, actions, prompts, events, refusals, board targets. Nothing of the rules may ask it."""
