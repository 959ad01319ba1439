"""The small set of widgets every screen is made of."""

from companion.ui.tokens import draw_piece, draw_player
from companion.ui.widget import Tap, Widget
from companion.ui.widgets.button import Button, IconButton, Pressable
from companion.ui.widgets.card import Band, Card, Line
from companion.ui.widgets.chart import BarChart, LineChart, Series
from companion.ui.widgets.choice import Choice, ChoiceRow
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.keyboard import Keyboard, TextField
from companion.ui.widgets.label import Label, Title
from companion.ui.widgets.picture import Icon, Picture
from companion.ui.widgets.piece import PieceChip
from companion.ui.widgets.player import PlayerButton, PlayerMark
from companion.ui.widgets.progress import Progress, Steps
from companion.ui.widgets.scroll import ScrollArea
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.stepper import Stepper
from companion.ui.widgets.tabs import Tabs
from companion.ui.widgets.toast import Toast
from companion.ui.widgets.toggle import Toggle

__all__ = [
    "Band",
    "BarChart",
    "Button",
    "Card",
    "Choice",
    "ChoiceRow",
    "Dialog",
    "Icon",
    "IconButton",
    "Keyboard",
    "Label",
    "Line",
    "LineChart",
    "Picture",
    "PieceChip",
    "PlayerButton",
    "PlayerMark",
    "Pressable",
    "Progress",
    "ScrollArea",
    "Series",
    "Sheet",
    "Stepper",
    "Steps",
    "Tabs",
    "Tap",
    "TextField",
    "Title",
    "Toast",
    "Toggle",
    "Widget",
    "draw_piece",
    "draw_player",
]
