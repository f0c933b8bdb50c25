import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Picture } from '../../../../shared-types/src/face/light';
import { jpegHeader } from './jpeg';

export const limits = {
  /** The maximum size of one camera frame, and of a picture of an ID card. */
  frameBytes: 200 * 1024,
  pictureBytes: 2 * 1024 * 1024,
  /**
   * The frames of a step are decoded at once, and a progressive one needs six bytes a pixel until its last scan. Phones send 640 x 640
   * at most.
   */
  framePixels: 1_000_000,
  picturePixels: 16_000_000,
  /** A progressive picture has about ten scans; each costs a pass over all pixels. */
  scans: 16,
  /** The longest side of the models' input. */
  side: 640,
  /** Smaller pictures cannot contain a face that could be judged. */
  sideMin: 160,
} as const;

/** The limits of a camera frame. */
export const ofFrame = { bytes: limits.frameBytes, pixels: limits.framePixels } as const;

/** A decoded picture with the SHA-256 of its pixels. */
export interface Decoded extends Picture {
  channels: 3;
  data: Uint8Array;
  hash: string;
}

// One thread a picture, and no cache: the queue limits the work.
sharp.concurrency(1);
sharp.cache(false);

/** Decodes a JPEG, rotated upright and shrunk to the models' input size; null if it is not a JPEG or exceeds a limit. */
export async function decode(bytes: Buffer, most: { bytes: number; pixels: number; side?: number }): Promise<Decoded | null> {
  if (bytes.length > most.bytes) return null;
  const header = jpegHeader(bytes);
  if (!header || header.scans > limits.scans || header.width * header.height > most.pixels) return null;
  if (Math.min(header.width, header.height) < limits.sideMin) return null;
  const side = most.side ?? limits.side;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: most.pixels, failOn: 'warning' })
      .timeout({ seconds: 5 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return null;
    return { width: info.width, height: info.height, channels: 3, data, hash: createHash('sha256').update(data).digest('hex') };
  } catch {
    return null;
  }
}

/** Returns a part of a picture, scaled to a longest side. */
export async function cut(picture: Decoded, area: { left: number; top: number; width: number; height: number }, side: number): Promise<Decoded> {
  const { data, info } = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .extract(area)
    .resize({ width: side, height: side, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data, hash: picture.hash };
}

/** Returns the picture rotated clockwise by quarter turns. */
export async function turned(picture: Decoded, quarters: number): Promise<Decoded> {
  const { data, info } = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .rotate(quarters * 90)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data, hash: picture.hash };
}
