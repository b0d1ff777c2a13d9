"""Faces of dice as bytes: one face's looks for the store, and a whole kind as one file to give away."""
from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping

import cv2
import numpy as np

from vision.errors import FaceFileError
from vision.faces import FACE_PX

FORMAT, VERSION = "tableside dice", 1
DAMAGE = (zipfile.BadZipFile, KeyError, TypeError, AttributeError, ValueError, EOFError, NotImplementedError)


def face_to_bytes(looks: np.ndarray) -> bytes:
    """The looks (k, FACE_PX, FACE_PX, 3) uint8 below each other, as PNG."""
    return cv2.imencode(".png", looks.reshape(-1, FACE_PX, 3))[1].tobytes()


def face_from_bytes(data: bytes) -> np.ndarray:
    """The looks again; raises FaceFileError for what is cut short or damaged."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if picture is None or not data.endswith(b"IEND\xaeB`\x82") or picture.shape[1] != FACE_PX \
            or picture.shape[0] % FACE_PX:
        raise FaceFileError("is cut short or damaged")
    return picture.reshape(-1, FACE_PX, FACE_PX, 3)


def kind_to_bytes(name: str, faces: Mapping[str, np.ndarray]) -> bytes:
    """The kind as one file: a zip of its faces, and a list of their names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        members = {f"{i:02d}.png": face for i, face in enumerate(faces)}
        about = {"format": FORMAT, "version": VERSION, "name": name, "faces": members}
        archive.writestr("dice.json", json.dumps(about))
        for member, face in members.items():
            archive.writestr(member, face_to_bytes(faces[face]))
    return out.getvalue()


def kind_from_bytes(data: bytes) -> tuple[str, dict[str, np.ndarray]]:
    """The kind's name and its faces again; raises FaceFileError in words."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            about = json.loads(archive.read("dice.json"))
            _check_about(about)
            faces = {str(face): face_from_bytes(archive.read(m)) for m, face in about["faces"].items()}
            return str(about["name"]), faces
    except DAMAGE as error:
        raise error if isinstance(error, FaceFileError) else FaceFileError(
            "is no whole file of dice: copy it again, or export it again") from error


def _check_about(about: dict[str, object]) -> None:
    if about["format"] != FORMAT:
        raise FaceFileError("is no file of dice of Tableside")
    version = about["version"]
    if not isinstance(version, int) or version > VERSION:
        raise FaceFileError(f"was written by a newer Tableside (version {version}, this one knows {VERSION})")
