"""Learning once what the pieces look like under this camera and this light."""
