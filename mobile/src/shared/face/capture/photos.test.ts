import { afterEach, expect, it, vi } from 'vitest';
import type { StepRun } from './capture';
import { photoCapture } from './photos';
import type { Stage } from '../stage';

const forgotten: Blob[] = [];
vi.mock('@/bridge/photos', () => ({ forgetOriginal: (photo: Blob) => void forgotten.push(photo) }));

afterEach(() => vi.unstubAllGlobals());

it('deletes the original of a photo once it is read, even if it is not a picture', async () => {
  vi.stubGlobal('Image', class {
    onerror: () => void = () => undefined;
    set src(_url: string) {
      this.onerror();
    }
  });
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  const taken = [new Blob(['first']), new Blob(['second'])];
  const check = new AbortController();
  const said: Stage[] = [];
  const next = async () => {
    const picture = taken[said.length - 1]!;
    if (said.length === taken.length) check.abort();
    return picture;
  };
  const step: StepRun['step'] = { kind: 'close_eyes', number: 1, count: 3, stepNonce: 'n', earliest: '', latest: '' };
  const run: StepRun = { faceToken: 't', step, guidance: 'ok', say: (stage) => void said.push(stage), signal: check.signal };
  await expect(photoCapture(next).film(run)).rejects.toThrow();
  expect(forgotten).toEqual(taken);
  expect(said.at(-1)).toMatchObject({ at: 'picture', guidance: 'capture_failed' });
});
