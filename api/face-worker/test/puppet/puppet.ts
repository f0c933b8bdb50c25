import { build, neckDepth, photoDistance, type Model, type Rest, type Shape, type Vector } from './model';
import { lids } from './parts';
import { Canvas, randomFrom, type Corner, type Image } from './raster';

/** The pose of the puppet's head; angles in degrees, with the signs of the rules' Pose. */
export interface Stance {
  /** Above 0: to the puppet's own left, so the nose moves right in the picture. Realistic up to 35. */
  yaw?: number;
  /** Above 0: up. */
  pitch?: number;
  roll?: number;
  /** 1 open, 0 closed. */
  eyes?: number;
  /** 0 closed; above 0.7 the net no longer finds the lips. */
  mouth?: number;
  /** The distance from the camera, in widths of the face: 3.2 as in the photo, 1.8 is near. */
  distance?: number;
  /** The offset of the whole head in the picture, in pixels. */
  dx?: number;
  dy?: number;
}

export interface Options {
  width?: number;
  height?: number;
  /** The noise of the sensor, in grey levels. */
  grain?: number;
  seed?: number;
  shape?: Shape;
}

const radians = Math.PI / 180;
const jawDrop = 0.22;
const lash = 0.02;

/** A photo of a face on the mesh of a face, which can turn, nod, blink, open its mouth and come closer. */
export class Puppet {
  private readonly model: Model;
  private readonly canvas: Canvas;
  private readonly random: () => number;
  private readonly grain: number;

  constructor(private readonly photo: Image, rest: Rest, { width = 640, height = 480, grain = 2, seed = 1, shape }: Options = {}) {
    this.model = build(photo, rest, shape);
    this.canvas = new Canvas(width, height);
    this.random = randomFrom(seed);
    this.grain = grain;
  }

  /** Draws a frame, RGBA; the next call overwrites it. */
  render(stance: Stance): Image {
    const places = this.model.vertices.map(({ rest }) => [...rest] as Vector);
    const uv = this.model.vertices.map((vertex) => [...vertex.uv] as [number, number]);
    const closed = 1 - (stance.eyes ?? 1);
    if (closed > 0) this.closeEyes(places, uv, closed);
    this.drawLashes(places);
    if (stance.mouth) this.openMouth(places, stance.mouth);
    const corners = this.project(places, uv, stance);
    this.canvas.clear();
    for (const [a, b, c, shade] of this.model.triangles) {
      if (shade === 'lash' && closed < 0.65) continue;
      const dark = shade === 'lash' ? 0.8 * closed : shade === 'mouth' ? Math.min(1, (stance.mouth ?? 0) * 3) : 0;
      this.canvas.triangle(this.photo, corners[a] as Corner, corners[b] as Corner, corners[c] as Corner, dark);
    }
    this.canvas.grain(this.random, this.grain);
    return this.canvas;
  }

  /** The upper lid moves all the way down, the skin above it half of that; its texture comes from above the lashes. */
  private closeEyes(places: Vector[], uv: [number, number][], closed: number): void {
    for (const { upper, lower, fold, brow } of lids) {
      upper.forEach((u, k) => {
        const [l, f, b] = [lower[k], fold[k], brow[k]] as [number, number, number];
        const [from, to] = [[...(places[u] as Vector)], places[l] as Vector];
        for (let axis = 0; axis < 3; axis++) {
          const way = ((to[axis] as number) - (from[axis] as number)) * closed;
          (places[u] as Vector)[axis] = (from[axis] as number) + way;
          (places[f] as Vector)[axis] = ((places[f] as Vector)[axis] as number) + way * 0.5;
          (places[b] as Vector)[axis] = ((places[b] as Vector)[axis] as number) + way * 0.15;
        }
        for (let axis = 0; axis < 2; axis++) {
          const rest = (index: number) => (this.model.vertices[index]?.uv[axis] ?? 0);
          (uv[u] as number[])[axis] = rest(u) + (rest(f) + (rest(b) - rest(f)) * 0.6 - rest(u)) * closed;
          (uv[f] as number[])[axis] = rest(f) + (rest(b) - rest(f)) * 0.95 * closed;
        }
      });
    }
  }

  private drawLashes(places: Vector[]): void {
    const { width } = this.model;
    for (const { above, below, lid, weight } of this.model.lashes) {
      const [x, y, z] = places[lid] as Vector;
      places[above] = [x, y - lash * width * weight * 0.3, z - 0.02 * width];
      places[below] = [x, y + lash * width * weight * 0.7, z - 0.02 * width];
    }
  }

  private openMouth(places: Vector[], mouth: number): void {
    const { width, vertices } = this.model;
    places.forEach((place, i) => {
      const jaw = vertices[i]?.jaw ?? 0;
      place[1] += jaw * mouth * jawDrop * width;
      place[2] += jaw * mouth * 0.06 * width;
    });
  }

  /** Rotates around the neck, then projects through the camera. */
  private project(places: Vector[], uv: [number, number][], stance: Stance): Corner[] {
    const { width, centre, vertices } = this.model;
    const neck = neckDepth * width;
    const camera = photoDistance * width;
    const away = (stance.distance ?? photoDistance) * width;
    return places.map(([px, py, pz], i) => {
      const { turn } = vertices[i] as { turn: number };
      let [x, y, z] = [px - centre[0], py - centre[1], pz - neck];
      [x, y] = rotate(x, y, (stance.roll ?? 0) * radians * turn);
      [z, y] = rotate(z, y, (stance.pitch ?? 0) * radians * turn);
      [x, z] = rotate(x, z, (stance.yaw ?? 0) * radians * turn);
      const near = 1 / (away + z + neck);
      return {
        x: this.canvas.width / 2 + (x + centre[0]) * camera * near + (stance.dx ?? 0),
        y: this.canvas.height / 2 + (y + centre[1]) * camera * near + (stance.dy ?? 0),
        near, u: (uv[i] as [number, number])[0], v: (uv[i] as [number, number])[1],
      };
    });
  }
}

function rotate(a: number, b: number, angle: number): [number, number] {
  return [a * Math.cos(angle) - b * Math.sin(angle), a * Math.sin(angle) + b * Math.cos(angle)];
}
