"""What is in the box: the data of an edition and what must hold in it. Knows nothing of a game being played."""
