"""What is kept from evening to evening, as the screens ask for it: the shelf of games, and what is printed on
this copy of a game.
"""
