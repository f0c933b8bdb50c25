import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/phones.json';
import { contactProblem, isLandingPhone, isMobilePhone, maskPhone, normalizePhone, typePhone } from './phone';

/** The region settings from the server's files. */
function regionOf(code: string) {
  const yaml = readFileSync(new URL(`../../../api/internal/base/region/data/regions/${code}.yaml`, import.meta.url), 'utf8');
  const value = (key: string) => new RegExp(`^${key}: "?([^"\n]+)"?$`, 'm').exec(yaml)![1]!;
  return {
    areaCode: value('areaCode'),
    maxPhoneLength: Number(value('maxPhoneLength')),
    forceLeadingZero: value('forceLeadingZero') === 'true',
    phonePattern: value('landingPhone'),
    mobilePattern: vectors.mobile[code as keyof typeof vectors.mobile],
  };
}

describe('phone numbers with the vectors shared with the server', () => {
  // spec: 5.phone-typing
  it.each(vectors.typed)('$region shows $in as $out while typing', (v) => {
    expect(maskPhone(v.in, regionOf(v.region))).toBe(v.out);
  });
  // spec: 5.phone-nine-digits
  it.each(vectors.normalised)('$region sends $in as $out', (v) => {
    expect(normalizePhone(v.in, regionOf(v.region))).toBe(v.out);
  });
  // spec: 5.landing-vi, 5.landing-th, 5.landing-id, 5.landing-gh, 5.landing-other
  it.each(vectors.landing)('$region landing: $in is $ok', (v) => {
    const region = regionOf(v.region);
    expect(isLandingPhone(normalizePhone(v.in, region), region)).toBe(v.ok);
  });
  // spec: 5.general-check
  it.each(vectors.general)('$region general: $in is $ok', (v) => {
    const region = regionOf(v.region);
    expect(isMobilePhone(normalizePhone(v.in, region), region)).toBe(v.ok);
  });
  // spec: 5.contact-differs, 5.contact-phone, 9.contact-min-8
  it.each(vectors.contact)('$region contact: $in is "$problem"', (v) => {
    expect(contactProblem(v.in, '0912345678', regionOf(v.region)) ?? '').toBe(v.problem);
  });
  it('shows its own output unchanged, so that typing never jumps', () => {
    for (const v of vectors.typed) {
      const shown = maskPhone(v.in, regionOf(v.region));
      expect(maskPhone(shown, regionOf(v.region))).toBe(shown);
    }
  });

  /** The text that a field shows after these keys; ⌫ deletes the last character. */
  const typedByKey = (keys: string, code: string) => {
    let state = { shown: '', zeroAdded: false };
    for (const key of keys) state = typePhone(key === '⌫' ? state.shown.slice(0, -1) : state.shown + key, state, regionOf(code));
    return state.shown;
  };

  // spec: 5.phone-typing, 5.phone-nine-digits, 5.phone-max
  it.each([
    ['vi', '84912345678', '0912345678'],
    ['vi', '+84912345678', '0912345678'],
    ['vi', '+84 912 345 678', '0912345678'],
    ['vi', '0084912345678', '0912345678'],
    ['vi', '8491235⌫45678', '0912345678'],
    ['vi', '8⌫84912345678', '0912345678'],
    ['vi', '849123456', '0849123456'],
    ['vi', '0849123456', '0849123456'],
    ['vi', '08491234567', '0849123456'],
    ['vi', '91234567899', '0912345678'],
    ['cn', '8613800138000', '13800138000'],
    ['cn', '+8613800138000', '13800138000'],
    ['id', '6281234567890', '081234567890'],
    ['th', '66812345678', '0812345678'],
    ['gh', '+233241234567', '0241234567'],
  ])('in region %s the keys %s give %s, without the country code', (code, keys, shown) => {
    expect(typedByKey(keys, code)).toBe(shown);
  });
  it('treats a text that replaces a number with an added 0 as a new number', () => {
    const before = { shown: '0849123456', zeroAdded: true };
    expect(typePhone('0084912345678', before, regionOf('vi')).shown).toBe('0912345678');
    expect(typePhone('0', before, regionOf('vi'))).toEqual({ shown: '0', zeroAdded: false });
    expect(typePhone('9', { shown: '08', zeroAdded: true }, regionOf('vi'))).toEqual({ shown: '09', zeroAdded: true });
  });
});
