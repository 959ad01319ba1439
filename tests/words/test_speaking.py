"""Words stay data until somebody says them, in as many languages at a time as there are listeners."""

import pytest

from companion.locale import LANGUAGES, speaker
from companion.play.errors import IllegalMove
from companion.words import ENGLISH, N_, NN_, NOTHING, Speaker, Text, either, several
from hardware.power import parse_throttled


def test_gaps_are_filled_with_words_of_the_same_language() -> None:
    nested = N_("complete sector: {sector}", sector=N_("river"))
    assert ENGLISH.say(nested) == str(nested) == "complete sector: river"
    assert "Fluss" in speaker("de").say(nested)
    assert "rivière" in speaker("fr").say(nested)


def test_a_list_in_a_gap_is_said_one_by_one() -> None:
    some = N_("{key} cannot be counted here, only {among}", key="x", among=(N_("river"), N_("red")))
    assert str(some).endswith("only river, red")
    assert speaker("de").say(some).endswith("nur Fluss, rot")


def test_the_number_chooses_the_form_in_each_language() -> None:
    none, one, many = (NN_("{n} game", "{n} games", n) for n in (0, 1, 5))
    assert [str(text) for text in (none, one, many)] == ["0 games", "1 game", "5 games"]
    french = speaker("fr")
    assert french.say(none).split()[1] == french.say(one).split()[1] != french.say(many).split()[1]


def test_numbers_are_written_as_the_language_does() -> None:
    text = Text("{a} {b} {c}", {"a": -3, "b": 2.5, "c": 2.0})
    assert str(text) == "−3 2.5 2"
    assert speaker("de").say(text) == "−3 2,5 2"


def test_a_refusal_in_a_gap_gives_its_reason() -> None:
    outer = N_("[options]: {wrong}", wrong=IllegalMove(N_("numbers")))
    assert str(outer) == "[options]: numbers"
    assert speaker("de").say(outer).endswith("Zahlen")


def test_nothing_is_false_and_sentences_can_be_strung_together() -> None:
    assert not NOTHING
    assert N_("river")
    assert str(several([N_("river"), N_("red")])) == "river; red"
    assert str(either(["a", "b", "c"])) == "a, b or c"
    assert str(either(["a"])) == "a"


def test_a_sentence_has_a_beginning_and_an_end() -> None:
    assert ENGLISH.sentence(Text("too dark")) == "Too dark."
    assert ENGLISH.sentence(Text("too dark?")) == "Too dark?"
    assert ENGLISH.sentence(NOTHING) == ""


def test_an_unknown_language_is_english() -> None:
    assert speaker("xx").say(N_("river")) == "river"


def test_a_speaker_can_change_its_language_and_leaves_the_others_alone() -> None:
    screen, phone = Speaker(), speaker("fr")
    screen.speak(speaker("de"))
    assert (screen.code, screen.say(N_("river")), phone.say(N_("river"))) == ("de", "Fluss", "rivière")


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_the_power_supply_is_told_in_each_language(language: str) -> None:
    for bits in ("0x1", "0x10000", "0x8", "0x4", "0x80000"):
        for sentence in parse_throttled(f"throttled={bits}").sentences:
            assert speaker(language).say(sentence) != str(sentence)
