"""A camera's faults: lens, exposure, colours, curve, noise and JPEG, the same for a table's pictures."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np

from vision.photo import Frame
from vision.training.backgrounds import Image

# Light of the room and of the ring.
Lights: TypeAlias = tuple[Image, Image]
Pictures: TypeAlias = tuple[Frame, Frame | None, Frame | None, Frame | None]


class Camera:
    """One camera, and which pictures of a table were taken with it."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.exposure = float(np.exp(rng.uniform(-0.5, 0.5)))
        self.cast = rng.uniform(0.9, 1.1, 3).astype(np.float32)
        self.blur = float(rng.uniform(0, 1.1))
        self.curve = float(rng.uniform(0.4, 0.6))
        self.vivid = float(rng.uniform(0.8, 1.5)) if rng.random() < 0.5 else 1.0
        self.sharpened = float(rng.uniform(0.2, 1.0)) if rng.random() < 0.25 else 0.0
        self.noise = float(rng.choice([rng.uniform(0.5, 3), rng.uniform(3, 14)], p=[0.8, 0.2]))
        # One camera's noise is finer than a pixel of the flat tray, another's coarser.
        self.coarse = float(rng.uniform(0.5, 1.0)) if rng.random() < 0.4 else 0.0
        self.quality = int(rng.integers(60, 98))

    def pictures(self, laid: Lights, empty: Lights, *, from_below: bool) -> Pictures:
        """The photo, then the empty tray and the twins of both, as far as anybody took them."""
        rng = self.rng
        drift = float(np.exp(rng.normal(0, 0.1)))
        seen_empty = rng.random() < (0.82 if from_below else 0.55)
        pair = rng.random() < (0.75 if from_below else 0.2)
        lit = laid[0] + laid[1]
        if rng.random() < 0.5:  # it exposes by what it sees
            bright = float(np.percentile(lit, 90))
            self.exposure = float(rng.uniform(0.25, 1.0)) / max(bright, 0.02)
        return (
            self._picture(lit, drift),
            self._picture(empty[0] + empty[1], 1.0, quiet=True) if seen_empty else None,
            self._picture(laid[0], drift) if pair else None,
            self._picture(empty[0], 1.0, quiet=True) if pair and seen_empty else None,
        )

    def _picture(self, light: Image, drift: float, *, quiet: bool = False) -> Frame:
        if self.blur > 0.3:
            light = np.asarray(cv2.GaussianBlur(light, (0, 0), self.blur), np.float32)
        value = light * (self.exposure * drift * self.cast).astype(np.float32)
        if self.vivid != 1.0:
            gray = value.mean(axis=2, keepdims=True)
            value = gray + (value - gray) * np.float32(self.vivid)
        value = np.clip(value, 0, 1)
        seen = 255 * value ** np.float32(self.curve)
        if self.sharpened:
            seen = seen + self.sharpened * (seen - cv2.blur(seen, (3, 3)))
        noise = self.rng.standard_normal(light.shape, np.float32)
        if self.coarse:
            noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), self.coarse) * 1.5, np.float32)
        noise *= np.float32(min(self.noise, 2.0) if quiet else self.noise)
        # It is rougher in the dark.
        bytes_ = np.clip(seen + noise * (1.3 - 0.6 * value), 0, 255).astype(np.uint8)
        done, packed = cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        if not done:
            raise RuntimeError("the picture could not be packed")
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
