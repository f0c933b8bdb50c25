import { point, type Mesh } from '../../../../shared-types/src/face/geometry';
import type { Picture } from '../../../../shared-types/src/face/light';
import { sample } from './chip';

/** The positions of eyes, nose and corners of the mouth that ArcFace, SFace and similar nets expect, in a square of 112 pixels. */
const places = [[38.2946, 51.6963], [73.5318, 51.5014], [56.0252, 71.7366], [41.5493, 92.3655], [70.7299, 92.2041]] as const;
const square = 112;

/** The same points in the mesh, left to right in the picture; an eye is the mean of its corners and lids. */
const parts = [[33, 133, 159, 145], [362, 263, 386, 374], [4], [61], [291]] as const;

/** Cuts out the face as such a square, with the similarity transform that brings the five points closest to their positions. */
export function aligned(picture: Picture, mesh: Mesh, side: number): Uint8Array {
  const found = parts.map((indices) => mean(indices.map((index) => point(mesh, index))));
  const [pm, fm] = [mean(places), mean(found)];
  // u + iv = (a + ib)(x + iy): the best complex factor, relative to both centres.
  let [a, b, norm] = [0, 0, 0];
  places.forEach(([px, py], i) => {
    const [x, y] = [px - pm[0], py - pm[1]];
    const [u, v] = [(found[i]?.[0] ?? NaN) - fm[0], (found[i]?.[1] ?? NaN) - fm[1]];
    a += x * u + y * v;
    b += x * v - y * u;
    norm += x * x + y * y;
  });
  [a, b] = [a / norm, b / norm];
  const out = new Uint8Array(side * side * 3);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const [x, y] = [((column + 0.5) * square) / side - 0.5 - pm[0], ((row + 0.5) * square) / side - 0.5 - pm[1]];
      sample(picture, fm[0] + a * x - b * y, fm[1] + b * x + a * y, out, (row * side + column) * 3);
    }
  }
  return out;
}

function mean(points: readonly (readonly number[])[]): readonly [number, number] {
  const sum = (axis: number) => points.reduce((total, p) => total + (p[axis] ?? NaN), 0) / points.length;
  return [sum(0), sum(1)];
}
