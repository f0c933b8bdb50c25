import { afterEach, expect, it, vi } from 'vitest';
import { SmsCodeForm } from './SmsCodeForm';
import type { CodeStage } from '@/lib/login/codeStage';
import { renderInVietnam } from '@/test/render';

type SmsStage = Extract<CodeStage, { at: 'sms' }>;
const stage: SmsStage = { at: 'sms', smsPhone: '091••••678', codeLength: 4, validMinutes: 5, waitSeconds: 120, words: '', sendings: 1 };
const element = (shown: SmsStage) => <SmsCodeForm stage={shown} submitLabel="Đăng nhập" sending={false} onResend={() => undefined} onSubmit={async () => undefined} />;

afterEach(() => void vi.unstubAllGlobals());

it('the browser is asked for the code of the next SMS, too, after the borrower has declined the first one', async () => {
  vi.stubGlobal('OTPCredential', class {});
  const get = vi.fn(() => Promise.reject(new DOMException('declined', 'AbortError')));
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  const view = await renderInVietnam(element(stage), 'login');
  expect(get).toHaveBeenCalledTimes(1);
  view.rerender(element({ ...stage, sendings: 2 }));
  expect(get).toHaveBeenCalledTimes(2);
});
