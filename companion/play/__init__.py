"""Playing any game: begin with `decision`, `engine`, `timeline`, `game`; `playable` says what a game brings."""
