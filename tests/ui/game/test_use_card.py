"""A card of an assistant that one tap answers: as narrow as three beside the board, every name is whole."""

from __future__ import annotations

import pygame
import pytest

from companion.games.marrakesh.rules.keshi import SECTORS
from companion.games.marrakesh.screens.parts.use_card import UseCard
from companion.games.marrakesh.screens.words import sector_name
from companion.locale import LANGUAGES
from companion.ui.stage import Stage
from companion.words import capital


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sector", SECTORS)
def test_a_name_is_whole_and_how_full_it_is_stands_below(sector: str, language: str) -> None:
    stage = Stage((1280, 720))
    stage.dress(language=language)
    card = UseCard(sector, capital(sector_name(sector)), lambda: None, corner="2/8", lines=[["1"]])
    look = stage.look()
    card.place(pygame.Rect(0, 0, 250, 320), look)
    assert card.problems(look) == []
    assert "…" not in "".join(card.label.lines)
    assert card.head(look).bottom < 160, "the lines have their half"
