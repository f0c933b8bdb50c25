import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharePaper } from './papers';

const inApp = (nativePromise: unknown) => {
  document.cookie = 'appBaseInfo=x';
  vi.stubGlobal('Capacitor', { nativePromise });
};

describe('a paper in the app', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    document.cookie = 'appBaseInfo=; Max-Age=0';
  });

  it('is put where the share sheet finds it', async () => {
    const nativePromise = vi.fn(async (plugin: string) => (plugin === 'Papers' ? { uri: 'file:///papers/r.pdf' } : {}));
    inApp(nativePromise);
    expect(await sharePaper(new Blob(['receipt']), 'r.pdf')).toBe(true);
    expect(nativePromise.mock.calls).toEqual([
      ['Papers', 'keep', { name: 'r.pdf', data: btoa('receipt') }],
      ['Share', 'share', { files: ['file:///papers/r.pdf'], title: 'r.pdf', dialogTitle: 'r.pdf' }],
    ]);
  });

  it('is no failure when the sheet is closed', async () => {
    inApp(async (plugin: string) => {
      if (plugin === 'Share') throw new Error('Share canceled');
      return { uri: 'file:///papers/r.pdf' };
    });
    expect(await sharePaper(new Blob(['receipt']), 'r.pdf')).toBe(true);
  });

  it('is not shared when the shell cannot keep it', async () => {
    inApp(async () => {
      throw new Error('not kept');
    });
    expect(await sharePaper(new Blob(['receipt']), 'r.pdf')).toBe(false);
  });
});
