import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uploadImage } from './files';
import { isWriting } from './inFlight';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 204;
      responseText = '';
      upload = {};
      onload = () => undefined;
      open = () => undefined;
      setRequestHeader = () => undefined;
      getResponseHeader = () => null;
      send = () => {
        try {
          this.onload();
        } catch {
          // The browser reports what an event handler throws, and goes on.
        }
      };
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an upload that something in between answers without a body ends, so that the photos behind it are not held up', async () => {
  const ended = vi.fn();
  uploadImage('identity', new Blob(['photo']), { toast: false }).then(ended, ended);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'F0000' }));
  expect(isWriting()).toBe(false);
});
