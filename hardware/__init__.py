"""Cameras, light ring, button and lamp, and a simulated tower to stand in for them."""
