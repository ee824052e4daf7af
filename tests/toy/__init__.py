"""The smallest title that has everything: chance, secrets, a sealed bid of all seats, an open-ended number."""
