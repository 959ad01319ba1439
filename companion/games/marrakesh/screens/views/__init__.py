"""The pictured decisions. Any other kind is drawn by `prompt`."""
