"""Where points come from, in words: the sources the rules write into a player's ledger."""

from companion.ui.i18n import _


def source_name(key: str) -> str:
    """The source in the language in use; an unknown one is shown as it is."""
    return _(key)
