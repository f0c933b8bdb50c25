import { stepBounds, type Measure, type Step } from '@loanmarket/shared-types/face';
import { describe, expect, it } from 'vitest';
import { MAX_FRAMES } from './choose';
import { watchOf, type Measured } from './watch';

const still: Measure = {
  score: 1, pose: { yaw: 2, pitch: -10, roll: 0 }, width: 0.4, centre: [0.5, 0.5], outside: false, eyes: 0.36, mouth: 0.05, brightness: 140, sharpness: 300, covered: null,
};

let pictures = 0;
const seen = (change: Partial<Measure>): Measured => ({ picture: new Blob([String((pictures += 1))]), measure: { ...still, ...change } });
const yaw = (degrees: number) => seen({ pose: { ...still.pose, yaw: still.pose.yaw + degrees } });
const pitch = (degrees: number) => seen({ pose: { ...still.pose, pitch: still.pose.pitch + degrees } });

/**
 * Runs a step over a film. Returns the result after each picture, and the indices of the kept pictures; the two
 * openings come first.
 */
function play(step: Step, film: readonly Measured[]) {
  const openings = [seen({}), seen({})];
  const watch = watchOf(step, openings);
  const halves = film.map((one) => watch.take(one));
  const all = [...openings, ...film].map(({ picture }) => picture);
  return { halves, kept: watch.frames().map((frame) => all.indexOf(frame)) };
}

describe('pictures kept for a step', () => {
  it('turn: to the requested side, through the angles in between, and back', () => {
    const { halves, kept } = play('turn_left', [yaw(2), yaw(12), yaw(25), yaw(31), yaw(20), yaw(3)]);
    expect(halves).toEqual(['there', 'there', 'there', 'back', 'back', 'done']);
    expect(kept).toEqual([1, 3, 5, 6, 7]);
    expect(play('turn_right', [yaw(-12), yaw(-31), yaw(-1)]).halves).toEqual(['there', 'back', 'done']);
  });

  it('a turn that is too small is not complete, and a turn to the other side is reported', () => {
    expect(play('turn_left', [yaw(12), yaw(27), yaw(28), yaw(10)]).halves).toEqual(['there', 'there', 'there', 'there']);
    expect(play('turn_left', [yaw(-5), yaw(-16)]).halves).toEqual(['there', 'mirrored']);
  });

  it('a turn between two pictures of a slow phone is skipped, because no picture shows the way there or back', () => {
    expect(play('turn_left', [yaw(1), yaw(31), yaw(3)]).halves).toEqual(['there', 'back', 'skipped']);
    expect(play('look_up', [pitch(1), pitch(21), pitch(2)]).halves).toEqual(['there', 'back', 'skipped']);
    expect(play('turn_left', [yaw(31), yaw(15), yaw(3)])).toEqual({ halves: ['back', 'back', 'done'], kept: [1, 2, 3, 4] });
  });

  it('looking up', () => {
    expect(play('look_up', [pitch(8), pitch(20), pitch(9), pitch(1)])).toEqual({ halves: ['there', 'back', 'back', 'done'], kept: [1, 2, 3, 4, 5] });
  });

  it('eyes: close, relative to their own open measure, for two pictures, and open again', () => {
    const eyes = (share: number) => seen({ eyes: still.eyes * share });
    const { halves, kept } = play('close_eyes', [eyes(0.9), eyes(0.6), eyes(0.3), eyes(0.3), eyes(0.3), eyes(0.95)]);
    expect(halves).toEqual(['there', 'there', 'there', 'back', 'back', 'done']);
    expect(kept).toEqual([1, 4, 5, 7]);
  });

  it('mouth: opens and closes again', () => {
    const mouth = (gain: number) => seen({ mouth: still.mouth + gain });
    expect(play('open_mouth', [mouth(0.1), mouth(0.2), mouth(0.2), mouth(0.06), mouth(0.01)])).toEqual({ halves: ['there', 'there', 'back', 'back', 'done'], kept: [1, 3, 4, 6] });
  });

  it('come closer, facing straight ahead: two pictures from the start and four from near', () => {
    const near = (scale: number, turned = 0) => seen({ width: still.width * scale, pose: { ...still.pose, yaw: still.pose.yaw + turned } });
    const { halves, kept } = play('come_closer', [near(1.3), near(1.7, 12), near(1.65), near(1.7), near(1.7), near(1.7)]);
    expect(halves).toEqual(['there', 'there', 'there', 'there', 'there', 'done']);
    expect(kept).toEqual([0, 1, 4, 5, 6, 7]);
    expect(kept).toHaveLength(MAX_FRAMES);
  });

  it('values at the limit are not accepted, because the server measures again', () => {
    expect(play('turn_left', [yaw(stepBounds.turn.peak + 0.5)]).halves).toEqual(['there']);
    expect(play('close_eyes', [seen({ eyes: still.eyes * stepBounds.eyes.closed })]).halves).toEqual(['there']);
  });
});
