/** The region settings that the phone rules need; part of the contract's RegionConfig. */
export interface PhoneRegion {
  /** e.g. +84 */
  areaCode: string;
  maxPhoneLength: number;
  /** False for China. */
  forceLeadingZero: boolean;
  /** The landing page's check: a regular expression for the national format. */
  phonePattern: string;
}

/** A region with the general check; also part of the contract's RegionConfig. */
export interface MobileRegion extends PhoneRegion {
  /** The mobile numbers known to libphonenumber, as a regular expression for the national format. */
  mobilePattern: string;
}

const CONTACT_MIN_DIGITS = 8;

/**
 * Returns the national format that is sent and stored: only digits, without the dialling code, with the leading 0
 * restored where the region uses one. It does not validate; a number of another country keeps its 00 and is therefore
 * invalid here. Must behave like phone.Normalise on the server; vectors/phones.json tests both.
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
  // "84912345678" is too long for a national number because of the dialling code.
  const longest = region.maxPhoneLength - (region.forceLeadingZero ? 1 : 0);
  return number.startsWith(code) && number.length > longest ? number.slice(code.length) : number;
}

/**
 * The text that a phone field shows while typing or pasting (spec 5): the national format, cut at the region's maximum.
 */
export function maskPhone(typed: string, region: PhoneRegion): string {
  return normalizePhone(typed, region).slice(0, region.maxPhoneLength);
}

/** The text that a phone field shows, and whether its leading 0 was added automatically. */
export interface TypedPhone {
  shown: string;
  zeroAdded: boolean;
}

/**
 * Returns the next state of a phone field that showed `before` and now contains `value`. A 0 added before "84912345" is
 * not part of the number: if it were read as typed, cutting the text would turn the dialling code and the digits after
 * it into a stranger's number.
 */
export function typePhone(value: string, before: TypedPhone, region: PhoneRegion): TypedPhone {
  const stillAdded = before.zeroAdded && (value.slice(0, 2) === before.shown.slice(0, 2) || (value === '0' && before.shown.length === 2));
  const typed = stillAdded ? value.slice(1) : value;
  const national = nationalDigits(typed, region);
  return { shown: maskPhone(typed, region), zeroAdded: region.forceLeadingZero && national !== '' && national[0] !== '0' };
}

/** The landing page's check: the prefixes and lengths listed for the region. */
export function isLandingPhone(national: string, region: PhoneRegion): boolean {
  return new RegExp(region.phonePattern).test(national);
}

/**
 * The general check: a mobile number of the region known to libphonenumber. Must behave like phone.Valid on the server.
 */
export function isMobilePhone(national: string, region: MobileRegion): boolean {
  return national.length <= region.maxPhoneLength && new RegExp(region.mobilePattern).test(national);
}

/**
 * Whether a number is complete, for forms: it has a listed prefix, or the length of the region's numbers. The server
 * decides in the end, because libphonenumber knows prefixes that the list does not.
 */
export function isPhone(national: string, region: PhoneRegion): boolean {
  if (isLandingPhone(national, region)) return true;
  return national.length === region.maxPhoneLength && region.forceLeadingZero === national.startsWith('0');
}

/** The problem of an emergency contact's number. */
export type ContactProblem = 'short' | 'own' | 'invalid';

/**
 * Checks an emergency contact's number (spec 5): at least 8 digits, not the registered number, and a mobile number of
 * the region. The server checks the same (vectors/phones.json, `contact`). Returns null if it is valid.
 */
export function contactProblem(typed: string, ownPhone: string, region: MobileRegion): ContactProblem | null {
  const phone = normalizePhone(typed, region);
  if (phone.length < CONTACT_MIN_DIGITS) return 'short';
  if (phone === normalizePhone(ownPhone, region)) return 'own';
  return isMobilePhone(phone, region) ? null : 'invalid';
}
