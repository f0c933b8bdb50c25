import sharp from 'sharp';
import { photoFile, readRest } from './files';
import type { Shape } from './model';
import { Puppet, type Options, type Stance } from './puppet';
import type { Image } from './raster';

/** The photo's pixels. */
export async function photo(): Promise<Image> {
  const { data, info } = await sharp(photoFile).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data };
}

export async function puppet(options: Options = {}, paint: (photo: Image) => Image = (image) => image): Promise<Puppet> {
  return new Puppet(paint(await photo()), readRest(), options);
}

/** Another person out of the same photo: wider jaw and cheeks, shorter nose, other distances. */
export const wider: Shape = ([x, y, z], [cx, cy], width) => {
  const down = (y - cy) / width;
  return [cx + (x - cx) * (1.12 + 0.14 * down), cy + (y - cy) * 0.9 + 0.03 * width * Math.sin(down * 4), z * 0.85];
};

/** Changes the colour of the picture's warm half, which is skin. */
export function tinted(image: Image, [r, g, b]: readonly [number, number, number]): Image {
  const data = Uint8Array.from(image.data, (value, i) => Math.min(255, value * ([r, g, b][i % image.channels] ?? 1)));
  return { ...image, data };
}

/** A frame as a phone sends it. */
export async function jpeg(image: Image, quality = 85): Promise<Buffer> {
  const data = Buffer.from(image.data.buffer, image.data.byteOffset, image.data.byteLength);
  return sharp(data, { raw: { width: image.width, height: image.height, channels: image.channels } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer();
}

/** Moments of all films: nothing alive is twice in the same place. */
let moment = 0;

/** Frames of one actor, one for each stance, each with the sway of a living body. */
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
