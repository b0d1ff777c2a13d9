"""The app put together: an eye, a board, a store and a window, for as long as the window is open."""
from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from app.backup import take_up
from app.config import Places
from app.demo import DemoHand, Photographer
from app.display import has_display, virtual_display
from app.eye import Eye
from app.game.pack import Pack
from app.game.step import setup
from app.library import library_in
from app.measuring import Beside, Terminal
from app.packs import load_pack
from app.share import Share
from app.store import Store
from app.table import Table
from calibration.__main__ import calibrate_live
from calibration.profile import Place, place_or_default
from hardware.camera import Camera, open_camera
from hardware.checks import on_a_pi
from hardware.fake import VirtualBoard
from hardware.film import FakeCamera
from hardware.panel import Panel, find_port
from hardware.pins import Pins
from hardware.power import Power
from hardware.watchdog import Watchdog
from vision.tray import STANDARD_RIG, standard_profile

FOOTAGE = Path(__file__).parents[1] / "hardware" / "footage" / "starship_catan.mp4"
DEMO_GAME, DEMO_PLAYERS = "starship_catan", ("Ann", "Ben")
FIRST_FRAME_S = 3.0
FILL = 0.8  # of the fill light's full
Tick = Callable[[], None]


def run(args: Namespace) -> int:
    """Play until the window is closed, or in the demo without a display until the film is over."""
    game, players = _asked_for(args)
    places = Places(args.data)
    with ExitStack() as stack:
        alone = args.demo and not has_display()
        if not has_display():
            stack.enter_context(virtual_display())
            where = f"pictures of it go to {places.screenshots}" if alone else "Ctrl-C ends it"
            print(f"no screen is there: running on a virtual one; {where}", flush=True)
        if take_up(places):
            print("what was brought back from the stick is here; what was there before lies beside it as .before")
        store = Store(places.store)
        stack.callback(store.close)
        camera = _open_camera(args)
        place, words = _place(args, places, camera)
        library, refused = library_in(store)
        words = "; ".join(part for part in (words, refused) if part)
        eye = Eye(camera, place.profile if place else None, library) if camera else None
        if eye is not None:
            stack.callback(eye.close)
        board = _virtual_board(args, stack)
        panel = _open_panel(args, board, stack)
        table = Table(store, eye, panel, _open_pins(stack, camera), _procedure(args, camera, eye, places))
        stack.callback(table.leave)
        if words:
            table.tell(words)
            print(f"tableside: {words}", file=sys.stderr)
        film = camera if args.demo and isinstance(camera, FakeCamera) else None
        hand = DemoHand(table, eye, film, board, time.monotonic) if eye and film else None
        photographer = Photographer(table, film, places.screenshots, time.monotonic) if film and alone else None
        share = _open_share(args, stack)
        _show(table, places, game, players, hand, photographer, share, _open_power(stack))
        if photographer is not None and film is not None:
            ended = "played the film through" if film.finished else "ended before the film did"
            print(f"{ended}; {len(photographer.taken)} screenshots are in {photographer.folder}")
    return 0


def _asked_for(args: Namespace) -> tuple[Pack | None, tuple[str, ...]]:
    """The game and the players that the command line names, checked before anything is opened."""
    name = args.game or (DEMO_GAME if args.demo else None)
    players = args.players or (DEMO_PLAYERS if args.demo else ())
    pack = load_pack(name) if name else None
    if pack is not None and players:
        setup(pack, players)
    return pack, players


def _open_camera(args: Namespace) -> Camera | None:
    if args.demo:
        return FakeCamera(args.camera or FOOTAGE, loop=False)
    return open_camera(args.camera) if args.camera else None


def _place(args: Namespace, places: Places, camera: Camera | None) -> tuple[Place | None, str]:
    """The measured place, and in words what should be known about it; its camera holds again what it held then.

    Until there is one the standard rig serves for the demo and the Pi's own camera.
    """
    if camera is None or args.demo:
        return Place(STANDARD_RIG), ""
    if not places.profile.exists() and args.camera != "picamera":
        return None, ""
    place, words = place_or_default(places.profile, standard_profile(_size_of(camera)), args.camera)
    if place.held is not None:
        camera.hold(place.held)
    return place, words


def _size_of(camera: Camera) -> tuple[int, int]:
    """The (w, h) of its frames; the standard rig's if none comes soon."""
    end = time.monotonic() + FIRST_FRAME_S
    while (frame := camera.read()) is None and time.monotonic() < end:
        time.sleep(0.02)
    return STANDARD_RIG.size if frame is None else (frame.image.shape[1], frame.image.shape[0])


def _procedure(args: Namespace, camera: Camera | None, eye: Eye | None,
               places: Places) -> Callable[[Terminal], int] | None:
    """Calibration of the camera that is open; what it measures holds for the eye at once."""
    if camera is None or eye is None or args.demo:
        return None

    def calibrate(terminal: Terminal) -> int:
        code = calibrate_live(Beside(eye), args.camera, places.profile, terminal)
        place, _ = _place(args, places, camera)
        eye.adopt(place.profile if place else None)
        return code

    return calibrate


def _virtual_board(args: Namespace, stack: ExitStack) -> VirtualBoard | None:
    if not args.demo or args.panel:
        return None
    board = VirtualBoard()
    stack.callback(board.close)
    return board


def _open_panel(args: Namespace, board: VirtualBoard | None, stack: ExitStack) -> Panel | None:
    port = board.port if board else args.panel or find_port()
    if port is None:
        return None
    panel = Panel(port)
    stack.callback(panel.close)
    return panel


def _open_pins(stack: ExitStack, camera: Camera | None) -> Pins | None:
    """What sits on a Pi's own header; the fill light burns as long as there is a camera to light for."""
    if not on_a_pi():
        return None
    pins = Pins()
    stack.callback(pins.close)
    pins.light(FILL if camera else 0.0)
    return pins


def _open_power(stack: ExitStack) -> Power | None:
    if not on_a_pi():
        return None
    power = Power()
    stack.callback(power.close)
    return power


def _open_share(args: Namespace, stack: ExitStack) -> Share | None:
    if not args.share:
        return None
    share = Share()
    stack.callback(share.close)
    print(f"second screen: {share.url}", flush=True)
    return share


def _show(table: Table, places: Places, game: Pack | None, players: tuple[str, ...],
          hand: DemoHand | None, photographer: Photographer | None, share: Share | None, power: Power | None) -> None:
    """Open the window; Kivy is imported here, since it wants a display and its settings first."""
    from app.view.window import prepare_window

    prepare_window(places.kivy_home)
    from app.view.app import TablesideApp

    watchdog = Watchdog()

    def tick() -> None:
        table.tick()
        watchdog.alive()
        if power is not None and (news := power.news()):
            table.tell(news)
        if share is not None:
            share.show(table.screen(), table.photo)
        if hand is not None:
            hand.tick()
        if photographer is not None and photographer.tick(window.capture):
            window.stop()

    window = TablesideApp(table, tick, places.settings, share.url if share else "")
    if game is not None and players:
        table.start(game.name, players)
    elif game is not None:
        window.bind(on_start=lambda _: window.seat_players(game.name, game.title))
    window.run()
