"""Playing any game: begin with `decision`, `engine`, `timeline`, `game`; `playable` is what a game brings."""
