import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('./shrink', () => ({ preparePhoto: async (file: Blob) => ({ blob: file, sharpness: 1000 }) }));
vi.mock('@/lib/api', () => ({ ApiError: class extends Error {}, uploadImage: async () => 'file-new', fetchFile: async () => new Blob() }));
const sealed = vi.hoisted(() => new Map<string, string>());
vi.mock('@/lib/storage/sealed', () => ({
  seal: async (name: string, value: string | Blob) => void (typeof value === 'string' && sealed.set(name, value)),
  unseal: async (name: string) => (sealed.has(name) ? new TextEncoder().encode(sealed.get(name)) : null),
  forget: async (name: string) => void sealed.delete(name),
  sealedNames: async () => [],
}));
const phone = vi.hoisted(() => ({ app: true, taken: null as File | null, asked: [] as number[] }));
vi.mock('@/bridge/host', () => ({ isNativeApp: () => phone.app }));
vi.mock('@/bridge/photos', () => ({
  forgetOriginal: () => undefined,
  unreadPhoto: async (since: number) => (phone.asked.push(since), phone.taken),
}));

/** The modules of a freshly loaded page, with a borrower logged in. */
async function load(memberId = 'one') {
  cleanup();
  vi.resetModules();
  const { queryClient } = await import('@/lib/queryClient');
  queryClient.setQueryData(['member/query', {}], { memberId });
  const [{ usePhoto }, { useNoPhoto }] = [await import('./usePhoto'), await import('./useNoPhoto')];
  const field = document.createElement('input');
  return (slot: string) =>
    renderHook(() => {
      const [value, setValue] = [vi.fn(), vi.fn()];
      return { ...usePhoto('identity', slot, null, setValue), ...useNoPhoto({ current: field }, slot), value, cancel: () => field.dispatchEvent(new Event('cancel')) };
    }).result;
}

beforeEach(() => {
  sealed.clear();
  sessionStorage.clear();
  Object.assign(phone, { app: true, taken: null, asked: [] });
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
});

const photo = new File(['photo'], 'JPEG_1.jpg');

describe('page that was ended behind the camera', () => {
  it('receives the photo in the app, in the field for which it was taken', async () => {
    const before = Date.now();
    (await load())('identity/front').current.tapped();
    Object.assign(phone, { taken: photo });
    const fields = await load();
    const other = fields('identity/back');
    const field = fields('identity/front');
    await waitFor(() => expect(field.current.stage).toBe('done'));
    expect(other.current.stage).toBe('empty');
    expect(phone.asked).toHaveLength(1);
    expect(phone.asked[0]).toBeGreaterThanOrEqual(before);
  });

  it('says that the photo did not arrive on the web, and only once', async () => {
    phone.app = false;
    (await load())('identity/front').current.tapped();
    const field = (await load())('identity/front');
    await waitFor(() => expect(field.current.lost).toBe(true));
    expect(field.current.stage).toBe('empty');
    const again = (await load())('identity/front');
    await act(async () => undefined);
    expect(again.current.lost).toBe(false);
  });

  it('does not take a photo for another borrower', async () => {
    (await load())('identity/front').current.tapped();
    phone.taken = photo;
    const field = (await load('two'))('identity/front');
    await act(async () => undefined);
    expect(field.current.stage).toBe('empty');
    expect(phone.asked).toEqual([]);
  });
});

describe('page that stayed', () => {
  it.each(['taken', 'cancel'] as const)('waits no longer after %s', async (end) => {
    const field = (await load())('identity/front');
    field.current.tapped();
    act(() => void field.current[end]());
    await load().then((fields) => fields('identity/front'));
    await act(async () => undefined);
    expect(phone.asked).toEqual([]);
  });

  it('does not take a field that is mounted again for a new page', async () => {
    const fields = await load();
    fields('identity/front').current.tapped();
    fields('identity/front');
    await act(async () => undefined);
    expect(phone.asked).toEqual([]);
  });
});
