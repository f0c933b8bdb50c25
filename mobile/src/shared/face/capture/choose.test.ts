import { describe, expect, it } from 'vitest';
import { choose, MAX_FRAMES, type Shot, difference } from './choose';

/** A film whose frames differ from the first one by the given amounts. The way back begins after `there` frames. */
const film = (away: readonly number[], there = Math.ceil(away.length * 0.6)): Shot[] =>
  away.map((far, i) => ({ picture: new Blob([String(i)]), small: new Uint8ClampedArray(16).fill(far), back: i >= there }));

const chosen = (kind: Parameters<typeof choose>[0], shots: readonly Shot[]) => choose(kind, shots).map((shot) => shots.indexOf(shot));

describe('frames chosen for a step', () => {
  it.each(['turn_left', 'turn_right', 'look_up'] as const)('%s: the start, the way there, the pose, the way back and the end', (kind) => {
    expect(chosen(kind, film([0, 1, 20, 40, 60, 80, 80, 79, 60, 38, 10, 2, 1]))).toEqual([0, 3, 4, 5, 8, 12]);
  });

  it('a turn that starts late is found', () => {
    expect(chosen('turn_left', film([0, 0, 1, 1, 0, 1, 30, 48, 60, 62, 33, 4, 1]))).toEqual([0, 6, 7, 9, 10, 12]);
  });

  it.each(['close_eyes', 'open_mouth'] as const)('%s: the first frame, frames from the pose and the last frame', (kind) => {
    expect(chosen(kind, film(Array.from({ length: 20 }, () => 3), 12))).toEqual([0, 6, 8, 10, 19]);
  });

  it('come_closer: two frames from the start and four from the end', () => {
    expect(chosen('come_closer', film(Array.from({ length: 20 }, (_, i) => i), 20))).toEqual([0, 1, 16, 17, 18, 19]);
  });

  it('a slow phone that took only a few frames sends each of them once', () => {
    expect(chosen('turn_left', film([0, 50, 1]))).toEqual([0, 1, 2]);
    expect(chosen('close_eyes', film([0, 5], 1))).toEqual([0, 1]);
    expect(chosen('turn_left', [])).toEqual([]);
  });

  it('are never more per step than the server accepts', () => {
    for (const kind of ['turn_left', 'look_up', 'close_eyes', 'open_mouth', 'come_closer'] as const) {
      for (let length = 1; length < 60; length += 1) expect(choose(kind, film(Array.from({ length }, (_, i) => (i * 37) % 90))).length).toBeLessThanOrEqual(MAX_FRAMES);
    }
  });
});

it('difference is the mean difference of the pixels', () => {
  expect(difference(Uint8ClampedArray.of(0, 10, 20, 30), Uint8ClampedArray.of(0, 20, 10, 30))).toBe(5);
  expect(difference(new Uint8ClampedArray(), new Uint8ClampedArray())).toBe(0);
});
