"""What bots and the lab know about Kings of Air and Steam beyond its rules."""
