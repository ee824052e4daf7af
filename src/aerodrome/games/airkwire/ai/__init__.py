"""What bots and the lab know about Air-Kwire beyond its rules."""
