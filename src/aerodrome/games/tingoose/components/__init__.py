"""What is in the box: the edition's data, how it is read and what must hold in it. Knows nothing of play."""
