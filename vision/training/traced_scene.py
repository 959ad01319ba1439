"""One table as Blender sees it: paper frame, tray, light ring, room, and keshis that fall by physics.

Lengths are centimetres, so that physics is steady. The camera always looks down the z axis at the paper in
z = 0, right and up in the picture. Seen from below the table hangs upside down over it: things fall towards
the camera onto a clear floor, in z = 0 as well. Needs `bpy` (the extra `traced`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import bpy
import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import TRAY_MM
from vision.training.printed_frame import printed_frame

Colour: TypeAlias = tuple[float, float, float]
Points: TypeAlias = npt.NDArray[np.float64]

SIZE = (640, 480)
WINDOW = (TRAY_MM[0] / 10, TRAY_MM[1] / 10)
BORDER = 2.2
# The overhead tray's floor lies so deep below the paper.
DEEP = 1.0
PIECE = 1.0


@dataclass(frozen=True)
class Look:
    """What one table is made of, from its seed."""

    under: bool
    camera_high: float
    ring_radius: float
    ring_dots: int
    ring_power: float
    floor: Colour
    wall: Colour
    tower: Colour
    gloss: float
    paints: dict[str, Colour]

    @classmethod
    def of(cls, seed: int, paints: dict[str, Colour]) -> Look:
        rng = np.random.default_rng((seed, 77))
        tones = [_tone(rng) for _ in range(3)]
        mixed = {
            name: (_near(rng, paint[0]), _near(rng, paint[1]), _near(rng, paint[2]))
            for name, paint in paints.items()
        }
        return cls(
            under=seed % 3 != 2,
            camera_high=float(rng.uniform(19, 26)),
            ring_radius=float(rng.uniform(1.6, 4.0)),
            ring_dots=int(rng.choice([6, 8, 12, 16, 24])),
            ring_power=float(rng.uniform(0.6, 1.4)),
            floor=tones[0],
            wall=tones[1],
            tower=tones[2],
            gloss=float(rng.uniform(0.15, 0.7)),
            paints=mixed,
        )


def _near(rng: np.random.Generator, value: float) -> float:
    return float(np.clip(value * rng.normal(1, 0.06), 0.008, 0.95))


def _tone(rng: np.random.Generator) -> Colour:
    """Woods, felts, grays, black and white."""
    gray = float(np.exp(rng.uniform(np.log(0.02), np.log(0.7))))
    red, green, blue = (float(np.clip(gray * part, 0.008, 0.9)) for part in np.exp(rng.normal(0, 0.35, 3)))
    return (red, green, blue)


@dataclass(frozen=True)
class Room:
    """The light of one photo: the room's colour and strength, a lamp, and how far the camera was bumped."""

    colour: Colour
    strength: float
    lamp: tuple[float, float, float] | None
    bump: tuple[float, float]


class Table:
    """One table built in Blender; `lay` throws pieces, `render` takes a photo with the ring on or off."""

    def __init__(self, look: Look, folder: Path, samples: int) -> None:
        self.look, self.folder = look, folder
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene: Any = bpy.context.scene
        self._set_up(samples)
        self._build()
        self.pieces: list[tuple[str, Any]] = []

    def _set_up(self, samples: int) -> None:
        scene = self.scene
        scene.render.engine = "CYCLES"
        scene.cycles.samples = samples
        scene.cycles.use_denoising = True
        scene.cycles.max_bounces = 3
        scene.cycles.sample_clamp_indirect = 5.0
        scene.render.threads_mode, scene.render.threads = "FIXED", 1
        scene.render.resolution_x, scene.render.resolution_y = SIZE
        scene.render.image_settings.file_format = "PNG"
        scene.render.image_settings.color_depth = "16"
        scene.view_settings.view_transform = "Raw"
        scene.world = bpy.data.worlds.new("room")
        scene.world.use_nodes = True
        camera = bpy.data.cameras.new("camera")
        camera.sensor_width = 36.0
        camera.lens = 36.0 * self.look.camera_high / 20.5
        self.camera = bpy.data.objects.new("camera", camera)
        self.camera.location = (0, 0, self.look.camera_high)
        scene.collection.objects.link(self.camera)
        scene.camera = self.camera

    def _build(self) -> None:
        look = self.look
        self._paper()
        half_x, half_y = WINDOW[0] / 2, WINDOW[1] / 2
        deep = 3.5 if look.under else DEEP
        for x, y, wide, high in (
            (half_x + 0.1, 0, 0.2, WINDOW[1]),
            (-half_x - 0.1, 0, 0.2, WINDOW[1]),
            (0, half_y + 0.1, WINDOW[0], 0.2),
            (0, -half_y - 0.1, WINDOW[0], 0.2),
        ):
            wall = self._box((x, y, -deep / 2), (wide, high, deep), self._matter(look.wall, 0.7))
            self._solid(wall, moves=False)
        floor_z = 0.0 if look.under else -DEEP
        # Physics needs a floor on the side things fall to; from below it is clear.
        thick = 1.0
        slab = self._box(
            (0, 0, floor_z + (thick / 2 if look.under else -thick / 2)),
            (WINDOW[0], WINDOW[1], thick),
            self._matter(look.floor, 0.8),
        )
        self._solid(slab, moves=False)
        slab.hide_render = look.under
        if look.under:
            self._glass()
            self._tower()
        self._ring()
        physics = self.scene
        bpy.ops.rigidbody.world_add()
        physics.gravity = (0, 0, 98.1 if look.under else -98.1)
        physics.rigidbody_world.substeps_per_frame = 20
        physics.rigidbody_world.collection = bpy.data.collections.new("solid")
        for each in self.scene.objects:
            if each.get("solid"):
                physics.rigidbody_world.collection.objects.link(each)
                each.rigid_body.type = "PASSIVE"
                each.rigid_body.collision_shape = "BOX"

    def _paper(self) -> None:
        """The printed frame as a picture on a sheet with a window."""
        wide, high = WINDOW[0] / 2 + BORDER, WINDOW[1] / 2 + BORDER
        a, b = WINDOW[0] / 2, WINDOW[1] / 2
        strips = [(-wide, wide, b, high), (-wide, wide, -high, -b), (-wide, -a, -b, b), (a, wide, -b, b)]
        corners: list[Colour] = []
        faces: list[tuple[int, ...]] = []
        for left, right, low, top in strips:
            faces.append(tuple(range(len(corners), len(corners) + 4)))
            corners += [(left, low, 0.01), (right, low, 0.01), (right, top, 0.01), (left, top, 0.01)]
        mesh = bpy.data.meshes.new("paper")
        mesh.from_pydata(corners, [], faces)
        layer = mesh.uv_layers.new()
        for loop in mesh.loops:
            x, y, _ = mesh.vertices[loop.vertex_index].co
            layer.data[loop.index].uv = ((x + wide) / (2 * wide), (y + high) / (2 * high))
        path = self.folder / "paper.png"
        cv2.imwrite(str(path), printed_frame())
        matter = self._matter((0.8, 0.8, 0.8), 0.9)
        image = matter.node_tree.nodes.new("ShaderNodeTexImage")
        image.image = bpy.data.images.load(str(path))
        shader = matter.node_tree.nodes["Principled BSDF"]
        matter.node_tree.links.new(image.outputs["Color"], shader.inputs["Base Color"])
        self._put(mesh, matter)

    def _glass(self) -> None:
        """The clear floor mirrors a little of the ring."""
        matter = bpy.data.materials.new("glass")
        matter.use_nodes = True
        nodes, links = matter.node_tree.nodes, matter.node_tree.links
        nodes.clear()
        clear, mirror = nodes.new("ShaderNodeBsdfTransparent"), nodes.new("ShaderNodeBsdfGlossy")
        mirror.inputs["Roughness"].default_value = float(0.02 + 0.15 * self.look.gloss**2)
        mix, out = nodes.new("ShaderNodeMixShader"), nodes.new("ShaderNodeOutputMaterial")
        mix.inputs["Fac"].default_value = 0.05
        links.new(clear.outputs[0], mix.inputs[1])
        links.new(mirror.outputs[0], mix.inputs[2])
        links.new(mix.outputs[0], out.inputs[0])
        x, y = WINDOW[0] / 2, WINDOW[1] / 2
        mesh = bpy.data.meshes.new("glass")
        mesh.from_pydata([(-x, -y, 0.005), (x, -y, 0.005), (x, y, 0.005), (-x, y, 0.005)], [], [(0, 1, 2, 3)])
        self._put(mesh, matter)

    def _tower(self) -> None:
        matter = self._matter(self.look.tower, 0.6)
        self._box((0, WINDOW[1] / 2 + 0.5, -9), (9, 2.0, 9), matter)
        self._box((0, WINDOW[1] / 2 - 3.5, -7.5), (9.5, 0.5, 0.5), matter)
        self._box((0, 0, -180), (500, 500, 1), self._matter((0.7, 0.7, 0.7), 0.9))

    def _ring(self) -> None:
        self.glow = self._shining((1, 1, 1), 0.0)
        for part in range(self.look.ring_dots):
            angle = 2 * np.pi * part / self.look.ring_dots
            place = (
                self.look.ring_radius * np.cos(angle),
                self.look.ring_radius * np.sin(angle),
                self.look.camera_high + 0.1,
            )
            bpy.ops.mesh.primitive_ico_sphere_add(radius=0.25, subdivisions=2, location=place)
            bpy.context.object.data.materials.append(self.glow)
        self.lamp_glow = self._shining((1, 0.85, 0.6), 25.0)
        bpy.ops.mesh.primitive_ico_sphere_add(radius=1, subdivisions=3, location=(0, 0, 900))
        self.lamp = bpy.context.object
        self.lamp.data.materials.append(self.lamp_glow)

    def _matter(self, colour: Colour, rough: float) -> Any:
        matter = bpy.data.materials.new("matter")
        matter.use_nodes = True
        shader = matter.node_tree.nodes["Principled BSDF"]
        shader.inputs["Base Color"].default_value = (*colour, 1)
        shader.inputs["Roughness"].default_value = rough
        return matter

    def _shining(self, colour: Colour, strength: float) -> Any:
        matter = self._matter((0, 0, 0), 1.0)
        shader = matter.node_tree.nodes["Principled BSDF"]
        shader.inputs["Emission Color"].default_value = (*colour, 1)
        shader.inputs["Emission Strength"].default_value = strength
        return matter

    def _put(self, mesh: Any, matter: Any) -> Any:
        mesh.materials.append(matter)
        thing = bpy.data.objects.new(mesh.name, mesh)
        self.scene.collection.objects.link(thing)
        return thing

    def _box(self, place: Colour, size: Colour, matter: Any) -> Any:
        bpy.ops.mesh.primitive_cube_add(size=1, location=place)
        box = bpy.context.object
        box.scale = size
        box.data.materials.append(matter)
        return box

    def _solid(self, thing: Any, *, moves: bool) -> None:
        thing["solid"] = True
        bpy.context.view_layer.objects.active = thing
        bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)

    def lay(self, rng: np.random.Generator, names: list[str], *, heap: bool) -> None:
        """Throw pieces of these colours: poured on one spot, or spread."""
        for _, thing in self.pieces:
            bpy.data.objects.remove(thing, do_unlink=True)
        self.pieces = []
        down = 1.0 if self.look.under else -1.0
        floor = 0.0 if self.look.under else -DEEP
        room_x, room_y = WINDOW[0] / 2 - 1.2, WINDOW[1] / 2 - 1.2
        spot = rng.uniform(-0.6, 0.6, 2) * (room_x, room_y)
        for number, name in enumerate(names):
            wished = spot + rng.normal(0, 0.7, 2) if heap else rng.uniform(-1, 1, 2) * (room_x, room_y)
            x, y = np.clip(wished, (-room_x, -room_y), (room_x, room_y))
            z = floor - down * (1.2 + 1.3 * number * (0.7 if heap else 0.4))
            bpy.ops.mesh.primitive_cylinder_add(
                vertices=8, radius=PIECE / 2 / np.cos(np.pi / 8), depth=PIECE, location=(x, y, z)
            )
            thing = bpy.context.object
            thing.rotation_euler = tuple(rng.uniform(0, 2 * np.pi, 3))
            bevel = thing.modifiers.new("worn", "BEVEL")
            bevel.width, bevel.segments = 0.03, 2
            thing.data.materials.append(self._matter(self.look.paints[name], 1 - self.look.gloss))
            self.scene.rigidbody_world.collection.objects.link(thing)
            body = thing.rigid_body
            body.type, body.collision_shape = "ACTIVE", "CONVEX_HULL"
            body.friction, body.restitution, body.mass = 0.8, 0.0, 0.001
            body.linear_damping, body.angular_damping = 0.1, 0.4
            body.collision_margin = 0.005
            self.pieces.append((name, thing))
        last = 90 + 12 * len(names)
        self.scene.frame_end = last
        self.scene.rigidbody_world.point_cache.frame_end = last
        for frame in range(1, last + 1):
            self.scene.frame_set(frame)
        # What fell over a wall is not in the tray.
        inside = []
        for name, thing in self.pieces:
            x, y, z = thing.matrix_world.translation
            if abs(x) < WINDOW[0] / 2 and abs(y) < WINDOW[1] / 2 and abs(z - floor) < 6:
                inside.append((name, thing))
            else:
                thing.hide_render = True
        self.pieces = inside

    def render(self, room: Room, *, ring: bool) -> npt.NDArray[np.float32]:
        """Linear light, blue, green, red."""
        shader = self.glow.node_tree.nodes["Principled BSDF"]
        power = 900.0 * self.look.ring_power / self.look.ring_dots
        shader.inputs["Emission Strength"].default_value = power if ring else 0.0
        background = self.scene.world.node_tree.nodes["Background"]
        background.inputs[0].default_value = (*room.colour, 1)
        background.inputs[1].default_value = room.strength
        self.lamp.location = room.lamp or (0, 0, 900)
        self.camera.location = (*room.bump, self.look.camera_high)
        return self._shoot("photo.png")

    def _shoot(self, name: str) -> npt.NDArray[np.float32]:
        path = self.folder / name
        self.scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if picture is None:
            raise RuntimeError(f"Blender wrote no {path}")
        return np.asarray(picture[..., :3] / 65535, np.float32)

    def seen(self) -> list[tuple[str, float, float, float]]:
        """Each piece's colour, the middle of what is seen of it in pixels, and how much of it is seen."""
        scene = self.scene
        kept = scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.filter_width
        painted = []
        scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.filter_width = 1, False, 0.01
        for number, (_, thing) in enumerate(self.pieces, 1):
            painted.append(thing.data.materials[0])
            thing.data.materials[0] = self._shining((number / 64, 1.0, 0.0), 1.0)
        background = scene.world.node_tree.nodes["Background"]
        background.inputs[1].default_value = 0.0
        self.glow.node_tree.nodes["Principled BSDF"].inputs["Emission Strength"].default_value = 0.0
        self.lamp.location = (0, 0, 900)
        picture = self._shoot("owners.png")
        for (_, thing), matter in zip(self.pieces, painted, strict=True):
            thing.data.materials[0] = matter
        scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.filter_width = kept
        # Behind the clear floor all light is a little less: red over green still tells who it is.
        owner = np.where(
            picture[..., 1] > 0.5, np.round(64 * picture[..., 2] / np.maximum(picture[..., 1], 1e-6)), 0
        )
        result = []
        for number, (name, thing) in enumerate(self.pieces, 1):
            rows, columns = np.nonzero(owner == number)
            whole = max(1.0, hull_area(self.to_picture(_corners(thing))))
            x, y = (float(columns.mean()), float(rows.mean())) if len(rows) else (-1.0, -1.0)
            result.append((name, x, y, min(1.0, len(rows) / whole)))
        return result

    def to_picture(self, corners: Points) -> Points:
        scale = self.camera.data.lens / 36.0 * SIZE[0]
        x0, y0, z0 = self.camera.location
        away = z0 - corners[:, 2]
        across = SIZE[0] / 2 + scale * (corners[:, 0] - x0) / away
        down = SIZE[1] / 2 - scale * (corners[:, 1] - y0) / away
        return np.column_stack([across, down])


def _corners(thing: Any) -> Points:
    return np.array([tuple(thing.matrix_world @ vertex.co) for vertex in thing.data.vertices], np.float64)


def hull_area(places: Points) -> float:
    """How many pixels a convex body covers whose corners are seen at these places."""
    return float(cv2.contourArea(cv2.convexHull(places.astype(np.float32))))
