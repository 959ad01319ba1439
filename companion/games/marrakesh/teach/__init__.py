"""Teach it your copy: what is printed on the board and the tiles, told once, apart from any game."""
