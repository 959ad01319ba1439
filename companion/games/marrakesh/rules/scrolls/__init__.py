"""What the scrolls do: at once (`instant`), or as long as they lie there (`permanent`)."""
