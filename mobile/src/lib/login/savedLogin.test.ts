import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveCode, savedCode, savedLogin, saveLogin } from './savedLogin';
import type { CodeStage } from './codeStage';

const stage: CodeStage = { at: 'sms', smsPhone: '091••••678', codeLength: 4, validMinutes: 5, waitSeconds: 120, words: '', sendings: 1 };

const inForce = { termsVersion: '1.0', privacyVersion: '1.2' };

beforeEach(() => {
  vi.useFakeTimers();
  // Simulates a reload of the page (navigation type 1).
  vi.stubGlobal('performance', Object.create(performance, { navigation: { value: { type: 1 } } }));
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('savedCode returns the pending code after a reload, with the rest of its delay', () => {
  saveCode('0912345678', stage, inForce);
  vi.setSystemTime(Date.now() + 30_000);
  expect(savedCode()).toEqual({ phone: '0912345678', stage: { ...stage, waitSeconds: 90 }, inForce });
});

it('savedCode does not lengthen the delay if the phone clock is set back', () => {
  saveCode('0912345678', stage, inForce);
  vi.setSystemTime(Date.now() - 5 * 3_600_000);
  expect(savedCode()?.stage.waitSeconds).toBe(120);
});

it('savedLogin returns the tick only while the texts are in force for which it was made', () => {
  saveCode('0912345678', stage, inForce);
  saveLogin({ phone: '0912345678', agreed: true }, inForce);
  expect(savedLogin(inForce)).toEqual({ phone: '0912345678', agreed: true });
  expect(savedLogin({ ...inForce, termsVersion: '1.1' })).toEqual({ phone: '0912345678', agreed: false });
});
