import type { Guidance } from './guidance';
import type { Measure } from './measure';

export const steps = ['turn_left', 'turn_right', 'look_up', 'close_eyes', 'open_mouth', 'come_closer'] as const;
export type Step = (typeof steps)[number];

const occluded: Guidance[] = ['nose_occluded', 'chin_occluded', 'cheeks_occluded', 'mouth_occluded', 'eyes_occluded'];
const turned: Guidance[] = ['yaw', 'pitch', 'roll', 'eyes_closed', 'hold_still', ...occluded];

/** The guidance that a step itself causes, and which is therefore not a fault in frames after the first. */
export const askedOf: Readonly<Record<Step, readonly Guidance[]>> = {
  turn_left: turned,
  turn_right: turned,
  look_up: ['pitch', 'eyes_closed', 'hold_still', ...occluded],
  close_eyes: ['eyes_closed', 'eyes_occluded'],
  open_mouth: ['mouth_occluded', 'chin_occluded'],
  come_closer: ['hold_still', ...occluded],
};

/**
 * The bounds of each step of a check. The server judges by them, and a phone that detects faces itself films by them.
 * All angles are degrees of the head relative to the person's own pose, see Pose.
 */
export const stepBounds = {
  /** Up to this angle a face looks straight ahead. */
  straight: 12,
  /** To the peak through an angle on the way, and back. */
  turn: { peak: 28, way: [6, 24], back: 15, mirrored: -15, residual: 0.045 },
  up: { peak: 18, way: [4, 16], back: 10, residual: 0.03 },
  /** Relative to the person's own open eyes. */
  eyes: { closed: 0.55, open: 0.8 },
  /** In widths of the mouth; `back` is a fraction of the gain. */
  mouth: { gain: 0.13, back: 0.5 },
  /**
   * From `start`, a width relative to the picture's shorter side, to `scale` times that, in `frames` frames that are
   * each `near` times as wide. Up to `arm` times as wide still counts as arm's length.
   */
  closer: { start: 0.46, arm: 1.1, near: 1.4, scale: 1.6, frames: 4, perspective: 0.058, yaw: 8, pitch: 10, narrower: 0.12, wider: 0.035 },
} as const;

/** Whether a step may begin at the face's current distance: moving closer must begin at arm's length. */
export function mayBegin(step: Step | null, { width }: Measure): boolean {
  return step !== 'come_closer' || width <= stepBounds.closer.start;
}
