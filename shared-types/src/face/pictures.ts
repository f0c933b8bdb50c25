import type { Step } from './steps';

/** The pose in one picture of a step that consists of single pictures. */
export type PicturePose = 'straight' | 'halfway' | 'pose' | 'near';

const turn: readonly PicturePose[] = ['straight', 'halfway', 'pose', 'straight'];
const held: readonly PicturePose[] = ['straight', 'pose', 'straight'];

/** The pictures of each step, in order, for a phone without a live camera: as many as are needed to judge the step. */
export const picturesOf: Readonly<Record<Step, readonly PicturePose[]>> = {
  turn_left: turn,
  turn_right: turn,
  look_up: turn,
  close_eyes: held,
  open_mouth: held,
  come_closer: ['straight', 'near', 'near', 'near', 'near'],
};
