import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

vi.mock('@/lib/deviceKey/deviceKey', async (original) => ({ ...(await original<object>()), canHaveKey: () => true, findKey: async () => ({ id: 'k' }) }));
import { getConfig, setConfig } from '@/lib/config';
import { rememberConsent } from '@/lib/login/consent';
import { endSession } from '@/lib/session';
import { address, open, press } from '@/test/screen';

beforeEach(() => endSession());

const answers = { 'member/getLoginType': { loginType: 'face' as const, types: ['sms' as const, 'face' as const] }, 'member/checkPhone': { needValidateCode: false } };
const number = () => screen.getByLabelText<HTMLInputElement>('Số điện thoại');

function type(digits: string): Promise<void> {
  return act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(number(), digits);
    number().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Opens the face check and goes back. */
async function visitFaceCheck(meanwhile = () => undefined as void): Promise<void> {
  await screen.findByRole('button', { name: 'Đăng nhập bằng khuôn mặt' });
  await press('Đăng nhập bằng khuôn mặt');
  await screen.findByRole('button', { name: 'Mở máy ảnh và bắt đầu' });
  act(meanwhile);
  await press('Quay lại');
}

it('back returns from the face check to the phone number form, and no SMS is sent', async () => {
  const { asked } = await open('/m/login', answers, 'visitor');
  await type('0912345678');
  await act(async () => screen.getByRole('checkbox').click());
  await visitFaceCheck();
  expect(number().value.replace(/\D/g, '')).toBe('0912345678');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  expect(address()).toBe('/m/login');
  expect(asked.map(({ path }) => path)).not.toContain('member/sendSmsCode');
});

it('the tick is gone after the face check if other terms have come into force during it', async () => {
  await open('/m/login', answers, 'visitor');
  await type('0912345676');
  await act(async () => screen.getByRole('checkbox').click());
  const before = getConfig();
  await visitFaceCheck(() => setConfig({ ...before, termsVersion: 'next' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  setConfig(before);
});

it('the remembered consent of one number is not applied to another number that is typed after the face check', async () => {
  await open('/m/login', answers, 'visitor');
  rememberConsent(getConfig(), '0912345678');
  await type('0912345678');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await visitFaceCheck();
  await type('0987654321');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});
