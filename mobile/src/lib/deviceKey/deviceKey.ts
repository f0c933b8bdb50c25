import { hex, sha256 } from '@/base/hex';
import { withTimeout } from '@/base/withTimeout';
import { createStore, get, set } from 'idb-keyval';

/**
 * The key of this phone. A signature by it proves that the data came from this phone: the private key never leaves
 * WebCrypto.
 */
export interface DeviceKey {
  /** The first 16 hex digits of the SHA-256 of the public key, as used by the server. */
  id: string;
  /** The public key as base64 of the SPKI. */
  publicKey: string;
  /** Signs the nonce of a face check. Returns base64 of the 64 bytes r and s. */
  sign: (nonce: string) => Promise<string>;
}

const SLOT = 'face';
/** Timeout for storage. One that does not respond in this time (WebKit bug 226547) is treated as storing no key. */
const TIMEOUT_MS = 1_500;
const store = createStore('lm-key', 'keys');

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const HASH = { name: 'ECDSA', hash: 'SHA-256' };
/** Prefix of the signed text, so that no other signature can be used for a face check. */
const PREFIX = 'loanmarket-face:';

/** Whether this browser supports such a key. Without https there is no WebCrypto. */
export function canHaveKey(): boolean {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  return typeof subtle?.sign === 'function' && typeof indexedDB !== 'undefined' && indexedDB !== null;
}

/** The key of this phone; null if none was created or the browser has deleted it. */
export async function findKey(): Promise<DeviceKey | null> {
  try {
    return canHaveKey() ? await storedKey() : null;
  } catch {
    return null;
  }
}

async function storedKey(): Promise<DeviceKey | null> {
  const pair = await withTimeout(TIMEOUT_MS, () => get<CryptoKeyPair>(SLOT, store));
  return pair ? describe(pair) : null;
}

/**
 * The key of this phone, created if there is none. Null if none can be stored, or if it is unknown whether there is
 * one.
 */
export async function findOrMakeKey(): Promise<DeviceKey | null> {
  if (!canHaveKey()) return null;
  try {
    const known = await storedKey();
    if (known) return known;
    const made = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
    await withTimeout(TIMEOUT_MS, () => set(SLOT, made, store));
    // Read it back, because a key that was not stored cannot sign later.
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

/** Encodes ASCII text as UTF-8; a nonce is ASCII. */
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const base64 = (buffer: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
