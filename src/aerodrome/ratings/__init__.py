"""How strong people and bots are, on one scale for each title: what the lab and the server have in common.

Knows no other package: neither titles nor matches, and of bots only the kept anchors.
"""
