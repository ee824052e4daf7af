"""What the rules say about a position and how it changes. Knows neither steps nor words."""
