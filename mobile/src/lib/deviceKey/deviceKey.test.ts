import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const kept = vi.hoisted(() => ({ pair: null as CryptoKeyPair | null, full: false }));
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  set: async (_: string, pair: CryptoKeyPair) => {
    if (kept.full) throw new Error('no storage');
    kept.pair = pair;
  },
  get: async () => kept.pair ?? undefined,
}));

import { canHaveKey, findKey, findOrMakeKey } from './deviceKey';

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('indexedDB', {});
  Object.assign(kept, { pair: null, full: false });
});
afterEach(() => vi.unstubAllGlobals());

describe('the device key', () => {
  it('is created once, and its public key verifies its signatures of face check nonces', async () => {
    expect(await findKey()).toBeNull();
    const key = await findOrMakeKey();
    expect((await findOrMakeKey())?.id).toBe(key!.id);
    const spki = Buffer.from(key!.publicKey, 'base64');
    expect(key!.id).toBe(Buffer.from(await webcrypto.subtle.digest('SHA-256', spki)).toString('hex').slice(0, 16));
    const publicKey = await webcrypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
    const signature = Buffer.from(await key!.sign('abc'), 'base64');
    expect(signature).toHaveLength(64);
    const proves = (text: string) => webcrypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, publicKey, signature, Buffer.from(text));
    expect(await proves('loanmarket-face:abc')).toBe(true);
    expect(await proves('abc')).toBe(false);
  });

  it('cannot be extracted from the browser', async () => {
    await findOrMakeKey();
    expect(kept.pair!.privateKey.extractable).toBe(false);
    await expect(webcrypto.subtle.exportKey('pkcs8', kept.pair!.privateKey)).rejects.toThrow();
  });

  it('is null if nothing can be stored, without WebCrypto and without IndexedDB', async () => {
    kept.full = true;
    expect(await findOrMakeKey()).toBeNull();
    vi.stubGlobal('crypto', {});
    expect([canHaveKey(), await findKey(), await findOrMakeKey()]).toEqual([false, null, null]);
    vi.stubGlobal('crypto', webcrypto);
    vi.stubGlobal('indexedDB', undefined);
    expect(canHaveKey()).toBe(false);
  });
});
