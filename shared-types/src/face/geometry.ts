import * as at from './landmarks';
import type { Eye } from './landmarks';

/** A point of the mesh in pixels of the unmirrored picture. z has the same unit and is negative towards the camera. */
export type Point = readonly [x: number, y: number, z: number];

/** The mesh of a face, with at least 468 points. */
export type Mesh = readonly Point[];

/**
 * The pose of the head in degrees, calculated from the mesh with depth in pixels. The angles of the detector's library
 * are different: it scales depth down by 1.5 relative to width, so its 20 degrees are about 29 degrees of the head.
 *
 * yaw > 0: turned to the borrower's left; the nose moves right in the picture. pitch > 0: looking up. roll > 0: the
 * head leans to the borrower's left shoulder, clockwise in the picture.
 */
export interface Pose {
  yaw: number;
  pitch: number;
  roll: number;
}

const degrees = 180 / Math.PI;

export function point(mesh: Mesh, index: number): Point {
  const found = mesh[index];
  if (!found) throw new RangeError(`the mesh has no point ${index}`);
  return found;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Includes depth, for lengths that must not shrink when the head turns. */
function length(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export function poseOf(mesh: Mesh): Pose {
  const [right, left] = [point(mesh, at.rightCheekbone), point(mesh, at.leftCheekbone)];
  const [top, chin] = [point(mesh, at.top), point(mesh, at.chin)];
  const across = [left[0] - right[0], left[1] - right[1], left[2] - right[2]] as const;
  const down = [chin[0] - top[0], chin[1] - top[1], chin[2] - top[2]] as const;
  return {
    yaw: Math.atan2(across[2], Math.hypot(across[0], across[1])) * degrees,
    pitch: Math.atan2(-down[2], Math.hypot(down[0], down[1])) * degrees,
    roll: Math.atan2(across[1], across[0]) * degrees,
  };
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(mesh: Mesh): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i < at.meshPoints; i++) {
    const [x, y] = point(mesh, i);
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** The width of the head in pixels between the cheekbones, including depth, so that it does not shrink in a turn. */
export function widthOf(mesh: Mesh): number {
  return length(point(mesh, at.rightCheekbone), point(mesh, at.leftCheekbone));
}

export function centreOf(mesh: Mesh): Point {
  let [x, y, z] = [0, 0, 0];
  for (const index of at.outline) {
    const p = point(mesh, index);
    x += p[0];
    y += p[1];
    z += p[2];
  }
  const n = at.outline.length;
  return [x / n, y / n, z / n];
}

/** How far an eye is open: the height of its opening divided by its width. Compare it with the person's own value. */
export function eyeOpening(mesh: Mesh, eye: Eye): number {
  const height = eye.lids.reduce((sum, [upper, lower]) => sum + length(point(mesh, upper), point(mesh, lower)), 0) / eye.lids.length;
  return height / length(point(mesh, eye.outer), point(mesh, eye.inner));
}

/** How far the mouth is open: the distance between the lips divided by its width. */
export function mouthOpening(mesh: Mesh): number {
  return length(point(mesh, at.mouth.upper), point(mesh, at.mouth.lower)) / length(point(mesh, at.mouth.right), point(mesh, at.mouth.left));
}
