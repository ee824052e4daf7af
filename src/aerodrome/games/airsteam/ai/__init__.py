"""What a good player values and would do. Knows the rules and steps, no words."""
