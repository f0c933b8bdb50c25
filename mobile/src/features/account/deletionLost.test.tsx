import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { open, press, Refused } from '@/test/screen';
import type { Data } from '@/lib/api/contract';

const deletion: Data<'member/deleteAccount/status'> = {
  state: 'none',
  obstacles: [],
  refundPending: false,
  reversalPending: false,
  proofPending: false,
  proofOrders: [],
  waitHours: 72,
  keepYears: 5,
  hasPapers: true,
  requestedAt: null,
  dueAt: null,
};

it.each([
  ['the request got no final response: it may have been accepted', new Refused(503)],
  ['something hinders the deletion by now', new Refused(422, '', 20216, 'delete_refund')],
])('/m/delAccount loads its state again if %s', async (_, refusal) => {
  const { asked } = await open('/m/delAccount', {
    'member/deleteAccount/status': deletion,
    'member/sendSmsCode': { smsPhone: '091••••678', resendSeconds: 120, expiresSeconds: 300, codeLength: 4 },
    'member/deleteAccount': refusal,
  });
  const loaded = () => asked.filter(({ path }) => path === 'member/deleteAccount/status').length;
  await press('Yêu cầu xóa tài khoản');
  await press('Gửi mã và xóa');
  await screen.findByText('Đã gửi mã đến 091••••678');
  const before = loaded();
  await act(async () => fireEvent.change(screen.getAllByRole('textbox')[0]!, { target: { value: '1234' } }));
  await waitFor(() => expect(asked.at(-1)!.path).toBe('member/deleteAccount/status'));
  expect(asked.some(({ path }) => path === 'member/deleteAccount')).toBe(true);
  expect(loaded()).toBe(before + 1);
});

it('/m/delAccount keeps its state if the code is wrong', async () => {
  const { asked } = await open('/m/delAccount', {
    'member/deleteAccount/status': deletion,
    'member/sendSmsCode': { smsPhone: '091••••678', resendSeconds: 120, expiresSeconds: 300, codeLength: 4 },
    'member/deleteAccount': new Refused(422, 'Mã không đúng', 20202, 'sms_code_wrong'),
  });
  await press('Yêu cầu xóa tài khoản');
  await press('Gửi mã và xóa');
  await screen.findByText('Đã gửi mã đến 091••••678');
  await act(async () => fireEvent.change(screen.getAllByRole('textbox')[0]!, { target: { value: '1234' } }));
  await screen.findByText('Mã không đúng');
  expect(asked.at(-1)!.path).toBe('member/deleteAccount');
});
