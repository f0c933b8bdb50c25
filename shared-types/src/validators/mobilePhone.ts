import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile';
import type { PhoneRegion } from './phone';

/**
 * The general check of a national number: a mobile number of the region that libphonenumber knows. Its tables are large:
 * import this file where it is needed, not at start-up.
 */
export function isMobilePhone(national: string, region: PhoneRegion & { phoneCountry: string }): boolean {
  if (national.length > region.maxPhoneLength || !/^[0-9]+$/.test(national)) return false;
  if (region.forceLeadingZero && !national.startsWith('0')) return false;
  const number = parsePhoneNumberFromString(national, region.phoneCountry as CountryCode);
  return number?.country === region.phoneCountry && number.isValid();
}
