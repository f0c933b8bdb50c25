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

const CONTACT_MIN_DIGITS = 8;

/**
 * The national form that is sent and stored: digits alone, the dialling code gone, the leading 0 put back where the
 * region has one. It does not judge. Twin of phone.Normalise on the server, held to it by vectors/phones.json.
 */
export function normalizePhone(typed: string, region: PhoneRegion): string {
  const code = digitsOf(region.areaCode);
  let number = digitsOf(typed);
  if (typed.trim().startsWith('+')) number = withoutStart(number, code);
  else if (number.startsWith(`00${code}`)) number = number.slice(code.length + 2);
  return region.forceLeadingZero && number !== '' && number[0] !== '0' ? `0${number}` : number;
}

/** What a phone field shows while someone types or pastes (spec 5): the national form, cut at the region's maximum. */
export function maskPhone(typed: string, region: PhoneRegion): string {
  return normalizePhone(typed, region).slice(0, region.maxPhoneLength);
}

/** The check of the landing page: the prefixes and lengths that the region lists. */
export function isLandingPhone(national: string, region: PhoneRegion): boolean {
  return new RegExp(region.phonePattern).test(national);
}

/**
 * Whether a number is whole, for forms: one of the listed prefixes, or at least as long as the region's numbers are. The
 * server has the last word (libphonenumber knows prefixes that the list does not).
 */
export function isPhone(national: string, region: PhoneRegion): boolean {
  if (isLandingPhone(national, region)) return true;
  return national.length === region.maxPhoneLength && region.forceLeadingZero === national.startsWith('0');
}

/** Spec 5: an emergency contact has at least 8 digits and is not the registered number. Landlines count. */
export function isContactPhone(typed: string, ownPhone: string, region: PhoneRegion): boolean {
  const phone = normalizePhone(typed, region);
  return phone.length >= CONTACT_MIN_DIGITS && phone !== normalizePhone(ownPhone, region);
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}
