import type { CodeStage } from './codeStage';
import { versionsOf, type TextVersions } from './consent';
import { readTab, removeTabAll, writeTab } from '@/base/storage/tab';

/**
 * The state of a login, stored for this tab only, because the browser may discard the page while the borrower reads the
 * SMS in another app. Another tab may belong to another person, so it learns neither the number nor that a code has
 * been sent.
 */
interface SavedLogin {
  phone: string;
  /** Whether the terms are ticked. */
  agreed: boolean;
}

type SmsStage = Extract<CodeStage, { at: 'sms' }>;

interface SavedCode {
  phone: string;
  stage: SmsStage;
  /** The texts that were in force when the code was requested. Earlier versions did not store them. */
  inForce?: TextVersions;
  /** Milliseconds since the epoch: when another code can be requested, and when this one expires. */
  resendAt: number;
  until: number;
}

const FORM = 'login:form';
const CODE = 'login:code';
const CARRIED = 'login:carried';
/** The validity of a code in minutes if the server gave none. */
const TTL_MINUTES = 5;

const read = <T>(slot: string) => JSON.parse(readTab(slot) ?? 'null') as T | null;

/**
 * What was typed and ticked before the code was sent; null if no code is pending, because a new visit starts with an
 * empty form.
 */
export const savedLogin = (inForce: TextVersions): SavedLogin | null => (savedCode() ? typedLogin(inForce) : null);

/** A tick counts only for the texts that were in force when it was made. */
function typedLogin(inForce: TextVersions): SavedLogin | null {
  const kept = read<SavedLogin & { terms?: string }>(FORM);
  return kept && { phone: kept.phone, agreed: kept.agreed && kept.terms === versionsOf(inForce) };
}

/** Keeps what is typed and ticked for the next page, which is the same one in another language. */
export function carryLogin(login: SavedLogin, inForce: TextVersions): void {
  saveLogin(login, inForce);
  writeTab(CARRIED, '1');
}

/** What the page before has passed on, once; null if nothing. */
export function carriedLogin(inForce: TextVersions): SavedLogin | null {
  const carried = readTab(CARRIED) !== null;
  removeTabAll(CARRIED);
  return carried ? typedLogin(inForce) : null;
}

export function saveLogin(login: SavedLogin, inForce: TextVersions): void {
  writeTab(FORM, JSON.stringify({ ...login, terms: versionsOf(inForce) }));
}

/**
 * Whether the page was opened by a URL or a link, and not reloaded by the borrower or by a browser that had discarded
 * it.
 */
const opened = () => performance.navigation?.type === 0 && !(document as { wasDiscarded?: boolean }).wasDiscarded;

/**
 * The code whose dialog was open, with the rest of its waiting time; null if none was open, the code has expired, or
 * the page was opened anew.
 */
export function savedCode(): { phone: string; stage: SmsStage; inForce?: TextVersions | undefined } | null {
  if (opened()) return null;
  const kept = read<SavedCode>(CODE);
  if (!kept || kept.until < Date.now()) return null;
  // The phone's clock may have been set back since, so the wait never becomes longer than it was.
  const waitSeconds = Math.min(kept.stage.waitSeconds, Math.max(0, Math.ceil((kept.resendAt - Date.now()) / 1000)));
  return { phone: kept.phone, stage: { ...kept.stage, waitSeconds, sendings: 1 }, inForce: kept.inForce };
}

/** Stores the open code dialog, or removes it if none is open. */
export function saveCode(phone: string, stage: CodeStage, { termsVersion, privacyVersion }: TextVersions): void {
  if (stage.at !== 'sms') return removeTabAll(CODE);
  const now = Date.now();
  const kept: SavedCode = { phone, stage, inForce: { termsVersion, privacyVersion }, resendAt: now + stage.waitSeconds * 1000, until: now + (stage.validMinutes || TTL_MINUTES) * 60_000 };
  writeTab(CODE, JSON.stringify(kept));
}

/** Deletes the stored state after a successful login. */
export function forgetLogin(): void {
  removeTabAll('login:');
}
