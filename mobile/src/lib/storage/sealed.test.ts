// @vitest-environment node
import 'fake-indexeddb/auto';
import { createStore, entries, get } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft, savedDraft } from './drafts';
import { savePhoto, savedPhoto, savedSlots } from './photos';
import { forget, reseal, seal, sealedNames, sweep, unseal, wipe } from './sealed';
import { hearServerTime } from '@/base/serverClock';
import { queryClient } from '@/lib/queryClient';

const DAY = 24 * 3_600_000;
const store = createStore('lm-sealed', 'sealed');
const words = async (name: string) => {
  const kept = await unseal(name);
  return kept && new TextDecoder().decode(kept);
};
const logIn = (memberId: string) => queryClient.setQueryData(['member/query', {}], { memberId });

beforeEach(() => wipe());
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

describe('sealed values', () => {
  it('can be read again, the newest one wins, and can be deleted', async () => {
    void seal('a', 'x'.repeat(100_000));
    await seal('a', 'ID 001199000123');
    expect(await words('a')).toBe('ID 001199000123');
    expect(await sealedNames('')).toContain('a');
    await forget('a');
    expect(await words('a')).toBeNull();
  });

  it('keep what two tabs add at the same moment', async () => {
    await seal('a', '');
    vi.resetModules();
    const otherTab = await import('./sealed');
    const adding = (word: string) => (kept: ArrayBuffer | null) => `${new TextDecoder().decode(kept!)}${word}`;
    await Promise.all([reseal('a', adding('x'), DAY), otherTab.reseal('a', adding('y'), DAY)]);
    expect((await words('a'))!.split('').sort()).toEqual(['x', 'y']);
  });

  it('are stored only encrypted, with a key that cannot be extracted', async () => {
    await seal('a', 'ID 001199000123');
    const kept = (await get<{ data: ArrayBuffer }>('a', store))!;
    expect(Buffer.from(kept.data).toString('latin1')).not.toContain('001199');
    const key = (await get<CryptoKey>('key', store))!;
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });

  it('can be decrypted only under their own name', async () => {
    await seal('a', 'x');
    const kept = await get('a', store);
    const { set } = await import('idb-keyval');
    await set('b', kept, store);
    expect(await words('b')).toBeNull();
  });

  it('expire after one day of the server clock', async () => {
    hearServerTime(new Date().toUTCString());
    await seal('a', 'x');
    hearServerTime(new Date(Date.now() + DAY - 2000).toUTCString());
    expect(await words('a')).toBe('x');
    hearServerTime(new Date(Date.now() + DAY + 2000).toUTCString());
    expect(await words('a')).toBeNull();
    await sweep();
    expect(await sealedNames('')).not.toContain('a');
  });

  it('survive a correction of the phone clock, and expire one day after it', async () => {
    vi.resetModules();
    const clock = await import('@/base/serverClock');
    const page = await import('./sealed');
    const known = async () => (await page.unseal('a')) !== null;
    // The phone's clock is four days behind, and there is no network.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 4 * DAY });
    await page.seal('a', 'x');
    vi.setSystemTime(Date.now() + 4 * DAY);
    await page.sweep();
    expect(await known()).toBe(true);
    clock.hearServerTime(new Date().toUTCString());
    expect(await known()).toBe(true);
    await page.sweep();
    clock.hearServerTime(new Date(Date.now() + DAY - 2000).toUTCString());
    expect(await known()).toBe(true);
    clock.hearServerTime(new Date(Date.now() + DAY + 2000).toUTCString());
    expect(await known()).toBe(false);
  });

  it('are deleted with their key at logout, including a write that is still running', async () => {
    await seal('a', 'x');
    const late = seal('b', 'y');
    await wipe();
    await late;
    expect(await entries(store)).toEqual([]);
  });
});

describe('photos and drafts of a borrower', () => {
  it('are readable only by that borrower and for that form', async () => {
    logIn('one');
    await savePhoto('proof:loan-a/1', new Blob(['photo']));
    await saveDraft('identity', { idNumber: '001199000123' });
    expect(await savedDraft('identity')).toEqual({ idNumber: '001199000123' });
    expect(await savedSlots('proof:loan-a/')).toEqual(['proof:loan-a/1']);
    expect(await savedSlots('proof:loan-b/')).toEqual([]);
    expect(await (await savedPhoto('proof:loan-a/1'))!.text()).toBe('photo');
    logIn('two');
    expect(await savedPhoto('proof:loan-a/1')).toBeNull();
    expect(await savedSlots('proof:loan-a/')).toEqual([]);
    expect(await savedDraft('identity')).toBeNull();
  });

  it('are not stored while no member is known', async () => {
    await savePhoto('proof:loan-a/1', new Blob(['photo']));
    expect(await savedSlots('')).toEqual([]);
    expect(await sealedNames('')).toEqual([]);
  });
});
