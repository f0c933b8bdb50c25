import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cleanUpAfterSessions } from '@/app/session';
import { endSession } from '@/lib/session';
import { member } from '@/test/data/member';
import { open, press, settled } from '@/test/screen';

beforeAll(async () => {
  cleanUpAfterSessions();
  await import('./LoginPage');
}, 60_000);
beforeEach(() => endSession());

const answers = {
  'member/getLoginType': { loginType: 'sms' as const, types: ['sms' as const] },
  'member/checkPhone': { needValidateCode: false },
  'member/sendSmsCode': { smsPhone: '091••••678', resendSeconds: 120, expiresSeconds: 300, codeLength: 4 },
  'member/smsLogin': { token: 'token', isNewMember: false, memberId: member.memberId },
  'member/approval': { state: 'none' as const, digits: '', expiresAt: null, now: '2026-06-14T03:00:00Z', mayAsk: true, mayName: false, retryAfter: 0 },
  'member/logout': {},
};

/** Enters a number and its code. */
async function enter(): Promise<void> {
  fireEvent.change(screen.getByLabelText('Số điện thoại'), { target: { value: '0912345678' } });
  await act(async () => screen.getByRole('checkbox').click());
  await press('Nhận mã');
  const field = await screen.findByRole('textbox', { name: /Mã/ });
  await act(async () => void fireEvent.change(field, { target: { value: '1234' } }));
}

it('a code that was accepted is not sent again while the borrower is being loaded over a slow network', async () => {
  const { asked } = await open('/m/login', answers as never, 'visitor');
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url.endsWith('member/query') ? new Promise<Response>(() => undefined) : fetch(url, init)));
  await enter();
  fireEvent.submit(screen.getByRole('dialog').querySelector('form')!);
  await settled();
  expect(asked.filter(({ path }) => path === 'member/smsLogin')).toHaveLength(1);
});

it('somebody who turns to another number on a new device is not asked for the code of the first one again', async () => {
  await open('/m/login', { ...answers, 'member/query': { ...member, secondFactNeeded: true } } as never, 'visitor');
  await enter();
  await screen.findByRole('button', { name: 'Đăng nhập bằng số khác' });
  await press('Đăng nhập bằng số khác');
  expect(screen.getByLabelText('Số điện thoại')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the dialog does not stay busy if the session ends before the borrower is loaded', async () => {
  await open('/m/login', answers as never, 'visitor');
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url.endsWith('member/query') ? new Promise<Response>(() => undefined) : fetch(url, init)));
  await enter();
  act(() => endSession());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
