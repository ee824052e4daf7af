"""How strong people and bots are, on one scale for each title: what the lab and the server have in common."""
