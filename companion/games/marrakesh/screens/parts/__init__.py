"""What the game's screens are made of beyond the common widgets: choices, amounts, boards, rivers, charts."""
