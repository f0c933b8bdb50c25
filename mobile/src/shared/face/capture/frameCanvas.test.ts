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

it('takes the next picture as soon as it is another', async () => {
  expect(await nextAfter(200, () => (grey = 91))).toBeLessThan(260);
});

it('waits for a camera that hangs: no picture is sent twice because a phone is slow', async () => {
  const took = await nextAfter(4000, () => {
    grey = 91;
    shown = 2;
  });
  expect(took).toBeGreaterThan(3900);
  expect(took).toBeLessThan(4100);
  expect(await nextAfter(0, () => undefined)).toBeNull();
});

it('takes a picture that stands still though the camera goes on, and where the browser does not tell', async () => {
  expect(await nextAfter(100, () => (shown = 3))).toBeLessThan(700);
  shown = undefined;
  expect(await nextAfter(0, () => undefined)).toBeLessThan(700);
});
