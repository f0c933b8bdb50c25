import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePhoto } from './usePhoto';
import { usePictures } from './usePictures';

vi.mock('./shrink', () => ({
  preparePhoto: async (file: Blob) => {
    if (file.size === 5) throw new Error('not a picture');
    return { blob: file, sharpness: 1000 };
  },
}));

/**
 * What the phone had stored when the page was reloaded: photos by slot, and the file ids of those that the server has.
 */
const kept = vi.hoisted(() => ({ photos: new Map<string, Blob>(), sent: new Map<string, string>() }));
vi.mock('@/lib/storage/photos', () => ({
  savePhoto: async () => undefined,
  saveFileId: async () => undefined,
  savedPhoto: async (slot: string) => kept.photos.get(slot) ?? null,
  savedFileId: async (slot: string) => kept.sent.get(slot) ?? null,
  savedSlots: async (begin: string) => Array.from(kept.photos.keys()).filter((slot) => slot.startsWith(begin)),
  forgetPhoto: async (slot: string) => void (kept.photos.delete(slot), kept.sent.delete(slot)),
}));
vi.mock('@/lib/api', () => {
  class ApiError extends Error {
    constructor(readonly status: number) {
      super();
    }
  }
  const fetchFile = async (fileId: string) => {
    if (fileId === 'erased') throw new ApiError(404);
    if (fileId === 'away') throw new ApiError(503);
    return new Blob();
  };
  return { ApiError, uploadImage: async () => 'file-new', fetchFile };
});

const keep = (slot: string, fileId?: string) => {
  kept.photos.set(slot, new Blob(['photo']));
  if (fileId) kept.sent.set(slot, fileId);
};

beforeEach(() => {
  cleanup();
  kept.photos.clear();
  kept.sent.clear();
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
});

describe('a form that is loaded anew', () => {
  const list = (owner: string, has: string[]) =>
    renderHook(() => {
      const [fileIds, setFileIds] = useState(has);
      const pictures = usePictures(owner, 'complaint', has, 3, setFileIds);
      return { fileIds, shown: pictures.shown.filter(({ slot }) => pictures.isUsed(slot)), put: pictures.put };
    }).result;

  it('shows a picture once that it has, though the phone kept it', async () => {
    keep('one/1700000000000-a', 'a');
    const form = list('one', ['a']);
    await waitFor(() => expect(kept.photos.size).toBe(0));
    expect(form.current.shown.map(({ fileId }) => fileId)).toEqual(['a']);
  });

  it('keeps the picture that took the first place when the first was retaken', async () => {
    const before = list('two', ['a', 'b']).current.shown[0]!.slot;
    cleanup();
    keep(before, 'c');
    const form = list('two', ['b']);
    await waitFor(() => expect(form.current.shown).toHaveLength(2));
    expect(form.current.shown.map(({ fileId }) => fileId)).toContain('b');
  });

  const field = (slot: string, has: string | null) =>
    renderHook(() => {
      const [value, setValue] = useState(has);
      usePhoto('identity', slot, value, setValue);
      return value;
    }).result;

  it('takes the photo that was retaken for the one that the draft still has', async () => {
    keep('three/front');
    const value = field('three/front', 'old');
    await waitFor(() => expect(value.current).toBe('file-new'));
  });

  it('asks for a photo again that the server has no longer', async () => {
    const away = field('five/front', 'away');
    const erased = field('six/front', 'erased');
    await waitFor(() => expect(erased.current).toBeNull());
    expect(away.current, 'it has not said so').toBe('away');
  });

  it('forgets the photo that it has', async () => {
    keep('four/front', 'same');
    const value = field('four/front', 'same');
    await waitFor(() => expect(kept.photos.size).toBe(0));
    expect(value.current).toBe('same');
  });
});

describe('a field that has a photo', () => {
  const field = () =>
    renderHook(() => {
      const [value, setValue] = useState<string | null>('on-server');
      return { value, ...usePhoto('identity', 'seven/front', value, setValue) };
    }).result;

  it('keeps it where what was chosen in its place is no picture', async () => {
    const photo = field();
    await act(async () => photo.current.take(new Blob(['a pdf'])));
    await waitFor(() => expect(photo.current.stage).toBe('unreadable'));
    expect(photo.current.value).toBe('on-server');
    await waitFor(() => expect(photo.current.preview, 'it can be seen').not.toBeNull());
  });

  it('lets it go for the one that is taken in its place', async () => {
    const photo = field();
    await act(async () => photo.current.take(new Blob(['picture'])));
    await waitFor(() => expect(photo.current.value).toBe('file-new'));
  });
});
