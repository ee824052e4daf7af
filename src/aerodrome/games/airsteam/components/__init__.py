"""What is printed and in the box: the edition, its checks, the maps as tables. Knows nothing of a game in progress."""
