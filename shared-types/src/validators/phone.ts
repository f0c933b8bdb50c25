/** What the phone rules need of a region; part of the contract's RegionConfig. */
export interface PhoneRegion {
  /** e.g. +84 */
  areaCode: string;
  maxPhoneLength: number;
  /** False for China. */
  forceLeadingZero: boolean;
  /** The landing page's check, a regular expression for the national form. */
  phonePattern: string;
}

/** A region with the general check; part of the contract's RegionConfig, too. */
export interface MobileRegion extends PhoneRegion {
  /** The mobile numbers that libphonenumber knows, as a regular expression for the national form. */
  mobilePattern: string;
}

const CONTACT_MIN_DIGITS = 8;

/**
 * The national form that is sent and stored: digits alone, the dialling code gone, the leading 0 put back where the
 * region has one. It does not judge; a number of another country keeps its 00, so that it is none here. Twin of
 * phone.Normalise on the server, held to it by vectors/phones.json.
 */
export function normalizePhone(typed: string, region: PhoneRegion): string {
  const number = nationalDigits(typed, region);
  return region.forceLeadingZero && number !== '' && number[0] !== '0' ? `0${number}` : number;
}

function nationalDigits(typed: string, region: PhoneRegion): string {
  const code = region.areaCode.replace('+', '');
  const number = typed.replace(/[^0-9]/g, '');
  if (/^[^0-9]*\+/.test(typed)) {
    if (number.startsWith(code)) return number.slice(code.length);
    return number === '' || number[0] === '0' ? number : `00${number}`;
  }
  if (number.startsWith(`00${code}`)) return number.slice(code.length + 2);
  // "84912345678": too long for a national number, and the dialling code says why.
  const longest = region.maxPhoneLength - (region.forceLeadingZero ? 1 : 0);
  return number.startsWith(code) && number.length > longest ? number.slice(code.length) : number;
}

/** What a phone field shows while someone types or pastes (spec 5): the national form, cut at the region's maximum. */
export function maskPhone(typed: string, region: PhoneRegion): string {
  return normalizePhone(typed, region).slice(0, region.maxPhoneLength);
}

/** What a phone field shows, and whether its leading 0 was put there and not typed. */
export interface TypedPhone {
  shown: string;
  zeroAdded: boolean;
}

/**
 * The next state of a phone field that showed `before` and now holds `value`. A 0 that was put before "84912345" is no part of the
 * number: were it read as typed, the cut would make the number of a stranger out of the dialling code and what follows it.
 */
export function typePhone(value: string, before: TypedPhone, region: PhoneRegion): TypedPhone {
  const stillAdded = before.zeroAdded && (value.slice(0, 2) === before.shown.slice(0, 2) || (value === '0' && before.shown.length === 2));
  const typed = stillAdded ? value.slice(1) : value;
  const national = nationalDigits(typed, region);
  return { shown: maskPhone(typed, region), zeroAdded: region.forceLeadingZero && national !== '' && national[0] !== '0' };
}

/** The check of the landing page: the prefixes and lengths that the region lists. */
export function isLandingPhone(national: string, region: PhoneRegion): boolean {
  return new RegExp(region.phonePattern).test(national);
}

/** The general check: a mobile number of the region that libphonenumber knows. Twin of phone.Valid on the server. */
export function isMobilePhone(national: string, region: MobileRegion): boolean {
  return national.length <= region.maxPhoneLength && new RegExp(region.mobilePattern).test(national);
}

/**
 * Whether a number is whole, for forms: one of the listed prefixes, or at least as long as the region's numbers are. The
 * server has the last word (libphonenumber knows prefixes that the list does not).
 */
export function isPhone(national: string, region: PhoneRegion): boolean {
  if (isLandingPhone(national, region)) return true;
  return national.length === region.maxPhoneLength && region.forceLeadingZero === national.startsWith('0');
}

/** What is wrong with an emergency contact's number. */
export type ContactProblem = 'short' | 'own' | 'invalid';

/**
 * Spec 5: an emergency contact's number has at least 8 digits, is not the registered one, and is a mobile number of the
 * region. The server asks the same (vectors/phones.json, `contact`). Null when nothing speaks against it.
 */
export function contactProblem(typed: string, ownPhone: string, region: MobileRegion): ContactProblem | null {
  const phone = normalizePhone(typed, region);
  if (phone.length < CONTACT_MIN_DIGITS) return 'short';
  if (phone === normalizePhone(ownPhone, region)) return 'own';
  return isMobilePhone(phone, region) ? null : 'invalid';
}
