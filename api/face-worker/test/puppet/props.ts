import type { Rest } from './model';
import type { Image } from './raster';

type Colour = readonly [number, number, number];

/** Returns the photo with something over the face; it moves with the face, because the photo is the face's texture. */
function covered(photo: Image, inside: (x: number, y: number) => boolean, colour: Colour): Image {
  const data = Uint8Array.from(photo.data);
  for (let y = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++) {
      if (!inside(x, y)) continue;
      const k = (y * photo.width + x) * photo.channels;
      // Cloth has a weave and is lit from above.
      const weave = ((x + y) % 4) - 2 - (y % 32) / 8;
      colour.forEach((value, c) => (data[k + c] = Math.max(0, Math.min(255, value + weave))));
    }
  }
  return { ...photo, data };
}

const point = (rest: Rest, index: number) => rest.points[index] as readonly [number, number, number];

/** A surgical mask, from the bridge of the nose to below the chin. */
export function mask(photo: Image, rest: Rest, colour: Colour = [150, 190, 215]): Image {
  const [, top] = point(rest, 195);
  const [, bottom] = point(rest, 152);
  const [left] = point(rest, 234);
  const [right] = point(rest, 454);
  const middle = (left + right) / 2;
  const half = (right - left) / 2;
  return covered(photo, (x, y) => y > top && y < bottom + 12 && Math.abs(x - middle) < half * (1.02 - 0.35 * Math.max(0, (y - top) / (bottom - top)) ** 2), colour);
}

/** Dark glasses. */
export function sunglasses(photo: Image, rest: Rest): Image {
  const lens = (ids: readonly [number, number]) => {
    const [a, b] = [point(rest, ids[0]), point(rest, ids[1])];
    const radius = Math.abs(a[0] - b[0]) * 0.85;
    return (x: number, y: number) => ((x - (a[0] + b[0]) / 2) / radius) ** 2 + ((y - (a[1] + b[1]) / 2 - 4) / (radius * 0.75)) ** 2 < 1;
  };
  const [right, left] = [lens([33, 133]), lens([362, 263])];
  return covered(photo, (x, y) => right(x, y) || left(x, y), [28, 28, 32]);
}

/** A hand or a scarf over one part: a round patch around a point of the mesh. */
export function patch(photo: Image, rest: Rest, index: number, radius: number, colour: Colour): Image {
  const [cx, cy] = point(rest, index);
  return covered(photo, (x, y) => Math.hypot(x - cx, y - cy) < radius, colour);
}

/** A second face in the picture: the same frame, smaller, in a corner. */
export function withBystander(frame: Image, scale = 0.5): Image {
  const data = Uint8ClampedArray.from(frame.data);
  const [width, height] = [Math.floor(frame.width * scale), Math.floor(frame.height * scale)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * 0.6; x++) {
      const from = (Math.floor(y / scale) * frame.width + Math.floor(x / scale + frame.width * 0.2)) * frame.channels;
      const to = (y * frame.width + x) * frame.channels;
      for (let c = 0; c < 3; c++) data[to + c] = frame.data[from + c] as number;
    }
  }
  return { ...frame, data };
}
