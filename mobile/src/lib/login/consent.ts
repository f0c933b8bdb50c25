import type { ConsentKind, ConsentChoice } from '@loanmarket/shared-types/api';
import { readLocal, writeLocal } from '@/base/storage/local';
import { SESSION_HOURS } from '@/lib/session';

const SLOT = 'consent';

/** The current versions of the texts, from the configuration. */
export interface TextVersions {
  termsVersion: string;
  privacyVersion: string;
}

/** The versions as one word. */
export const versionsOf = ({ termsVersion, privacyVersion }: TextVersions): string => `${termsVersion}/${privacyVersion}`;

const accepted = (inForce: TextVersions, phone: string) => `${versionsOf(inForce)} ${phone}`;

/**
 * Whether this number has accepted the current versions on this phone. A new version or another number needs a new
 * consent.
 */
export function hasConsented(inForce: TextVersions, phone: string): boolean {
  return readLocal(SLOT) === accepted(inForce, phone);
}

/** Stores that the number has accepted the current versions. It is kept as long as the number itself. */
export function rememberConsent(inForce: TextVersions, phone: string): void {
  writeLocal(SLOT, accepted(inForce, phone), SESSION_HOURS);
}

/**
 * The version of the text that a consent refers to: the terms, or otherwise the privacy policy, which explains the
 * consent.
 */
export function consentVersion(inForce: TextVersions, kind: ConsentKind): string {
  return kind === 'terms' ? inForce.termsVersion : inForce.privacyVersion;
}

/** The consents named next to the checkbox, on the login page and on the landing page. */
const AGREED: readonly ConsentKind[] = ['terms', 'privacy', 'data_processing'];

/** The consents that the checkbox gives, for the server to record. */
export function consentChoices(inForce: TextVersions): ConsentChoice[] {
  return AGREED.map((kind) => ({ kind, version: consentVersion(inForce, kind), granted: true }));
}
