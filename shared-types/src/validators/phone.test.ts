import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/phones.json';
import { contactProblem, isLandingPhone, isMobilePhone, maskPhone, normalizePhone } from './phone';

/** The regions as the server's files have them. */
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

describe('phone numbers, by the vectors that the server shares', () => {
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
});
