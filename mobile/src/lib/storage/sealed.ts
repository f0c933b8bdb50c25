import { clear, createStore, del, entries, get, keys, set, update } from 'idb-keyval';
import { createSerialQueue } from '@/base/serialQueue';
import { confirmed, isOver, lifetime, type Lifetime } from '@/base/storage/lifetime';
import { withTimeout } from '@/base/withTimeout';

/** The default time in milliseconds after which a value can no longer be read. */
const DEFAULT_TTL_MS = 24 * 3_600_000;
const KEY = 'key';

interface Sealed extends Lifetime {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const store = createStore('lm-sealed', 'sealed');

/**
 * Timeout for storage. One that does not respond in this time (WebKit bug 226547 lasts until a reload) is treated as
 * missing.
 */
const TIMEOUT_MS = 1_500;

const inSeries = createSerialQueue();
/** Grows with each wipe. A write that began before a wipe stores nothing after it. */
let wipes = 0;

/** The result of a storage operation, or `missing` if it fails or times out. */
const soon = <T>(ask: () => Promise<T>, missing: T): Promise<T> => withTimeout(TIMEOUT_MS, ask).catch(() => missing);

/** The encryption key of this browser. It cannot be exported and is deleted together with everything else. */
async function ownKey(): Promise<CryptoKey> {
  const known = await get<CryptoKey>(KEY, store);
  if (known) return known;
  const before = wipes;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  if (wipes !== before) return made;
  // Another tab may have stored a key meanwhile.
  await update<CryptoKey>(KEY, (before) => before ?? made, store);
  return (await get<CryptoKey>(KEY, store)) ?? made;
}

const cipher = (name: string, iv: Uint8Array<ArrayBuffer>) => ({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) });

/**
 * Runs writes one at a time, so that the newest value wins. A closed or missing storage is not an error, and neither is
 * a timeout.
 */
function inOrder(write: (wiped: () => boolean) => Promise<void>): Promise<void> {
  const before = wipes;
  const written = inSeries(() => write(() => wipes !== before));
  return soon(() => written, undefined);
}

/**
 * Stores a value under a name, encrypted so that only this browser can read it, for `keptMs` milliseconds (default one
 * day).
 */
export function seal(name: string, plain: Blob | string, keptMs = DEFAULT_TTL_MS): Promise<void> {
  return inOrder(async (wiped) => {
    if (wiped()) return;
    const value = await encrypted(name, plain, keptMs);
    if (!wiped()) await set(name, value, store);
  });
}

/**
 * Replaces the value of a name by one made from it, because another tab may have stored it; null leaves it. The value is
 * null as in `unseal`. If the storage cannot be read, nothing is replaced. It begins again if another tab has replaced
 * the value meanwhile.
 */
export function reseal(name: string, next: (kept: ArrayBuffer | null) => string | null, keptMs: number): Promise<void> {
  return inOrder(async (wiped) => {
    let replaced = false;
    while (!replaced && !wiped()) {
      const [key, before] = await stored(name);
      const plain = next(await decrypted(name, key, before));
      if (plain === null) return;
      if (wiped()) return;
      const value = await encrypted(name, plain, keptMs);
      if (wiped()) return;
      await update<Sealed>(name, (now) => {
        replaced = !now || String(now.iv) === String(before?.iv);
        return now && !replaced ? now : value;
      }, store);
    }
  });
}

async function encrypted(name: string, plain: Blob | string, keptMs: number): Promise<Sealed> {
  const key = await ownKey();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(cipher(name, iv), key, await new Response(plain).arrayBuffer());
  return { iv, data, ...lifetime(keptMs) };
}

/** The value stored under a name; null if there is none, it has expired, or it cannot be decrypted. */
export const unseal = (name: string): Promise<ArrayBuffer | null> => soon(() => opened(name), null);

async function opened(name: string): Promise<ArrayBuffer | null> {
  return decrypted(name, ...(await stored(name)));
}

const stored = (name: string) => Promise.all([get<CryptoKey>(KEY, store), get<Sealed>(name, store)]);

async function decrypted(name: string, key: CryptoKey | undefined, kept: Sealed | undefined): Promise<ArrayBuffer | null> {
  if (!key || !kept || isOver(kept)) return null;
  return crypto.subtle.decrypt(cipher(name, kept.iv), key, kept.data).catch(() => null);
}

/** The names beginning with `start` under which a value is stored. */
export async function sealedNames(start: string): Promise<string[]> {
  const names = await soon(() => keys<string>(store), []);
  return names.filter((name) => name.startsWith(start));
}

/** Deletes one value. */
export function forget(name: string): Promise<void> {
  return inOrder(() => del(name, store));
}

/**
 * Deletes everything including the key, and cancels running writes, because the owner has logged out. It does not wait
 * for earlier writes, which may hang.
 */
export function wipe(): Promise<void> {
  wipes += 1;
  return soon(() => clear(store), undefined);
}

/** Deletes expired values, and what earlier versions stored unencrypted. Call it once the server time is known. */
export function sweep(): Promise<void> {
  return inOrder(async (wiped) => {
    indexedDB.deleteDatabase('lm-photos');
    const kept = (await entries<string, Sealed>(store)).filter(([name]) => name !== KEY);
    if (!wiped()) await Promise.all(kept.map(([name, one]) => judge(name, one)));
  });
}

async function judge(name: string, one: Sealed): Promise<void> {
  const rest = confirmed(one);
  if (isOver(one)) await del(name, store);
  else if (rest) await set(name, { iv: one.iv, data: one.data, ...rest } satisfies Sealed, store);
}
