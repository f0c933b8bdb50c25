import type { DueBreakdown } from '@loanmarket/shared-types/api';
import { trackName } from '@/base/trackName';
import { text, type TextKey } from '@/i18n';
import type { ReceiptLine } from '@/ui/money/Receipt';

type Part = Exclude<keyof DueBreakdown, 'total'>;

/** The components of a debt in display order: first the loan, then fees. A missing one does not compile. */
const parts = {
  principal: { label: 'terms:principal', why: null },
  interest: { label: 'terms:interest', why: 'repay:why.interest' },
  serviceFee: { label: 'terms:serviceFee', why: 'repay:why.serviceFee' },
  accountFee: { label: 'terms:accountFee', why: 'repay:why.accountFee' },
  extensionFee: { label: 'terms:extensionFee', why: 'repay:why.extensionFee' },
  overdueFee: { label: 'terms:overdueFee', why: 'repay:why.overdueFee' },
  lateFee: { label: 'terms:lateFee', why: 'repay:why.lateFee' },
} as const satisfies Record<Part, { label: TextKey; why: TextKey | null }>;

/**
 * The lines of a debt by component, each with its explanation. Components of zero have no line. Amounts in minor units.
 */
export function dueLines(due: DueBreakdown): ReceiptLine[] {
  return (Object.keys(parts) as Part[])
    .filter((part) => due[part] > 0)
    .map((part) => {
      const { label, why } = parts[part];
      const line = { label: text(label), amount: due[part] };
      return why ? { ...line, why: text(why), track: trackName('why', part) } : line;
    });
}
