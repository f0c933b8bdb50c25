import { afterEach, expect, it, vi } from 'vitest';
import { shareFile } from './shareFile';
import { shareText } from './shareText';

/** A browser whose share sheet is already open, because of an earlier tap. */
function withOpenSheet(): string[] {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    canShare: () => true,
    share: () => Promise.reject(new DOMException('An earlier share has not yet completed.', 'InvalidStateError')),
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  return copied;
}

afterEach(() => void vi.unstubAllGlobals());

it('a second tap while the sheet is open is no failure of sharing a file', async () => {
  withOpenSheet();
  await expect(shareFile(new Blob(['png'], { type: 'image/png' }), 'code.png')).resolves.toBeUndefined();
});

it('a second tap while the sheet is open copies nothing', async () => {
  const copied = withOpenSheet();
  expect(await shareText('Trả giúp mình nhé:', 'https://vay.example.vn/m/repay/normal#token')).toBe('shared');
  expect(copied).toEqual([]);
});
