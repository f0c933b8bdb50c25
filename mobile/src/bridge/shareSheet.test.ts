import { afterEach, describe, expect, it, vi } from 'vitest';
import { openShareSheet } from './shareSheet';

const inApp = (nativePromise: unknown) => {
  document.cookie = 'appBaseInfo=x';
  vi.stubGlobal('Capacitor', { nativePromise });
};

describe('openShareSheet in the app', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    document.cookie = 'appBaseInfo=; Max-Age=0';
  });

  it('saves the file and shares its URI', async () => {
    const nativePromise = vi.fn(async (plugin: string) => (plugin === 'SharedFiles' ? { uri: 'file:///shared/r.pdf' } : {}));
    inApp(nativePromise);
    expect(await openShareSheet(new Blob(['receipt']), 'r.pdf')).toBe(true);
    expect(nativePromise.mock.calls).toEqual([
      ['SharedFiles', 'save', { name: 'r.pdf', data: btoa('receipt') }],
      ['Share', 'share', { files: ['file:///shared/r.pdf'], title: 'r.pdf', dialogTitle: 'r.pdf' }],
    ]);
  });

  it('succeeds if the user closes the sheet', async () => {
    inApp(async (plugin: string) => {
      if (plugin === 'Share') throw new Error('Share canceled');
      return { uri: 'file:///shared/r.pdf' };
    });
    expect(await openShareSheet(new Blob(['receipt']), 'r.pdf')).toBe(true);
  });

  it('fails if the shell cannot save the file', async () => {
    inApp(async () => {
      throw new Error('not saved');
    });
    expect(await openShareSheet(new Blob(['receipt']), 'r.pdf')).toBe(false);
  });
});
