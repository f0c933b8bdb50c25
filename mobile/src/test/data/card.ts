import type { BankCard, BanksData } from '@loanmarket/shared-types/api';

/** The bank card for payouts. */
export const card: BankCard = {
  cardId: '0198f3a0-0000-7000-8000-00000000ca4d',
  bankCode: 'VCB',
  bankName: 'Vietcombank',
  accountLast4: '6655',
  accountType: 'account',
  passbookFileId: null,
  holderName: 'NGUYEN THI LAN',
  idNumber: '••••••••0123',
  status: 1,
  isDefault: true,
  inReview: false,
  createdAt: '2026-03-01T03:00:00Z',
};

/** Banks of the region. The last one has no app that reads payment codes. */
export const banks: BanksData = {
  banks: [
    { bin: '970436', code: 'VCB', name: 'Ngân hàng Ngoại thương', shortName: 'Vietcombank', appUrl: 'vietcombankmobile://' },
    { bin: '970418', code: 'BIDV', name: 'Ngân hàng Đầu tư', shortName: 'BIDV', appUrl: 'bidvsmartbanking://' },
    { bin: '970409', code: 'BAB', name: 'Ngân hàng Bắc Á', shortName: 'BacA Bank', appUrl: '' },
  ],
};
