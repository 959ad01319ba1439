"""Setting up a game: players, start player, edition, expansions, river tiles, and the table itself."""
