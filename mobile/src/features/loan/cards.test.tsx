import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { open, Refused } from '@/test/screen';
import { detail } from '@/test/data/loan';

const path = '/m/loan/loanIndex?loanId=sen-flex';
const answers = { 'loan/detail': detail, 'loan/quote': detail.quote };
const ADD = 'Thêm tài khoản ngân hàng';
const READ = 'Đọc hợp đồng';
const button = (name: string) => screen.queryByRole('button', { name });

it('a borrower is asked to add a bank account only when it is known that they have none', async () => {
  await open(path, { ...answers, 'bankCard/list': { cards: [] } });
  expect(button(ADD)).not.toBeNull();
  expect(button(READ)).toBeNull();
});

it('a borrower whose accounts cannot be loaded is not asked to add one', async () => {
  await open(path, { ...answers, 'bankCard/list': new Refused(500, 'Lỗi') });
  await vi.waitFor(() => screen.getByRole('button', { name: 'Thử lại' }));
  expect(button(ADD)).toBeNull();
  expect(button(READ)).not.toBeNull();
});
