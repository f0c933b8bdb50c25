import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * The factor by which screenshots are scaled down. Letters are drawn slightly differently in each year, boxes are not.
 */
const COARSE = 6;

/** The fraction of two screenshots that differs, 0 to 1, at a scale at which letters are only a shade. */
export function difference(one, other) {
  const [a, b] = [one, other].map((png) => coarse(PNG.sync.read(png)));
  if (a.width !== b.width || a.height !== b.height) return 1;
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.12 }) / (a.width * a.height);
}

function coarse({ data, width, height }) {
  const small = new PNG({ width: Math.floor(width / COARSE), height: Math.floor(height / COARSE) });
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      for (let colour = 0; colour < 4; colour += 1) {
        let sum = 0;
        for (let dy = 0; dy < COARSE; dy += 1) {
          for (let dx = 0; dx < COARSE; dx += 1) sum += data[((y * COARSE + dy) * width + x * COARSE + dx) * 4 + colour];
        }
        small.data[(y * small.width + x) * 4 + colour] = sum / COARSE ** 2;
      }
    }
  }
  return small;
}
