import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

vi.mock('@/lib/deviceKey/deviceKey', async (original) => ({ ...(await original<object>()), canHaveKey: () => true, findKey: async () => ({ id: 'k' }) }));
import { endSession } from '@/lib/session';
import { address, open, press } from '@/test/screen';

beforeEach(() => endSession());

it('back leads from the face check to the number, and asks for no SMS', async () => {
  const { asked } = await open('/m/login', { 'member/getLoginType': { loginType: 'face', types: ['sms', 'face'] }, 'member/checkPhone': { needValidateCode: false } }, 'visitor');
  const phone = screen.getByLabelText<HTMLInputElement>('Số điện thoại');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(phone, '0912345678');
    phone.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => screen.getByRole('checkbox').click());
  await screen.findByRole('button', { name: 'Đăng nhập bằng khuôn mặt' });
  await press('Đăng nhập bằng khuôn mặt');
  await screen.findByRole('button', { name: 'Mở máy ảnh và bắt đầu' });
  await press('Quay lại');
  expect(screen.getByLabelText<HTMLInputElement>('Số điện thoại').value.replace(/\D/g, '')).toBe('0912345678');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  expect(address()).toBe('/m/login');
  expect(asked.map(({ path }) => path)).not.toContain('member/sendSmsCode');
});
