"""Hypothesis sets no deadline for an example: a busy machine takes longer, and nothing is wrong."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
