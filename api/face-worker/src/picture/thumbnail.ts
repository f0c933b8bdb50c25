import type { Picture } from '../../../../shared-types/src/face/light';

export const thumbnailSide = 24;
const side = thumbnailSide;

/** Units per grey level: the mean of hundreds of pixels needs fractions of a grey level to distinguish two frames. */
const steps = 32;

/**
 * The mean difference in grey levels below which two frames are the same. Recompressing a frame, or changing its size or
 * brightness, stays below 0.05; a head that moves by a quarter of a pixel is above 0.2.
 */
const apart = 0.14;

/** Returns a small grey picture relative to its own mean: fractions of a grey level for each cell of a grid. */
export function thumbnail({ width, height, channels, data }: Picture): Int16Array {
  const sums = new Float64Array(side * side);
  const counts = new Float64Array(side * side);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * side) / height) * side;
    for (let x = 0; x < width; x++) {
      const k = (y * width + x) * channels;
      const cell = row + Math.floor((x * side) / width);
      sums[cell] = (sums[cell] as number) + ((data[k] ?? 0) + 2 * (data[k + 1] ?? 0) + (data[k + 2] ?? 0)) / 4;
      counts[cell] = (counts[cell] as number) + 1;
    }
  }
  const means = sums.map((sum, cell) => sum / (counts[cell] as number));
  const middle = means.reduce((sum, value) => sum + value, 0) / means.length;
  return Int16Array.from(means, (value) => Math.round((value - middle) * steps));
}

/** Returns the mean difference of two thumbnails in grey levels. */
export function difference(a: Int16Array, b: Int16Array): number {
  if (a.length !== b.length) return Infinity;
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length / steps;
}

/** Returns the first frame that repeats an earlier frame, also of an earlier step; null if all are new. */
export function repeated(frames: readonly Int16Array[], earlier: readonly Int16Array[]): number | null {
  const index = frames.findIndex((frame, i) => [...earlier, ...frames.slice(0, i)].some((other) => difference(frame, other) < apart));
  return index < 0 ? null : index;
}
