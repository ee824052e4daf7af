"""What the toy tells the lab."""
