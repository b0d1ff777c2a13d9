"""The owner's enrolled dice, from the store to the eye and back."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from app.errors import StoreError
from app.store import Store
from vision.errors import FaceFileError
from vision.face_file import face_from_bytes, face_to_bytes

MOST_LOOKS = 3
"""Shown again and again, a face keeps its newest looks."""
Faces = dict[str, dict[str, np.ndarray]]


def faces_in(store: Store) -> Faces:
    """All enrolled kinds and their faces; raises StoreError if one cannot be read."""
    return {kind: {name: _face(store, kind, name, body) for name, body in bodies.items()}
            for kind, bodies in store.faces().items()}


def load_faces(path: Path) -> Faces:
    """The kinds that the store at `path` has; no store, no kinds."""
    if not path.exists():
        return {}
    store = Store(path)
    try:
        return faces_in(store)
    finally:
        store.close()


def with_look(faces: Mapping[str, np.ndarray], name: str, look: np.ndarray) -> dict[str, np.ndarray]:
    """The kind's faces with one more look (FACE_PX, FACE_PX, 3) at that one."""
    looks = np.concatenate([faces[name], look[None]]) if name in faces else look[None]
    return {**faces, name: looks[-MOST_LOOKS:]}


def save_faces(store: Store, kind: str, faces: Mapping[str, np.ndarray], names: Iterable[str]) -> None:
    """Keep those faces of the kind, all of them or none."""
    store.put_faces(kind, {name: face_to_bytes(faces[name]) for name in names})


def _face(store: Store, kind: str, name: str, body: bytes) -> np.ndarray:
    try:
        return face_from_bytes(body)
    except FaceFileError as refusal:
        raise StoreError(f"{store.path}: face {name!r} of the {kind!r} dice {refusal}; enrol it again") from refusal
