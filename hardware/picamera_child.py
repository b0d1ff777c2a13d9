"""Runs under the system's own Python, which alone has picamera2: puts settled frames into shared memory.

What it has to say goes to stdout, one JSON object a line; it ends when its stdin is closed.
"""
from __future__ import annotations

import json
import mmap
import os
import struct
import sys
import threading
from collections import deque
from typing import Any

SLOTS = 4
SEQ = struct.Struct("<Q")  # at the head of a slot: the frame in it, 0 while it is being written
HEAD = 64
SETTLE_FRAMES = 90
STEADY_FRAMES = 5
LENS_DIOPTRES = 1 / 0.37  # the standard rig's table is 0.37 m below the lens
FIXED = ("ExposureTime", "AnalogueGain", "ColourGains")


def say(**words: Any) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


def hear_parent(orders: deque[dict[str, Any]]) -> None:
    """Controls that it wants held, one JSON object a line; end with it."""
    for line in sys.stdin:
        orders.append(json.loads(line))
    os._exit(0)


def open_camera(size: tuple[int, int], fps: int) -> Any:
    """A started Picamera2 at `size`, rate and focus fixed, exposure and colour still finding themselves."""
    from picamera2 import Picamera2  # type: ignore[import-not-found]  # only the system's Python has it

    if not Picamera2.global_camera_info():
        raise RuntimeError("no camera on the ribbon cable: look at both its ends, then start again")
    camera = Picamera2()
    duration = 1_000_000 // fps
    controls: dict[str, Any] = {"FrameDurationLimits": (duration, duration)}
    if "LensPosition" in camera.camera_controls:  # autofocus modules only
        controls |= {"AfMode": 0, "LensPosition": LENS_DIOPTRES}
    camera.configure(
        camera.create_video_configuration(
            main={"size": size, "format": "RGB888"},  # which is BGR in memory
            sensor={"output_size": size, "bit_depth": 10},
            controls=controls,
        )
    )
    camera.start()
    return camera


def metadata_of(camera: Any) -> dict[str, Any]:
    with camera.captured_request() as request:
        metadata: dict[str, Any] = request.get_metadata()
    say(settling=True)
    return metadata


def like(one: Any, other: Any) -> bool:
    """Whether two settings are the same, to the few per cent that a sensor rounds by."""
    if isinstance(one, (tuple, list)):
        return all(like(a, b) for a, b in zip(one, other, strict=True))
    return bool(abs(one - other) <= 0.03 * max(abs(one), abs(other)))


def settle(camera: Any) -> dict[str, Any]:
    """Let the automatics find the light, then hold what they found; returns it once frames really have it.

    Explicit values stop the automatics by themselves: switching them off in the same batch can freeze older ones.
    """
    found = wait_for_steady(camera)
    held = take(camera, found)
    if not alike(held, found):
        raise RuntimeError("the camera does not take its exposure: start the Pi again")
    return held


def take(camera: Any, wanted: dict[str, Any]) -> dict[str, Any]:
    """Have the camera hold `wanted`; what it then holds, which is less where a sensor has its limits."""
    camera.set_controls(wanted)
    for _ in range(SETTLE_FRAMES):
        held = fixed_of(metadata_of(camera))
        if alike(held, wanted):
            break
    return held


def fixed_of(metadata: dict[str, Any]) -> dict[str, Any]:
    return {name: metadata[name] for name in FIXED}


def alike(held: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(like(held[name], value) for name, value in wanted.items())


def wait_for_steady(camera: Any) -> dict[str, Any]:
    last: dict[str, Any] = {}
    steady = 0
    for _ in range(SETTLE_FRAMES):
        now = fixed_of(metadata_of(camera))
        steady = steady + 1 if last and alike(now, last) else 0
        last = now
        if steady >= STEADY_FRAMES:
            break
    return last


def pour(camera: Any, memory: mmap.mmap, slot_bytes: int, orders: deque[dict[str, Any]]) -> None:
    import numpy as np

    seq = 0
    while True:
        if orders:
            say(ready=take(camera, orders.pop()))
        seq += 1
        start = seq % SLOTS * slot_bytes
        with camera.captured_request() as request:
            image, metadata = request.make_array("main"), request.get_metadata()
        SEQ.pack_into(memory, start, 0)
        np.frombuffer(memory, np.uint8, image.size, start + HEAD)[:] = image.reshape(-1)
        SEQ.pack_into(memory, start, seq)
        say(seq=seq, start=start, shape=image.shape, at=metadata["SensorTimestamp"] / 1e9)


def main(shared: int, slot_bytes: int, width: int, height: int, fps: int) -> None:
    orders: deque[dict[str, Any]] = deque(maxlen=1)  # the newest wins
    threading.Thread(target=hear_parent, args=(orders,), daemon=True).start()
    memory = mmap.mmap(shared, SLOTS * slot_bytes)
    try:
        camera = open_camera((width, height), fps)
        say(ready=settle(camera))
    except ImportError:
        say(error="this machine has no picamera2: sudo apt install --no-install-recommends python3-picamera2")
    except (RuntimeError, KeyError, IndexError) as error:
        say(error=str(error).strip().splitlines()[-1])
    else:
        pour(camera, memory, slot_bytes, orders)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
