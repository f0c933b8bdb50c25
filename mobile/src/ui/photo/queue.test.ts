// @vitest-environment node
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const server = vi.hoisted(() => ({ sent: [] as ((fileId: string) => void)[] }));
vi.mock('@/lib/api', () => ({ ApiError: class extends Error {}, uploadImage: () => new Promise<string>((arrive) => server.sent.push(arrive)) }));
vi.mock('@/lib/session', () => ({ getSession: () => ({ token: 't' }), onSessionChange: () => undefined }));
vi.mock('./shrink', () => ({
  preparePhoto: async (file: Blob) => {
    if ((await file.text()) === 'broken') throw new Error('not a picture');
    return { blob: file, sharpness: 1000 };
  },
}));
const originals = vi.hoisted(() => ({ forgotten: [] as Blob[] }));
vi.mock('@/bridge/photos', () => ({ forgetOriginal: (photo: Blob) => void originals.forgotten.push(photo) }));

/** A freshly loaded page: it has only what is stored on the phone. */
async function load() {
  vi.resetModules();
  const { queryClient } = await import('@/lib/queryClient');
  queryClient.setQueryData(['member/query', {}], { memberId: 'one' });
  return { ...(await import('./queue')), ...(await import('@/lib/storage/photos')) };
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
