"""Soft cues, and silence where there is no sound device."""

import threading
from typing import Any

import pytest

from companion.ui.sounds import CUES, RATE, RETRY_SECONDS, Silence, Sounds, samples
from hardware.clock import HandWoundClock


@pytest.mark.parametrize("cue", CUES)
def test_a_cue_is_short_soft_and_ends_in_silence(cue: str) -> None:
    wave = samples(cue)
    assert 0.02 * RATE < len(wave) < 1.2 * RATE
    assert 0 < max(map(abs, wave)) < 0.8 * 32767
    assert max(map(abs, wave[-100:])) < 0.02 * 32767


def test_a_quieter_volume_is_quieter() -> None:
    assert max(samples("counted", 0.3)) < 0.5 * max(samples("counted", 1.0))


def test_each_cue_sounds_different() -> None:
    assert len({samples(cue).tobytes() for cue in CUES}) == len(CUES)


def test_playing_works_with_a_device() -> None:
    sounds = Sounds()
    sounds.play("counted")
    assert sounds.ready
    assert sounds.made


def wait_for_sounds() -> None:
    for thread in threading.enumerate():
        if thread.name == "sounds":
            thread.join(10)


def test_the_cues_are_made_before_they_are_needed() -> None:
    sounds = Sounds()
    sounds.prepare()
    wait_for_sounds()
    assert {cue for cue, _volume in sounds.made} == set(CUES)


def test_muted_opens_no_device() -> None:
    sounds = Sounds(volume=0.0)
    sounds.play("your turn")
    assert sounds.ready is None


def test_no_sound_device_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    sounds = Sounds()
    sounds.play("not possible")
    assert sounds.ready is False


def test_a_sound_card_that_comes_late_is_found_at_a_later_cue(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    clock = HandWoundClock()
    tries: list[float] = []
    real = pygame.mixer.init

    def init(**wishes: Any) -> None:
        tries.append(clock.now())
        real(**wishes)

    monkeypatch.setattr(pygame.mixer, "init", init)
    sounds = Sounds(now=clock.now)
    for _cue in range(3):
        sounds.play("counted")
        wait_for_sounds()
    assert len(tries) == 1  # not at every cue
    clock.sleep(RETRY_SECONDS)
    sounds.play("counted")
    wait_for_sounds()
    assert (len(tries), sounds.ready) == (2, False)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    clock.sleep(RETRY_SECONDS)
    sounds.play("counted")
    wait_for_sounds()
    assert (len(tries), sounds.ready) == (3, True)
    assert {cue for cue, _volume in sounds.made} == set(CUES)


@pytest.mark.parametrize("player", [Silence(), Sounds(0.0)])
def test_an_unknown_cue_is_a_mistake(player: Silence | Sounds) -> None:
    with pytest.raises(KeyError):
        player.play("fanfare")
