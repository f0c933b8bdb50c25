import { centreOf, distance, point, widthOf, type Mesh, type Point } from '../../../../shared-types/src/face/geometry';
import { chin, leftCheekbone, meshPoints, rightCheekbone, top } from '../../../../shared-types/src/face/landmarks';
import { leastSquares } from './fit';

/** Returns the mesh relative to its centre, in head widths, so that position and size in the picture do not matter. */
export function normalised(mesh: Mesh): Mesh {
  const [cx, cy, cz] = centreOf(mesh);
  const width = widthOf(mesh);
  return mesh.slice(0, meshPoints).map(([x, y, z]) => [(x - cx) / width, (y - cy) / width, (z - cz) / width] as const);
}

export function meanMesh(meshes: readonly Mesh[]): Mesh {
  return Array.from({ length: meshPoints }, (_, i) => {
    const sum = [0, 0, 0] as [number, number, number];
    for (const mesh of meshes) point(mesh, i).forEach((value, axis) => (sum[axis as 0] += value / meshes.length));
    return sum as Point;
  });
}

/**
 * Returns the error of the best homography from the first mesh to the second: root mean square, in head widths. A flat picture
 * fits a homography however it is tilted; a turning head does not. Both meshes must be normalised.
 */
export function homographyResidual(from: Mesh, to: Mesh): number {
  const rows: number[][] = [];
  const values: number[] = [];
  from.forEach(([x, y], i) => {
    const [u, v] = point(to, i);
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    values.push(u, v);
  });
  const [a, b, c, d, e, f, g, h] = leastSquares(rows, values) as [number, number, number, number, number, number, number, number];
  const squares = from.map(([x, y], i) => {
    const [u, v] = point(to, i);
    const w = g * x + h * y + 1;
    return ((a * x + b * y + c) / w - u) ** 2 + ((d * x + e * y + f) / w - v) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / squares.length);
}

/**
 * Returns how much closer the camera came, from perspective alone: 1/distance of near minus 1/distance of far, in head widths.
 * Nearer points grow more, so the term is (position x depth). A flat picture that comes closer only grows, one that is tilted
 * meanwhile follows (position x position), and a turning head moves by depth alone. Both meshes must be normalised.
 */
export function perspective(far: Mesh, near: Mesh): number {
  const rows: number[][] = [];
  const values: number[] = [];
  far.forEach(([x, y, z], i) => {
    const [u, v] = point(near, i);
    rows.push([1, x, y, z, 0, 0, 0, 0, x * x, x * y, -x * z], [0, 0, 0, 0, 1, x, y, z, x * y, y * y, -y * z]);
    values.push(u, v);
  });
  return leastSquares(rows, values)[10] as number;
}

/** Returns the ratio of width to height as seen in the picture. */
export function aspectOf(mesh: Mesh): number {
  return distance(point(mesh, rightCheekbone), point(mesh, leftCheekbone)) / distance(point(mesh, top), point(mesh, chin));
}
