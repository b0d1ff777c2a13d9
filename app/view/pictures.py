"""Turns masks, photos and the live preview into textures, each made as seldom as can be."""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO

import numpy as np
from kivy.graphics.texture import Texture
from PIL import Image, UnidentifiedImageError

from app.view.art import corners_mask

PHOTOS_KEPT = 48


def texture_of(picture: Image.Image) -> Texture:
    """An upright texture of an RGB picture or of an 8-bit mask (white, as transparent as the mask)."""
    if picture.mode == "L":
        mask, picture = picture, Image.new("RGBA", picture.size, "white")
        picture.putalpha(mask)
    kind = picture.mode.lower()
    texture = Texture.create(size=picture.size, colorfmt=kind)
    texture.blit_buffer(picture.tobytes(), colorfmt=kind, bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


class MaskShelf:
    """One texture for each mask that was ever asked for."""

    def __init__(self) -> None:
        self._textures: dict[tuple[object, ...], Texture] = {}

    def take(self, draw: Callable[..., Image.Image], *what: object) -> Texture:
        key = (draw.__name__, *what)
        if key not in self._textures:
            self._textures[key] = texture_of(draw(*what))
        return self._textures[key]


MASKS = MaskShelf()


def corners(radius: float) -> Texture:
    """The texture of a surface with round corners, for a BorderImage with that border: nine quads, not a fan."""
    return MASKS.take(corners_mask, max(round(radius), 1))


class Preview:
    """The live picture: one texture, made when the first frame comes and filled again for every later one."""

    def __init__(self) -> None:
        self.texture: Texture | None = None
        self._frame: np.ndarray | None = None
        self._rgb = np.empty(0, np.uint8)

    def show(self, frame: np.ndarray | None) -> bool:
        """Take a BGR frame; whether the texture changed. The same object again costs nothing."""
        if frame is None or frame is self._frame:
            return False
        if self._rgb.shape != frame.shape:
            self._begin(frame)
        np.copyto(self._rgb, frame[..., ::-1])
        assert self.texture is not None
        self.texture.blit_buffer(self._rgb.reshape(-1), colorfmt="rgb", bufferfmt="ubyte")
        self._frame = frame
        return True

    def _begin(self, frame: np.ndarray) -> None:
        self._rgb = np.empty(frame.shape, np.uint8)
        self.texture = Texture.create(size=(frame.shape[1], frame.shape[0]), colorfmt="rgb")
        self.texture.flip_vertical()


class PhotoShelf:
    """The last photos looked at, decoded; `fetch` gives the JPEG of a key."""

    def __init__(self, fetch: Callable[[str], bytes | None]) -> None:
        self._fetch = fetch
        self._kept: OrderedDict[str, Texture | None] = OrderedDict()

    def take(self, key: str | None) -> Texture | None:
        """The photo's texture, or None where there is none or it cannot be read."""
        if key is None:
            return None
        if key not in self._kept:
            self._kept[key] = self._decode(key)
        self._kept.move_to_end(key)
        while len(self._kept) > PHOTOS_KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    def _decode(self, key: str) -> Texture | None:
        jpeg = self._fetch(key)
        if jpeg is None:
            return None
        try:
            return texture_of(Image.open(BytesIO(jpeg)).convert("RGB"))
        except (UnidentifiedImageError, OSError):
            return None
