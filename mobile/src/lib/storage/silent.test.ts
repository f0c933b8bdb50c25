// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptDraft, keepDraft } from './drafts';
import { keepPhoto } from './photos';
import { seal, unseal, wipe } from './sealed';
import { hasUnsent } from './unsent';
import { findOrMakeKey } from '@/lib/deviceKey/deviceKey';
import { queryClient } from '@/lib/queryClient';

// A WebKit that has lost its IndexedDB: no request is ever answered.
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
  ['reading', () => unseal('a')],
  ['a draft', () => keptDraft('identity')],
  ['a photo that is being kept', () => keepPhoto('identity/front', new Blob(['x']))],
  ['whether something is unsent', () => hasUnsent()],
  ['a log-out', () => wipe()],
  ['a device key', () => findOrMakeKey()],
])('a storage that never answers keeps nobody waiting: %s', async (_, ask) => {
  keepDraft('identity', { idNumber: '001199000123' });
  void seal('b', 'y');
  const answered = vi.fn();
  void ask().then(answered);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(answered).toHaveBeenCalledTimes(1);
});
