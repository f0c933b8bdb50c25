import type { CodeStage } from './codeStage';
import { readTab, removeTabAll, writeTab } from '@/base/storage/tab';

/**
 * Where a log-in stands, kept for this tab alone: while the SMS is read in another app the browser may throw the page away. Another tab
 * may be another person's, and learns neither the number nor that a code is on its way.
 */
interface SavedLogin {
  phone: string;
  /** The terms are ticked. */
  agreed: boolean;
}

type SmsStage = Extract<CodeStage, { at: 'sms' }>;

interface SavedCode {
  phone: string;
  stage: SmsStage;
  /** Milliseconds since the epoch: when another code can be asked for, and when this one is over. */
  resendAt: number;
  until: number;
}

const FORM = 'login:form';
const CODE = 'login:code';
/** How long a code is waited for whose end the server did not name. */
const MINUTES = 5;

const read = <T>(slot: string) => JSON.parse(readTab(slot) ?? 'null') as T | null;

/** What was typed and ticked before the code was sent; null where none is waited for: who comes once more begins anew. */
export const savedLogin = (): SavedLogin | null => (savedCode() ? read<SavedLogin>(FORM) : null);

export function saveLogin(login: SavedLogin): void {
  writeTab(FORM, JSON.stringify(login));
}

/** Whether the page was opened by an address or a link, and not loaded anew: by the borrower, or by a browser that had thrown it away. */
const opened = () => performance.navigation?.type === 0 && !(document as { wasDiscarded?: boolean }).wasDiscarded;

/** The code whose dialog was open, with what is left of its wait; null where none was, it is over, or the page was opened once more. */
export function savedCode(): { phone: string; stage: SmsStage } | null {
  if (opened()) return null;
  const kept = read<SavedCode>(CODE);
  if (!kept || kept.until < Date.now()) return null;
  // The clock may have been put back since: the wait is no longer than it was.
  const waitSeconds = Math.min(kept.stage.waitSeconds, Math.max(0, Math.ceil((kept.resendAt - Date.now()) / 1000)));
  return { phone: kept.phone, stage: { ...kept.stage, waitSeconds, sendings: 1 } };
}

/** Keeps that a dialog is open for a code, or that none is. */
export function saveCode(phone: string, stage: CodeStage): void {
  if (stage.at !== 'sms') return removeTabAll(CODE);
  const now = Date.now();
  const kept: SavedCode = { phone, stage, resendAt: now + stage.waitSeconds * 1000, until: now + (stage.validMinutes || MINUTES) * 60_000 };
  writeTab(CODE, JSON.stringify(kept));
}

/** They are in. */
export function forgetLogin(): void {
  removeTabAll('login:');
}
