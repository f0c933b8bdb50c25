import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { drawQr } from './qr';
import vectors from '../../../../shared-types/vectors/qr.json';

const vietQr = '00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA5303704540410005802VN62150811Chuyen tien6304BBB8';

// The default export of the CommonJS package, regardless of how it is loaded.
const decode = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr;
/** Pixels per module, the minimum for a scanner. */
const PX = 4;

/** Decodes a drawing as a scanner does. */
function read(text: string): string | undefined {
  const { size, path } = drawQr(text);
  const side = size * PX;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h/g)) {
    for (let at = 0; at < PX * PX; at += 1) {
      const pixel = ((Number(y) * PX + Math.floor(at / PX)) * side + Number(x) * PX + (at % PX)) * 4;
      pixels.fill(0, pixel, pixel + 3);
    }
  }
  return decode(pixels, side, side)?.data;
}

describe('drawQr', () => {
  // spec: 1.repay-code
  it.each([...vectors.vietqr, ...vectors.promptpay])('draws a code that a scanner reads as $payload', ({ payload }) => {
    expect(read(payload)).toBe(payload);
  });

  it('leaves the quiet zone white on every side', () => {
    const { size, path } = drawQr(vietQr);
    const places = [...path.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...places)).toBe(4);
    expect(Math.max(...places)).toBe(size - 5);
  });

  it('has the size of a QR code that holds the text', () => {
    expect((drawQr(vietQr).size - 8 - 17) % 4).toBe(0);
    expect(drawQr('1').size).toBe(21 + 8);
  });
});
