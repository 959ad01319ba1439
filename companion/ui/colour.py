"""Colours as plain numbers, and how well one can be read on another."""

Colour = tuple[int, int, int]


def luminance(colour: Colour) -> float:
    """Relative luminance from 0 (black) to 1 (white), as accessibility guides define it."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """1 for equal colours up to 21 for black on white; text needs at least 4.5."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of the other colour in the first: 0 leaves the first, 1 gives the second."""
    a, b, c = (round(x + (y - x) * share) for x, y in zip(one, other, strict=True))
    return (a, b, c)


def readable_on(ground: Colour, dark: Colour, light: Colour) -> Colour:
    """Whichever of a dark and a light ink reads better on the ground."""
    return dark if contrast(dark, ground) >= contrast(light, ground) else light
