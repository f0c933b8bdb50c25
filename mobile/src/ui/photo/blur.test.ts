import { describe, expect, it } from 'vitest';
import { BLURRED_BELOW, sharpness, toGrey } from './blur';

const SIDE = 64;

/** Dark strokes on light paper, like printed text. */
function print(): Float32Array {
  return Float32Array.from({ length: SIDE * SIDE }, (_, at) => ((at % SIDE) % 8 < 2 && Math.floor(at / SIDE) % 12 < 8 ? 40 : 220));
}

/** The same picture blurred: each pixel becomes the mean of its surroundings. */
function blurred(source: Float32Array, radius: number): Float32Array {
  return source.map((_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    let sum = 0;
    let count = 0;
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const value = x + dx >= 0 && x + dx < SIDE ? source[(y + dy) * SIDE + x + dx] : undefined;
        if (value !== undefined) {
          sum += value;
          count += 1;
        }
      }
    }
    return sum / count;
  });
}

describe('sharpness', () => {
  it('is high for print and low for the same print blurred', () => {
    expect(sharpness(print(), SIDE, SIDE)).toBeGreaterThan(BLURRED_BELOW * 10);
    expect(sharpness(blurred(blurred(print(), 4), 4), SIDE, SIDE)).toBeLessThan(BLURRED_BELOW);
  });

  it('falls with every step of blur', () => {
    const steps = [0, 1, 2, 3].map((radius) => sharpness(blurred(print(), radius), SIDE, SIDE));
    expect([...steps].sort((a, b) => b - a)).toEqual(steps);
  });

  it('is zero for an empty picture and for one colour', () => {
    expect(sharpness([], 0, 0)).toBe(0);
    expect(sharpness(new Float32Array(SIDE * SIDE).fill(128), SIDE, SIDE)).toBe(0);
  });
});

it('toGrey weights colours as the eye does', () => {
  expect(Array.from(toGrey([255, 255, 255, 255, 0, 255, 0, 255]))).toEqual([255, expect.closeTo(149.7, 1)]);
});
