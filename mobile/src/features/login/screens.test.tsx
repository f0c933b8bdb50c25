import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { open } from '@/test/screen';
import { endSession } from '@/lib/session';

beforeEach(() => endSession());

// spec: 2.m-login
it('/m/login shows the phone number field, the consent and the button that requests a code', async () => {
  await open('/m/login', {}, 'visitor');
  screen.getByRole('heading', { name: 'Số điện thoại của bạn' });
  screen.getByLabelText('Số điện thoại');
  screen.getByRole('checkbox');
  screen.getByRole('button', { name: 'Nhận mã' });
});

// spec: 2.m-login-redirect, 2.m-login
it.each([
  ['?redirect=%2Fm%2Forder%2Fdetail%2F42%3Ftab%3Dall', '/m/order/detail/42?tab=all'],
  ['', '/m/home'],
])('/m/login%s redirects a logged-in member to %s', async (query, target) => {
  const { moves } = await open(`/m/login${query}`);
  expect(moves).toEqual([`replace ${target}`]);
});
