"""Everything in English. Judges nothing and changes nothing; only view and presentation use it."""
