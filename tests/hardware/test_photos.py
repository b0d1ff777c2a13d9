"""Photographs: whole ones in every form come out upright and right, all others are refused in one sentence."""
from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from hardware.errors import PhotoError
from hardware.photos import BEHIND_GLASS, LARGEST_PX, load_photo

# Four quarters whose colours survive any codec: red, green / blue, white.
QUARTERS = np.kron(np.array([[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [255, 255, 255]]], np.uint8),
                   np.ones((32, 48, 1), np.uint8))
NOISE = np.random.default_rng(0).integers(0, 256, (40, 60, 3), dtype=np.uint8)

FORMS = [("JPEG", {}), ("JPEG", {"progressive": True}), ("PNG", {}), ("WEBP", {}), ("WEBP", {"lossless": True}),
         ("TIFF", {}), ("TIFF", {"compression": "tiff_lzw"}), ("TIFF", {"compression": "jpeg"}), ("BMP", {}),
         ("GIF", {}), ("PPM", {})]


def encoded(image: Image.Image, form: str, **how: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **how)
    return out.getvalue()


def load(tmp_path: Path, data: bytes) -> np.ndarray:
    path = tmp_path / "photo of a tray"
    path.write_bytes(data)
    return load_photo(path)


def quarters_of(picture: np.ndarray) -> list[tuple[int, ...]]:
    """The four quarters' middle colours as (r, g, b), rounded to 0, 128 or 255: top left, top right, then below."""
    height, width = picture.shape[:2]
    rows = picture[[height // 4, height * 3 // 4]][:, [width // 4, width * 3 // 4], ::-1]
    return [tuple(int(min((0, 128, 255), key=lambda full: abs(full - int(value)))) for value in colour)
            for colour in rows.reshape(4, 3)]


RED, GREEN, BLUE, WHITE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)
UPRIGHT = [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize(("form", "how"), FORMS)
def test_every_form_is_read(tmp_path: Path, form: str, how: dict[str, Any]) -> None:
    picture = load(tmp_path, encoded(Image.fromarray(QUARTERS), form, **how))
    assert (picture.shape, picture.dtype, quarters_of(picture)) == ((64, 96, 3), np.uint8, UPRIGHT)
    assert picture.flags.c_contiguous
    assert picture.flags.writeable


@pytest.mark.parametrize(("form", "how"), FORMS)
@pytest.mark.parametrize("share", [0.03, 0.1, 0.5, 0.9, 0.99])
def test_a_cut_file_is_refused(tmp_path: Path, form: str, how: dict[str, Any], share: float) -> None:
    data = encoded(Image.fromarray(NOISE), form, **how)
    with pytest.raises(PhotoError, match="cut off or damaged"):
        load(tmp_path, data[:max(12, int(len(data) * share))])


@pytest.mark.parametrize(("form", "how"), FORMS)
@pytest.mark.parametrize("lost", [1, 2, 3, 8, 13])
def test_a_file_without_its_last_bytes_is_refused(tmp_path: Path, form: str, how: dict[str, Any], lost: int) -> None:
    with pytest.raises(PhotoError, match="cut off or damaged"):
        load(tmp_path, encoded(Image.fromarray(NOISE), form, **how)[:-lost])


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_what_a_phone_appends_to_a_picture_does_no_harm(tmp_path: Path, form: str) -> None:
    data = encoded(Image.fromarray(QUARTERS), form)
    assert quarters_of(load(tmp_path, data + b"a motion photo's film" * 50)) == UPRIGHT


@pytest.mark.parametrize(("orientation", "expected"), [
    (1, UPRIGHT), (2, [GREEN, RED, WHITE, BLUE]), (3, [WHITE, BLUE, GREEN, RED]), (4, [BLUE, WHITE, RED, GREEN]),
    (5, [RED, BLUE, GREEN, WHITE]), (6, [BLUE, RED, WHITE, GREEN]), (7, [WHITE, GREEN, BLUE, RED]),
    (8, [GREEN, WHITE, RED, BLUE]), (0, UPRIGHT), (99, UPRIGHT)])
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_pictures_are_turned_as_displayed(tmp_path: Path, form: str, orientation: int,
                                          expected: list[tuple[int, ...]]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = load(tmp_path, encoded(Image.fromarray(QUARTERS), form, exif=exif))
    assert quarters_of(picture) == expected
    assert picture.shape == ((96, 64, 3) if orientation in (5, 6, 7, 8) else (64, 96, 3))


def test_a_broken_note_about_the_turn_is_overlooked(tmp_path: Path) -> None:
    data = encoded(Image.fromarray(QUARTERS), "JPEG", exif=b"Exif\0\0II*\0\xff\xff\xff\x7fgarbage")
    assert quarters_of(load(tmp_path, data)) == UPRIGHT


def _rgba(quarter_alpha: int) -> Image.Image:
    alpha = np.full(QUARTERS.shape[:2], 255, np.uint8)
    alpha[:32, :48] = quarter_alpha
    return Image.fromarray(np.dstack([QUARTERS, alpha]))


GREYS = QUARTERS.max(axis=2) // 2 + QUARTERS.min(axis=2) // 2  # 127 and, bottom right, 254
DEEP = (GREYS.astype(np.uint16) << 8) | 0x55
GREY_QUARTERS = [(128,) * 3, (128,) * 3, (128,) * 3, WHITE]


@pytest.mark.parametrize(("image", "form", "expected"), [
    (Image.fromarray(QUARTERS).convert("CMYK"), "JPEG", UPRIGHT),
    (Image.fromarray(QUARTERS).convert("P", palette=Image.Palette.ADAPTIVE), "PNG", UPRIGHT),
    (Image.fromarray(QUARTERS.min(axis=2)), "PNG", [BLACK, BLACK, BLACK, WHITE]),
    (Image.fromarray(QUARTERS).convert("1", dither=Image.Dither.NONE), "PNG", [BLACK, WHITE, BLACK, WHITE]),
    (_rgba(255), "PNG", UPRIGHT),
    (_rgba(0), "PNG", [BEHIND_GLASS, GREEN, BLUE, WHITE]),
    (_rgba(0), "WEBP", [BEHIND_GLASS, GREEN, BLUE, WHITE]),
    (Image.fromarray(GREYS).convert("LA"), "PNG", GREY_QUARTERS),
    (Image.fromarray(DEEP), "PNG", GREY_QUARTERS),
    (Image.fromarray(DEEP), "TIFF", GREY_QUARTERS),
    (Image.fromarray(GREYS.astype(np.float32)), "TIFF", GREY_QUARTERS),
], ids=["cmyk", "palette", "grey", "1-bit", "opaque", "transparent", "transparent webp", "grey with alpha",
        "16-bit png", "16-bit tiff", "real numbers"])
def test_every_kind_of_pixel_becomes_colour(tmp_path: Path, image: Image.Image, form: str,
                                            expected: list[tuple[int, ...]]) -> None:
    how = {"lossless": True} if form == "WEBP" else {}
    assert quarters_of(load(tmp_path, encoded(image, form, **how))) == expected


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG", "TIFF"])
def test_the_first_picture_of_many_counts(tmp_path: Path, form: str) -> None:
    first, second = Image.fromarray(QUARTERS), Image.new("RGB", (96, 64))
    assert quarters_of(load(tmp_path, encoded(first, form, save_all=True, append_images=[second]))) == UPRIGHT


def bomb(side: int) -> bytes:
    """A small PNG that says it has `side` × `side` pixels."""
    data = bytearray(encoded(Image.new("1", (8, 8)), "PNG"))
    data[16:24] = side.to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    return bytes(data)


@pytest.mark.parametrize(("data", "says"), [
    (b"", "is empty (0 bytes): copy the file again, or take the photo again"),
    (b"We threw a three.\n", "is no picture that can be read: give a JPEG, PNG, WebP, TIFF, BMP or GIF"),
    (b"%PDF-1.7 and so on", "is no picture that can be read: give a JPEG, PNG, WebP, TIFF, BMP or GIF"),
    (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "is HEIC or AVIF, which is not read here: convert it to JPEG"),
    (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "is HEIC or AVIF, which is not read here: convert it to JPEG"),
    (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1", "is HEIC or AVIF, which is not read here: convert it to JPEG"),
    (b"\xff\xd8\xff", "the picture is cut off or damaged: copy the file again, or take the photo again"),
    (bomb(11_000), "is too large (11000 × 11000, 121 megapixels): make it smaller than 120 megapixels"),
    (bomb(100_000), "is too large (100000 × 100000, 10000 megapixels): make it smaller than 120 megapixels"),
], ids=["empty", "text", "pdf", "heic", "mif1", "avif", "three bytes", "above the limit", "a bomb"])
def test_other_files_are_refused(tmp_path: Path, data: bytes, says: str) -> None:
    with pytest.raises(PhotoError) as refusal:
        load(tmp_path, data)
    assert str(refusal.value) == says


def test_places_without_a_photo_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    says = {}
    for name in (".", "missing.jpg", "fifo", "no\0name", "x" * 300):
        with pytest.raises(PhotoError) as refusal:
            load_photo(tmp_path / name)
        says[name[:10]] = str(refusal.value).split(" (")[0]
    assert says == {".": "is a folder: name the photos in it", "missing.jp": "there is no such file: check the name",
                    "fifo": "is not a file: name a photo", "no\0name": "cannot be opened", "x" * 10: "cannot be opened"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "photo").touch(mode=0)
    with pytest.raises(PhotoError, match="may not be read: change its permissions"):
        load_photo(tmp_path / "photo")


def test_fifty_megapixels_do(tmp_path: Path) -> None:
    picture = load(tmp_path, encoded(Image.new("RGB", (8660, 5774), RED), "JPEG"))
    assert picture.shape == (5774, 8660, 3)
    assert 8660 * 5774 >= 50_000_000
    assert LARGEST_PX >= 50_000_000


def test_the_decoders_are_silent(tmp_path: Path) -> None:
    """In a process of its own: libtiff and libjpeg write past Python."""
    cut = [encoded(Image.fromarray(NOISE), form, **how) for form, how in FORMS]
    for number, data in enumerate(cut):
        (tmp_path / str(number)).write_bytes(data[:-20] if number % 2 else data[:len(data) // 2])
    script = ("import sys; from pathlib import Path; from hardware.photos import load_photo, PhotoError\n"
              "for name in sys.argv[1:]:\n"
              "    try: load_photo(Path(name))\n"
              "    except PhotoError: print('refused')\n")
    done = subprocess.run([sys.executable, "-c", script, *(str(path) for path in sorted(tmp_path.iterdir()))],
                          cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == (["refused"] * len(cut), "")


BYTES_CHANGED = 100


@pytest.mark.parametrize(("form", "how"), FORMS)
def test_changed_bytes_give_a_picture_or_a_refusal(tmp_path: Path, form: str, how: dict[str, Any]) -> None:
    data, chance = encoded(Image.fromarray(NOISE), form, **how), np.random.default_rng(1)
    for _ in range(BYTES_CHANGED):
        changed = bytearray(data)
        reach = int(chance.choice([40, 400, len(data)]))
        for place in chance.integers(0, min(len(data), reach), 3):
            changed[place] = chance.integers(0, 256)
        with contextlib.suppress(PhotoError):
            assert load(tmp_path, bytes(changed)).dtype == np.uint8
