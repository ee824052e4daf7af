"""What is done, what happens and what lies on the table. Knows no rule."""
