// @vitest-environment node
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Sending = ((fileId: string) => void) & { fail: (error: unknown) => void };
const server = vi.hoisted(() => ({ sent: [] as Sending[] }));
const api = vi.hoisted(() => ({
  ApiError: class extends Error {
    constructor(
      readonly final: boolean,
      readonly details: { reason?: string },
      readonly status = 400,
    ) {
      super('words of the server');
    }
  },
  uploadImage: () => new Promise<string>((arrive, fail) => server.sent.push(Object.assign(arrive, { fail }))),
}));
vi.mock('@/lib/api', () => api);
vi.mock('@/lib/session', () => ({ getSession: () => ({ token: 't' }), onSessionChange: () => undefined }));
vi.mock('./shrink', () => ({
  preparePhoto: async (file: Blob) => {
    if ((await file.text()) === 'broken') throw new Error('not a picture');
    if ((await file.text()) === 'endless') await new Promise(() => undefined);
    return { blob: file, sharpness: (await file.text()) === 'blurred' ? 10 : 1000 };
  },
}));
const originals = vi.hoisted(() => ({ forgotten: [] as Blob[] }));
vi.mock('@/bridge/photos', () => ({ forgetOriginal: (photo: Blob) => void originals.forgotten.push(photo) }));

const storage = new Map<string, string>();
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('navigator', {});
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
});

/** A freshly loaded page: it has only what is stored on the phone. */
async function load() {
  // The page before it, if there was one, has been left.
  window.dispatchEvent(new Event('pagehide'));
  return openTab();
}

/** A page in another tab. */
async function openTab() {
  vi.resetModules();
  const { queryClient } = await import('@/lib/queryClient');
  queryClient.setQueryData(['member/query', {}], { memberId: 'one' });
  return { ...(await import('./queue')), ...(await import('@/lib/storage/photos')), ...(await import('@/lib/api/inFlight')) };
}

const slot = 'complaint/1';
const sentOf = async ({ savedPhoto, savedFileId }: Awaited<ReturnType<typeof load>>) => {
  const photo = await savedPhoto(slot);
  return photo && savedFileId(slot, photo);
};
const begin = async ({ takePhoto }: Awaited<ReturnType<typeof load>>, name: string) => {
  const before = server.sent.length;
  void takePhoto(slot, 'complaint', new Blob([name]));
  await vi.waitFor(() => expect(server.sent).toHaveLength(before + 1));
  return server.sent[before]!;
};

beforeEach(async () => {
  server.sent = [];
  await (await load()).forgetPhoto(slot);
});

it('deletes the original once it is read, whether or not it was a picture, and before the upload', async () => {
  const page = await load();
  originals.forgotten = [];
  await begin(page, 'photo');
  await page.takePhoto('complaint/2', 'complaint', new Blob(['broken']));
  expect(page.uploadOf('complaint/2')?.stage).toBe('unreadable');
  expect(await Promise.all(originals.forgotten.map((photo) => photo.text()))).toEqual(['photo', 'broken']);
});

describe('reloaded page', () => {
  it('uploads a photo whose upload was in progress', async () => {
    await begin(await load(), 'photo');
    const page = await load();
    void page.resumePhotos('complaint', 'complaint', []);
    await vi.waitFor(() => expect(server.sent).toHaveLength(2));
  });

  it('passes an uploaded photo to a form that does not have it, and does not upload it again', async () => {
    const before = await load();
    (await begin(before, 'photo'))('file-a');
    await vi.waitFor(async () => expect(await sentOf(before)).toBe('file-a'));
    const page = await load();
    await page.resumePhotos('complaint', 'complaint', []);
    expect(page.uploadOf(slot)).toMatchObject({ stage: 'done', fileId: 'file-a' });
    expect(server.sent).toHaveLength(1);
  });

  it('deletes a stored photo that the form has, since it would be shown twice', async () => {
    const before = await load();
    (await begin(before, 'photo'))('file-a');
    await vi.waitFor(async () => expect(await sentOf(before)).toBe('file-a'));
    const page = await load();
    await page.resumePhotos('complaint', 'complaint', ['file-a']);
    expect(page.uploadOf(slot)).toBeUndefined();
    expect(await page.savedPhoto(slot)).toBeNull();
    expect(server.sent).toHaveLength(1);
  });

  it('deletes the stored photo that a field has, and no other photo', async () => {
    const before = await load();
    (await begin(before, 'photo'))('file-a');
    await vi.waitFor(async () => expect(await sentOf(before)).toBe('file-a'));
    const page = await load();
    await page.resumePhoto(slot, 'complaint', ['file-b']);
    expect(await page.savedPhoto(slot)).not.toBeNull();
    const again = await load();
    await again.resumePhoto(slot, 'complaint', ['file-a']);
    expect(again.uploadOf(slot)).toBeUndefined();
    expect(await page.savedPhoto(slot)).toBeNull();
    expect(await sentOf(page)).toBeNull();
  });

  it('ignores a file ID that was saved for a photo of another tab', async () => {
    const page = await load();
    await begin(page, 'photo');
    await page.saveFileId(slot, new Blob(['of another tab']), 'file-x');
    expect(await sentOf(page)).toBeNull();
  });

  it('uploads a photo that replaced an uploaded one', async () => {
    const before = await load();
    (await begin(before, 'photo'))('file-a');
    await vi.waitFor(async () => expect(await sentOf(before)).toBe('file-a'));
    await begin(before, 'another');
    await vi.waitFor(async () => expect(await sentOf(before)).toBeNull());
    const page = await load();
    void page.resumePhotos('complaint', 'complaint', ['file-a']);
    await vi.waitFor(() => expect(server.sent).toHaveLength(3));
  });
});

describe('blurred photo', () => {
  const blurred = async () => {
    const page = await load();
    await page.takePhoto(slot, 'complaint', new Blob(['blurred']));
    expect(page.uploadOf(slot)?.stage).toBe('blurred');
    return page;
  };

  it('still waits for the borrower after a reload', async () => {
    await blurred();
    const page = await load();
    await page.resumePhotos('complaint', 'complaint', []);
    expect(page.uploadOf(slot)?.stage).toBe('blurred');
    expect(server.sent).toHaveLength(0);
  });

  it('is uploaded after a reload if the borrower has decided to use it', async () => {
    void (await blurred()).sendPhoto(slot);
    await vi.waitFor(() => expect(server.sent).toHaveLength(1));
    const page = await load();
    void page.resumePhotos('complaint', 'complaint', []);
    await vi.waitFor(() => expect(server.sent).toHaveLength(2));
  });
});

describe('photo that could not be uploaded', () => {
  it('stays if the file chosen to replace it is not a picture, and is uploaded later', async () => {
    const page = await load();
    (await begin(page, 'photo')).fail(new Error('no network'));
    await vi.waitFor(() => expect(page.uploadOf(slot)?.stage).toBe('failed'));
    await page.takePhoto(slot, 'complaint', new Blob(['broken']));
    expect(page.uploadOf(slot)).toMatchObject({ stage: 'failed', misread: true });
    expect(await page.uploadOf(slot)?.photo?.text()).toBe('photo');
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(server.sent).toHaveLength(2));
    expect(page.uploadOf(slot)).toMatchObject({ stage: 'uploading', misread: false });
  });

  it('is uploaded on if the file was chosen while it was being uploaded once more', async () => {
    const page = await load();
    (await begin(page, 'photo')).fail(new Error('no network'));
    await vi.waitFor(() => expect(page.uploadOf(slot)?.stage).toBe('failed'));
    // The borrower is in the file picker when the network is back.
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(server.sent).toHaveLength(2));
    await page.takePhoto(slot, 'complaint', new Blob(['broken']));
    expect(page.uploadOf(slot)?.misread).toBe(true);
    server.sent[1]!.fail(new Error('aborted'));
    await vi.waitFor(() => expect(server.sent).toHaveLength(3));
    server.sent[2]!('file-a');
    await vi.waitFor(() => expect(page.uploadOf(slot)).toMatchObject({ stage: 'done', fileId: 'file-a', misread: false }));
  });

  it('can be sent again if it was refused for want of a consent', async () => {
    const page = await load();
    (await begin(page, 'photo')).fail(new api.ApiError(true, { reason: 'consent_needed' }));
    await vi.waitFor(() => expect(page.uploadOf(slot)).toMatchObject({ stage: 'refused', mayPass: true }));
    void page.sendPhoto(slot);
    await vi.waitFor(() => expect(server.sent).toHaveLength(2));
    server.sent[1]!.fail(new api.ApiError(true, { reason: 'file_broken' }));
    await vi.waitFor(() => expect(page.uploadOf(slot)).toMatchObject({ stage: 'refused', mayPass: false }));
  });
});

describe('photo that the server answers for as busy each time', () => {
  const busy = () => new api.ApiError(false, {}, 503);
  const failTimes = async (page: Awaited<ReturnType<typeof load>>, times: number) => {
    for (let n = 0; n < times; n += 1) {
      if (n > 0) window.dispatchEvent(new Event('online'));
      await vi.waitFor(() => expect(page.uploadOf(slot)?.stage).toBe('uploading'));
      server.sent.at(-1)!.fail(busy());
      await vi.waitFor(() => expect(page.uploadOf(slot)?.stage).not.toBe('uploading'));
    }
  };

  it('is not sent again without end: the borrower is asked for another one, or to try again', async () => {
    const page = await load();
    await begin(page, 'photo');
    await failTimes(page, 6);
    expect(page.uploadOf(slot)).toMatchObject({ stage: 'failed', refusal: 'words of the server' });
    expect(page.isWaiting('complaint')).toBe(true);
    window.dispatchEvent(new Event('online'));
    await failTimes(page, 1);
    expect(page.uploadOf(slot)).toMatchObject({ stage: 'refused', refusal: '', mayPass: true });
    expect(page.isWaiting('complaint'), 'the form can be sent without it').toBe(false);
    expect(await page.savedPhoto(slot), 'the photo stays').not.toBeNull();
    window.dispatchEvent(new Event('online'));
    expect(page.uploadOf(slot)?.stage).toBe('refused');
    void page.sendPhoto(slot);
    await failTimes(page, 1);
    expect(page.uploadOf(slot)?.stage, 'the borrower tries again').toBe('failed');
    page.dropPhoto(slot);
  });

  it('is not given up because of a network that fails as often', async () => {
    const page = await load();
    await begin(page, 'photo');
    for (let n = 0; n < 6; n += 1) {
      server.sent.at(-1)!.fail(new api.ApiError(false, {}, 0));
      await vi.waitFor(() => expect(page.uploadOf(slot)?.stage).toBe('failed'));
      window.dispatchEvent(new Event('online'));
      await vi.waitFor(() => expect(page.uploadOf(slot)?.stage).toBe('uploading'));
    }
  });
});

it('a picture that the phone never opens blocks neither its field nor the reload of the page', async () => {
  const page = await load();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const taken = page.takePhoto(slot, 'complaint', new Blob(['endless']));
  expect(page.isWriting()).toBe(true);
  await vi.advanceTimersByTimeAsync(180_000);
  vi.useRealTimers();
  expect(page.uploadOf(slot)?.stage).toBe('unreadable');
  expect(page.isWriting()).toBe(false);
  await taken;
});

it('counts as unfinished work until it is stored, so that the page is not reloaded before that', async () => {
  const page = await load();
  const taken = page.takePhoto(slot, 'complaint', new Blob(['blurred']));
  expect(page.uploadOf(slot)?.stage).toBe('preparing');
  expect(page.isWriting()).toBe(true);
  await taken;
  expect(await page.savedPhoto(slot)).not.toBeNull();
  expect(page.isWriting()).toBe(false);
});

describe('second tab that resumes a photo whose upload is in progress', () => {
  it('waits for the first one, and uses its file, which the form of the first one already has', async () => {
    const first = await load();
    const arrive = await begin(first, 'photo');
    await vi.waitFor(async () => expect(await first.savedPhoto(slot)).not.toBeNull());
    const second = await openTab();
    void second.resumePhotos('complaint', 'complaint', []);
    await vi.waitFor(() => expect(second.uploadOf(slot)?.stage).toBe('waiting'));
    arrive('file-a');
    await vi.waitFor(() => expect(first.uploadOf(slot)?.stage).toBe('done'));
    first.dropPhoto(slot);
    await vi.waitFor(() => expect(second.uploadOf(slot)).toMatchObject({ stage: 'done', fileId: 'file-a' }));
    expect(server.sent).toHaveLength(1);
  });

  it('uploads it if the first one could not', async () => {
    const first = await load();
    await begin(first, 'photo');
    await vi.waitFor(async () => expect(await first.savedPhoto(slot)).not.toBeNull());
    const second = await openTab();
    void second.resumePhotos('complaint', 'complaint', []);
    await vi.waitFor(() => expect(second.uploadOf(slot)?.stage).toBe('waiting'));
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(server.sent).toHaveLength(2));
  });
});

it('uploads a photo at once, even if the phone is slow to store it', async () => {
  const page = await load();
  const storage = await import('@/lib/storage/sealed');
  vi.spyOn(storage, 'seal').mockReturnValue(new Promise(() => undefined));
  (await begin(page, 'photo'))('file');
});

it('uploads photos one after the other, and skips one that was dropped', async () => {
  const page = await load();
  const done = await begin(page, 'front');
  void page.takePhoto('complaint/2', 'complaint', new Blob(['back']));
  void page.takePhoto('complaint/3', 'complaint', new Blob(['seal']));
  await vi.waitFor(() => expect(page.uploadOf('complaint/3')?.stage).toBe('waiting'));
  expect(page.uploadOf(slot)?.stage).toBe('uploading');
  expect(server.sent).toHaveLength(1);
  page.dropPhoto('complaint/2');
  done('file-front');
  await vi.waitFor(() => expect(server.sent).toHaveLength(2));
  expect(page.uploadOf('complaint/3')?.stage).toBe('uploading');
  server.sent[1]!('file-seal');
  await vi.waitFor(() => expect(page.uploadOf('complaint/3')).toMatchObject({ stage: 'done', fileId: 'file-seal' }));
  expect(server.sent).toHaveLength(2);
});
