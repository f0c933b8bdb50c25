import { serverNow, serverTimeOf } from '@/base/serverClock';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { createSignal } from '@/base/store';

const SLOT = 'adsConsent';
/** A choice of the borrower that the server has not been told yet; deleted with the session (app/session.ts). */
const UNSENT = 'choice:ads';
/**
 * When the borrower made that choice, in milliseconds since the epoch by the server's clock; by the phone's, and followed by
 * its name, if the server's was unknown.
 */
const UNSENT_AT = 'choice:adsAt';
const { notify, subscribe } = createSignal();

/** The visitor's consent to advertising tools; null if not given yet, which counts as denied. */
export function adsConsent(): 'granted' | 'denied' | null {
  const answer = readLocal(SLOT);
  return answer === 'granted' || answer === 'denied' ? answer : null;
}

/** Stores the visitor's consent. They can change it at any time. */
export function setAdsConsent(granted: boolean): void {
  removeLocal(UNSENT);
  writeLocal(SLOT, granted ? 'granted' : 'denied');
  notify();
}

/** Notes that the server has to be told the current choice. */
export function noteUnsentChoice(): void {
  writeLocal(UNSENT, adsConsent() ?? 'denied');
  writeLocal(UNSENT_AT, String(serverNow() ?? `${Date.now()} phone`));
}

/** The choice that the server has to be told; null if there is none. */
export const unsentChoice = (): string | null => readLocal(UNSENT);

/** When that choice was made, by the server's clock; 0 if an earlier version noted it. */
export function unsentChoiceAt(): number {
  const [at, phone] = (readLocal(UNSENT_AT) ?? '').split(' ');
  return phone ? serverTimeOf(Number(at)) : Number(at);
}

/** The server knows this choice. A newer one stays noted. */
export function markChoiceSent(choice: string): void {
  if (unsentChoice() === choice) removeLocal(UNSENT);
}

/** The borrower is about to make this choice, so another one that the server has not been told must not follow it. */
export function dropUnsentChoice(granted: boolean): void {
  const choice = unsentChoice();
  if (choice === null || (choice === 'granted') === granted) return;
  removeLocal(UNSENT);
  notify();
}

/** Deletes the consent, because another person may now use the phone. */
export function forgetAdsConsent(): void {
  removeLocal(SLOT);
  notify();
}

/** Subscribes to every change on this page. Returns a function that unsubscribes. */
export const onAdsConsent = subscribe;
