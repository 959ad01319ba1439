"""The shelf of games, as `companion.ui.ports` asks for it.

Each import of something heavy happens only when it is needed, because the home screen must be there first.
"""
