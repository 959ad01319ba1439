"""Soft cues, and silence where there is no sound device."""

import threading
from typing import Any

import pytest

from companion.ui.sounds import (
    CUES,
    LATE_SECONDS,
    QUIET_SECONDS,
    RATE,
    RETRY_SECONDS,
    Silence,
    Sounds,
    samples,
)
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


def wait_for_sounds() -> None:
    for thread in threading.enumerate():
        if thread.name == "sounds":
            thread.join(10)


def test_playing_works_with_a_device() -> None:
    sounds = Sounds()
    sounds.play("counted")
    wait_for_sounds()
    assert sounds.ready
    assert sounds.made


def test_a_device_that_nobody_hears_is_closed_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    clock = HandWoundClock()
    sounds = Sounds(now=clock.now)
    sounds.prepare()
    wait_for_sounds()
    played: list[float] = []
    monkeypatch.setattr(Sounds, "sound", lambda self, made: played.append(clock.now()) if made else None)
    clock.sleep(QUIET_SECONDS - 1)
    sounds.rest()
    assert pygame.mixer.get_init()
    clock.sleep(2)
    sounds.rest()
    assert not pygame.mixer.get_init()
    sounds.play("counted")
    wait_for_sounds()
    assert pygame.mixer.get_init()
    assert played == [clock.now()]


def test_a_cue_that_would_come_too_late_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandWoundClock()
    sounds = Sounds(now=clock.now)
    real = sounds.make_all

    def slow() -> None:
        clock.sleep(LATE_SECONDS)
        real()

    played: list[object] = []
    monkeypatch.setattr(sounds, "make_all", slow)
    monkeypatch.setattr(Sounds, "sound", lambda self, made: played.append(made))
    sounds.play("your turn")
    wait_for_sounds()
    assert (sounds.ready, played) == (True, [])


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
    wait_for_sounds()
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
