import type { Step } from '../../src/liveness/steps';
import type { Stance } from './puppet';

/**
 * The puppet's stances for each step: from straight ahead to the pose and back. A turn of 32 degrees takes a person no effort;
 * 0.6 is a mouth that says "ah".
 */
export const scripts: Readonly<Record<Step, readonly Stance[]>> = {
  turn_left: [{}, { yaw: 14 }, { yaw: 32 }, { yaw: 16 }, {}],
  turn_right: [{}, { yaw: -14 }, { yaw: -32 }, { yaw: -16 }, {}],
  look_up: [{}, { pitch: 7 }, { pitch: 22 }, { pitch: 8 }, {}],
  close_eyes: [{}, { eyes: 0 }, { eyes: 0 }, {}],
  open_mouth: [{}, { mouth: 0.6 }, { mouth: 0.6 }, {}],
  come_closer: [{}, {}, { distance: 1.9 }, { distance: 1.8 }, { distance: 1.8, dx: 3 }, { distance: 1.8, dy: 3 }],
};
