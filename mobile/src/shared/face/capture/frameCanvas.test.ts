import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FrameCanvas } from './frameCanvas';

/** The grey value that the camera currently shows. */
let grey = 0;
let shown: number | undefined = 0;
const video = () =>
  Object.assign(document.createElement('video'), { getVideoPlaybackQuality: shown === undefined ? undefined : () => ({ totalVideoFrames: shown }) }) as HTMLVideoElement;

beforeEach(() => {
  vi.useFakeTimers();
  [grey, shown] = [90, 1];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => ({ drawImage: () => undefined, getImageData: (_x: number, _y: number, width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4).fill(grey) }) }) as never,
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Draws two pictures in succession. Returns how long the second one took in milliseconds, or null if it did not arrive
 * in time.
 */
async function nextAfter(ms: number, meanwhile: () => void, within = 20_000): Promise<number | null> {
  const canvas = new FrameCanvas();
  const screen = video();
  const give = new AbortController();
  await canvas.drawNext(screen, give.signal);
  const begin = performance.now();
  let took: number | null = null;
  const drawn = canvas.drawNext(screen, give.signal).then(() => (took = performance.now() - begin), () => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  meanwhile();
  await vi.advanceTimersByTimeAsync(within - ms);
  give.abort();
  await drawn;
  return took;
}

it('drawNext resolves as soon as the picture changes', async () => {
  expect(await nextAfter(200, () => (grey = 91))).toBeLessThan(260);
});

it('drawNext waits while the camera delivers no new frame, so that no picture is sent twice', async () => {
  const took = await nextAfter(4000, () => {
    grey = 91;
    shown = 2;
  });
  expect(took).toBeGreaterThan(3900);
  expect(took).toBeLessThan(4100);
  expect(await nextAfter(0, () => undefined)).toBeNull();
});

it('drawNext resolves with an unchanged picture if the camera delivers frames, or if the browser does not count them', async () => {
  expect(await nextAfter(100, () => (shown = 3))).toBeLessThan(700);
  shown = undefined;
  expect(await nextAfter(0, () => undefined)).toBeLessThan(700);
});
