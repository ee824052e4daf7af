"""What positions and choices are worth, for bots and learners. Knows no wording."""
