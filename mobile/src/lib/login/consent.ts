import type { ConsentKind, ConsentChoice } from '@loanmarket/shared-types/api';
import { readLocal, writeLocal } from '@/base/storage/local';
import { SESSION_HOURS } from '@/lib/session';

const SLOT = 'consent';

/** The versions of the texts in force; the configuration names them. */
export interface TextVersions {
  termsVersion: string;
  privacyVersion: string;
}

const accepted = ({ termsVersion, privacyVersion }: TextVersions, phone: string) => `${termsVersion}/${privacyVersion} ${phone}`;

/** Whether the versions in force were accepted on this phone for a number; a new version, and another person, is asked anew. */
export function hasConsented(inForce: TextVersions, phone: string): boolean {
  return readLocal(SLOT) === accepted(inForce, phone);
}

/** Remembers that the versions in force were accepted, as long as the number is kept that stands beside them. */
export function rememberConsent(inForce: TextVersions, phone: string): void {
  writeLocal(SLOT, accepted(inForce, phone), SESSION_HOURS);
}

/** The version of the text that a consent is given to: its own document's, or the privacy policy's, which explains it. */
export function consentVersion(inForce: TextVersions, kind: ConsentKind): string {
  return kind === 'terms' ? inForce.termsVersion : inForce.privacyVersion;
}

/** What the words beside the tick name, on the login page and on the landing page. */
const AGREED: readonly ConsentKind[] = ['terms', 'privacy', 'data_processing'];

/** What a tick agrees to, for the server to write down. */
export function consentChoices(inForce: TextVersions): ConsentChoice[] {
  return AGREED.map((kind) => ({ kind, version: consentVersion(inForce, kind), granted: true }));
}
