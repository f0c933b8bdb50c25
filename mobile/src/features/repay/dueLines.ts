import type { DueBreakdown } from '@loanmarket/shared-types/api';
import { text } from '@/i18n';
import type { ReceiptLine } from '@/ui/money/Receipt';

/** Parts of a debt in the order in which they are shown: the loan first, then what came on top. */
const parts = [
  ['principal', 'terms:principal', null],
  ['interest', 'terms:interest', 'repay:why.interest'],
  ['serviceFee', 'terms:serviceFee', 'repay:why.serviceFee'],
  ['accountFee', 'terms:accountFee', 'repay:why.accountFee'],
  ['extensionFee', 'terms:extensionFee', 'repay:why.extensionFee'],
  ['overdueFee', 'terms:overdueFee', 'repay:why.overdueFee'],
  ['lateFee', 'terms:lateFee', 'repay:why.lateFee'],
] as const;

/** A debt part by part, each with its reason; parts of nothing have no line. Amounts in minor units. */
export function dueLines(due: DueBreakdown): ReceiptLine[] {
  return parts
    .filter(([part]) => due[part] > 0)
    .map(([part, label, why]) => ({ label: text(label), amount: due[part], ...(why ? { why: text(why) } : {}) }));
}
