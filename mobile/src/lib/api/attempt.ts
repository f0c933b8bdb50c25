import { hex } from '@/base/hex';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';

const DAY_HOURS = 24;

/**
 * The Idempotency-Key of one intention. It outlives a lost answer, a reload and a killed app: until the server answers
 * for good, the same call with the same body carries the same key.
 */
export function attemptKey(path: string, body: unknown): { key: string; answered: () => void } {
  const slot = `attempt:${path}:${fingerprint(JSON.stringify(body))}`;
  const key = readLocal(slot) ?? randomId();
  writeLocal(slot, key, DAY_HOURS);
  return { key, answered: () => removeLocal(slot) };
}

const intention = (path: string, about: string) => `attempt:${path}/${about}`;

/** Keeps what is being asked for beside its key, for a page that must ask for the same again and for nothing else. No codes or account numbers. */
export function saveIntention(path: string, about: string, body: unknown): void {
  writeLocal(intention(path, about), JSON.stringify(body), DAY_HOURS);
}

/** What was asked for and whose outcome is not known yet; null where there is nothing. */
export function savedIntention<T>(path: string, about: string): T | null {
  return JSON.parse(readLocal(intention(path, about)) ?? 'null') as T | null;
}

/** Forgets it: the outcome is known. */
export function forgetIntention(path: string, about: string): void {
  removeLocal(intention(path, about));
}

/** 128 random bits as hex; crypto.randomUUID is missing on old phones. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return hex(bytes);
}

/** cyrb53: tells bodies apart without keeping codes or account numbers in storage. */
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
