"""What bots and the lab know about Airline beyond its rules."""
