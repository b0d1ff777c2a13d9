"""Opens photographs: a whole picture, upright, or a refusal in one clear sentence."""
from __future__ import annotations

import os
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
from PIL import Image

from hardware.errors import PhotoError

LARGEST_PX = 120_000_000  # decoding takes some 10 bytes a pixel, and a Pi has 2 GB
STARTS = {b"\xff\xd8\xff": "JPEG", b"\x89PNG": "PNG", b"GIF8": "GIF", b"II*\0": "TIFF", b"MM\0*": "TIFF", b"BM": "BMP",
          b"RIFF": "WEBP", b"P5": "PPM", b"P6": "PPM"}
APPLE_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis")
BEHIND_GLASS = (128, 128, 128)  # seen through what is transparent: neither white dice nor black ones drown in it
ORIENTATION = 0x0112  # the EXIF tag, and how to turn a picture that bears each of its values
TURNS = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
         5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
         8: Image.Transpose.ROTATE_90}
# What Pillow's readers raise on bytes that no encoder wrote.
DAMAGE = (OSError, EOFError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError,
          struct.error, zlib.error)
CUT_OFF = "the picture is cut off or damaged: copy the file again, or take the photo again"

# Pillow's own limit warns on stderr and speaks in other words; ours is asked before anything is decoded.
Image.MAX_IMAGE_PIXELS = None


def load_photo(path: Path) -> np.ndarray:
    """The picture at `path` as displayed (EXIF turned), BGR uint8 (h, w, 3).

    Raises PhotoError for anything but a whole picture of at most LARGEST_PX pixels. Of several pictures in a file it
    takes the first; deep greys are scaled to 8 bits, and transparency is laid over grey.
    """
    with _open_file(path) as file, _silence():
        kind = _kind_of(file)
        with _refusing_damage():
            image = Image.open(file, formats=("JPEG", "MPO") if kind == "JPEG" else (kind,))
        _refuse_too_large(*image.size)
        with _refusing_damage():
            image.load()
            picture = np.asarray(_rgb_of(_upright(image)))
        if not _has_its_end(file, kind):
            raise PhotoError(CUT_OFF)
    return cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)


def _open_file(path: Path) -> BinaryIO:
    if os.path.isdir(path):
        raise PhotoError("is a folder: name the photos in it")
    if os.path.exists(path) and not os.path.isfile(path):  # opening a pipe would wait for ever
        raise PhotoError("is not a file: name a photo")
    try:
        return path.open("rb")
    except FileNotFoundError as error:
        raise PhotoError("there is no such file: check the name") from error
    except PermissionError as error:
        raise PhotoError("may not be read: change its permissions") from error
    except (OSError, ValueError) as error:
        raise PhotoError(f"cannot be opened ({getattr(error, 'strerror', error)}): check the name") from error


def _kind_of(file: BinaryIO) -> str:
    start = file.read(12)
    file.seek(0)
    if not start:
        raise PhotoError("is empty (0 bytes): copy the file again, or take the photo again")
    if start[4:8] == b"ftyp" and start[8:12] in APPLE_BRANDS:
        raise PhotoError("is HEIC or AVIF, which is not read here: convert it to JPEG")
    for magic, kind in STARTS.items():
        if start.startswith(magic):
            return kind
    raise PhotoError("is no picture that can be read: give a JPEG, PNG, WebP, TIFF, BMP or GIF")


def _refuse_too_large(width: int, height: int) -> None:
    if width * height > LARGEST_PX:
        raise PhotoError(f"is too large ({width} × {height}, {width * height / 1e6:.0f} megapixels): "
                         f"make it smaller than {LARGEST_PX // 1_000_000} megapixels")


def _has_its_end(file: BinaryIO, kind: str) -> bool:
    """Whether the file goes on to its end mark, for the kinds that Pillow reads without it."""
    if kind == "PNG":
        return any(name == b"IEND" for name in _png_chunks(file))
    if kind == "GIF":
        file.seek(0)
        return file.read().rstrip(b"\0").endswith(b";")
    return True


def _png_chunks(file: BinaryIO) -> Iterator[bytes]:
    """The names of the chunks that are there to their last byte."""
    size = file.seek(0, os.SEEK_END)
    place = file.seek(8)
    while len(head := file.read(8)) == 8:
        length, name = struct.unpack(">I4s", head)
        place += 12 + length
        if place > size:
            return
        yield name
        file.seek(place)


def _upright(image: Image.Image) -> Image.Image:
    try:
        turn = TURNS.get(image.getexif().get(ORIENTATION, 1))
    except DAMAGE:  # a picture is no worse for a broken note about it
        turn = None
    return image if turn is None else image.transpose(turn)


def _rgb_of(image: Image.Image) -> Image.Image:
    if image.mode.startswith(("I", "F")):
        return Image.fromarray(_eight_bits_of(np.asarray(image))).convert("RGB")
    if image.has_transparency_data:
        image = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", image.size, BEHIND_GLASS), image).convert("RGB")
    return image.convert("RGB")


def _eight_bits_of(deep: np.ndarray) -> np.ndarray:
    """Greys of 16 bits (or, rarely, 32, or real numbers) as uint8: full scale is white."""
    if deep.dtype.kind in "ui" and deep.max() <= 0xFFFF:
        return (deep >> 8).astype(np.uint8)
    return np.clip(deep * (255 / deep.max()), 0, 255).astype(np.uint8)


@contextmanager
def _refusing_damage() -> Iterator[None]:
    try:
        yield
    except MemoryError as error:
        raise PhotoError("is too large for this machine's memory: make it smaller") from error
    except DAMAGE as error:
        raise PhotoError(CUT_OFF) from error


@contextmanager
def _silence() -> Iterator[None]:
    """Keep the decoders quiet: Pillow warns through Python, and libtiff writes to the process's stderr itself."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
