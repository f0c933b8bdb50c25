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
  isPhotoHeld: async () => false,
  saveFileId: async () => undefined,
  savedPhoto: async (slot: string) => kept.photos.get(slot) ?? null,
  savedFileId: async (slot: string) => kept.sent.get(slot) ?? null,
  savedSlots: async (begin: string) => Array.from(kept.photos.keys()).filter((slot) => slot.startsWith(begin)),
  forgetPhoto: async (slot: string) => void (kept.photos.delete(slot), kept.sent.delete(slot)),
  forgetSentPhoto: async (slot: string) => void kept.photos.delete(slot),
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

const storePhoto = (slot: string, fileId?: string) => {
  kept.photos.set(slot, new Blob(['photo']));
  if (fileId) kept.sent.set(slot, fileId);
};

beforeEach(() => {
  cleanup();
  kept.photos.clear();
  kept.sent.clear();
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
});

describe('reloaded form', () => {
  const list = (owner: string, has: string[]) =>
    renderHook(() => {
      const [fileIds, setFileIds] = useState(has);
      const pictures = usePictures(owner, 'complaint', has, 3, setFileIds);
      return { fileIds, shown: pictures.shown.filter(({ slot }) => pictures.isUsed(slot)), put: pictures.put };
    }).result;

  it('shows a picture that it has only once, even if the phone stored it', async () => {
    storePhoto('one/1700000000000-a', 'a');
    const form = list('one', ['a']);
    await waitFor(() => expect(kept.photos.size).toBe(0));
    expect(form.current.shown.map(({ fileId }) => fileId)).toEqual(['a']);
  });

  it('keeps the picture that moved to the first place when the first was retaken', async () => {
    const before = list('two', ['a', 'b']).current.shown[0]!.slot;
    cleanup();
    storePhoto(before, 'c');
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

  it('replaces the photo of the draft with the one that was retaken', async () => {
    storePhoto('three/front');
    const value = field('three/front', 'old');
    await waitFor(() => expect(value.current).toBe('file-new'));
  });

  it('asks again for a photo that the server no longer has', async () => {
    const away = field('five/front', 'away');
    const erased = field('six/front', 'erased');
    await waitFor(() => expect(erased.current).toBeNull());
    expect(away.current, 'a server that is unavailable has not reported the photo as missing').toBe('away');
  });

  it('deletes the stored photo that the draft has', async () => {
    storePhoto('four/front', 'same');
    const value = field('four/front', 'same');
    await waitFor(() => expect(kept.photos.size).toBe(0));
    expect(value.current).toBe('same');
  });
});

describe('field with a photo', () => {
  const field = () =>
    renderHook(() => {
      const [value, setValue] = useState<string | null>('on-server');
      return { value, ...usePhoto('identity', 'seven/front', value, setValue) };
    }).result;

  it('keeps the photo if the file chosen to replace it is not a picture', async () => {
    const photo = field();
    await act(async () => photo.current.take(new Blob(['a pdf'])));
    await waitFor(() => expect(photo.current.stage).toBe('unreadable'));
    expect(photo.current.value).toBe('on-server');
    await waitFor(() => expect(photo.current.preview, 'the photo has a preview').not.toBeNull());
  });

  it('replaces the photo with the one that is taken', async () => {
    const photo = field();
    await act(async () => photo.current.take(new Blob(['picture'])));
    await waitFor(() => expect(photo.current.value).toBe('file-new'));
  });
});
