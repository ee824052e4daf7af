"""What bots know of the title: value, features and hidden parts. Knows rules and steps, not the text room."""
