import type { BankCard } from '@loanmarket/shared-types/api';
import { CardStatus } from '@loanmarket/shared-types/enums';
import { describe, expect, it } from 'vitest';
import { isLast, replacementsFor, statusTagOf } from './status';

const card = (cardId: string, status: number = CardStatus.active): BankCard => ({
  cardId,
  bankCode: 'VCB',
  bankName: 'Vietcombank',
  holderName: 'N***A',
  idNumber: '••••••••0123',
  accountLast4: '1234',
  accountType: 'account',
  passbookFileId: null,
  status,
  isDefault: false,
  inReview: status === CardStatus.inactive,
  createdAt: '2026-11-21T03:00:00Z',
});

describe('statusTagOf', () => {
  it('tells an account in review from one that can be used, by more than a colour', () => {
    const words = Object.values(CardStatus).map((status) => statusTagOf({ status, isDefault: false }).word);
    expect(new Set(words).size).toBe(words.length);
    expect(statusTagOf({ status: CardStatus.inactive, isDefault: false }).tone).toBe('attention');
  });
  it('marks the default one', () => {
    expect(statusTagOf({ status: CardStatus.active, isDefault: true })).toEqual({ word: 'bankcard:status.default', tone: 'positive' });
  });
});

describe('taking an account away', () => {
  const mine = card('mine');
  it('offers active accounts of the borrower alone as a replacement', () => {
    const own = [mine, card('review', CardStatus.inactive), card('gone', CardStatus.closed), card('other')];
    expect(replacementsFor(mine, own).map(({ cardId }) => cardId)).toEqual(['other']);
  });
  it.each([
    ['the only one', [], true],
    ['one in review is left', [card('review', CardStatus.inactive)], true],
    ['a closed one is left', [card('gone', CardStatus.closed)], true],
    ['an active one is left', [card('other')], false],
  ])('%s: last = %s', (_, others, last) => {
    expect(isLast(mine, [mine, ...(others as BankCard[])])).toBe(last);
  });
  it('lets one in review go as long as any other stays', () => {
    const review = card('review', CardStatus.inactive);
    expect(isLast(review, [review, mine])).toBe(false);
    expect(isLast(review, [review, card('second', CardStatus.inactive)])).toBe(false);
  });
});
