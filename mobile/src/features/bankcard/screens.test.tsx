import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { address, open, press, Refused } from '@/test/screen';
import { card } from '@/test/data/card';
import { member } from '@/test/data/member';

const other = { ...card, cardId: 'other', bankName: 'BIDV', accountLast4: '1122', isDefault: false };
const cards = { 'bankCard/list': { cards: [card, other] } };
const form = { topic: 'bankcard', state: 'done', draft: null, submitted: null, savedAt: null };

// spec: 2.m-bankcard, 1.cards
it('/m/bankCard lists the borrower’s accounts, and links to each and to the form for another one', async () => {
  const { moves } = await open('/m/bankCard', cards);
  for (const words of ['Vietcombank', '6655', 'BIDV', '1122']) screen.getByText(words);
  await press(/BIDV/);
  await press('Thêm tài khoản');
  expect(moves).toEqual(['push /m/bankCard/detail?cardId=other', 'push /m/bankCard/add']);
});

// spec: 2.m-bankcard
it('/m/bankCard sends a visitor to login', async () => {
  await open('/m/bankCard', {}, 'visitor');
  expect(address()).toBe('/m/login?redirect=%2Fm%2FbankCard');
});

// spec: 2.m-bankcard-detail, 1.cards
it('/m/bankCard/detail shows one account and its actions', async () => {
  const { asked } = await open('/m/bankCard/detail?cardId=other', { ...cards, 'bankCard/detail': other });
  expect(asked).toContainEqual({ path: 'bankCard/detail', body: { cardId: 'other' } });
  screen.getByText('BIDV');
  screen.getByText('1122');
  screen.getByRole('button', { name: 'Đặt làm mặc định' });
  screen.getByRole('button', { name: 'Gỡ tài khoản này' });
});

// spec: 4.card-keep-one
it('/m/bankCard/detail refuses to remove the last account, and says why', async () => {
  const { asked } = await open(`/m/bankCard/detail?cardId=${card.cardId}`, { 'bankCard/list': { cards: [card] }, 'bankCard/detail': card });
  await press('Gỡ tài khoản này');
  screen.getByRole('alertdialog', { name: 'Cần giữ ít nhất một tài khoản' });
  await press('Đóng');
  expect(asked.map(({ path }) => path)).not.toContain('bankCard/unbind');
});

// spec: 4.card-replacement
it('/m/bankCard/detail asks for a replacement account when a loan is to be paid out to the removed one', async () => {
  const { asked, moves } = await open('/m/bankCard/detail?cardId=other', { ...cards, 'bankCard/detail': other, 'bankCard/unbind': { cards: [card] } });
  const answer = globalThis.fetch;
  const inUse = JSON.stringify({ success: false, msg: 'Chọn tài khoản thay thế.', errorCode: 20540, data: { reason: 'card_in_use' } });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.endsWith('bankCard/unbind') && !String(init?.body).includes('replacementCardId') ? new Response(inUse, { status: 422 }) : answer(url, init),
  );
  await press('Gỡ tài khoản này');
  await press('Gỡ tài khoản');
  screen.getByRole('dialog', { name: 'Nhận tiền vào tài khoản nào?' });
  expect(moves).toEqual([]);
  await press(/Vietcombank …6655/);
  expect(asked).toContainEqual({ path: 'bankCard/unbind', body: { cardId: 'other', replacementCardId: card.cardId } });
  expect(moves, 'the page is left after the removal').toHaveLength(1);
});

it('/m/bankCard/detail loads the account again when its removal is refused, because it may be closed by now', async () => {
  const { asked } = await open('/m/bankCard/detail?cardId=other', { ...cards, 'bankCard/detail': other, 'bankCard/unbind': new Refused(409, 'Tài khoản này đã đóng.') });
  await press('Gỡ tài khoản này');
  await press('Gỡ tài khoản');
  await waitFor(() => expect(asked.filter(({ path }) => path === 'bankCard/detail')).toHaveLength(2));
});

// spec: 2.m-bankcard-add, 2.m-bankcard-info, 1.cards
it('/m/bankCard/add asks for the bank, the number type and the number twice', async () => {
  await open('/m/bankCard/add', { 'auth/detail': form });
  screen.getByText(`Đứng tên ${member.name}`);
  screen.getByText('Ngân hàng');
  screen.getByText('Bạn nhập số nào?');
  screen.getByLabelText('Số tài khoản');
  screen.getByLabelText('Nhập lại lần nữa');
  screen.getByRole('button', { name: /Lưu/ });
});

// spec: 2.m-bankcard-choose
it('/m/bankCard/add opens a list of all banks and applies the selected one', async () => {
  const { asked } = await open('/m/bankCard/add', { 'auth/detail': form, 'auth/saveDraft': { savedAt: '2026-06-14T03:00:00Z' } });
  await press(/^Ngân hàng/);
  screen.getByRole('dialog', { name: 'Ngân hàng' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['VietcombankNgân hàng Ngoại thương', 'BIDVNgân hàng Đầu tư', 'BacA BankNgân hàng Bắc Á']);
  await press(/BIDV/, 'option');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Ngân hàng').textContent).toBe('BIDV');
  await waitFor(() => expect(asked.map(({ path }) => path), 'the selected bank is saved in the draft').toContain('auth/saveDraft'), { timeout: 20_000 });
});

// spec: 2.m-bankcard-auth
it.each([
  [1, 'Tài khoản đứng tên bạn'],
  [0, 'Đang kiểm tra tài khoản mới'],
  [2, 'Tài khoản này không còn dùng'],
])('/m/bankCard/auth shows the bank’s answer about an account in status %i: %s', async (status, words) => {
  await open(`/m/bankCard/auth?cardId=${card.cardId}`, { 'bankCard/detail': { ...card, status } });
  screen.getByText(words);
  screen.getByText('6655');
  screen.getByRole('button', { name: status === 2 ? 'Thêm tài khoản' : 'Xong' });
});
