import { contactProblem, normalizePhone, type MobileRegion } from '@loanmarket/shared-types/validators';
import { text } from '@/i18n';

export interface ContactValues {
  relationship: number | null;
  name: string;
  phone: string;
}

/** Spec 3: three contacts. */
export const COUNT = 3;
/** The minimum number of digits (spec 5 and 9). */
const MIN_DIGITS = 8;

const EMPTY: ContactValues = { relationship: null, name: '', phone: '' };

/** Returns exactly three contacts from a draft of any content. */
export function threeContacts(kept: unknown): ContactValues[] {
  const list = Array.isArray(kept) ? (kept as Partial<ContactValues>[]) : [];
  return Array.from({ length: COUNT }, (_, index) => {
    const { relationship, name, phone } = list[index] ?? {};
    return { relationship: relationship ?? EMPTY.relationship, name: name ?? EMPTY.name, phone: phone ?? EMPTY.phone };
  });
}

/**
 * Validates a contact's phone number (spec 5): at least 8 digits, a possible number, not the borrower's own, and not
 * used twice. Returns true if it is valid, otherwise the error message.
 */
export function checkContactPhone(typed: string, index: number, all: readonly ContactValues[], own: string, region: MobileRegion): string | true {
  const problem = contactProblem(typed, own, region);
  if (problem) return text(`verify:contacts.${problem}`, { n: MIN_DIGITS });
  const phone = normalizePhone(typed, region);
  const twice = all.some((other, at) => at < index && normalizePhone(other.phone, region) === phone);
  return twice ? text('verify:contacts.twice') : true;
}
