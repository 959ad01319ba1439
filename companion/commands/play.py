"""`companion play`: the table. With no screen at all, robots play a whole game and leave pictures of it."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path

from companion.commands import Fault, data_place
from hardware import camera_kinds

SUMMARY = "the table: the tray counted, the game followed on the touchscreen"
EXAMPLE = """  companion play
  companion play --camera webcam:0 --display fullscreen
  companion play --robots --seed 7 --out /tmp/evening"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--camera",
        metavar="CAMERA",
        help=f"{camera_kinds.spelled()} (default: as configured, else {camera_kinds.AUTO})",
    )
    parser.add_argument("--display", default="", help="auto, fullscreen, or a window such as 1024x600")
    parser.add_argument("--data", type=Path, help="the folder games, calibration and photos are kept in")
    parser.add_argument(
        "--robots", action="store_true", help="let robots play one whole game, without a screen"
    )
    parser.add_argument("--seed", type=int, help="repeats the simulated tower, and with --robots the game")
    parser.add_argument("--out", type=Path, help="with --robots: the folder to leave pictures and journal in")


def run(args: argparse.Namespace) -> int:
    from companion import screen_choice
    from companion.appliance.memory import keep_lean
    from companion.appliance.service import Service, StartGuard
    from companion.config import data_folder, load, safe_settings

    keep_lean()
    logging.basicConfig(level=logging.INFO if os.environ.get("NOTIFY_SOCKET") else logging.WARNING)
    config = load()
    for problem in config.problems:
        print(f"companion: {problem}", file=sys.stderr)
    display = args.display or config.display.mode
    if not screen_choice.is_display(display):
        raise Fault("--display takes auto, fullscreen, or a size such as 1024x600", code=2)
    if args.seed is not None and args.seed < 0:
        raise Fault("--seed takes a number from 0 on", code=2)
    if args.out is not None and not args.robots:
        raise Fault("--out goes with --robots; add --robots, or leave --out out", code=2)
    if args.camera:  # what the config says may be gone with a stick: the table plays by hand then
        _check_camera(args.camera)
    data = data_place(args.data, lambda: data_folder(config))
    if args.robots:
        return _robots(args)
    # Counted before anything the config asks for is tried: whatever of it fails, safe mode comes.
    guard = StartGuard(data)
    failed = guard.failed
    if guard.begin():
        print(f"companion: {failed} starts failed: starting without camera and pins", file=sys.stderr)
        config = safe_settings(config, same_drivers=guard.same_screen)
        display = args.display or config.display.mode
        args.camera = "none"
    else:
        failed = 0
    screen_choice.prepare(config)
    if not screen_choice.anything_to_draw_on():
        guard.forgive()
        print("There is no screen here: robots play one whole game against the simulated tower.", flush=True)
        return _robots(args)
    camera = args.camera or config.camera.source
    from companion.store import InUse, StoreError
    from companion.ui.window import DisplayMissingError, Window
    from companion.wiring import Companion
    from hardware.screen import Panel

    service = Service(guard)
    screen_choice.wait_until_connected(service, guard)
    size = screen_choice.window_size(display)
    try:
        # The light of a screen on which others have windows too is not ours to switch.
        window = Window(
            size,
            rotation=config.display.rotation,
            touch_rotation=config.display.touch_rotation,
            light=Panel() if size is None else None,
        )
    except DisplayMissingError as error:
        raise Fault(str(error)) from error
    if window.driver in screen_choice.NOT_REAL and not os.environ.get("SDL_VIDEODRIVER"):
        guard.forgive()
        print("No screen answers here: robots play one whole game against the simulated tower.", flush=True)
        return _robots(args)
    guard.screen_opened()
    try:
        table = Companion(
            config, data, window, camera=camera, service=service, seed=args.seed, failed_starts=failed
        )
    except StoreError as error:
        if isinstance(error, InUse) and not service.watched:
            guard.forgive()  # somebody tapped the icon twice: the next start needs no safe mode
        raise Fault(str(error)) from error
    table.run()
    if table.tray.opening:
        # A driver hangs, or the machine is slow: Python's own end would abort. All is saved and let go of.
        import pygame

        pygame.quit()
        os._exit(0)
    return 0


def _robots(args: argparse.Namespace) -> int:
    from companion.games.registry import find_game, usual_game

    kind = find_game(usual_game())
    play = kind.robot_evening()
    if play is None:
        raise Fault(f"no robots know how to play {kind.title} against a tower")
    if args.out is not None and args.out.exists() and not (args.out.is_dir() and not any(args.out.iterdir())):
        raise Fault(f"{args.out} is there already; give a new folder for what the robots leave", code=2)
    try:
        return play(args.seed, args.out)
    except OSError as error:
        raise Fault(f"the robots cannot write there: {error.strerror or error}") from error


def _check_camera(spec: str) -> None:
    if wrong := camera_kinds.wrong_with(spec):
        raise Fault(f"--camera {wrong}", code=2)
    if not_there := camera_kinds.not_there(spec):
        raise Fault(str(not_there), code=2)
