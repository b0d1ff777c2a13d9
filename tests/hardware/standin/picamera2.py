"""A stand-in for picamera2, after its documented interface, as libcamera cannot be installed everywhere.

It keeps what the product leans on: controls take effect some frames later and show in the metadata; automatics converge
by themselves until an explicit value stops them, and freeze an old value if they are switched off in the same batch;
RGB888 is blue first in memory; a stamp in nanoseconds since boot. Its scene tells the exposure in its lightness.
`STANDIN_WEDGE_AT` names a file: when it appears, the camera delivers nothing more.
"""

import contextlib
import os
import time

import numpy as np

LATENCY = 3
SCENE = {"ExposureTime": 12000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.5)}


class CompletedRequest:
    def __init__(self, image, metadata):
        self._image, self._metadata = image, metadata

    def make_array(self, name):
        assert name == "main"
        return self._image.copy()

    def get_metadata(self):
        return dict(self._metadata)


class Picamera2:
    @staticmethod
    def global_camera_info():
        return [] if os.environ.get("STANDIN_NO_CAMERA") else [{"Model": "imx708", "Location": 2, "Num": 0}]

    def __init__(self, camera_num=0):
        limits = {"ExposureTime": (1, 66666, None), "AnalogueGain": (1.0, 16.0, None), "ColourGains": (0.0, 32.0, None)}
        focus = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
        self.camera_controls = {**limits, **focus, "AeEnable": (False, True, True), "FrameDurationLimits": (1, 1, None)}
        self.camera_properties = {"Model": "imx708"}
        self._state = {"ExposureTime": 66666, "AnalogueGain": 16.0, "ColourGains": (1.0, 1.0), "LensPosition": 0.0}
        self._explicit = set()
        self._queue = []
        self._started = False

    def create_video_configuration(self, main=None, lores=None, raw=None, controls=None, sensor=None, buffer_count=6):
        assert main["format"] == "RGB888"
        assert set(sensor) == {"output_size", "bit_depth"}
        return {"main": dict(main), "controls": dict(controls), "sensor": sensor}

    def configure(self, config):
        self._size = config["main"]["size"]
        self.set_controls(config["controls"])

    def start(self):
        self._started = True
        self._next = time.monotonic()

    def set_controls(self, controls):
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self._queue.append([LATENCY, dict(controls)])

    @contextlib.contextmanager
    def captured_request(self, flush=None):
        assert self._started
        wedge = os.environ.get("STANDIN_WEDGE_AT")
        while wedge and os.path.exists(wedge):
            time.sleep(0.05)
        self._next += self._duration
        time.sleep(max(self._next - time.monotonic(), 0))
        self._move_on()
        level = min(self._state["ExposureTime"] * self._state["AnalogueGain"] / 200, 255)
        image = np.empty((self._size[1], self._size[0], 3), np.uint8)
        image[:] = (level, level / 2, level / 4)  # blue first: that is RGB888
        yield CompletedRequest(image, {**self._state, "SensorTimestamp": time.clock_gettime_ns(time.CLOCK_BOOTTIME)})

    @property
    def _duration(self):
        return self._state.get("FrameDurationLimits", (33333, 33333))[0] / 1e6

    def _move_on(self):
        for item in self._queue:
            item[0] -= 1
        while self._queue and self._queue[0][0] <= 0:
            self._apply(self._queue.pop(0)[1])
        for name, goal in SCENE.items():
            if name not in self._explicit:
                self._state[name] = near(self._state[name], goal)

    def _apply(self, controls):
        freezes = controls.get("AeEnable") is False or controls.get("AwbEnable") is False
        for name, value in controls.items():
            self._explicit.add(name)
            if not (freezes and name in SCENE):
                self._state[name] = value


def near(value, goal):
    """Half the way to the goal, as automatics go."""
    if isinstance(goal, tuple):
        return tuple(near(v, g) for v, g in zip(value, goal, strict=True))
    return type(goal)(value + (goal - value) / 2)
