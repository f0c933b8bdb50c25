/** What the phone rules need of a region; the shape of the contract's RegionConfig. */
export interface PhoneRegion {
  /** vi, cn, id, th, gh */
  code: string;
  maxPhoneLength: number;
  /** False for China. */
  forceLeadingZero: boolean;
}

/** Spec 5, the landing page's lists, for numbers as the mask leaves them and as some people write them. */
const landing: Record<string, RegExp> = {
  vi: /^0(3[2-9]|5[2568]|7[06-9]|8[1-9]|9[0-4]|9[6-8])\d{7}$/,
  th: /^(0\d{9}|[1-9]\d{8})$/,
  id: /^(0\d{10,11}|[1-9]\d{9,10})$/,
  gh: /^0\d{9}$/,
};
const otherLanding = /^1\d{10}$/;

/** The looser check: the shape of a mobile number, whatever prefixes an operator was given since. */
const general: Record<string, RegExp> = {
  vi: /^0[35789]\d{8}$/,
  th: /^0[689]\d{8}$/,
  id: /^08\d{8,10}$/,
  gh: /^0[235]\d{8}$/,
};
const otherGeneral = /^1[3-9]\d{9}$/;

/** Spec 5: digits only, leading 0 forced where the region has one, cut at the region's maximum. */
export function maskPhone(typed: string, region: PhoneRegion): string {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return '';
  const led = region.forceLeadingZero && digits[0] !== '0' ? `0${digits}` : digits;
  return led.slice(0, region.maxPhoneLength);
}

/** The check of the landing page. */
export function isLandingPhone(phone: string, region: PhoneRegion): boolean {
  return (landing[region.code] ?? otherLanding).test(phone);
}

/** The general check, everywhere else. */
export function isPhone(phone: string, region: PhoneRegion): boolean {
  return (general[region.code] ?? otherGeneral).test(phone);
}

/** Spec 5: an emergency contact has at least 8 digits and is not the registered number. Landlines count. */
export function isContactPhone(phone: string, ownPhone: string): boolean {
  const digits = phone.replace(/\D/g, '');
  return digits.length >= 8 && bare(digits) !== bare(ownPhone.replace(/\D/g, ''));
}

function bare(digits: string): string {
  return digits.replace(/^0+/, '');
}
