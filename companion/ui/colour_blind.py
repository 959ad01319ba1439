"""How colours look to colour-blind eyes: the matrices of Machado, Oliveira and Fernandes (2009).

They are those of full strength and work on linear light. `gallery.py` draws any screen so, and the tests hold
the palettes to them.
"""

from typing import Final

from companion.ui.colour import Colour

Matrix = tuple[tuple[float, float, float], ...]

EYES: Final[dict[str, Matrix]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Without red, green or blue cones."""


def to_linear(channel: float) -> float:
    """A channel from 0 to 1 as light."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def from_linear(light: float) -> float:
    """Light as a channel from 0 to 1."""
    light = min(1.0, max(0.0, light))
    return light * 12.92 if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)


def seen_by(eyes: str, colour: Colour) -> Colour:
    """What these eyes make of a colour."""
    light = [to_linear(channel / 255) for channel in colour]
    red, green, blue = (
        round(255 * from_linear(sum(part * each for part, each in zip(row, light, strict=True))))
        for row in EYES[eyes]
    )
    return (red, green, blue)


def apart(one: Colour, other: Colour) -> float:
    """How far two colours are apart, about as eyes judge it (CIE76 in Lab): 2 is barely to be told."""
    a, b = _lab(one), _lab(other)
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)


def _lab(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (to_linear(channel / 255) for channel in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (_root(value) for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116
