import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PhoneStep } from './PhoneStep';
import { useLogin } from '../hooks/useLogin';
import { renderPage } from '@/test/page';

const success = (data: object) => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data }));
let answer: (response: Response) => void = () => undefined;
let codes: unknown[] = [];

function Login() {
  return <PhoneStep login={useLogin(() => undefined)} onFace={() => undefined} />;
}

beforeEach(() => {
  codes = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('member/getLoginType')) return Promise.resolve(success({ types: ['sms'] }));
    if (url.endsWith('member/checkPhone')) return Promise.resolve(success({ needValidateCode: true }));
    codes.push((JSON.parse(String(init.body)) as { code?: string }).code);
    return new Promise<Response>((resolve) => (answer = resolve));
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('a picture code is sent once, however long the response takes', async () => {
  await renderPage(<Login />, '/', 'login');
  fireEvent.change(screen.getByLabelText(/^Số điện thoại/), { target: { value: '0912345678' } });
  fireEvent.click(screen.getByRole('checkbox'));
  await act(async () => screen.getByRole('button', { name: 'Nhận mã' }).click());
  const confirm = () => screen.getByRole('button', { name: 'Xác nhận' });
  const field = await screen.findByRole('textbox', { name: '4 ký tự trong hình' });
  fireEvent.change(field, { target: { value: 'a7Kq' } });
  await act(async () => confirm().click());
  await act(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
  await act(async () => confirm().click());
  fireEvent.submit(field.closest('form')!);
  expect(codes).toEqual(['a7Kq']);
  await act(async () => answer(success({ smsPhone: '091••••678', resendSeconds: 120, expiresSeconds: 300, codeLength: 4 })));
  screen.getByText('Đã gửi mã đến 091••••678');
});
