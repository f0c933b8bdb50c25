import type { Measure } from './measure';

/** The guidance for a frame, which is a key of the phrase table; `ok` if nothing is wrong. */
export type Guidance =
  | 'ok' | 'no_face' | 'several_faces' | 'too_dark' | 'too_bright' | 'out_of_image' | 'too_far' | 'too_close' | 'yaw' | 'pitch' | 'roll'
  | 'nose_occluded' | 'chin_occluded' | 'cheeks_occluded' | 'mouth_occluded' | 'eyes_occluded' | 'eyes_closed' | 'hold_still';

export const bounds = {
  score: 0.5,
  dark: 60,
  bright: 225,
  far: 0.33,
  near: 0.75,
  /** Degrees of the head from straight ahead (see Pose). */
  yaw: 22,
  pitch: 22,
  roll: 20,
  /** The pitch of a face that looks straight ahead. It is negative because the chin is behind the forehead. */
  levelPitch: -10,
  /** Relative to the person's own open eyes. */
  eyes: 0.65,
  /** Used while the person's own value is unknown; everybody's open eyes are above it. */
  eyesOfAnybody: 0.14,
  /** Movement between two frames, in widths of the head. */
  still: 0.04,
  sharpness: 40,
} as const;

/** What is known in addition to the frame. */
export interface Known {
  /** How far the person's eyes are normally open, and the pose in which they look straight ahead. */
  own?: { eyes: number; pitch: number; yaw: number };
  /** The previous frame, if the face must be still. */
  before?: Measure;
  /** What the step itself asks for, and which is therefore not a fault. */
  asked?: readonly Guidance[];
}

/** The first fault of a frame. `faces` is the number of faces found; the most confident one was measured. */
export function guidance(faces: number, frame: Measure | null, known: Known = {}): Guidance {
  if (!frame || frame.score < bounds.score || faces === 0) return 'no_face';
  if (faces > 1) return 'several_faces';
  const asked = new Set(known.asked);
  return faults(frame, known).find((fault) => !asked.has(fault)) ?? 'ok';
}

function* eachFault(m: Measure, { own, before }: Known): Generator<Guidance> {
  if (m.brightness < bounds.dark) yield 'too_dark';
  if (m.brightness > bounds.bright) yield 'too_bright';
  if (m.outside) yield 'out_of_image';
  if (m.width < bounds.far) yield 'too_far';
  if (m.width > bounds.near) yield 'too_close';
  if (Math.abs(m.pose.yaw - (own?.yaw ?? 0)) > bounds.yaw) yield 'yaw';
  if (Math.abs(m.pose.pitch - (own?.pitch ?? bounds.levelPitch)) > bounds.pitch) yield 'pitch';
  if (Math.abs(m.pose.roll) > bounds.roll) yield 'roll';
  if (m.covered) yield `${m.covered}_occluded`;
  if (m.eyes < (own ? own.eyes * bounds.eyes : bounds.eyesOfAnybody)) yield 'eyes_closed';
  if (m.sharpness < bounds.sharpness || (before && moved(before, m) > bounds.still)) yield 'hold_still';
}

const faults = (m: Measure, known: Known): Guidance[] => [...eachFault(m, known)];

/** How far the face moved between two frames, in widths of the head. */
export function moved(before: Measure, after: Measure): number {
  return Math.hypot(after.centre[0] - before.centre[0], after.centre[1] - before.centre[1]) / before.width;
}
