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
  it('has a distinct word for each status, and no colour of attention for an account under review, which waits for us', () => {
    const words = Object.values(CardStatus).map((status) => statusTagOf({ status, isDefault: false }).word);
    expect(new Set(words).size).toBe(words.length);
    expect(statusTagOf({ status: CardStatus.inactive, isDefault: false }).tone).toBe('plain');
  });
  it('marks the default account', () => {
    expect(statusTagOf({ status: CardStatus.active, isDefault: true })).toEqual({ word: 'bankcard:status.default', tone: 'positive' });
  });
});

describe('removing an account', () => {
  const mine = card('mine');
  it('offers only other active accounts as a replacement', () => {
    const own = [mine, card('review', CardStatus.inactive), card('gone', CardStatus.closed), card('other')];
    expect(replacementsFor(mine, own).map(({ cardId }) => cardId)).toEqual(['other']);
  });
  it.each([
    ['no other account', [], true],
    ['only one under review left', [card('review', CardStatus.inactive)], true],
    ['only a closed one left', [card('gone', CardStatus.closed)], true],
    ['an active one left', [card('other')], false],
  ])('isLast with %s: %s', (_, others, last) => {
    expect(isLast(mine, [mine, ...(others as BankCard[])])).toBe(last);
  });
  it('allows removing an account under review as long as any other remains', () => {
    const review = card('review', CardStatus.inactive);
    expect(isLast(review, [review, mine])).toBe(false);
    expect(isLast(review, [review, card('second', CardStatus.inactive)])).toBe(false);
  });
});
