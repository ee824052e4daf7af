"""What the rules answer and how they change the state. Knows no question, no word and no bot.

`violation_of_...` answers with the id of the rule that forbids something, or "".
"""
