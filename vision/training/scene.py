"""The rig as a scene for the path tracer: camera, lights, tray and table, with dice and a hand put into it."""
from __future__ import annotations

from dataclasses import dataclass, field

import mitsuba as mi
import numpy as np

from vision.training.film_physics import WALL_HIGH_MM, WALL_MM, Pose
from vision.training.place import Place, Rgb
from vision.training.scene_eye import Eye
from vision.training.scene_shapes import DieLook, Shape, die_shapes
from vision.training.scene_surfaces import TABLE_MM, felt, table, wood

RING_LIGHTS, RING_MM = 24, 46.0
Window = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class Thing:
    """A shape at a pose, painted in `skin`."""

    shape: Shape
    pose: Pose
    skin: Rgb = (0.5, 0.5, 0.5)
    rough: float = 0.12
    convex: bool = False


@dataclass(frozen=True, eq=False)
class Studio:
    """A place made ready for the path tracer; `render` gives linear light."""

    place: Place
    fixed: dict = field(default_factory=dict)

    def render(self, things: list[Thing], window: Window, samples: int, seed: int, shrunk: int = 1) -> np.ndarray:
        """The `window` (x0, y0, x1, y1) of the picture, made smaller `shrunk` times: (h, w, 3) float32 linear RGB."""
        moving = {f"thing_{i}": _body(thing) for i, thing in enumerate(things)}
        scene = mi.load_dict(self.fixed | moving | {"sensor": _camera(self.place.eye, window, shrunk)})
        return np.array(mi.render(scene, spp=samples, seed=seed), np.float32)[..., :3]


def open_studio(place: Place) -> Studio:
    """Build what stands still: lights, table, tray."""
    parts = _lights(place) | _tray(place)
    parts["integrator"] = {"type": "path", "max_depth": 4, "rr_depth": 3}
    top = table(place.top, place.seed, printed=place.tray_mm == Place.tray_mm)
    parts["table"] = _sheet(TABLE_MM, -0.1, top)
    return Studio(place, {"type": "scene"} | {name: mi.load_dict(part) for name, part in parts.items()})


def die_things(look: DieLook, pose: Pose) -> list[Thing]:
    """A glossy plastic die at its pose, and the matter paint in its pips."""
    body, paint = die_shapes(look)
    return [Thing(body, pose, look.body, convex=True), Thing(paint, pose, look.pips, 0.35, convex=True)]


def _camera(eye: Eye, window: Window, shrunk: int) -> dict:
    aim = mi.ScalarTransform4f().look_at(list(eye.lens), [*eye.aim, 0], [0, 1, 0])
    (x0, y0, x1, y1), (w, h) = (v // shrunk for v in window), (v // shrunk for v in eye.size)
    film = {"type": "hdrfilm", "width": w, "height": h, "rfilter": {"type": "gaussian"}, "pixel_format": "rgb",
            "crop_offset_x": x0, "crop_offset_y": y0, "crop_width": x1 - x0, "crop_height": y1 - y0}
    view = float(np.degrees(2 * np.arctan(eye.view_mm / 2 / eye.distance_mm)))
    return {"type": "perspective", "fov": view, "fov_axis": "x", "near_clip": 10.0, "far_clip": 5000.0,
            "to_world": aim, "film": film, "sampler": {"type": "independent"}}


def _lights(place: Place) -> dict:
    """The ring around the lens, a window to one side, and the room's own dim light."""
    lights = {f"led_{i}": _led(i, place) for i in range(RING_LIGHTS)}
    aim = mi.ScalarTransform4f().look_at(list(place.day_from), [125, -125, 0], [0, 0, 1])
    pane = aim @ mi.ScalarTransform4f().scale([260, 330, 1])
    glow = {"type": "area", "radiance": _rgb((5.2, 5.9, 6.8), place.day)}
    lights["window"] = {"type": "rectangle", "to_world": pane, "emitter": glow}
    lights["room"] = {"type": "constant", "radiance": _rgb((0.16, 0.155, 0.15), place.day)}
    return lights


def _rgb(colour: Rgb, scale: float = 1.0) -> dict:
    return {"type": "rgb", "value": [v * scale for v in colour]}


def _led(i: int, place: Place) -> dict:
    turn = 2 * np.pi * i / RING_LIGHTS
    x, y, z = place.eye.lens
    spot = [x + RING_MM * np.cos(turn), y + RING_MM * np.sin(turn), z + 4]
    down = mi.ScalarTransform4f().translate(spot) @ mi.ScalarTransform4f().rotate([1, 0, 0], 180)
    glow = {"type": "area", "radiance": _rgb((92.0, 84.0, 72.0), place.ring)}
    return {"type": "disk", "to_world": down @ mi.ScalarTransform4f().scale(2.6), "emitter": glow}


def _tray(place: Place) -> dict:
    (w, h), t, high = place.tray_mm, WALL_MM, WALL_HIGH_MM
    grain = _matt(wood(place.walls, (900, 200), place.seed + 5, planks=1))
    sides = {"left": (-t, -t, 0, h + t), "right": (w, -t, w + t, h + t), "far": (0, -t, w, 0), "near": (0, h, w, h + t)}
    walls = {f"wall_{name}": _wall(box, high, grain) for name, box in sides.items()}
    return walls | {"cloth": _sheet((0, 0, w, h), 0.0, felt(place.cloth, 1250, place.seed + 9))}


def _wall(box: tuple[float, float, float, float], high: float, surface: dict) -> dict:
    x0, y0, x1, y1 = box
    move = mi.ScalarTransform4f().translate([(x0 + x1) / 2, -(y0 + y1) / 2, high / 2])
    size = mi.ScalarTransform4f().scale([(x1 - x0) / 2, (y1 - y0) / 2, high / 2])
    return {"type": "cube", "to_world": move @ size, "bsdf": surface}


def _sheet(box: tuple[float, float, float, float], height: float, picture: np.ndarray) -> dict:
    """A flat picture on the table; its first row is the one nearest to y = 0."""
    x0, y0, x1, y1 = box
    move = mi.ScalarTransform4f().translate([(x0 + x1) / 2, -(y0 + y1) / 2, height])
    return {"type": "rectangle", "to_world": move @ mi.ScalarTransform4f().scale([(x1 - x0) / 2, (y1 - y0) / 2, 1]),
            "bsdf": _matt(np.ascontiguousarray(picture[::-1]))}


def _matt(picture: np.ndarray) -> dict:
    paint = {"type": "bitmap", "bitmap": mi.Bitmap(picture), "raw": True}
    return {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": paint}}


def _body(thing: Thing) -> mi.Mesh:
    shape = thing.shape
    surface = {"type": "roughplastic", "diffuse_reflectance": _rgb(thing.skin), "alpha": thing.rough,
               "int_ior": 1.5, "nonlinear": True}
    bag = mi.Properties()
    bag["bsdf"] = mi.load_dict({"type": "twosided", "bsdf": surface})
    mesh = mi.Mesh("thing", len(shape.vertices), len(shape.triangles), has_vertex_normals=True, props=bag)
    values = mi.traverse(mesh)
    values["vertex_positions"] = (shape.vertices @ thing.pose.matrix.T + thing.pose.place).astype(np.float32).ravel()
    values["faces"] = shape.triangles.astype(np.uint32).ravel()
    values.update()
    mesh.recompute_vertex_normals()
    return mesh
