import { boxOf, widthOf } from '../../../../shared-types/src/face/geometry';
import { toTemplate, type Template } from '../descriptor/descriptor';
import type { Models } from '../models/models';
import { cut, decode, limits, turned, type Decoded } from '../picture/decode';

export type PortraitResult = 'found' | 'none' | 'too_small' | 'undecodable';

export interface Portrait {
  result: PortraitResult;
  template: Template | null;
}

/** A portrait narrower than this, in pixels of the decoded picture, does not contain enough detail of the face. */
const widthMin = 60;

/** A card fills the picture and its portrait a fifth of the card, so the picture is kept larger than a frame. */
const pictureSide = 1600;

/** How much of the picture around the portrait the second detection includes, in widths of the face. */
const margin = 0.9;

/** Finds the largest face on a picture of an ID card, in whichever orientation it was taken, and describes it. */
export async function describePortrait({ detector, descriptor }: Models, bytes: Buffer): Promise<Portrait> {
  const picture = await decode(bytes, { bytes: limits.pictureBytes, pixels: limits.picturePixels, side: pictureSide });
  if (!picture) return { result: 'undecodable', template: null };
  for (let quarters = 0; quarters < 4; quarters++) {
    const upright = quarters === 0 ? picture : await turned(picture, quarters);
    const [rough] = await detector.find(upright);
    if (!rough || rough.score < scoreMin) continue;
    // The first detection sees the face with few pixels; the second runs on an enlarged part around it.
    const close = await cut(upright, around(rough.mesh, upright), limits.side);
    const [face] = await detector.find(close);
    if (!face || face.score < scoreMin) continue;
    if (widthOf(rough.mesh) < widthMin) return { result: 'too_small', template: null };
    return { result: 'found', template: toTemplate(descriptor, await descriptor.describe(close, face.mesh)) };
  }
  return { result: 'none', template: null };
}

/** Faces in watermarks and coats of arms have lower scores. */
const scoreMin = 0.7;

function around(mesh: Parameters<typeof boxOf>[0], picture: Decoded) {
  const box = boxOf(mesh);
  const more = widthOf(mesh) * margin;
  const left = Math.max(0, Math.floor(box.left - more));
  const top = Math.max(0, Math.floor(box.top - more));
  return {
    left, top,
    width: Math.min(picture.width, Math.ceil(box.right + more)) - left,
    height: Math.min(picture.height, Math.ceil(box.bottom + more)) - top,
  };
}
