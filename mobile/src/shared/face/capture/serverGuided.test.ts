import { picturesOf } from '@loanmarket/shared-types/face';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StepKind } from '../stage';
import { pause, type StepRun } from './capture';
import { serverGuidedCapture } from './serverGuided';

let frameMs = 0;
let taken = 0;
/** How far the face is turned from straight ahead, and where it moves to. */
let [away, wanted] = [0, 0];
vi.mock('./frameCanvas', () => ({
  FrameCanvas: class {
    drawNext = async (_: HTMLVideoElement, signal: AbortSignal) => {
      await pause(frameMs, signal);
      taken += 1;
      away += Math.sign(wanted - away) * 30;
      return new Uint8ClampedArray(16).fill(away);
    };
    // The blob's size is the number of the frame.
    jpeg = async () => new Blob(['x'.repeat(taken)]);
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  [taken, away, wanted] = [0, 0, 0];
});
afterEach(() => vi.useRealTimers());

/**
 * Films a step on a phone that needs `ms` per picture. Returns its frames and when the instruction to move back was
 * given.
 */
async function film(kind: StepKind, ms: number) {
  frameMs = ms;
  const said: string[] = [];
  let backAt = 0;
  const run: StepRun = {
    faceToken: 't',
    step: { kind, number: 1, count: 3, stepNonce: 'n', earliest: '', latest: '' },
    guidance: 'ok',
    say: (stage) => {
      said.push(stage.at === 'acting' ? stage.half : stage.at);
      wanted = said.at(-1) === 'there' ? 90 : 0;
      if (said.at(-1) === 'back') backAt = taken;
    },
    signal: new AbortController().signal,
  };
  let frames: Blob[] = [];
  const capture = serverGuidedCapture(document.createElement('video'), {} as MediaStream, async () => 'ok');
  const filmed = capture.film(run).then((all) => (frames = all));
  const begin = performance.now();
  while (frames.length === 0 && performance.now() - begin < 25_000) await vi.advanceTimersByTimeAsync(100);
  await filmed;
  return { numbers: frames.map(({ size }) => size), said, backAt, tookMs: performance.now() - begin };
}

it.each(['turn_left', 'look_up', 'close_eyes', 'open_mouth'] as const)('a phone that takes one picture in two seconds films %s until both halves are shown', async (kind) => {
  const { numbers, backAt, said } = await film(kind, 2000);
  expect(said).toEqual(['aligning', 'there', 'back']);
  expect(numbers.length).toBeGreaterThanOrEqual(picturesOf[kind].length);
  expect(numbers.filter((number) => number <= backAt).length).toBeGreaterThanOrEqual(3);
  expect(numbers.filter((number) => number > backAt).length).toBeGreaterThanOrEqual(1);
});

it('a slow phone films come_closer until it has as many pictures as the server requires', async () => {
  expect((await film('come_closer', 2000)).numbers.length).toBe(6);
});

it('a fast phone films for five seconds', async () => {
  const { tookMs, said } = await film('turn_left', 30);
  expect(said).toEqual(['aligning', 'there', 'back']);
  expect(tookMs).toBeLessThan(5500);
});
