import type { RegionConfig } from '@loanmarket/shared-types/api';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { card } from '@/test/data/card';
import { galleryConfig } from '@/gallery/config';
import { open, press } from '@/test/screen';

const passbook = '018f0000-0000-7000-8000-000000000009';
const photo = { 'file/{id}': new Blob(['picture'], { type: 'image/jpeg' }) };
const typed = { bankCode: 'VCB', accountType: 'account', accountNumber: '0071 0009 6785 8', accountNumberAgain: '0071000967858', passbookFileId: passbook };

/** Opens the form with a draft, in a region with the given settings. */
const form = (draft: object, asks: Partial<RegionConfig> = {}) =>
  open(
    '/m/bankCard/add',
    { 'auth/detail': { topic: 'bankcard', state: 'draft', draft: draft as never, submitted: null, savedAt: null }, 'auth/saveDraft': { savedAt: '2026-11-22T03:00:00Z' }, 'bankCard/add': card, ...photo },
    'borrower',
    { region: { ...galleryConfig.region, ...asks } },
  );

describe('bank card', () => {
  // spec: 3.bankcard
  it('shows the bank, last digits, holder, holder’s ID number, number type and passbook photo', async () => {
    await open('/m/bankCard/detail?cardId=c', { 'bankCard/list': { cards: [card] }, 'bankCard/detail': { ...card, idNumber: '••••••••0123', accountType: 'card', passbookFileId: passbook } });
    for (const words of [card.bankName, card.accountLast4, card.holderName, '••••••••0123', 'Số thẻ', 'Xem ảnh sổ tài khoản']) screen.getByText(words);
  });

  // spec: 3.bankcard-active
  it.each([[0, 'Đang kiểm tra'], [1, 'Dùng được'], [2, 'Đã gỡ']])('shows status %i as: %s', async (status, words) => {
    await open('/m/bankCard/detail?cardId=c', { 'bankCard/list': { cards: [card] }, 'bankCard/detail': { ...card, status, isDefault: false } });
    screen.getByText(words);
  });

  // spec: 3.bankcard, 3.bankcard-passbook-twice
  it('is sent with the bank, the number type, the number entered twice and the passbook photo', async () => {
    const { asked } = await form(typed, { passbookPhoto: true });
    screen.getByText('Ảnh sổ tài khoản');
    await press('Lưu và tiếp tục');
    await waitFor(() => expect(asked).toContainEqual({ path: 'bankCard/add', body: { ...typed, accountNumber: '0071000967858' } }));
  });

  // spec: 5.account-twice, 3.bankcard-passbook-twice
  it.each([false, true])('is not sent when the two number entries differ (passbook photo required: %s)', async (passbookPhoto) => {
    const { asked } = await form({ ...typed, accountNumberAgain: '0071000967859' }, { passbookPhoto });
    await press('Lưu và tiếp tục');
    expect(screen.getAllByText('Hai lần nhập không khớp nhau.')).toHaveLength(1);
    expect(asked.map(({ path }) => path)).not.toContain('bankCard/add');
  });

  it('no longer says that the two entries differ once the first one is corrected', async () => {
    await form({ ...typed, accountNumber: '0071000967859' });
    await press('Lưu và tiếp tục');
    screen.getByText('Hai lần nhập không khớp nhau.');
    fireEvent.change(screen.getByLabelText('Số tài khoản'), { target: { value: '0071000967858' } });
    await waitFor(() => expect(screen.queryByText('Hai lần nhập không khớp nhau.')).toBeNull());
  });

  // spec: 3.bankcard-passbook-twice
  it('is not sent without the passbook photo where the region requires it', async () => {
    const { asked } = await form({ ...typed, passbookFileId: null }, { passbookPhoto: true });
    await press('Lưu và tiếp tục');
    screen.getByText('Cần ảnh sổ tài khoản');
    expect(asked.map(({ path }) => path)).not.toContain('bankCard/add');
  });

  it.each([
    [{ min: 10, max: 15, letters: false }, 'Số tài khoản có từ 10 đến 15 chữ số.'],
    [{ min: 10, max: 15, letters: true }, 'Số tài khoản có từ 10 đến 15 ký tự, chỉ gồm số và chữ cái.'],
  ])('shows the account number format of the region when the number is invalid: %j', async (accountNumber, sentence) => {
    const { asked } = await form({ ...typed, accountNumber: '123456789', accountNumberAgain: '123456789' }, { accountNumber });
    await press('Lưu và tiếp tục');
    screen.getByText(sentence);
    expect(asked.map(({ path }) => path)).not.toContain('bankCard/add');
  });

  // spec: 5.required
  it('shows a required-field error at each field of an empty form', async () => {
    await form({});
    await press('Lưu và tiếp tục');
    expect(screen.getAllByText('Không được để trống.')).toHaveLength(3);
  });
});
