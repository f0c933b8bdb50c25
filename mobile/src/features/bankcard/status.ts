import type { BankCard } from '@loanmarket/shared-types/api';
import { CardStatus } from '@loanmarket/shared-types/enums';
import type { TextKey } from '@/i18n';
import type { Tone } from '@/ui/Tag';

export interface CardStatusTag {
  word: Extract<TextKey, `bankcard:status.${string}`>;
  tone: Tone;
}

/** The status of a bank card as a tag (spec 3: 0 inactive, 1 active, 2 closed). */
export function statusTagOf({ status, isDefault }: Pick<BankCard, 'status' | 'isDefault'>): CardStatusTag {
  if (status === CardStatus.inactive) return { word: 'bankcard:status.review', tone: 'plain' };
  if (status === CardStatus.closed) return { word: 'bankcard:status.closed', tone: 'plain' };
  return isDefault ? { word: 'bankcard:status.default', tone: 'positive' } : { word: 'bankcard:status.active', tone: 'plain' };
}

/** The bank cards that can replace `card` for a pending payout (spec 4: a replacement must be chosen). */
export function replacementsFor(card: BankCard, own: readonly BankCard[]): BankCard[] {
  return own.filter(({ cardId, status }) => cardId !== card.cardId && status === CardStatus.active);
}

/**
 * Whether a bank card cannot be removed. Spec 4: at least one must remain, and an active one is not replaced by one
 * that is still under review.
 */
export function isLast(card: BankCard, own: readonly BankCard[]): boolean {
  const others = own.filter(({ cardId, status }) => cardId !== card.cardId && status !== CardStatus.closed);
  return others.length === 0 || (card.status === CardStatus.active && replacementsFor(card, own).length === 0);
}
