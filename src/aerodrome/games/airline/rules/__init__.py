"""What the rulebook says of a position and how a position changes. Knows no question and no wording."""
