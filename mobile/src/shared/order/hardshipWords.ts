import type { OrderCard, OrderHardship } from '@loanmarket/shared-types/api';
import { text } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';

/**
 * The amount and date that apply according to a borrower's hardship request; null without a request. `hardship` is
 * missing in responses of an older server.
 */
export function hardshipWords({ hardship, currency }: Pick<OrderCard, 'hardship' | 'currency'>): string | null {
  return hardship ? wordsOf(hardship, formatMoney(hardship.amount, currency)) : null;
}

function wordsOf({ kind, accepted, date }: OrderHardship, amount: string): string {
  if (date === null || (kind === 'plan' && !accepted)) return text('terms:hardship.asked', { amount });
  return text(kind === 'promise' ? 'terms:hardship.promised' : 'terms:hardship.plan', { amount, day: formatDay(date) });
}
