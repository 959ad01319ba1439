"""From a photo of the tray to counts by label."""
