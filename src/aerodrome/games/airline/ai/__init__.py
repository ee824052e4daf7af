"""What positions and choices are worth, for bots and learners. Uses neither text nor presentation."""
