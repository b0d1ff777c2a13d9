"""The enrol dice command: learn a die's faces from photos or a camera, and keep house among the kinds learned."""
from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from app.config import Places
from app.dice_library import faces_in, save_faces, with_look
from app.errors import UsageError
from app.lesson import picture_from
from app.store import Store
from hardware.camera import Camera, open_camera
from hardware.errors import PhotoError
from hardware.photos import load_photo
from vision.errors import FaceFileError, NoFace
from vision.face_enrol import cut_out
from vision.face_file import kind_from_bytes, kind_to_bytes
from vision.faces import alike_to

PIPPED = "pipped"
ASKED = "show the face {face!r} from above and press Enter: "
SHOWN_PX = 192
Shown = tuple[str, np.ndarray | None]
"""A face's name and its cut-out; None where it could not be seen, which was said."""


def run(args: Namespace) -> int:
    """Do the one thing asked for; raises UsageError for what cannot be done."""
    store = Store(Places(args.data).store)
    try:
        return _do(args, store)
    finally:
        store.close()


def _do(args: Namespace, store: Store) -> int:
    if args.list:
        return _list(store, args.name)
    if args.import_file:
        return _import(store, args.import_file, args.name)
    if not args.name or args.name == PIPPED:
        raise UsageError("which dice? Say --name KIND, as the game's pack calls them")
    if args.forget:
        return _forget(store, args.name)
    if args.export_file:
        return _export(store, args.name, args.export_file)
    shown = _live(args.camera, args.faces) if args.camera else _photos(args.photos)
    return _enrol(store, args.name, shown, Places(args.data).root / "enrolled" / args.name)


def _list(store: Store, kind: str | None) -> int:
    kinds = faces_in(store)
    if kind is None:
        print("\n".join(f"{name}: {', '.join(faces)}" for name, faces in kinds.items()) or "no dice are enrolled yet")
    else:
        print("\n".join(f"{name} ({len(looks)} looks)" if len(looks) > 1 else name
                        for name, looks in _known(store, kind).items()))
    return 0


def _forget(store: Store, kind: str) -> int:
    count = len(_known(store, kind))
    store.forget_faces(kind)
    print(f"the {kind!r} dice are forgotten, with their {count} faces")
    return 0


def _export(store: Store, kind: str, file: Path) -> int:
    try:
        file.write_bytes(kind_to_bytes(kind, _known(store, kind)))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from error
    print(f"the {kind!r} dice are in {file}")
    return 0


def _import(store: Store, file: Path, name: str | None) -> int:
    try:
        kind, faces = kind_from_bytes(file.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except FaceFileError as refusal:
        raise UsageError(f"{file} {refusal}") from refusal
    kind = name or kind
    if kind in store.faces():
        raise UsageError(f"there are {kind!r} dice already: name others with --name, or forget them first")
    save_faces(store, kind, faces, faces)
    print(f"{kind!r} dice: {len(faces)} faces")
    return 0


def _known(store: Store, kind: str) -> dict[str, np.ndarray]:
    kinds = faces_in(store)
    if kind not in kinds:
        raise UsageError(f"no dice are called {kind!r}; known: {', '.join(kinds) or 'none, for none are enrolled yet'}")
    return kinds[kind]


def _photos(photos: Sequence[str]) -> Iterator[Shown]:
    """Each photo's face, named after its file, cut out."""
    if not photos:
        raise UsageError("no photo to learn from: name one for each face, each file called as its face")
    twice = [name for name, count in Counter(Path(photo).stem for photo in photos).items() if count > 1]
    if twice:
        raise UsageError(f"two faces are called {twice[0]!r}: every face of a die needs a name of its own")
    return _each(photos)


def _each(photos: Sequence[str]) -> Iterator[Shown]:
    for photo in photos:
        try:
            yield Path(photo).stem, cut_out(load_photo(Path(photo)))
        except (PhotoError, NoFace) as refusal:
            print(f"{photo}: {refusal}", file=sys.stderr)
            yield Path(photo).stem, None


def _live(source: str, faces: Sequence[str]) -> Iterator[Shown]:
    """Each face as the camera sees it when the owner says so, asked for again until it is seen."""
    if not faces:
        raise UsageError("which faces? Name them in the order in which you show them: --faces attack,shield,…")
    return _asked(open_camera(source), faces)


def _asked(camera: Camera, faces: Sequence[str]) -> Iterator[Shown]:
    try:
        for face in faces:
            yield face, _shown(camera, face)
    except EOFError:
        print("stopped: the faces shown until now are kept", file=sys.stderr)
    finally:
        camera.close()


def _shown(camera: Camera, face: str) -> np.ndarray:
    while True:
        input(ASKED.format(face=face))
        try:
            return cut_out(picture_from(camera))
        except NoFace as refusal:
            print(f"the picture {refusal}")


def _enrol(store: Store, kind: str, shown: Iterator[Shown], folder: Path) -> int:
    faces, learned, code = faces_in(store).get(kind, {}), [], 0
    for name, look in shown:
        if look is None:
            code = 2
            continue
        faces = with_look(faces, name, look)
        learned.append(name)
    save_faces(store, kind, faces, learned)
    if learned:
        _show(kind, faces, learned, folder)
    return code


def _show(kind: str, faces: Mapping[str, np.ndarray], learned: Sequence[str], folder: Path) -> None:
    """Save the cut-outs for people to look at, and say at once which faces cannot be told apart."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in learned:
        file = "".join(c if c.isalnum() or c in " -_." else "_" for c in name)[:80]
        look = cv2.resize(faces[name][-1], (SHOWN_PX, SHOWN_PX), interpolation=cv2.INTER_CUBIC)
        (folder / f"{file}.png").write_bytes(cv2.imencode(".png", look)[1].tobytes())
        other = alike_to(faces[name][-1], {face: looks for face, looks in faces.items() if face != name})
        if other:
            print(f"{name!r} and {other!r} are too alike to be told apart")
    print(f"{kind!r} dice: {len(learned)} faces learned, {len(faces)} in all; look at the cut-outs in {folder} and "
          "show again any face that was missed")
