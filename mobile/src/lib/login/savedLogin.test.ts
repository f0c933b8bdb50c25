import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveCode, savedCode } from './savedLogin';
import type { CodeStage } from './codeStage';

const stage: CodeStage = { at: 'sms', smsPhone: '091••••678', codeLength: 4, validMinutes: 5, waitSeconds: 120, words: '', sendings: 1 };

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
  saveCode('0912345678', stage);
  vi.setSystemTime(Date.now() + 30_000);
  expect(savedCode()).toEqual({ phone: '0912345678', stage: { ...stage, waitSeconds: 90 } });
});

it('savedCode does not lengthen the delay if the phone clock is set back', () => {
  saveCode('0912345678', stage);
  vi.setSystemTime(Date.now() - 5 * 3_600_000);
  expect(savedCode()?.stage.waitSeconds).toBe(120);
});
