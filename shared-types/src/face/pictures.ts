import type { Step } from './steps';

/** How a face is held in one picture of a step that is shown by single pictures. */
export type PicturePose = 'straight' | 'halfway' | 'pose' | 'near';

const turn: readonly PicturePose[] = ['straight', 'halfway', 'pose', 'straight'];
const held: readonly PicturePose[] = ['straight', 'pose', 'straight'];

/** What a phone that shows no live picture photographs of each step, in this order: as many as the step is judged by. */
export const picturesOf: Readonly<Record<Step, readonly PicturePose[]>> = {
  turn_left: turn,
  turn_right: turn,
  look_up: turn,
  close_eyes: held,
  open_mouth: held,
  come_closer: ['straight', 'near', 'near', 'near', 'near'],
};
