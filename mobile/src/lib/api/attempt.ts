import { hex } from '@/base/hex';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';

const DAY_HOURS = 24;

/** One attempt of a call. `answered` has to be called once the server has given a final response. */
export interface Attempt {
  key: string;
  answered: () => void;
}

/**
 * Returns the Idempotency-Key of one attempt. It survives a lost response, a reload and a killed app: until the server
 * gives a final response, the same call with the same body uses the same key.
 */
export function attemptKey(path: string, body: unknown): Attempt {
  const slot = `attempt:${path}:${fingerprint(JSON.stringify(body))}`;
  const key = readLocal(slot) ?? randomId();
  writeLocal(slot, key, DAY_HOURS);
  return { key, answered: () => removeLocal(slot) };
}

const intention = (path: string, about: string) => `attempt:${path}/${about}`;

/**
 * Stores the body of a pending request next to its key, for a page that must repeat exactly that request. It must not
 * contain codes or account numbers.
 */
export function saveIntention(path: string, about: string, body: unknown): void {
  writeLocal(intention(path, about), JSON.stringify(body), DAY_HOURS);
}

/** The stored request whose outcome is not known yet; null if there is none. */
export function savedIntention<T>(path: string, about: string): T | null {
  return JSON.parse(readLocal(intention(path, about)) ?? 'null') as T | null;
}

/** Deletes the stored request, because its outcome is known. */
export function forgetIntention(path: string, about: string): void {
  removeLocal(intention(path, about));
}

/** Returns 128 random bits as hex. Old phones have no crypto.randomUUID. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return hex(bytes);
}

/** cyrb53 hash: distinguishes bodies without storing codes or account numbers. */
function fingerprint(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
