"""How light becomes a JPEG: exposure, white balance, curve, blur and noise."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import Frame
from vision.training.backgrounds import Image
from vision.training.casting import Floats


class Camera:
    """One camera, the same for all photos of a table."""

    def __init__(self, rng: np.random.Generator, *, blooming: bool = False) -> None:
        self.exposure = 1.0
        self.target = float(rng.uniform(0.5, 0.75))
        self.curve = float(rng.uniform(0.40, 0.50))
        self.vivid = float(rng.uniform(0.9, 1.3))
        self.blur = float(rng.uniform(0.4, 0.95))
        self.balance = float(rng.uniform(0.0, 0.7))
        self.vignette = float(rng.uniform(0.0, 0.35))
        self.quality = int(rng.integers(82, 97))
        self.steady = bool(rng.random() < 0.5)
        # How much of what is too bright the lens spreads around it, and how far, in shares of the width.
        self.bloom = float(rng.uniform(0.05, 0.5)) if blooming and rng.random() < 0.5 else 0.0
        self.bloom_reach = float(rng.uniform(0.004, 0.03))

    def expose(self, lit: Floats, paper: Image) -> tuple[float, Image]:
        """How much it takes in of this photo, and what it makes white: like in its unlit twin."""
        bright = float(np.percentile(lit[::8, ::8].max(axis=2), 95))
        exposure = self.target / max(bright, 1e-3)
        if self.exposure != 1.0:
            exposure = min(self.exposure, exposure * 1.25) if self.steady else exposure
        white = paper / max(float(paper.mean()), 1e-4)
        return exposure, np.asarray(1 / np.maximum(white, 0.2) ** self.balance, np.float32)

    def develop(
        self, rng: np.random.Generator, light: Floats, exposure: float, balance: Image, noise: float
    ) -> Frame:
        value = cv2.GaussianBlur(light, (0, 0), self.blur * light.shape[1] / 1024) * (exposure * balance)
        height, width = value.shape[:2]
        if self.bloom:
            over = np.minimum(np.maximum(value - 1, 0), 8).astype(np.float32)
            value += np.float32(self.bloom) * cv2.GaussianBlur(over, (0, 0), self.bloom_reach * width)
        y, x = np.ogrid[:height, :width]
        away = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2).astype(np.float32)
        value *= (1 - self.vignette * 2 * away)[..., None]
        if self.vivid != 1.0:
            gray = value.mean(axis=2, keepdims=True)
            value = gray + (value - gray) * np.float32(self.vivid)
        value = np.clip(value, 0, 1)
        seen = np.asarray(cv2.pow(value, self.curve) * 255, np.float32)
        grain = rng.standard_normal(value.shape, np.float32)
        if noise > 3:  # in the dark it comes in blotches too
            grain += 1.5 * cv2.GaussianBlur(grain, (0, 0), 1.2)
        seen += grain * np.float32(noise) * (1.3 - 0.6 * value)
        return np.clip(seen, 0, 255).astype(np.uint8)
