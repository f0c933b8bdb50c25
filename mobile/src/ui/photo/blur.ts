/**
 * The side length to which a photo is scaled before its sharpness is measured, because the measure depends on the size.
 */
export const MEASURE_SIDE = 512;

/**
 * A photo of a document with a lower sharpness is unreadable. The threshold is low on purpose: sharp print reaches
 * several hundred and more, and a wrong warning costs more patience than a photo that an operator has to look at twice.
 */
export const BLURRED_BELOW = 40;

/** Returns the variance of the Laplacian of a grey picture. The lower it is, the more blurred is the picture. */
export function sharpness(grey: ArrayLike<number>, width: number, height: number): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const edge = grey[at - width]! + grey[at + width]! + grey[at - 1]! + grey[at + 1]! - 4 * grey[at]!;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  if (count === 0) return 0;
  const mean = sum / count;
  return squares / count - mean * mean;
}

/** Converts RGBA pixels to grey values. */
export function toGrey(rgba: ArrayLike<number>): Float32Array {
  const grey = new Float32Array(rgba.length / 4);
  for (let index = 0; index < grey.length; index += 1) {
    const at = index * 4;
    grey[index] = 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!;
  }
  return grey;
}
