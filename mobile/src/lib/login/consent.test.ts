import { afterEach, expect, it, vi } from 'vitest';
import { consentChoices, hasConsented, rememberConsent } from './consent';
import { hearServerTime } from '@/base/serverClock';
import { removeLocalAll } from '@/base/storage/local';

const inForce = { termsVersion: '1.0', privacyVersion: '1.2' };
const DAY_MS = 24 * 3_600_000;

afterEach(() => {
  vi.useRealTimers();
  removeLocalAll('');
});

it('a consent and its phone number expire after 30 days', () => {
  vi.useFakeTimers();
  hearServerTime(new Date().toUTCString());
  rememberConsent(inForce, '0912345678');
  vi.advanceTimersByTime(30 * DAY_MS - 10_000);
  expect(hasConsented(inForce, '0912345678')).toBe(true);
  vi.advanceTimersByTime(20_000);
  expect(hasConsented(inForce, '0912345678')).toBe(false);
  expect(JSON.stringify(localStorage)).not.toContain('0912345678');
});

it('a consent does not count for another number or another version', () => {
  rememberConsent(inForce, '0912345678');
  expect(hasConsented(inForce, '0912345678')).toBe(true);
  expect(hasConsented(inForce, '0912345679')).toBe(false);
  expect(hasConsented({ ...inForce, termsVersion: '1.1' }, '0912345678')).toBe(false);
  expect(hasConsented({ ...inForce, privacyVersion: '1.3' }, '0912345678')).toBe(false);
});

it('consentChoices uses the version of the terms for the terms, and of the privacy policy for the rest', () => {
  expect(consentChoices(inForce)).toEqual([
    { kind: 'terms', version: '1.0', granted: true },
    { kind: 'privacy', version: '1.2', granted: true },
    { kind: 'data_processing', version: '1.2', granted: true },
  ]);
});
