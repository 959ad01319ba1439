"""The touchscreen's tests; the game's own screens have theirs in `game/`."""
