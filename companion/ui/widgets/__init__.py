"""The small set of widgets every screen is made of."""

from companion.ui.widget import Tap, Widget
from companion.ui.widgets.button import Button, IconButton, Pressable
from companion.ui.widgets.card import Band, Card, Line
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.keshi import KeshiChip, draw_keshi
from companion.ui.widgets.label import Label, Title
from companion.ui.widgets.picture import Icon, Picture
from companion.ui.widgets.scroll import ScrollArea
from companion.ui.widgets.toast import Toast

__all__ = [
    "Band",
    "Button",
    "Card",
    "Dialog",
    "Icon",
    "IconButton",
    "KeshiChip",
    "Label",
    "Line",
    "Picture",
    "Pressable",
    "ScrollArea",
    "Tap",
    "Title",
    "Toast",
    "Widget",
    "draw_keshi",
]
