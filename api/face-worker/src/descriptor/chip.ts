import { point, type Mesh } from '../../../../shared-types/src/face/geometry';
import type { Picture } from '../../../../shared-types/src/face/light';

const rightEye = [33, 133, 159, 145];
const leftEye = [362, 263, 386, 374];
const mouth = [61, 291, 0, 17];

/**
 * How face-api cuts out a face: the distance from the eyes' centre to the mouth's is 0.45 of the side; the centre of the three
 * is at 0.43.
 */
const share = 0.45;
const middleAt = 0.43;

/** Cuts out the face upright, as a square of RGB pixels, like the recognition net's training data. */
export function chip(picture: Picture, mesh: Mesh, side: number): Uint8Array {
  const [a, b, m] = [mean(mesh, rightEye), mean(mesh, leftEye), mean(mesh, mouth)];
  const size = Math.hypot((a[0] + b[0]) / 2 - m[0], (a[1] + b[1]) / 2 - m[1]) / share;
  const centre = [(a[0] + b[0] + m[0]) / 3, (a[1] + b[1] + m[1]) / 3] as const;
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const out = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const u = (x / side - 0.5) * size;
      const v = (y / side - middleAt) * size;
      sample(picture, centre[0] + u * cos - v * sin, centre[1] + u * sin + v * cos, out, (y * side + x) * 3);
    }
  }
  return out;
}

/** Writes the bilinear interpolation of the pixels around a position. */
export function sample({ data, width, height, channels }: Picture, x: number, y: number, out: Uint8Array, at: number): void {
  const px = Math.max(0, Math.min(width - 1.001, x));
  const py = Math.max(0, Math.min(height - 1.001, y));
  const [ix, iy] = [Math.floor(px), Math.floor(py)];
  const [fx, fy] = [px - ix, py - iy];
  const k = (iy * width + ix) * channels;
  const below = k + width * channels;
  for (let c = 0; c < 3; c++) {
    const upper = (data[k + c] ?? 0) * (1 - fx) + (data[k + channels + c] ?? 0) * fx;
    const lower = (data[below + c] ?? 0) * (1 - fx) + (data[below + channels + c] ?? 0) * fx;
    out[at + c] = upper * (1 - fy) + lower * fy;
  }
}

function mean(mesh: Mesh, indices: readonly number[]): readonly [number, number] {
  let [x, y] = [0, 0];
  for (const index of indices) {
    const p = point(mesh, index);
    x += p[0];
    y += p[1];
  }
  return [x / indices.length, y / indices.length];
}
