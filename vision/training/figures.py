"""Shares with how far chance alone may have moved them."""

from __future__ import annotations


def wilson(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 %, where so many of so many were right."""
    if not of:
        return 0.0, 1.0
    share = right / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * float((share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share(right: int, of: int) -> str:
    """Two cells of a table: how many of how many, and between which shares that says the truth is."""
    if not of:
        return "– | –"
    low, high = wilson(right, of)
    return f"{right} of {of} ({100 * right / of:.1f} %) | {100 * low:.1f}–{100 * high:.1f} %"


def line(name: str, right: int, of: int) -> str:
    low, high = wilson(right, of)
    part = f"{100 * right / max(1, of):.1f} %"
    return f"| {name} | {right} of {of} | {part} | {100 * low:.1f}–{100 * high:.1f} % |"
