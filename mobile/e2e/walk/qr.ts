import type { Locator } from '@playwright/test';
import { expect } from '@playwright/test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';

// The default export of the CommonJS package, regardless of how it is loaded.
const decode = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr;

/** Decodes a QR code from the pixels on the screen. */
export async function readPixels(picture: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await picture.screenshot());
  const found = decode(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error('There is no QR code in the picture.');
  return found.data;
}

/** The fields of an EMVCo text: two digits for the name, two for the length, then the value. */
export function fields(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    const value = text.slice(at + 4, at + 4 + length);
    expect(value).toHaveLength(length);
    found[text.slice(at, at + 2)] = value;
    at += 4 + length;
  }
  return found;
}

/** CRC-16/CCITT-FALSE as four upper-case hexadecimal digits (EMVCo QR, merchant-presented, 4.7.3). */
export function crc(text: string): string {
  let register = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    register ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) register = register & 0x8000 ? (register << 1) ^ 0x1021 : register << 1;
    register &= 0xffff;
  }
  return register.toString(16).toUpperCase().padStart(4, '0');
}
