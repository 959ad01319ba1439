"""What the game's tiles are, as the four rulebooks tell it: numbers, costs, timing, and our own words.

What is printed only on the tiles themselves (the colour an oasis shows, the price of a luxury good) is
not here: `companion.games.marrakesh.rules.facts` asks the table for it.
"""
