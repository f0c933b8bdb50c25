import { clear, createStore, del, entries, get, keys, set, update } from 'idb-keyval';
import { createSerialQueue } from '@/base/serialQueue';
import { confirmed, isOver, lifetime, type Lifetime } from '@/base/storage/lifetime';
import { withTimeout } from '@/base/withTimeout';

/** What is kept here is open to nobody after this long, unless whoever keeps it says otherwise. */
const KEPT_MS = 24 * 3_600_000;
const KEY = 'key';

interface Sealed extends Lifetime {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const store = createStore('lm-sealed', 'sealed');

/** A storage that is silent for so long (WebKit bug 226547: until the page is loaded anew) is as good as none. */
const PATIENCE_MS = 1_500;

const inSeries = createSerialQueue();
/** Grows with each wipe: what began before it keeps nothing after it. */
let wipes = 0;

/** What the storage answers, or `missing` where it fails or is silent. */
const soon = <T>(ask: () => Promise<T>, missing: T): Promise<T> => withTimeout(PATIENCE_MS, ask).catch(() => missing);

/** The key of this browser: it cannot be read out, and goes with everything else. */
async function ownKey(): Promise<CryptoKey> {
  const known = await get<CryptoKey>(KEY, store);
  if (known) return known;
  const before = wipes;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  if (wipes !== before) return made;
  // Another tab may have been faster.
  await update<CryptoKey>(KEY, (before) => before ?? made, store);
  return (await get<CryptoKey>(KEY, store)) ?? made;
}

const cipher = (name: string, iv: Uint8Array<ArrayBuffer>) => ({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) });

/** One write after the other: the newest is the one that stays. A closed or missing storage is no failure, nor is one that nobody can wait for. */
function inOrder(write: (wiped: () => boolean) => Promise<void>): Promise<void> {
  const before = wipes;
  const written = inSeries(() => write(() => wipes !== before));
  return soon(() => written, undefined);
}

/** Keeps something under a name, for at most a day or `keptMs`, so that only this browser can open it. */
export function seal(name: string, plain: Blob | string, keptMs = KEPT_MS): Promise<void> {
  return inOrder(async (wiped) => {
    if (wiped()) return;
    const key = await ownKey();
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await crypto.subtle.encrypt(cipher(name, iv), key, await new Response(plain).arrayBuffer());
    if (!wiped()) await set(name, { iv, data, ...lifetime(keptMs) } satisfies Sealed, store);
  });
}

/** What is kept under a name; null where there is nothing, it is too old, or it cannot be opened. */
export const unseal = (name: string): Promise<ArrayBuffer | null> => soon(() => opened(name), null);

async function opened(name: string): Promise<ArrayBuffer | null> {
  const [key, kept] = await Promise.all([get<CryptoKey>(KEY, store), get<Sealed>(name, store)]);
  if (!key || !kept || isOver(kept)) return null;
  return crypto.subtle.decrypt(cipher(name, kept.iv), key, kept.data);
}

/** The names beginning with `start` under which something is kept. */
export async function sealedNames(start: string): Promise<string[]> {
  const names = await soon(() => keys<string>(store), []);
  return names.filter((name) => name.startsWith(start));
}

/** Forgets one. */
export function forget(name: string): Promise<void> {
  return inOrder(() => del(name, store));
}

/** Forgets everything, what is being written too, and the key: whose it was has left. It waits behind nothing, which might be for ever. */
export function wipe(): Promise<void> {
  wipes += 1;
  return soon(() => clear(store), undefined);
}

/** Throws away what has become too old, and what earlier versions kept in the open; to be done once the server's clock is known. */
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
