import { hex } from '@/base/hex';
import { localKeys, readLocal, removeLocal, writeLocal } from '@/base/storage/local';

const DAY_HOURS = 24;
const START = 'attempt:';
/** Form of a key. An intention under the same start has another one. */
const KEY = /^[0-9a-f]{32}$/;

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
  const slot = `${START}${path}:${fingerprint(JSON.stringify(body))}`;
  const kept = keptSlot(memberId(), slot);
  const key = readLocal(slot) ?? readLocal(kept) ?? randomId();
  removeLocal(kept);
  writeLocal(slot, key, DAY_HOURS);
  return {
    key,
    answered: () => {
      removeLocal(slot);
      removeLocal(kept);
    },
  };
}

let memberId = (): string => '';

/**
 * Sets how to learn the member id of the borrower, empty for a visitor. Called at start-up; not imported here, because
 * the landing page, which has no borrower, would load the cache of responses for it.
 */
export function keepAttemptsOf(member: () => string): void {
  memberId = member;
}

/**
 * The name under which a key outlives its session. Only the same member can derive it, because the server has the key
 * for that member only; and it reveals neither the member nor the call.
 */
const keptSlot = (member: string, slot: string) => `doubt:${fingerprint(`${member} ${slot}`)}`;

/**
 * Puts aside the keys of calls whose outcome is not known when the session of a member ends: after the next login the
 * member repeats such a call under its key, instead of making it a second time. Everything else about the calls is
 * deleted, and also the keys if the member is not known.
 */
export function keepAttempts(): void {
  const member = memberId();
  for (const slot of localKeys(START)) {
    const key = readLocal(slot);
    removeLocal(slot);
    if (member !== '' && key !== null && KEY.test(key)) writeLocal(keptSlot(member, slot), key, DAY_HOURS);
  }
}

const intention = (path: string, about: string) => `${START}${path}/${about}`;

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
