// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savedDraft, saveDraft } from './drafts';
import { savePhoto } from './photos';
import { seal, unseal, wipe } from './sealed';
import { hasUnsent } from './unsent';
import { findOrMakeKey } from '@/lib/deviceKey/deviceKey';
import { queryClient } from '@/lib/queryClient';

vi.mock('@/lib/session', () => ({ onSessionChange: () => undefined }));

// A WebKit whose IndexedDB has stopped working: no request is ever answered.
vi.stubGlobal('indexedDB', { open: () => ({}), deleteDatabase: () => ({}) });

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.setQueryData(['member/query', {}], { memberId: 'one' });
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

it.each([
  ['reading a value', () => unseal('a')],
  ['reading a draft', () => savedDraft('identity')],
  ['storing a photo', () => savePhoto('identity/front', new Blob(['x']))],
  ['checking for unsent data', () => hasUnsent()],
  ['logging out', () => wipe()],
  ['creating a device key', () => findOrMakeKey()],
])('an IndexedDB that never responds does not block %s', async (_, ask) => {
  void saveDraft('identity', { idNumber: '001199000123' });
  void seal('b', 'y');
  const answered = vi.fn();
  void ask().then(answered);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(answered).toHaveBeenCalledTimes(1);
});
