"""What bots and the lab know about Tin Goose beyond its rules."""
