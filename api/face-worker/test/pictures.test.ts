import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picturesOf, type PicturePose } from '../../../shared-types/src/face/pictures';
import { steps, type Step } from '../src/liveness/steps';
import { puppet } from './puppet/camera';
import type { Stance } from './puppet/puppet';
import { play, told } from './support/judging';

// A phone whose page cannot show the live camera image takes a few pictures with its camera app; those have to be sufficient.

const halfway: Partial<Record<Step, Stance>> = { turn_left: { yaw: 15 }, turn_right: { yaw: -15 }, look_up: { pitch: 8 } };
const poses: Readonly<Record<Step, Stance>> = {
  turn_left: { yaw: 32 }, turn_right: { yaw: -32 }, look_up: { pitch: 22 }, close_eyes: { eyes: 0 }, open_mouth: { mouth: 0.6 }, come_closer: {},
};

/** No two pictures are the same, and a face is never twice in the same place. */
const hands: readonly Stance[] = [{ dx: 9, dy: -6 }, { dx: -12, dy: 4 }, { dx: 5, dy: 11 }, { dx: -3, dy: -8 }, { dx: 14, dy: 2 }];
const stanceOf = (step: Step, pose: PicturePose): Stance => ({ straight: {}, halfway: halfway[step] ?? {}, pose: poses[step], near: { distance: 1.8 } })[pose];

for (const step of steps) {
  test(`single pictures show ${step}`, async () => {
    const stances = picturesOf[step].map((pose, i) => ({ ...hands[i], ...stanceOf(step, pose) }));
    assert.deepEqual(told(await play(await puppet(), step, null, stances)), { verdict: 'pass', reason: 'ok', code: 'ok' });
  });
}
