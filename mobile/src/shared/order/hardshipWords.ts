import type { OrderCard, OrderHardship } from '@loanmarket/shared-types/api';
import { text } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';

/** What counts now, by the request of a borrower who cannot pay as agreed; null without one. A server from before says none. */
export function hardshipWords({ hardship, currency }: Pick<OrderCard, 'hardship' | 'currency'>): string | null {
  return hardship ? wordsOf(hardship, formatMoney(hardship.amount, currency)) : null;
}

function wordsOf({ kind, accepted, date }: OrderHardship, amount: string): string {
  if (date === null || (kind === 'plan' && !accepted)) return text('terms:hardship.asked', { amount });
  return text(kind === 'promise' ? 'terms:hardship.promised' : 'terms:hardship.plan', { amount, day: formatDay(date) });
}
