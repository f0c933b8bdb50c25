import { describe, expect, it } from 'vitest';
import { drawQr } from './qr';

const vietQr = '00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA5303704540410005802VN62150811Chuyen tien6304BBB8';

describe('drawQr', () => {
  it('leaves the quiet zone white on every side', () => {
    const { size, path } = drawQr(vietQr);
    const places = [...path.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...places)).toBe(4);
    expect(Math.max(...places)).toBe(size - 5);
  });

  it('has the size of a code that holds the text', () => {
    expect((drawQr(vietQr).size - 8 - 17) % 4).toBe(0);
    expect(drawQr('1').size).toBe(21 + 8);
  });
});
