import { boxOf, point, widthOf, type Mesh } from './geometry';
import * as at from './landmarks';

/** Pixels, row by row: RGB or RGBA. */
export interface Picture {
  width: number;
  height: number;
  channels: 3 | 4;
  data: Uint8Array | Uint8ClampedArray;
}

/** A part of the face that may be covered, in the order of reporting. */
export type Part = 'nose' | 'chin' | 'cheeks' | 'mouth' | 'eyes';

export interface Light {
  brightness: number;
  sharpness: number;
  covered: Part | null;
}

/** Luminance, two chroma differences and the spread of luminance of a small patch. */
interface Patch {
  y: number;
  cb: number;
  cr: number;
  spread: number;
}

/**
 * Sample points around each part; what covers the part also covers them. For the eyes they are on the lids and where
 * glasses rest.
 */
const parts: readonly (readonly [Part, readonly (readonly number[])[]])[] = [
  ['nose', [[1, 4, 5, 195, 45, 275, 51, 281]]],
  ['chin', [[199, 175, 200, 208, 428, 201, 421]]],
  // Each cheek separately.
  ['cheeks', [at.rightCheek, at.leftCheek]],
  ['mouth', [[164, 167, 393, 92, 322, 0, 17, 18, 83, 313]]],
  ['eyes', [[229, 230, 231, 228, 23, 24, 223, 224], [449, 450, 451, 448, 253, 254, 443, 444]]],
];

const tolerance = {
  /**
   * Distance in chroma from the person's own skin. Bare parts and lips differ by up to 18, masks and glasses by 22 and
   * more.
   */
  chroma: 20,
  /** Luminance relative to the skin. Light from the side halves it; black cloth is below that. */
  darker: 0.38,
  lighter: 1.75,
  /** Hair is as dark as cloth, but less even. */
  even: 14,
  /** The fraction of a part's patches that must differ. */
  share: 0.45,
};

export function light(picture: Picture, mesh: Mesh): Light {
  const radius = Math.max(1, Math.round(widthOf(mesh) * 0.015));
  const patches = (indices: readonly number[]) => indices.map((index) => patch(picture, mesh, index, radius));
  const skin = middle(patches(at.bareSkin));
  const differs = (p: Patch) => Math.hypot(p.cb - skin.cb, p.cr - skin.cr) > tolerance.chroma ||
    ((p.y < skin.y * tolerance.darker || p.y > skin.y * tolerance.lighter) && p.spread < tolerance.even);
  const isCovered = (indices: readonly number[]) => {
    const found = patches(indices);
    return found.filter(differs).length > found.length * tolerance.share;
  };
  const covered = parts.find(([, sides]) => sides.some(isCovered));
  return { brightness: skin.y, sharpness: sharpness(picture, mesh), covered: covered ? covered[0] : null };
}

function patch(picture: Picture, mesh: Mesh, index: number, radius: number): Patch {
  const [px, py] = point(mesh, index);
  let [r, g, b, y1, y2, n] = [0, 0, 0, 0, 0, 0];
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const x = clamp(Math.round(px) + dx, picture.width - 1);
      const y = clamp(Math.round(py) + dy, picture.height - 1);
      const k = (y * picture.width + x) * picture.channels;
      const [red, green, blue] = [picture.data[k] ?? 0, picture.data[k + 1] ?? 0, picture.data[k + 2] ?? 0];
      const luminance = luma(red, green, blue);
      r += red;
      g += green;
      b += blue;
      y1 += luminance;
      y2 += luminance * luminance;
      n++;
    }
  }
  const y = y1 / n;
  return { y, cb: (b / n - y) * 0.564, cr: (r / n - y) * 0.713, spread: Math.sqrt(Math.max(0, y2 / n - y * y)) };
}

/** The median of each quantity. */
function middle(patches: readonly Patch[]): Patch {
  const of = (value: (p: Patch) => number) => median(patches.map(value));
  return { y: of((p) => p.y), cb: of((p) => p.cb), cr: of((p) => p.cr), spread: of((p) => p.spread) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const grid = 128;

/**
 * The variance of the Laplacian over the face, scaled to a grid of fixed size, so that the camera's resolution has no
 * influence.
 */
function sharpness(picture: Picture, mesh: Mesh): number {
  const box = boxOf(mesh);
  const grey = new Float32Array(grid * grid);
  for (let y = 0; y < grid; y++) {
    for (let x = 0; x < grid; x++) {
      const sx = clamp(Math.round(box.left + ((x + 0.5) / grid) * (box.right - box.left)), picture.width - 1);
      const sy = clamp(Math.round(box.top + ((y + 0.5) / grid) * (box.bottom - box.top)), picture.height - 1);
      const k = (sy * picture.width + sx) * picture.channels;
      grey[y * grid + x] = luma(picture.data[k] ?? 0, picture.data[k + 1] ?? 0, picture.data[k + 2] ?? 0);
    }
  }
  let [sum, squares, n] = [0, 0, 0];
  const value = (k: number) => grey[k] ?? 0;
  for (let y = 1; y < grid - 1; y++) {
    for (let x = 1; x < grid - 1; x++) {
      const k = y * grid + x;
      const d = 4 * value(k) - value(k - 1) - value(k + 1) - value(k - grid) - value(k + grid);
      sum += d;
      squares += d * d;
      n++;
    }
  }
  return squares / n - (sum / n) ** 2;
}

const luma = (r: number, g: number, b: number) => 0.299 * r + 0.587 * g + 0.114 * b;

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
