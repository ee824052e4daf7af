"""What lies on the table, what can be chosen and what can happen. Knows the ids of components, but no rule."""
