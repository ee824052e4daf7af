"""What the rules answer and how they change the state. Knows no question, no word and no bot.

`find_rule_against_...` answers with the id of the rule that forbids something, or "".
"""
