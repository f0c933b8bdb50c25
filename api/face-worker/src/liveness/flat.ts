import { centreOf, distance, point, widthOf, type Mesh, type Point } from '../../../../shared-types/src/face/geometry';
import { chin, leftCheekbone, meshPoints, rightCheekbone, top } from '../../../../shared-types/src/face/landmarks';
import { leastSquares } from './fit';

/** The mesh about its middle, in widths of the head, so that place and size in the picture do not count. */
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
 * How badly the best homography carries the first mesh over to the second: root mean square, in widths of the head. A flat
 * picture is carried over by one however it is tilted; a head that turns is not. Both normalised.
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
 * How much nearer the camera came, by perspective alone: 1/distance now less 1/distance before, in widths of the head. What
 * is nearer grows more, so the term is (place x depth). A flat picture that comes closer only grows, one that is tilted on the
 * way follows (place x place), and a head that turns moves by depth alone. Both normalised.
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

/** Width against height as the picture shows them. */
export function aspectOf(mesh: Mesh): number {
  return distance(point(mesh, rightCheekbone), point(mesh, leftCheekbone)) / distance(point(mesh, top), point(mesh, chin));
}
