"""The language of the screens: one speaker for as long as the program runs, which can change its language.

Write English in the code and wrap it: `_("Continue")`. The words are looked up when a screen is built, and
every screen is built again after a switch. For words at module level use `N_("…")`, which only marks them,
and `say()` them where they are shown. Nothing else has to speak this language: a phone has its own speaker.
"""

from companion.locale import speaker
from words import N_ as N_
from words import Speaker
from words import capital as capital

SCREEN = Speaker()
"""Says everything on the screen."""

_ = SCREEN.say  # where the words stand
say = SCREEN.say  # where somebody else's are shown
ngettext = SCREEN.form
sentence = SCREEN.sentence
figure = SCREEN.figure
together = SCREEN.together


def use(code: str) -> None:
    """Speak this language from the next build of a screen on; an unknown code means English."""
    SCREEN.speak(speaker(code))


def language() -> str:
    """The code of the language in use."""
    return SCREEN.code
