"""What is in the box: the edition, how it is read and checked. Knows no match."""
