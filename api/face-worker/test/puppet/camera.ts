import sharp from 'sharp';
import { photoFile, readRest } from './files';
import type { Shape } from './model';
import { Puppet, type Options, type Stance } from './puppet';
import type { Image } from './raster';

/** Returns the pixels of the photo. */
export async function photo(): Promise<Image> {
  const { data, info } = await sharp(photoFile).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data };
}

export async function puppet(options: Options = {}, paint: (photo: Image) => Image = (image) => image): Promise<Puppet> {
  return new Puppet(paint(await photo()), readRest(), options);
}

/** Another person made from the same photo: broader, flatter, with a different middle of the face, darker; holds the head lower. */
export async function otherPerson(): Promise<{ render(stance: Stance): Image }> {
  const actor = await puppet({ shape: broader, seed: 2 }, (image) => tinted(image, [0.7, 0.58, 0.48]));
  return { render: (stance) => actor.render({ ...stance, pitch: (stance.pitch ?? 0) - 10 }) };
}

const broader: Shape = ([x, y, z], [cx, cy], width) => {
  const [u, v] = [(x - cx) / width, (y - cy) / width];
  return [cx + width * u * (1.32 + 0.25 * v), cy + width * (0.74 * v - 0.09 * Math.exp(-(u * u) / 0.05)), 0.7 * z];
};

/** Changes the light of the whole picture. */
export function tinted(image: Image, [r, g, b]: readonly [number, number, number]): Image {
  const data = Uint8Array.from(image.data, (value, i) => Math.min(255, value * ([r, g, b][i % image.channels] ?? 1)));
  return { ...image, data };
}

/** Encodes a frame as a phone sends it. */
export async function jpeg(image: Image, quality = 85): Promise<Buffer> {
  const data = Buffer.from(image.data.buffer, image.data.byteOffset, image.data.byteLength);
  return sharp(data, { raw: { width: image.width, height: image.height, channels: image.channels } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer();
}

/** Counts the frames of all films, so that nothing living is twice in the same place. */
let moment = 0;

/** Returns frames of one actor, one for each stance, each with the sway of a living body. */
export async function film(actor: { render(stance: Stance): Image }, stances: readonly Stance[]): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (const stance of stances) {
    moment++;
    frames.push(await jpeg(actor.render({
      ...stance,
      dx: (stance.dx ?? 0) + 3 * Math.sin(moment * 1.7),
      dy: (stance.dy ?? 0) + 3 * Math.cos(moment * 1.3),
      yaw: (stance.yaw ?? 0) + 0.7 * Math.sin(moment * 2.1),
    })));
  }
  return frames;
}
