"""Answers and changes that several phases share. Knows the model; asks nobody, says nothing."""
