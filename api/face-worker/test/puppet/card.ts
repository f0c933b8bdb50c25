import { photoDistance } from './model';
import type { Stance } from './puppet';
import { Canvas, randomFrom, type Corner, type Image } from './raster';

export interface Print {
  /** How far the print is bent: the angle between its edge and its middle, in radians; below 0 the edges come forward. */
  bend?: number;
  /** Bent around an upright axis, as around a bottle, or around a horizontal one. */
  axis?: 'upright' | 'across';
  /** The width of the face on the print, in pixels. */
  face?: number;
  grain?: number;
}

const cells = 32;
const radians = Math.PI / 180;

/** The photo as a print in front of the camera: flat or bent, tilted and brought closer, in front of a plain wall. */
export class Card {
  private readonly canvas: Canvas;
  private readonly random = randomFrom(7);

  constructor(private readonly photo: Image, private readonly print: Print = {}) {
    this.canvas = new Canvas(photo.width, photo.height);
  }

  render(stance: Stance): Image {
    const corners = Array.from({ length: (cells + 1) ** 2 }, (_, i) => this.corner(i % (cells + 1), Math.floor(i / (cells + 1)), stance));
    this.canvas.clear();
    for (let row = 0; row < cells; row++) {
      for (let column = 0; column < cells; column++) {
        const i = row * (cells + 1) + column;
        const [a, b, c, d] = [corners[i], corners[i + 1], corners[i + cells + 1], corners[i + cells + 2]] as [Corner, Corner, Corner, Corner];
        this.canvas.triangle(this.photo, a, b, c, 0);
        this.canvas.triangle(this.photo, c, b, d, 0);
      }
    }
    this.canvas.grain(this.random, this.print.grain ?? 2);
    return this.canvas;
  }

  private corner(column: number, row: number, { yaw = 0, pitch = 0, roll = 0, distance = photoDistance, dx = 0, dy = 0 }: Stance): Corner {
    const { width, height } = this.photo;
    const { bend = 0, axis = 'upright', face = 187 } = this.print;
    const [u, v] = [(column / cells) * width, (row / cells) * height];
    let [x, y, z] = [u - width / 2, v - height / 2, 0];
    if (axis === 'upright') [x, z] = bent(x, width / 2, bend);
    else [y, z] = bent(y, height / 2, bend);
    [x, y] = turn(x, y, roll);
    [z, y] = turn(z, y, pitch);
    [x, z] = turn(x, z, yaw);
    const near = 1 / (distance * face + z);
    const scale = photoDistance * face * near;
    return { x: width / 2 + x * scale + dx, y: height / 2 + y * scale + dy, near, u, v };
  }
}

/** Rolls a straight line around a circle. */
function bent(place: number, half: number, bend: number): [number, number] {
  if (bend === 0) return [place, 0];
  const radius = half / bend;
  const angle = place / radius;
  return [radius * Math.sin(angle), radius * (1 - Math.cos(angle))];
}

function turn(a: number, b: number, angle: number): [number, number] {
  const [cos, sin] = [Math.cos(angle * radians), Math.sin(angle * radians)];
  return [a * cos - b * sin, a * sin + b * cos];
}
