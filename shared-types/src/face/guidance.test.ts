import { describe, expect, it } from 'vitest';
import { bounds, guidance, type Guidance } from './guidance';
import type { Measure } from './measure';

const good: Measure = {
  score: 0.98, pose: { yaw: 1, pitch: -9, roll: 2 }, width: 0.45, centre: [0.66, 0.5], outside: false,
  eyes: 0.36, mouth: 0.05, brightness: 140, sharpness: 300, covered: null,
};

/** Each fault with a frame that has no other fault. */
const faults: [Guidance, Partial<Measure>][] = [
  ['too_dark', { brightness: 59 }],
  ['too_bright', { brightness: 226 }],
  ['out_of_image', { outside: true }],
  ['too_far', { width: 0.32 }],
  ['too_close', { width: 0.76 }],
  ['yaw', { pose: { yaw: 23, pitch: -9, roll: 2 } }],
  ['yaw', { pose: { yaw: -23, pitch: -9, roll: 2 } }],
  ['pitch', { pose: { yaw: 1, pitch: 13, roll: 2 } }],
  ['pitch', { pose: { yaw: 1, pitch: -33, roll: 2 } }],
  ['roll', { pose: { yaw: 1, pitch: -9, roll: -21 } }],
  ['nose_occluded', { covered: 'nose' }],
  ['chin_occluded', { covered: 'chin' }],
  ['cheeks_occluded', { covered: 'cheeks' }],
  ['mouth_occluded', { covered: 'mouth' }],
  ['eyes_occluded', { covered: 'eyes' }],
  ['eyes_closed', { eyes: 0.13 }],
  ['hold_still', { sharpness: 39 }],
];

describe('guidance', () => {
  it('is ok for a good frame', () => {
    expect(guidance(1, good)).toBe('ok');
  });

  it('is no_face without a face or with an uncertain one', () => {
    expect(guidance(0, null)).toBe('no_face');
    expect(guidance(1, { ...good, score: bounds.score - 0.01 })).toBe('no_face');
  });

  it('is several_faces for more than one face', () => {
    expect(guidance(2, good)).toBe('several_faces');
  });

  it.each(faults)('is %s for %j', (code, change) => {
    expect(guidance(1, { ...good, ...change })).toBe(code);
  });

  it('is the first of several faults, in the order in which they can be corrected', () => {
    const first: [Guidance, Partial<Measure>][] = [
      ['too_dark', { brightness: 10 }], ['out_of_image', { outside: true }], ['too_far', { width: 0.1 }],
      ['yaw', { pose: { yaw: 40, pitch: 40, roll: 40 } }], ['pitch', { pose: { yaw: 0, pitch: 40, roll: 40 } }],
      ['roll', { pose: { yaw: 0, pitch: -9, roll: 40 } }], ['chin_occluded', { covered: 'chin' }], ['eyes_closed', { eyes: 0 }],
      ['hold_still', { sharpness: 0 }],
    ];
    first.forEach(([code], i) => {
      const left = first.slice(i).reduceRight<Measure>((frame, [, change]) => ({ ...frame, ...change }), good);
      expect(guidance(1, left)).toBe(code);
    });
  });

  it("uses the person's own eyes and pose if they are known", () => {
    const narrow = { ...good, eyes: 0.2 };
    expect(guidance(1, narrow, { own: { eyes: 0.22, yaw: 0, pitch: -9 } })).toBe('ok');
    expect(guidance(1, narrow, { own: { eyes: 0.4, yaw: 0, pitch: -9 } })).toBe('eyes_closed');
    expect(guidance(1, { ...good, pose: { yaw: 25, pitch: -9, roll: 0 } }, { own: { eyes: 0.36, yaw: 8, pitch: -9 } })).toBe('ok');
  });

  it('is hold_still if the face moved since the previous frame', () => {
    const moved = (share: number): Measure => ({ ...good, centre: [good.centre[0] + share * good.width, good.centre[1]] });
    expect(guidance(1, moved(0.05), { before: good })).toBe('hold_still');
    expect(guidance(1, moved(0.03), { before: good })).toBe('ok');
  });

  it('ignores a fault that the step asks for', () => {
    expect(guidance(1, { ...good, pose: { yaw: 32, pitch: -9, roll: 2 }, eyes: 0.1 }, { asked: ['yaw'] })).toBe('eyes_closed');
  });
});
