"""Loads the eye's networks, once for each thread that looks."""
from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import get_ident

import cv2
import numpy as np

from vision.errors import ModelDamaged, ModelMissing

MODELS = Path(__file__).parent / "models"


def network(name: str) -> cv2.dnn.Net:
    """The network kept as models/`name`.onnx; raises ModelMissing or ModelDamaged."""
    return _loaded(MODELS / f"{name}.onnx", get_ident())


@lru_cache(maxsize=8)
def _loaded(path: Path, _thread: int) -> cv2.dnn.Net:
    if not path.is_file():
        raise ModelMissing(f"{path} is missing: reinstall Tableside, or train it again")
    try:
        return cv2.dnn.readNetFromONNX(np.fromfile(path, np.uint8))
    except cv2.error as error:
        raise ModelDamaged(f"{path} is damaged: reinstall Tableside, or train it again") from error
