import { hex, sha256 } from '@/base/hex';
import { withTimeout } from '@/base/withTimeout';
import { createStore, get, set } from 'idb-keyval';

/** The key of this phone: what it signs can have come from nowhere else. The private half never leaves WebCrypto. */
export interface DeviceKey {
  /** The first 16 hex digits of the SHA-256 of the public half, as the server names it. */
  id: string;
  /** Base64 of the SPKI. */
  publicKey: string;
  /** Base64 of the 64 bytes r and s over the nonce of a face check. */
  sign: (nonce: string) => Promise<string>;
}

const SLOT = 'face';
/** A storage that is silent for so long (WebKit bug 226547) keeps no key. */
const PATIENCE_MS = 1_500;
const store = createStore('lm-key', 'keys');

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const HASH = { name: 'ECDSA', hash: 'SHA-256' };
/** So that nothing else that is ever signed can be taken for a face check. */
const PREFIX = 'loanmarket-face:';

/** Whether this browser can have such a key: without https there is no WebCrypto. */
export function canHaveKey(): boolean {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  return typeof subtle?.sign === 'function' && typeof indexedDB !== 'undefined' && indexedDB !== null;
}

/** The key that was made on this phone, or null: none was, or the browser has cleared it away. */
export async function findKey(): Promise<DeviceKey | null> {
  try {
    return canHaveKey() ? await storedKey() : null;
  } catch {
    return null;
  }
}

async function storedKey(): Promise<DeviceKey | null> {
  const pair = await withTimeout(PATIENCE_MS, () => get<CryptoKeyPair>(SLOT, store));
  return pair ? describe(pair) : null;
}

/** The key of this phone, made now where there is none; null where none can be kept, or nobody knows whether there is one. */
export async function findOrMakeKey(): Promise<DeviceKey | null> {
  if (!canHaveKey()) return null;
  try {
    const known = await storedKey();
    if (known) return known;
    const made = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
    await withTimeout(PATIENCE_MS, () => set(SLOT, made, store));
    // Read back: what was not kept cannot sign tomorrow.
    return await storedKey();
  } catch {
    return null;
  }
}

async function describe({ privateKey, publicKey }: CryptoKeyPair): Promise<DeviceKey> {
  const spki = await crypto.subtle.exportKey('spki', publicKey);
  return {
    id: hex(await sha256(spki)).slice(0, 16),
    publicKey: base64(spki),
    sign: async (nonce) => base64(await crypto.subtle.sign(HASH, privateKey, bytes(PREFIX + nonce))),
  };
}

/** UTF-8 of what is ASCII: a nonce is. */
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const base64 = (buffer: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
