"""What a good player values and does without thinking. Knows no words of the text room."""
